"""Positions from which a plan for mate may be easier to find than from the given one.

Law of this module: every position comes with the legal moves that lead to it, and its side to move
is not in check. Cheap and likely ones come first.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import chess

from assistant.core.deadness.breaks import breaks
from assistant.core.deadness.geometry import ALL, step_king, strike_pawn
from assistant.core.deadness.interplay import Played, play, spares, waits
from assistant.core.deadness.plans import Journey, Step, has_striker, route
from assistant.core.deadness.position import Move, State, checkers, guarded, sight
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
_LOSSES: Final = 4
"""So many pieces of the side to be mated may be given away,"""
_OFFERS: Final = 3
"""each on so many squares."""


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
    if has_striker(state, winner):
        yield (), state
        yield from _walks(state, winner)
    else:
        for line, start in breaks(state, winner):
            yield line, start
            for more, end in _walks(start, winner):
                yield line + more, end
    lost = None
    for lost in _losses(state, winner):
        yield lost
    if lost is not None:
        line, state = lost
        for more, end in _walks(state, winner):
            yield line + more, end


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


def _losses(state: State, winner: chess.Color) -> Iterator[Played]:
    """The positions after the side to be mated gave away one piece after the other."""
    line: tuple[Move, ...] = ()
    for _ in range(_LOSSES):
        lost = _lose(state, winner)
        if lost is None:
            return
        line += lost[0]
        state = lost[1]
        yield line, state


def _lose(state: State, winner: chess.Color) -> Played | None:
    """A piece of the side to be mated goes where it is taken."""
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    men = own | enemy
    hunter = (state[5] & own).bit_length() - 1
    strikes = strike_pawn(state[0] & own, winner)
    covered = guarded(state, winner, men)
    spare: Journey = ()
    if state[8] == winner:
        spare = next(((step,) for step in spares(state, winner, ())), ())
        if not spare:
            return None
    for kind in (4, 3, 2, 1):
        rest = state[kind] & enemy
        while rest:
            bit = rest & -rest
            rest ^= bit
            ends = sight(kind, bit.bit_length() - 1, men) & ~men & ~sight(kind, hunter, men)
            ends &= covered
            ends = ends & strikes or ends
            if not ends:
                continue
            for square in islice(chess.scan_forward(ends), _OFFERS):
                end = chess.BB_SQUARES[square]
                for capture in islice(_captures(state, winner, end, men ^ bit), 1):
                    played = play(state, ((bit, end, kind, 0),), (*spare, capture), winner)
                    if played is not None and not checkers(played[1], played[1][8]):
                        return played
    return None


def _captures(state: State, winner: chess.Color, end: int, men: int) -> Iterator[Step]:
    """Moves of the winner to a square, the pawns' first."""
    own = state[6] if winner else state[7]
    pawns = strike_pawn(end, not winner) & state[0] & own
    for square in chess.scan_forward(pawns):
        yield chess.BB_SQUARES[square], end, 0, chess.QUEEN if end & _LAST else 0
    target = end.bit_length() - 1
    for kind in (1, 2, 3, 4, 5):
        for square in chess.scan_forward(sight(kind, target, men) & state[kind] & own):
            yield chess.BB_SQUARES[square], end, kind, 0
