"""Quick lines to mate: each is legal and mates, and most real games need nothing else."""

import itertools
import os
import random
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.deadness.ambush import ambush
from assistant.core.deadness.interplay import play
from assistant.core.deadness.material import cannot_mate
from assistant.core.deadness.position import freeze, unpack
from assistant.core.deadness.verdict import mates

SHARED = Path(
    os.environ.get("CHESS_ASSISTANT_SHARED")
    or Path(__file__).resolve().parents[1].parent / "shared"
)
DATA = SHARED / "data" / "deadness"


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_a_plan_is_played_exactly_when_python_chess_allows_it(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    position = wander(chance, chance.randrange(10, 150))
    if position.is_check():
        return
    state = freeze(position)
    for start, piece in position.piece_map().items():
        for end, promotion in itertools.product(chess.SQUARES, (0, chess.QUEEN, chess.KNIGHT)):
            move = chess.Move(start, end, promotion or None)
            legal = position.is_legal(move)
            if legal and is_special(position, move):
                continue
            step = 1 << start, 1 << end, piece.piece_type - 1, promotion
            played = (
                play(state, (), (step,), position.turn) if piece.color == position.turn else None
            )
            assert (played is not None) == legal, move
            if played is not None:
                after = position.copy(stack=False)
                after.push(move)
                assert unpack(played[0][0]) == move
                assert played[1] == freeze(after)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_a_quick_line_is_legal_and_mates(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    position = wander(chance, chance.randrange(200))
    for winner in chess.COLORS:
        line = ambush(freeze(position), winner)
        if line is not None:
            assert mates(position, tuple(map(unpack, line)), winner), position.fen()


def wander(chance: random.Random, moves: int) -> chess.Board:
    """A position after some moves by chance, captures preferred, from which the game goes on."""
    position = chess.Board()
    for _ in range(moves):
        after = position.copy(stack=False)
        legal = list(after.legal_moves)
        after.push(chance.choice(list(after.generate_legal_captures()) * 2 + legal))
        if not any(after.legal_moves):
            break
        position = after
    return position


def is_special(position: chess.Board, move: chess.Move) -> bool:
    """Whether a legal move is one of those no plan contains."""
    pawn = position.piece_type_at(move.from_square) == chess.PAWN
    return (
        position.is_castling(move)
        or position.is_en_passant(move)
        or (pawn and abs(move.from_square - move.to_square) == 16)
    )


@pytest.mark.skipif(not DATA.exists(), reason="the shared deadness positions are not here")
def test_most_final_positions_of_real_games_need_no_search() -> None:
    lines = (DATA / "timeouts.txt").read_text(encoding="utf-8").splitlines()
    found = total = 0
    for fen in filter(None, lines[::4]):
        position = chess.Board(fen)
        state = freeze(position)
        for winner in chess.COLORS:
            if cannot_mate(state, winner):
                continue
            total += 1
            line = ambush(state, winner)
            if line is not None:
                found += 1
                assert mates(position, tuple(map(unpack, line)), winner), fen
    assert found >= 0.9 * total
