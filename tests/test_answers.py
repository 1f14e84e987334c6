"""Questions about the position and their answers."""

import chess
import pytest

from assistant import data
from assistant.core.output import queries
from assistant.core.output.wording import Phrasebook
from assistant.core.play.position import start
from assistant.core.spoken.command import SLOTS, Command
from assistant.core.spoken.utterance import understand

GRAMMAR, LEXICON = data.language("en")
BOOK = Phrasebook(GRAMMAR)
ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
CHECK = "4k3/8/8/8/7b/8/8/R3K3 w Q - 0 1"


def ask(words: str, fen: str | None = None, me: chess.Color | None = None) -> list[str]:
    command = understand(words, LEXICON)
    assert isinstance(command, Command), command
    answer = queries.answer(start(fen), command, me)
    assert answer is not None
    return [BOOK.say(line) for line in answer]


ANSWERS = [
    ("whose turn", ITALIAN, ["White to move."]),
    ("move number", ITALIAN, ["Move 4, White to move."]),
    ("last move", ITALIAN, ["No move yet."]),
    ("what is on e4", ITALIAN, ["Eva vier: white pawn."]),
    ("what is on e3", ITALIAN, ["Eva drei: empty."]),
    ("where are my knights", ITALIAN, ["Bella eins and Felix drei: White, knights."]),
    ("where is his queen", ITALIAN, ["David acht: Black, queen."]),
    ("where are black pawns", ITALIAN, ["Anna sieben, Bella sieben, Cesar sieben, David sieben, Eva fünf, Felix sieben, Gustav sieben and Hector sieben: Black, pawns."]),
    ("where is my queen", CHECK, ["None of this kind: White, queen."]),
    ("rank fünf", ITALIAN, ["Rank fünf: black bishop Cesar fünf and black pawn Eva fünf."]),
    ("rank three", CHECK, ["Rank drei: empty."]),
    ("file Eva", CHECK, ["File Eva: white king Eva eins and black king Eva acht."]),
    ("file b", CHECK, ["File Bella: empty."]),
    ("diagonal e1", CHECK, ["Diagonal Eva eins to Hector vier: white king Eva eins and black bishop Hector vier.", "Diagonal Anna fünf to Eva eins: white king Eva eins."]),
    ("diagonal h4 e1", CHECK, ["Diagonal Hector vier to Eva eins: black bishop Hector vier and white king Eva eins."]),
    ("diagonal a1 b3", CHECK, ["Anna eins and Bella drei are not on one diagonal."]),
    ("all my pieces", CHECK, ["White: 2 pieces.", "King: Eva eins.", "Rook: Anna eins."]),
    ("what attacks e5", ITALIAN, ["White attacks Eva fünf: white knight Felix drei.", "Black attacks Eva fünf: black knight Cesar sechs."]),
    ("moves of the rook", CHECK, ["White rook Anna eins: no move."]),
    ("moves of the king", CHECK, ["White king Eva eins: David eins, David zwei, Eva zwei and Felix eins."]),
    ("moves of the queen", CHECK, ["No such piece to move: queen."]),
    ("moves from h1", ITALIAN, ["White rook Hector eins: Felix eins and Gustav eins."]),
    ("moves from e5", ITALIAN, ["Eva fünf: black pawn."]),
    ("material", ITALIAN, ["Material is equal.", "White: king 1, queen 1, rooks 2, bishops 2, knights 2 and pawns 8.", "Black: king 1, queen 1, rooks 2, bishops 2, knights 2 and pawns 8."]),
    ("material", CHECK, ["White is 2 points ahead.", "White: king 1 and rook 1.", "Black: king 1 and bishop 1."]),
    ("am I in check", CHECK, ["White is in check: black bishop Hector vier."]),
    ("check", ITALIAN, ["White is not in check."]),
]  # fmt: skip


@pytest.mark.parametrize(("words", "fen", "answer"), ANSWERS)
def test_a_question_gets_its_answer(words: str, fen: str, answer: list[str]) -> None:
    assert ask(words, fen) == answer


def test_castling_is_named_among_the_kings_moves() -> None:
    assert "castle short" in ask("moves of the king", ITALIAN)[0]


def test_my_pieces_are_those_of_the_one_who_asks() -> None:
    assert ask("where is my king", ITALIAN, chess.BLACK) == ["Eva acht: Black, king."]
    assert ask("where is his king", ITALIAN, chess.BLACK) == ["Eva eins: White, king."]


def test_the_last_moves_come_oldest_first_with_their_numbers() -> None:
    board = chess.Board()
    for move in ("e4", "e5", "Nf3"):
        board.push_san(move)
    lines = [BOOK.say(line) for line in queries.last_moves(board, 2)]
    assert lines == ["1, Black: Eva sieben Eva fünf", "2: knight Gustav eins Felix drei"]
    assert len(queries.last_moves(board, 99)) == 3


def test_every_question_about_the_board_is_answered_in_any_position() -> None:
    everything = {
        "squares": (chess.E4, chess.H1),
        "piece": chess.KNIGHT,
        "file": 3,
        "rank": 4,
        "number": 2,
    }
    for fen in (None, ITALIAN, CHECK, "k7/8/1QK5/8/8/8/8/8 b - - 0 1"):
        board = start(fen)
        for name in SLOTS:
            for line in queries.answer(board, Command(name, **everything)) or []:  # type: ignore[arg-type]
                assert BOOK.say(line)
