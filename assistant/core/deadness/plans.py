"""Plans for a mate of a king that stays where it is, read off the bitboards.

Nothing here is certain: a plan looks at one position and takes nobody's answer into account.
Whoever uses it has to try it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, TypeAlias

import chess

from assistant.core.deadness.geometry import ALL, RAYS, leap_knight, slide, step_king
from assistant.core.deadness.position import State, guarded, sight, struck

Journey: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Steps of one piece: from, to, kind as its place in the position, promotion or 0."""

_DEPTH: Final = 5
"""Steps that a piece may take beyond its first."""
_NEEDS: Final = 3
"""Squares that one helper may have to guard."""
_KINDS: Final = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
_KING: Final = chess.BB_KING_ATTACKS


def _attacks(kind: int, squares: int, empty: int) -> int:
    if kind == 1:
        return leap_knight(squares)
    if kind == 5:
        return step_king(squares)
    return slide(squares, empty, RAYS[_KINDS[kind]])


def plans(state: State, winner: chess.Color) -> Iterator[Journey]:
    """Journeys of one or two pieces that should end in mate, the simplest first."""
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    occupied = own | enemy
    prey_bit = state[5] & enemy
    prey = prey_bit.bit_length() - 1
    zone = _KING[prey]
    hostile = struck(state, not winner, occupied)
    for start, kind, arrival in _strikers(state, winner, own, occupied):
        bit = start
        rest = _without(state, bit, winner)
        cleared = occupied & ~bit
        empty = ALL & ~cleared
        covered = guarded(rest, winner, cleared ^ prey_bit)
        open_ = zone & ~enemy & ~covered
        checks = sight(kind, prey, cleared)
        targets = checks & ~(own ^ bit) & ~hostile & ~bit
        calm = empty & ~checks
        base = arrival[-1][1] if arrival else bit
        later = []
        for target in chess.scan_forward(targets):
            end = chess.BB_SQUARES[target]
            between = chess.between(target, prey)
            if between & hostile:
                continue
            needs = open_ & ~sight(kind, target, cleared ^ prey_bit) & ~end
            if end & zone & ~covered:
                needs |= end
            if needs.bit_count() > _NEEDS:
                continue
            if needs:
                later.append((end, needs, end | between))
                continue
            way = route(kind, base, end, calm, empty)
            if way is not None:
                yield arrival + way
        for end, needs, keep in later:
            for help_ in _helpers(state, own & ~bit, needs, prey=prey, hostile=hostile, keep=keep):
                way = route(kind, base, end, calm, empty)
                if way is None:
                    break
                yield help_ + arrival + way


def _strikers(
    state: State, winner: chess.Color, own: int, occupied: int
) -> Iterator[tuple[int, int, Journey]]:
    """Queens, rooks and free pawns, with the way to promotion."""
    for kind in (4, 3):
        for square in chess.scan_forward(state[kind] & own):
            yield chess.BB_SQUARES[square], kind, ()
    for square in chess.scan_forward(state[0] & own):
        bit = start = chess.BB_SQUARES[square]
        steps: list[tuple[int, int, int, int]] = []
        while True:
            ahead = (bit << 8 if winner else bit >> 8) & ALL & ~occupied
            if not ahead:
                break
            last = ahead & (chess.BB_RANK_1 | chess.BB_RANK_8)
            steps.append((bit, ahead, 0, chess.QUEEN if last else 0))
            bit = ahead
            if last:
                yield start, 4, tuple(steps)
                break


def _helpers(
    state: State, own: int, needs: int, *, prey: chess.Square, hostile: int, keep: int
) -> Iterator[Journey]:
    """Journeys of one other piece to where it guards all that is needed."""
    occupied = state[6] | state[7]
    for kind in (1, 2, 3, 4, 5):
        for square in chess.scan_forward(state[kind] & own):
            bit = chess.BB_SQUARES[square]
            cleared = occupied & ~bit
            empty = ALL & ~cleared
            goals = empty & ~keep & ~bit
            for need in chess.scan_forward(needs):
                goals &= sight(kind, need, cleared)
            if not goals:
                continue
            quiet = empty & ~sight(kind, prey, cleared)
            if kind == 5:
                quiet &= ~hostile
            goals &= quiet
            if goals:
                way = route(kind, bit, goals, quiet, empty)
                if way is not None:
                    yield way


def route(kind: int, start: int, goals: int, quiet: int, empty: int) -> Journey | None:
    """The shortest way over quiet squares to any of the goals."""
    occupied = ALL & ~empty
    reached = sight(kind, start.bit_length() - 1, occupied)
    if reached & goals:
        hit = reached & goals
        return ((start, hit & -hit, kind, 0),)
    layers = [start]
    seen = start
    for _ in range(_DEPTH):
        front = reached & quiet & ~seen
        if not front:
            return None
        seen |= front
        layers.append(front)
        reached = _attacks(kind, front, empty)
        hit = reached & goals
        if hit:
            squares = [hit & -hit]
            for layer in reversed(layers):
                back = sight(kind, squares[-1].bit_length() - 1, occupied) & layer
                squares.append(back & -back)
            squares.reverse()
            return tuple((a, b, kind, 0) for a, b in pairwise(squares))
    return None


def _without(state: State, bit: int, color: chess.Color) -> State:
    keep = ~bit
    pawns, knights, bishops, rooks, queens, kings, white, black, *rest = state
    return (  # type: ignore[return-value]
        pawns & keep,
        knights & keep,
        bishops & keep,
        rooks & keep,
        queens & keep,
        kings,
        white & keep if color else white,
        black if color else black & keep,
        *rest,
    )
