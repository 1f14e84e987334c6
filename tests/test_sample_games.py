"""The two sample games of the Laws, in Czech letters, as the appendix on notation prints them."""

import chess
import pytest

from assistant import data
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.utterance import understand

# 1997 appendix E and 2009 appendix C
BENONI = [
    "d4",
    "Jf6",
    "c4",
    "e6",
    "Jc3",
    "Sb4",
    "Sd2",
    "0-0",
    "e4",
    "d5",
    "exd5",
    "exd5",
    "cxd5",
    "Sxc3",
    "Sxc3",
    "Jxd5",
    "Jf3",
    "b6",
    "Db3",
    "Jxc3",
    "bxc3",
    "c5",
    "Se2",
    "cxd4",
    "Jxd4",
    "Ve8",
    "0-0",
    "Jd7",
    "a4",
    "Jc5",
    "Db4",
    "Sb7",
    "a5",
]
BENONI_ENGLISH = [
    "d4",
    "Nf6",
    "c4",
    "e6",
    "Nc3",
    "Bb4",
    "Bd2",
    "O-O",
    "e4",
    "d5",
    "exd5",
    "exd5",
    "cxd5",
    "Bxc3",
    "Bxc3",
    "Nxd5",
    "Nf3",
    "b6",
    "Qb3",
    "Nxc3",
    "bxc3",
    "c5",
    "Be2",
    "cxd4",
    "Nxd4",
    "Re8",
    "O-O",
    "Nd7",
    "a4",
    "Nc5",
    "Qb4",
    "Bb7",
    "a5",
]
# 2018 appendix C, first with and then without the optional marks
PETROV = [
    "e4",
    "e5",
    "Jf3",
    "Jf6",
    "d4",
    "exd4",
    "e5",
    "Je4",
    "Dxd4",
    "d5",
    "exd6·e.p.",
    "Jxd6",
    "Sg5",
    "Jc6",
    "De3+",
    "Se7",
    "Jbd2",
    "0-0",
    "0-0-0",
    "Ve8",
    "Kb1",
]
PETROV_SHORT = [
    "e4",
    "e5",
    "Jf3",
    "Jf6",
    "d4",
    "ed4",
    "e5",
    "Je4",
    "Dd4",
    "d5",
    "ed6",
    "Jd6",
    "Sg5",
    "Jc6",
    "De3",
    "Se7",
    "Jbd2",
    "0-0",
    "0-0-0",
    "Ve8",
    "Kb1",
]
PETROV_ENGLISH = [
    "e4",
    "e5",
    "Nf3",
    "Nf6",
    "d4",
    "exd4",
    "e5",
    "Ne4",
    "Qxd4",
    "d5",
    "exd6",
    "Nxd6",
    "Bg5",
    "Nc6",
    "Qe3+",
    "Be7",
    "Nbd2",
    "O-O",
    "O-O-O",
    "Re8",
    "Kb1",
]


def played(moves: list[str], language: str = "cs") -> chess.Board:
    _, lexicon = data.language(language)
    board = chess.Board()
    for written in moves:
        heard = understand(written.replace("·", " "), lexicon)
        assert isinstance(heard, tuple), (written, heard)
        reading = read_all(board, heard)
        assert isinstance(reading, Exact), (written, reading)
        board.push(reading.move)
    return board


def in_english(moves: list[str]) -> chess.Board:
    board = chess.Board()
    for san in moves:
        board.push_san(san)
    return board


def long_form(board: chess.Board) -> list[str]:
    """The moves of a game from square to square, in Czech letters: Jg1f3."""
    replayed = board.root()
    written = []
    for move in board.move_stack:
        piece = replayed.piece_type_at(move.from_square)
        letter = {2: "J", 3: "S", 4: "V", 5: "D", 6: "K"}.get(piece or 1, "")
        castling = replayed.is_castling(move)
        written.append(replayed.san(move).replace("O", "0") if castling else letter + move.uci())
        replayed.push(move)
    return written


@pytest.mark.parametrize(
    ("czech", "english"),
    [(BENONI, BENONI_ENGLISH), (PETROV, PETROV_ENGLISH), (PETROV_SHORT, PETROV_ENGLISH)],
    ids=["1997 and 2009", "2018 with marks", "2018 without marks"],
)
def test_a_sample_game_is_read_to_the_same_position(czech: list[str], english: list[str]) -> None:
    expected = in_english(english)
    assert played(czech) == expected
    assert played(long_form(expected)) == expected
    assert played(long_form(expected), "sk") == expected


def test_a_capture_written_without_its_mark_is_still_one_move() -> None:
    _, lexicon = data.language("cs")
    board = in_english(PETROV_ENGLISH[:5])
    heard = understand("ed4", lexicon)
    assert isinstance(heard, tuple)
    assert not isinstance(read_all(board, heard), Ambiguous)
