"""A spoken move against a position: exact, ambiguous or illegal, and never another piece."""

import chess
import pytest
from positions import varied

from assistant import data
from assistant.core.play.position import start
from assistant.core.spoken.reading import Ambiguous, Doubt, Exact, Reading, read_all
from assistant.core.spoken.refusal import Illegal, Why
from assistant.core.spoken.utterance import SpokenMove, understand

CASTLING = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8"
KNIGHTS = "7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1"
PROMOTION = "1n6/2P5/8/8/8/k7/8/K7 w - - 0 1"
PASSING = "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
NINE_SIXTY = "5k2/8/8/8/8/8/8/1R3KR1 w GB - 0 1"


def reading(words: str, fen: str | None = None, language: str = "de") -> Reading:
    heard = understand(words, data.language(language)[1])
    assert isinstance(heard, tuple), heard
    return read_all(start(fen), heard)


EXACT = [
    ("Springer Gustav eins Felix drei", None, "g1f3"),
    ("Eva zwei Eva vier", None, "e2e4"),
    ("Springer Felix drei", None, "g1f3"),
    ("Eva vier", None, "e2e4"),
    ("Bauer Eva zwei nach Eva vier", None, "e2e4"),
    ("Springer Anna fünf Cesar vier", KNIGHTS, "a5c4"),
    ("Kurze Rochade", CASTLING, "e1g1"),
    ("Lange Rochade", CASTLING, "e1c1"),
    ("König Eva eins Gustav eins", CASTLING, "e1g1"),
    ("König Eva eins Cesar eins", CASTLING, "e1c1"),
    ("0-0-0", CASTLING, "e1c1"),
    ("Cesar acht Dame", PROMOTION, "c7c8q"),
    ("Cesar sieben Cesar acht Springer", PROMOTION, "c7c8n"),
    ("Cesar schlägt Bella acht Turm", PROMOTION, "c7b8r"),
    ("cxb8S", PROMOTION, "c7b8n"),
    ("Eva schlägt David sechs en passant", PASSING, "e5d6"),
    ("Cesar David sechs", PASSING, "c5d6"),
    ("exd6 e.p.", PASSING, "e5d6"),
    ("Turm Eva acht, Schachmatt", MATE, "e1e8"),
    ("Turm Eva acht Schach", MATE, "e1e8"),
    ("Te8#", MATE, "e1e8"),
    ("Te1-e8++", MATE, "e1e8"),
    ("Springer nach Felix drei von Gustav eins", None, "g1f3"),
    ("Umwandlung in Turm Cesar acht", PROMOTION, "c7c8r"),
    ("Cesar acht Umwandlung in Turm", PROMOTION, "c7c8r"),
    ("Cesar schlägt Springer Bella acht Dame", PROMOTION, "c7b8q"),
    ("1. e4", None, "e2e4"),
    ("1.Sf3", None, "g1f3"),
    ("SF3", None, "g1f3"),
    ("e2—e4", None, "e2e4"),
    ("C8=D", PROMOTION, "c7c8q"),
    ("Kurze Rochade", NINE_SIXTY, "f1g1"),
    ("König Felix eins Gustav eins", NINE_SIXTY, "f1g1"),
    ("Lange Rochade", NINE_SIXTY, "f1b1"),
]


@pytest.mark.parametrize(("words", "fen", "move"), EXACT)
def test_a_complete_announcement_is_exact(words: str, fen: str | None, move: str) -> None:
    assert reading(words, fen) == Exact(chess.Move.from_uci(move))


AMBIGUOUS = [
    ("Gustav eins Felix drei", None, Doubt.NOT_PAWN, ["g1f3"]),
    ("g1f3", None, Doubt.NOT_PAWN, ["g1f3"]),
    ("Eva eins Gustav eins", CASTLING, Doubt.NOT_PAWN, ["e1g1"]),
    ("Springer Cesar vier", KNIGHTS, Doubt.SEVERAL, ["a3c4", "e3c4", "a5c4", "e5c4"]),
    ("Springer Anna Cesar vier", KNIGHTS, Doubt.SEVERAL, ["a3c4", "a5c4"]),
    ("Springer drei Cesar vier", KNIGHTS, Doubt.SEVERAL, ["a3c4", "e3c4"]),
    ("Cesar acht", PROMOTION, Doubt.PROMOTION, ["c7c8q", "c7c8r", "c7c8b", "c7c8n"]),
    ("David sechs", PASSING, Doubt.SEVERAL, ["c5d6", "e5d6"]),
    ("Springer schlägt Felix drei", None, Doubt.NOT_CAPTURE, ["g1f3"]),
    ("Springer Felix drei Schach", None, Doubt.NOT_CHECK, ["g1f3"]),
    ("Springer Felix drei matt", None, Doubt.NOT_CHECK, ["g1f3"]),
    ("Springer Felix drei en passant", None, Doubt.NOT_EN_PASSANT, ["g1f3"]),
    ("Turm Eva sieben matt", MATE, Doubt.NOT_CHECK, ["e1e7"]),
    ("Rochade", CASTLING, Doubt.CASTLING, ["e1c1", "e1g1"]),
    ("König Gustav eins", CASTLING, Doubt.CASTLING, ["e1g1"]),
    ("f1g1", NINE_SIXTY, Doubt.NOT_PAWN, ["f1g1"]),
    ("f1b1", NINE_SIXTY, Doubt.NOT_PAWN, ["f1b1"]),
    ("Cesar acht Umwandlung", PROMOTION, Doubt.PROMOTION, ["c7c8q", "c7c8r", "c7c8b", "c7c8n"]),
    ("Cesar schlägt Turm Bella acht Dame", PROMOTION, Doubt.NOT_CAPTURED, ["c7b8q"]),
    ("Springer schlägt Cesar vier", KNIGHTS, Doubt.NOT_CAPTURE, ["a3c4", "e3c4", "a5c4", "e5c4"]),
    ("Kurze Rochade schlägt", CASTLING, Doubt.NOT_CAPTURE, ["e1g1"]),
]


@pytest.mark.parametrize(("words", "fen", "doubt", "moves"), AMBIGUOUS)
def test_what_leaves_a_doubt_is_asked(
    words: str, fen: str | None, doubt: Doubt, moves: list[str]
) -> None:
    found = reading(words, fen)
    assert isinstance(found, Ambiguous)
    assert found.doubt is doubt
    assert [move.uci() for move in found.moves] == moves


def test_a_check_that_is_no_mate_is_asked() -> None:
    found = reading("Turm Eva acht matt", "6k1/5p1p/8/8/8/8/8/K3R3 w - - 0 1")
    assert found == Ambiguous((chess.Move.from_uci("e1e8"),), Doubt.NOT_MATE)


ILLEGAL = [
    ("Dame Hector fünf", None, Why.BLOCKED),
    ("Turm Anna eins", None, Why.OWN_PIECE),
    ("Springer Eva fünf", None, Why.CANNOT_REACH),
    ("Eva fünf", None, Why.CANNOT_REACH),
    ("Springer Eva eins Felix drei", None, Why.NOT_THERE),
    ("Springer Eva Felix drei", None, Why.NOT_THERE),
    ("Springer drei Felix drei", None, Why.NOT_THERE),
    ("Eva fünf Eva sechs", None, Why.NO_OWN_PIECE),
    ("Eva sieben Eva sechs", None, Why.NO_OWN_PIECE),
    ("Dame Eva vier", KNIGHTS, Why.NO_PIECE),
    ("Eva schlägt David drei", None, Why.NO_CAPTURE),
    ("Eva David drei", None, Why.NO_CAPTURE),
    ("Eva zwei Eva drei Dame", None, Why.NO_PROMOTION),
    ("Eva vier Umwandlung", None, Why.NO_PROMOTION),
    ("Springer Felix drei Umwandlung", None, Why.NO_PROMOTION),
    ("Springer Bella eins Felix drei", None, Why.CANNOT_REACH_FROM),
    ("Springer Bella Felix drei", None, Why.CANNOT_REACH_FROM),
    ("Cesar acht König", PROMOTION, Why.PROMOTION_PIECE),
    ("Cesar acht Bauer", PROMOTION, Why.PROMOTION_PIECE),
    ("König Anna zwei Dame", PROMOTION, Why.ONLY_PAWNS_PROMOTE),
    ("Springer Felix drei Dame", None, Why.ONLY_PAWNS_PROMOTE),
    ("Eva vier", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", Why.BLOCKED),
    ("Eva vier", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", Why.BLOCKED),
    ("Springer David fünf", "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", Why.EXPOSES_KING),
    ("König David zwei", "3r1rk1/8/8/8/8/8/8/4K3 w - - 0 1", Why.EXPOSES_KING),
    ("Anna drei", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", Why.MUST_LEAVE_CHECK),
    ("Kurze Rochade", None, Why.CASTLING_BLOCKED),
    ("König Eva eins Gustav eins", None, Why.CASTLING_BLOCKED),
    ("Kurze Rochade", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Why.CASTLING_RIGHT_LOST),
    ("Lange Rochade", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Why.CASTLING_RIGHT_LOST),
    ("Kurze Rochade", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", Why.CASTLING_IN_CHECK),
    ("Kurze Rochade", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", Why.CASTLING_THROUGH_CHECK),
    ("Kurze Rochade", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", Why.CASTLING_THROUGH_CHECK),
    ("Eva vier", "k7/3Q4/8/8/8/8/8/K7 b - - 0 1", Why.NO_PIECE),
    ("König Anna sieben", "k7/8/1QK5/8/8/8/8/8 b - - 0 1", Why.GAME_OVER),
    ("Kurze Rochade", "k7/8/1QK5/8/8/8/8/8 b - - 0 1", Why.GAME_OVER),
]


@pytest.mark.parametrize(("words", "fen", "why"), ILLEGAL)
def test_what_cannot_be_played_is_refused_with_its_reason(
    words: str, fen: str | None, why: Why
) -> None:
    found = reading(words, fen)
    assert isinstance(found, Illegal), found
    assert found.why is why


def test_the_nearest_obstacle_is_named() -> None:
    found = reading("Turm Anna acht", "4k3/n7/8/p7/8/8/8/R3K3 w - - 0 1")
    assert isinstance(found, Illegal)
    assert str(found.at) == "Place(square=32)"


def test_a_named_piece_is_never_exchanged_for_another() -> None:
    """Every piece, every target, a few hundred positions: what is played is what was named."""
    for board in varied(120):
        for piece in chess.PIECE_TYPES:
            for square in chess.SQUARES:
                found = read_all(board, (SpokenMove(piece=piece, to=square),))
                moves = found.moves if isinstance(found, Ambiguous) else ()
                if isinstance(found, Exact):
                    moves = (found.move,)
                assert all(board.piece_type_at(m.from_square) == piece for m in moves)


def test_an_unsaid_piece_is_a_pawn_or_a_question() -> None:
    for board in varied(120):
        for square in chess.SQUARES:
            found = read_all(board, (SpokenMove(to=square),))
            if isinstance(found, Exact):
                assert board.piece_type_at(found.move.from_square) == chess.PAWN


def test_every_reading_is_of_legal_moves_only() -> None:
    for board in varied(60):
        legal = set(board.legal_moves)
        for spoken in (
            SpokenMove(piece=piece, file=file, to=square)
            for piece in (None, *chess.PIECE_TYPES)
            for file in (None, 0, 4)
            for square in chess.SQUARES
        ):
            found = read_all(board, (spoken,))
            if isinstance(found, Exact):
                assert found.move in legal
            elif isinstance(found, Ambiguous):
                assert set(found.moves) <= legal
                assert found.moves


def test_reading_leaves_the_board_as_it_was() -> None:
    board = start(CASTLING)
    before = board.fen()
    for words in ("Kurze Rochade", "Springer Felix drei matt", "Dame Hector acht", "Eva fünf"):
        heard = understand(words, data.language("de")[1])
        assert isinstance(heard, tuple)
        read_all(board, heard)
        assert board.fen() == before


def test_a_small_word_spelled_like_a_file_is_taken_both_ways() -> None:
    two_rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
    found = reading("torre a David uno", two_rooks, "es")
    assert isinstance(found, Ambiguous)
    assert [move.uci() for move in found.moves] == ["a1d1", "h1d1"]
    assert reading("caballo a Felix tres", None, "es") == Exact(chess.Move.from_uci("g1f3"))
    assert reading("a cuatro", None, "es") == Exact(chess.Move.from_uci("a2a4"))
