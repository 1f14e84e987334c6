"""Positions and written moves from outside."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.play.position import parse_fen, parse_move, start
from assistant.errors import FenError, UsageError

BROKEN = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "field 1"),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "field 1.*rank 7 has 9"),
    ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "field 1.*'x'"),
    ("8/8/8/8/8/8/8/K7 w - - 0 1", "field 1.*Black has no king"),
    ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "field 1.*more than one king"),
    ("k7/8/8/8/8/8/8/K6P w - - 0 1", "field 1.*pawn"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "field 2"),
    ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "field 2.*check"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1", "field 3"),
    ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "field 3.*right"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "field 4"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "field 4.*passed"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "field 5"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x", "field 6"),
    ("hello", "six fields"),
    ("", "six fields"),
    ("8/" * 200, "too long"),
]


@pytest.mark.parametrize(("fen", "said"), BROKEN)
def test_a_broken_fen_says_which_field(fen: str, said: str) -> None:
    with pytest.raises(FenError, match=said):
        parse_fen(fen)


def test_a_fen_without_counters_is_enough() -> None:
    assert parse_fen("8/4P3/8/8/8/k7/8/K7 w - -").fullmove_number == 1


def test_chess960_castling_is_recognised_by_the_position() -> None:
    assert parse_fen("5kr1/8/8/8/8/8/8/1R3KR1 w GBg - 0 1").chess960
    assert not parse_fen(chess.STARTING_FEN).chess960


def test_all_960_positions_can_be_started() -> None:
    assert len({start(chess960=number).fen() for number in range(960)}) == 960
    for number in (-1, 960):
        with pytest.raises(UsageError, match="0 to 959"):
            start(chess960=number)


@given(st.text(max_size=120))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    try:
        parse_fen(text)
    except FenError as error:
        assert str(error).endswith(".")  # noqa: PT017 - both ways are right


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("de", "g1f3", "g1f3"),
        ("de", "Nf3", "g1f3"),
        ("de", "Sf3", "g1f3"),
        ("cs", "Jf3", "g1f3"),
        ("de", "e4", "e2e4"),
        ("de", "0000", None),
        ("de", "--", None),
        ("de", "e5", None),
        ("de", "", None),
        ("es", "Rf3", None),
    ],
)
def test_written_moves_are_uci_or_san(language: str, text: str, move: str | None) -> None:
    letters = data.language(language)[1].letters
    found = parse_move(chess.Board(), text, letters)
    assert found == (chess.Move.from_uci(move) if move else None)
