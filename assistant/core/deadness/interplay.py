"""One side carries out a plan, the other passes the time.

Law of this module: a line given is legal move by move, whatever the plan was, and gives no check
before its last move.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Final, TypeAlias

import chess

from assistant.core.deadness.geometry import ALL
from assistant.core.deadness.plans import Journey, Step, passed
from assistant.core.deadness.position import (
    Move,
    State,
    checkers,
    guarded,
    move_piece,
    promote,
    sight,
)

Played: TypeAlias = tuple[tuple[Move, ...], State]
"""Moves, and the position they lead to."""

_KING: Final = chess.BB_KING_ATTACKS
_LAST: Final = chess.BB_RANK_1 | chess.BB_RANK_8


def waits(state: State, waiter: chess.Color, plan: Journey) -> Iterator[Journey]:
    """Moves there and back for the side that only passes the time."""
    own, enemy = (state[6], state[7]) if waiter else (state[7], state[6])
    moves = len(plan) - (state[8] != waiter)
    if not moves:
        yield ()
        return
    men = own | enemy
    empty = ALL & ~men
    king, prey = state[5] & own, (state[5] & enemy).bit_length() - 1
    home = king.bit_length() - 1
    way = passed(plan)
    avoid = _KING[home] | way
    busy = _starts(plan)
    found = 0
    for kind in (1, 3, 2, 4):
        for square in chess.scan_forward(state[kind] & own & ~busy):
            bit = chess.BB_SQUARES[square]
            ends = sight(kind, square, men) & empty & ~avoid & ~sight(kind, prey, men)
            if ends:
                end = ends & -ends
                yield (bit, end, kind, 0), (end, bit, kind, 0)
                found += 1
                if found == 2:
                    return
    pawns = []
    for square in chess.scan_forward(state[0] & own & ~busy):
        bit = chess.BB_SQUARES[square]
        end = (bit << 8 if waiter else bit >> 8) & empty & ~avoid
        steps: list[Step] = []
        while end and not end & _LAST and len(steps) < moves:
            steps.append((bit, end, 0, 0))
            bit, end = end, (end << 8 if waiter else end >> 8) & empty & ~avoid
        if len(steps) == moves:
            yield tuple(steps)
            return
        if steps:
            pawns.append(steps[0])
    ends = _KING[home] & empty & ~way & ~guarded(state, not waiter, men ^ king)
    for _, end, kind, _ in plan[:-1]:
        if kind:
            ends &= ~sight(kind, end.bit_length() - 1, men ^ king)
    if not ends:
        return
    end = ends & -ends
    shuffle = (king, end, 5, 0), (end, king, 5, 0)
    if moves % 2 == 0:
        yield shuffle
    elif pawns:
        yield (pawns[0], *(shuffle * (moves // 2)))


def spares(state: State, winner: chess.Color, plan: Journey) -> Iterator[Step]:
    """Moves by which the winner loses a move."""
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    men = own | enemy
    prey = (state[5] & enemy).bit_length() - 1
    free = ALL & ~men & ~passed(plan) & ~_KING[prey]
    busy = _starts(plan)
    for square in chess.scan_forward(state[0] & own & ~busy):
        bit = chess.BB_SQUARES[square]
        end = (bit << 8 if winner else bit >> 8) & free
        if end and not end & _LAST:
            yield bit, end, 0, 0
            break
    for kind in (5, 1, 2, 3):
        for square in chess.scan_forward(state[kind] & own & ~busy):
            ends = sight(kind, square, men) & free & ~sight(kind, prey, men)
            if kind == 5:
                ends &= ~guarded(state, not winner, men)
            if ends:
                yield chess.BB_SQUARES[square], ends & -ends, kind, 0
                return


def _starts(plan: Journey) -> int:
    squares = 0
    for step in plan:
        squares |= step[0]
    return squares


def play(state: State, wait: Journey, plan: Journey, planner: chess.Color) -> Played | None:
    """The line of the plan and where it leads, if every move is legal and none before checks.

    The waiting moves are repeated for as long as they are needed. Nothing is taken on trust:
    both were read off the first position, and others may stand in the way by now.
    """
    line: list[Move] = []
    waiting = cycle(wait)
    steps = iter(plan)
    left = len(plan)
    while left:
        turn = state[8]
        if checkers(state, turn):
            return None
        if turn == planner:
            start, end, kind, promotion = next(steps)
            left -= 1
        else:
            start, end, kind, promotion = next(waiting)
        from_, to = start.bit_length() - 1, end.bit_length() - 1
        own, enemy = (state[6], state[7]) if turn else (state[7], state[6])
        if not start & own & state[kind] or not end & _targets(kind, from_, own, enemy, turn):
            return None
        king = (state[5] & own).bit_length() - 1
        if kind == 5 and _KING[to] & state[5] & enemy:
            return None
        if bool(promotion) != (kind == 0 and bool(end & _LAST)):
            return None
        if promotion:
            state = promote(state, start, end, promotion)
        else:
            state = move_piece(state, start, end, kind)
        # Nobody was in check, so only a king's move or one off a line with the king can be illegal.
        if (kind == 5 or chess.BB_RAYS[king][from_]) and checkers(state, turn):
            return None
        line.append(from_ | to << 6 | promotion << 12)
    return tuple(line), state


def _targets(kind: int, square: chess.Square, own: int, enemy: int, color: chess.Color) -> int:
    """Where a unit may go, king's safety aside; no double step, castling or en passant."""
    if kind:
        return sight(kind, square, own | enemy) & ~own
    bit = chess.BB_SQUARES[square]
    ahead = (bit << 8 if color else bit >> 8) & ALL & ~(own | enemy)
    return ahead | chess.BB_PAWN_ATTACKS[color][square] & enemy
