"""Positions from which a plan for mate may be easier to find than from the given one.

Law of this module: every position comes with the legal moves that lead to it, and its side to move
is not in check. Cheap and likely ones come first.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import chess

from assistant.core.deadness.geometry import ALL, step_king
from assistant.core.deadness.interplay import Played, play, waits
from assistant.core.deadness.plans import route
from assistant.core.deadness.position import State, checkers, guarded
from assistant.core.deadness.succession import succeed

_KING: Final = chess.BB_KING_ATTACKS
_EDGE: Final = ALL & ~0x007E7E7E7E7E7E00
_LAST: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_ANSWERS: Final = 3
"""So many answers to a check are looked at,"""
_WALKS: Final = 8
"""so many places for the king to be mated to walk to,"""
_STRIDE: Final = 6
"""within so many steps: more costs more than the search that follows."""


def openings(state: State, winner: chess.Color) -> Iterator[Played]:
    """The position itself or after an answer to check, and what may follow on it."""
    if checkers(state, state[8]):
        for move, child in islice(succeed(state), _ANSWERS):
            if not checkers(child, child[8]):
                for line, start in _continue(child, winner):
                    yield (move, *line), start
    else:
        yield from _continue(state, winner)


def _continue(state: State, winner: chess.Color) -> Iterator[Played]:
    """What helps a plan on, from a position without check."""
    yield (), state
    yield from _walks(state, winner)


def _walks(state: State, winner: chess.Color) -> Iterator[Played]:
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
        for wait in waits(state, winner, journey):
            played = play(state, wait, journey, not winner)
            if played is not None and not checkers(played[1], played[1][8]):
                yield played
                break
