"""How a pawn that is blocked gets through, with the other side's help.

Law of this module: every position comes with the legal moves that lead to it, and its side to move
is not in check.
"""

from collections.abc import Iterator
from typing import Final

import chess

from assistant.core.deadness.geometry import ALL, strike_pawn
from assistant.core.deadness.interplay import Played, play, waits
from assistant.core.deadness.plans import route
from assistant.core.deadness.position import State, checkers, guarded, sight

_LAST: Final = chess.BB_RANK_1 | chess.BB_RANK_8


def breaks(state: State, winner: chess.Color) -> Iterator[Played]:
    """Positions where a pawn of the winner has become free."""
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    pawns = state[0] & own
    if not pawns:
        return
    empty = ALL & ~(own | enemy)
    free = _clear(empty, winner)
    yield from _offers(state, winner, strike_pawn(pawns, winner) & free)
    yield from _captures(state, winner, _blockers(pawns, enemy & ~state[5], empty, free, winner))


def _clear(empty: int, color: chess.Color) -> int:
    """The empty squares from which the way to promotion is empty."""
    clear = front = empty & (chess.BB_RANK_8 if color else chess.BB_RANK_1)
    while front:
        front = (front >> 8 if color else front << 8) & empty
        clear |= front
    return clear


def _blockers(pawns: int, enemy: int, empty: int, free: int, color: chess.Color) -> int:
    """The units that alone stand between a pawn and its promotion."""
    if color:
        last = (free | chess.BB_RANK_8 << 8) >> 8 & enemy
    else:
        last = (free | chess.BB_RANK_1 >> 8) << 8 & enemy
    front, first = pawns, 0
    while front:
        ahead = (front << 8 if color else front >> 8) & ALL
        first |= ahead & enemy
        front = ahead & empty
    return first & last


def _offers(state: State, winner: chess.Color, goals: int) -> Iterator[Played]:
    """A piece goes where a pawn takes it and is free."""
    if not goals:
        return
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    men = own | enemy
    hunter = (state[5] & own).bit_length() - 1
    for kind in (4, 3, 1, 2):
        for square in chess.scan_forward(state[kind] & enemy):
            cleared = men ^ chess.BB_SQUARES[square]
            calm = ALL & ~men & ~sight(kind, hunter, cleared)
            way = route(kind, chess.BB_SQUARES[square], goals & calm, calm, ALL & ~cleared)
            if way is None:
                continue
            end = way[-1][1]
            taker = strike_pawn(end, not winner) & state[0] & own
            taker &= -taker
            take = taker, end, 0, chess.QUEEN if end & _LAST else 0
            for wait in waits(state, winner, (*way, take)):
                played = play(state, wait, way, not winner)
                if played is None:
                    continue
                taken = play(played[1], (), (take,), winner)
                if taken is not None and not checkers(taken[1], not winner):
                    yield played[0] + taken[0], taken[1]
                    return


def _captures(state: State, winner: chess.Color, goals: int) -> Iterator[Played]:
    """A piece takes what blocks a pawn, and makes way for the pawn."""
    if not goals:
        return
    own, enemy = (state[6], state[7]) if winner else (state[7], state[6])
    men = own | enemy
    prey = (state[5] & enemy).bit_length() - 1
    for kind in (5, 1, 2):
        for square in chess.scan_forward(state[kind] & own):
            cleared = men ^ chess.BB_SQUARES[square]
            calm = ALL & ~cleared & ~sight(kind, prey, cleared)
            aims = goals & ~sight(kind, prey, cleared)
            if kind == 5:
                danger = guarded(state, not winner, cleared)
                calm &= ~danger
                aims &= ~danger
            way = route(kind, chess.BB_SQUARES[square], aims, calm, ALL & ~cleared)
            if way is None:
                continue
            end = way[-1][1]
            target = end.bit_length() - 1
            off = sight(kind, target, cleared) & calm & ~chess.BB_FILES[target & 7]
            if not off:
                continue
            way = (*way, (end, off & -off, kind, 0))
            for wait in waits(state, not winner, way):
                played = play(state, wait, way, winner)
                if played is not None and not checkers(played[1], not winner):
                    yield played
                    return
