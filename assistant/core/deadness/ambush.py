"""A quick look for a mate of a king that waits where it stands.

Law of this module: a line given is legal move by move and ends in checkmate; none given says
nothing.

In most positions of real games nobody needs to search: one heavy piece goes where it mates, one
other piece first goes where it helps, and the side to be mated passes the time with a piece that
has nothing to do with it. Such a plan is read off the bitboards and then tried.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Final

import chess

from assistant.core.deadness.geometry import ALL, step_king
from assistant.core.deadness.plans import Journey, plans, route
from assistant.core.deadness.position import (
    Move,
    State,
    checkers,
    guarded,
    move_piece,
    promote,
    sight,
)
from assistant.core.deadness.succession import is_stuck, succeed

_KING: Final = chess.BB_KING_ATTACKS
_EDGE: Final = ALL & ~0x007E7E7E7E7E7E00
_PLANS: Final = 24
"""So many plans are looked at from one position,"""
_TRIALS: Final = 3
"""so many of them are played,"""
_ANSWERS: Final = 3
"""so many answers to a check,"""
_WALKS: Final = 8
"""so many places to walk to,"""
_STRIDE: Final = 6
"""within so many steps: more costs more than the search that follows."""


def ambush(state: State, winner: chess.Color) -> tuple[Move, ...] | None:
    """A line to checkmate by ``winner``, if a simple plan happens to work."""
    for line, start in _openings(state, winner):
        trials = 0
        for plan in islice(plans(start, winner), _PLANS):
            if not _promises_mate(start, winner, plan):
                continue
            trials += 1
            for wait in _waits(start, not winner, plan):
                played = _play(start, wait, plan, winner)
                if played is not None and _is_mate(played[1]):
                    return line + played[0]
            if trials == _TRIALS:
                break
    return None


def _promises_mate(state: State, winner: chess.Color, plan: Journey) -> bool:
    """Whether the plan would mate if the other side could stand still."""
    for start, end, kind, promotion in plan:
        state = (*state[:8], winner, 0, 0)
        if promotion:
            state = promote(state, start, end, promotion)
        else:
            state = move_piece(state, start, end, kind)
    return _is_mate(state)


def _is_mate(state: State) -> bool:
    return bool(checkers(state, state[8])) and is_stuck(state)


def _openings(state: State, winner: chess.Color) -> Iterator[tuple[tuple[Move, ...], State]]:
    """The position itself, or after an answer to check, or after a walk of the king to be mated."""
    if checkers(state, state[8]):
        for move, child in islice(succeed(state), _ANSWERS):
            if not checkers(child, child[8]):
                yield (move,), child
                for line, start in _walks(child, winner):
                    yield (move, *line), start
    else:
        yield (), state
        yield from _walks(state, winner)


def _walks(state: State, winner: chess.Color) -> Iterator[tuple[tuple[Move, ...], State]]:
    """The positions after the king to be mated went where it has little room."""
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    prey_bit = state[5] & enemy
    empty = ALL & ~(own | enemy)
    covered = guarded(state, winner, own | enemy ^ prey_bit)
    quiet = empty & ~covered
    seen = front = prey_bit
    rooms = []
    for distance in range(1, _STRIDE):
        front = step_king(front) & quiet & ~seen
        if not front:
            break
        seen |= front
        for square in chess.scan_forward(front & _EDGE):
            room = _KING[square] & ~(enemy ^ prey_bit) & ~covered
            rooms.append((2 * room.bit_count() + distance, square))
    rooms.sort()
    for _, square in rooms[:_WALKS]:
        journey = route(5, prey_bit, chess.BB_SQUARES[square], quiet, empty)
        if journey is None:
            continue
        for wait in _waits(state, winner, journey):
            played = _play(state, wait, journey, not winner)
            if played is not None and not checkers(played[1], played[1][8]):
                yield played
                break


def _waits(state: State, waiter: chess.Color, plan: Journey) -> Iterator[Journey]:
    """Moves there and back for the side that only passes the time."""
    own, enemy = (state[6], state[7]) if waiter else (state[7], state[6])
    moves = len(plan) - (state[8] != waiter)
    if not moves:
        yield ()
        return
    men = own | enemy
    empty = ALL & ~men
    king, prey = state[5] & own, (state[5] & enemy).bit_length() - 1
    avoid = _KING[king.bit_length() - 1]
    busy = 0
    for start, end, _, _ in plan:
        busy |= start
        avoid |= end | chess.between(start.bit_length() - 1, end.bit_length() - 1)
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
    ends = _KING[king.bit_length() - 1] & empty & ~guarded(state, not waiter, men ^ king)
    if moves % 2 == 0 and ends:
        end = ends & -ends
        yield (king, end, 5, 0), (end, king, 5, 0)
    for square in chess.scan_forward(state[0] & own):
        bit = chess.BB_SQUARES[square]
        end = (bit << 8 if waiter else bit >> 8) & empty & ~avoid
        if end and not end & (chess.BB_RANK_1 | chess.BB_RANK_8):
            step = (bit, end, 0, 0)
            if moves == 1:
                yield (step,)
                return
            if moves % 2 and ends:
                there = ends & -ends
                yield (step, *(((king, there, 5, 0), (there, king, 5, 0)) * (moves // 2)))
                return


def _play(
    state: State, wait: Journey, plan: Journey, planner: chess.Color
) -> tuple[tuple[Move, ...], State] | None:
    """The line of the plan and where it leads, if every move is legal and none before checks."""
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
        # The plan was read off the first position: others may stand in the way by now.
        from_, to = start.bit_length() - 1, end.bit_length() - 1
        own, enemy = (state[6], state[7]) if turn else (state[7], state[6])
        king = (state[5] & own).bit_length() - 1
        solid = own if kind else own | enemy
        if end & solid or not start & own or chess.between(from_, to) & (own | enemy):
            return None
        if kind == 5 and _KING[to] & state[5] & enemy:
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
