"""Plans for a mate of a king that stays where it is, read off the bitboards.

Nothing here is certain: a plan looks at one position and takes nobody's answer into account.
Whoever uses it has to try it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, TypeAlias

import chess

from assistant.core.deadness.geometry import ALL, BETWEEN, RAYS, leap_knight, slide, step_king
from assistant.core.deadness.position import State, guarded, sight, struck

Step: TypeAlias = tuple[int, int, int, int]
"""From, to, kind as its place in the position, promotion or 0."""
Journey: TypeAlias = tuple[Step, ...]

_DEPTH: Final = 5
"""Steps that a piece may take beyond its first."""
_GOALS: Final = 4
"""Goals that are looked at one by one."""
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
        while targets:
            end = targets & -targets
            targets ^= end
            target = end.bit_length() - 1
            between = BETWEEN[target][prey]
            if between & hostile:
                continue
            needs = open_ & ~sight(kind, target, cleared ^ prey_bit) & ~end
            if end & zone & ~covered:
                needs |= end
            if needs.bit_count() > _NEEDS:
                continue
            if needs:
                later.append((needs.bit_count(), end, needs, between))
                continue
            direct = route(kind, base, end, calm, empty)
            if direct is not None:
                yield arrival + direct
        later.sort()
        for _, end, needs, between in later:
            way: Journey = ()
            for helper, goals, quiet, through in _helpers(
                state, own & ~bit, needs, prey=prey, hostile=hostile, keep=end | between
            ):
                if not way:
                    direct = route(kind, base, end, calm, empty)
                    if direct is None:
                        break
                    way = arrival + direct
                # The helper goes first, and must not stop where the striker has to pass.
                help_ = route(*helper, goals & ~passed(way), quiet, through)
                if help_ is not None:
                    yield help_ + way


def has_striker(state: State, winner: chess.Color) -> bool:
    """Whether any piece, or any pawn once promoted, could give mate by these plans."""
    own = state[6] if winner else state[7]
    return next(_strikers(state, winner, own, state[6] | state[7]), None) is not None


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
) -> Iterator[tuple[tuple[int, int], int, int, int]]:
    """Kind and place of other pieces, where each guards all that is needed, and its way there.

    The way is given as the squares where it may stop and those it may pass.
    """
    occupied = state[6] | state[7]
    for kind in (1, 2, 3, 4, 5):
        rest = state[kind] & own
        while rest:
            bit = rest & -rest
            rest ^= bit
            cleared = occupied ^ bit
            goals = ~(cleared | keep | bit)
            left = needs
            while left and goals:
                need = left & -left
                left ^= need
                goals &= sight(kind, need.bit_length() - 1, cleared)
            if not goals:
                continue
            empty = ALL & ~cleared
            quiet = empty & ~sight(kind, prey, cleared)
            if kind == 5:
                quiet &= ~hostile
            goals &= quiet
            if goals:
                yield (kind, bit), goals, quiet, empty


def route(kind: int, start: int, goals: int, quiet: int, empty: int) -> Journey | None:
    """The shortest way over quiet squares to any of the goals."""
    if not goals:
        return None
    occupied = ALL & ~empty
    reached = sight(kind, start.bit_length() - 1, occupied)
    hit = reached & goals
    if hit:
        return ((start, hit & -hit, kind, 0),)
    front = reached & quiet & ~start
    if not front:
        return None
    # Most ways have two steps, and looking back from the goal finds those at the least cost.
    rest = goals
    for _ in range(_GOALS):
        goal = rest & -rest
        rest ^= goal
        via = sight(kind, goal.bit_length() - 1, occupied) & front
        if via:
            via &= -via
            return (start, via, kind, 0), (via, goal, kind, 0)
        if not rest:
            break
    layers = [start, front]
    seen = start | front
    for _ in range(_DEPTH):
        reached = _attacks(kind, front, empty)
        hit = reached & goals
        if hit:
            squares = [hit & -hit]
            for layer in reversed(layers):
                back = sight(kind, squares[-1].bit_length() - 1, occupied) & layer
                squares.append(back & -back)
            squares.reverse()
            return tuple((a, b, kind, 0) for a, b in pairwise(squares))
        front = reached & quiet & ~seen
        if not front:
            return None
        seen |= front
        layers.append(front)
    return None


def passed(journey: Journey) -> int:
    """The squares that a journey needs empty."""
    squares = 0
    for start, end, _, _ in journey:
        squares |= end | BETWEEN[start.bit_length() - 1][end.bit_length() - 1]
    return squares


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
