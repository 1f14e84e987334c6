"""What is announced is read back as the same move: every move of thousands of positions."""

from functools import lru_cache

import chess
import pytest
from positions import varied

from assistant import data
from assistant.core.output.announcement import MoveTold
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.utterance import understand

POSITIONS = 2000


@lru_cache(maxsize=1)
def announcements() -> list[tuple[chess.Board, list[tuple[chess.Move, MoveTold]]]]:
    return [
        (board, [(move, told(board, move)) for move in board.legal_moves])
        for board in varied(POSITIONS)
    ]


def test_the_positions_are_as_varied_as_the_claim_needs() -> None:
    moves = [
        (board, move, said) for board, all_moves in announcements() for move, said in all_moves
    ]
    assert len(announcements()) >= 2000
    assert all(parse_fen(board.fen()) == board for board, _ in announcements())
    assert sum(said.promotion is not None for _, _, said in moves) > 300
    assert sum(said.en_passant for _, _, said in moves) > 150
    assert sum(said.castle is not None for _, _, said in moves) > 400
    assert sum(said.by_file and said.by_rank for _, _, said in moves) >= 10
    assert sum(board.chess960 and said.castle is not None for board, _, said in moves) > 100


STYLES = {
    "full": Style(),
    "short": Style(length=Length.SHORT),
    "full with every word": Style(
        local_ranks=True, pawn=True, promotion_word=True, castling_squares=True
    ),
    "short without marks": Style(
        length=Length.SHORT, capture=False, check=False, mate=False, en_passant=False
    ),
}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("code", data.languages())
def test_every_move_is_read_back_as_announced(code: str, style: Style) -> None:
    grammar, lexicon = data.language(code)
    book = Phrasebook(grammar, style)
    short_and_ambiguous = 0
    for board, moves in announcements():
        for move, said in moves:
            words = book.move(said)
            heard = understand(words, lexicon)
            assert isinstance(heard, tuple), (words, heard)
            reading = read_all(board, heard)
            if style.length is Length.SHORT and isinstance(reading, Ambiguous):
                assert move in reading.moves
                short_and_ambiguous += 1
            else:
                assert reading == Exact(move), (board.fen(), words, reading)
    assert short_and_ambiguous == 0  # the short form tells pieces apart as SAN does
