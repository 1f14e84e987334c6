"""A quick look for a mate of a king that waits where it stands.

Law of this module: a line given is legal move by move and ends in checkmate; none given says
nothing.

In most positions of real games nobody needs to search: one heavy piece goes where it mates, one
other piece first goes where it helps, and the side to be mated passes the time with a piece that
has nothing to do with it. Such a plan is read off the bitboards and then tried.
"""

from itertools import chain, islice
from typing import Final

import chess

from assistant.core.deadness.interplay import play, spares, waits
from assistant.core.deadness.openings import openings
from assistant.core.deadness.plans import Journey, plans
from assistant.core.deadness.position import Move, State, checkers, move_piece, promote
from assistant.core.deadness.succession import is_stuck

_PLANS: Final = 24
"""So many plans are looked at from one position,"""
_TRIALS: Final = 3
"""so many of them are played."""


def ambush(state: State, winner: chess.Color) -> tuple[Move, ...] | None:
    """A line to checkmate by ``winner``, if a simple plan happens to work."""
    for line, start in openings(state, winner):
        trials = 0
        for plan in islice(plans(start, winner), _PLANS):
            if not _promises_mate(start, winner, plan):
                continue
            trials += 1
            played = _carry_out(start, plan, winner)
            if played is not None:
                return line + played
            if trials == _TRIALS:
                break
    return None


def _carry_out(state: State, plan: Journey, winner: chess.Color) -> tuple[Move, ...] | None:
    """The line of a plan; the winner loses a move first if the other side needs it."""
    for ahead in chain(((),), ((step,) for step in spares(state, winner, plan))):
        longer = ahead + plan
        for wait in waits(state, not winner, longer):
            played = play(state, wait, longer, winner)
            if played is not None and _is_mate(played[1]):
                return played[0]
    return None


def _promises_mate(state: State, winner: chess.Color, plan: Journey) -> bool:
    """Whether the plan would mate if the other side could stand still."""
    last = len(plan) - 1
    for index, (start, end, kind, promotion) in enumerate(plan):
        state = (*state[:8], winner, 0, 0)
        if promotion:
            state = promote(state, start, end, promotion)
        else:
            state = move_piece(state, start, end, kind)
        if index < last and checkers(state, not winner):
            return False
    return _is_mate(state)


def _is_mate(state: State) -> bool:
    return bool(checkers(state, state[8])) and is_stuck(state)
