"""A search through blocked positions in which the free pieces are ghosts.

Laws of this module:
- every legal game projects onto a path of this search, so what it never meets never happens;
- "no mate" is therefore certain, while "mate not excluded" says nothing.

Kings and pawns move as they really do, and what can never move stands as it is. All other pieces
are taken off the board as ghosts: a ghost's side may pass instead of moving, a ghost may at any
time capture, guard, block or be captured wherever the static estimate lets its piece come. What
remains exact is what decides blocked positions: the kings keep apart, and a side without ghosts
must move.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import chess

from assistant.core.deadness.geometry import strike_pawn
from assistant.core.deadness.mobility import Mobility, attacks, can_be_taken
from assistant.core.deadness.position import State

Node: TypeAlias = tuple[int, int, int, int, bool, int]
"""White and black pawns, white and black king, turn, en passant."""

_LIMIT: Final = 12_000
"""Nodes after which the search for the mate itself is the better use of time."""
_STRAIGHT: Final = 1
_DIAGONAL: Final = 2
_LINES: Final = {
    chess.KNIGHT: 0,
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _STRAIGHT | _DIAGONAL,
}
_KING: Final = chess.BB_KING_ATTACKS
_SECOND: Final = {chess.WHITE: chess.BB_RANK_2, chess.BLACK: chess.BB_RANK_7}
_PROMOTING: Final = {chess.WHITE: chess.BB_RANK_8, chess.BLACK: chess.BB_RANK_1}


@dataclass(frozen=True, slots=True)
class _Haunting:
    """What stays the same through the whole search, by colour (index 0 is Black)."""

    rocks: tuple[int, int]
    """Squares of pieces that never move and are never captured."""
    walks: tuple[int, int]
    """Squares that the king may ever enter."""
    roams: tuple[int, int]
    """Squares where a ghost may stand."""
    hits: tuple[int, int]
    """Squares where a ghost may arrive and capture."""
    strikes: tuple[int, int]
    """Squares that a ghost, or a piece that never moves, may attack."""
    lines: tuple[int, int]
    """Along which lines a piece may attack from afar."""
    bodies: tuple[tuple[int, ...], tuple[int, ...]]
    """Squares of each ghost."""


def excludes_mate(
    state: State,
    mobility: Mobility,
    winners: tuple[chess.Color, ...],
    spent: Callable[[], bool],
) -> set[chess.Color]:
    """Those of ``winners`` who certainly never mate; empty if the search was not finished."""
    if state[9]:
        return set()
    node = project(state)
    haunting = _haunt(mobility)
    open_ = set(winners)
    seen = {node}
    stack = [node]
    while stack:
        if len(seen) > _LIMIT or spent():
            return set()
        node = stack.pop()
        mover = node[4]
        for edge in _follow(node, haunting):
            if edge is None:
                return set()
            child, left = edge
            if mover in open_ and _may_be_mate(child, left, haunting):
                open_.discard(mover)
                if not open_:
                    return set()
            if child not in seen:
                seen.add(child)
                stack.append(child)
    return open_


def _haunt(mobility: Mobility) -> _Haunting:
    fixed = mobility.fixed
    through = mobility.lines()
    rocks, walks, roams = [0, 0], [0, 0], [0, 0]
    hits, strikes, lines = [0, 0], [0, 0], [0, 0]
    bodies: tuple[list[int], list[int]] = ([], [])
    for unit in mobility.units:
        color = unit.color
        if unit.kind == chess.KING:
            walks[color] = unit.reach
        elif unit.kind != chess.PAWN:
            strikes[color] |= attacks(unit, through)
            lines[color] |= _LINES[unit.kind]
            if unit.home & fixed:
                rocks[color] |= unit.home
            else:
                roams[color] |= unit.reach
                hits[color] |= unit.arrivals
                bodies[color].append(unit.reach)
    return _Haunting(
        (rocks[0], rocks[1]),
        (walks[0] & ~mobility.guards[1], walks[1] & ~mobility.guards[0]),
        (roams[0], roams[1]),
        (hits[0], hits[1]),
        (strikes[0], strikes[1]),
        (lines[0], lines[1]),
        (tuple(bodies[0]), tuple(bodies[1])),
    )


def _may_be_mate(node: Node, left: int, haunting: _Haunting) -> bool:
    """Whether the side to move may be mated by the move just made, by a ghost or from ``left``."""
    white, black, white_king, black_king, loser, _ = node
    winner = not loser
    if winner:
        prey, hunter, hunters, own = black_king, white_king, white, black
    else:
        prey, hunter, hunters, own = white_king, black_king, black, white
    pawns = strike_pawn(hunters, winner)
    struck = pawns | haunting.strikes[winner]
    if not struck >> prey & 1:
        return False
    if left and not pawns >> prey & 1:
        # A king checks, and a pawn that does not strike checks, only by opening a line.
        start = left.bit_length() - 1
        solid = white | black | haunting.rocks[0] | haunting.rocks[1] | 1 << hunter
        line = chess.ray(start, prey)
        straight = start & 7 == prey & 7 or start >> 3 == prey >> 3
        if not line or chess.between(start, prey) & solid:
            return False
        if not haunting.lines[winner] & (_STRAIGHT if straight else _DIAGONAL):
            return False
    taken = struck | _KING[hunter] | own | haunting.rocks[loser]
    flights = _KING[prey] & ~taken
    return not flights or can_be_taken(flights, haunting.bodies[loser])


def _follow(node: Node, haunting: _Haunting) -> Iterator[tuple[Node, int] | None]:
    """The nodes one move away, each with the square left, if not by a ghost.

    None stands for a promotion, which ends the abstraction.
    """
    white, black, white_king, black_king, turn, ep = node
    if turn:
        own, enemy, king, far_king = white, black, white_king, black_king
    else:
        own, enemy, king, far_king = black, white, black_king, white_king
    rocks = haunting.rocks[0] | haunting.rocks[1]
    safe = ~strike_pawn(enemy, not turn)

    steps = _KING[king] & haunting.walks[turn] & ~(own | rocks | _KING[far_king]) & safe
    while steps:
        bit = steps & -steps
        steps ^= bit
        yield _node(own, enemy & ~bit, (bit.bit_length() - 1, far_king), turn), 1 << king

    checked = not safe >> king & 1
    if haunting.bodies[turn] and not checked:
        yield _node(own, enemy, (king, far_king), turn), 0
    # Only removing its giver ends a pawn's check, and a move that does so is tried below.
    prey = enemy & haunting.hits[turn]
    while prey:
        bit = prey & -prey
        prey ^= bit
        if not strike_pawn(enemy ^ bit, not turn) >> king & 1:
            yield _node(own, enemy ^ bit, (king, far_king), turn), 0

    solid = own | enemy | rocks | 1 << king | 1 << far_king
    ghosts = haunting.roams[not turn] & ~solid
    rest = own & ~rocks
    while rest:
        start = rest & -rest
        rest ^= start
        ahead = (start << 8 if turn else start >> 8) & ~solid
        strikes = strike_pawn(start, turn) & (enemy | ghosts | ep)
        if (ahead | strikes) & _PROMOTING[turn]:
            yield None
            return
        if ahead and not checked:
            yield _node(own ^ start | ahead, enemy, (king, far_king), turn), start
            if start & _SECOND[turn]:
                twice = (ahead << 8 if turn else ahead >> 8) & ~solid
                if twice:
                    passed = ahead if strike_pawn(ahead, turn) & enemy else 0
                    yield _node(own ^ start | twice, enemy, (king, far_king), turn, passed), start
        while strikes:
            bit = strikes & -strikes
            strikes ^= bit
            remaining = enemy & ~bit
            vacated = start
            if bit == ep:
                remaining &= ~(bit >> 8 if turn else bit << 8)
                vacated = 0  # two squares are left at once: too rare to look closer
            if not strike_pawn(remaining, not turn) >> king & 1:
                yield _node(own ^ start | bit, remaining, (king, far_king), turn), vacated


def _node(own: int, enemy: int, kings: tuple[int, int], turn: chess.Color, ep: int = 0) -> Node:
    """The node after a move of ``turn``, whose pawns and king come first."""
    if turn:
        return own, enemy, kings[0], kings[1], False, ep
    return enemy, own, kings[1], kings[0], True, ep


def project(state: State) -> Node:
    """The node of a position."""
    pawns, kings, white, black = state[0], state[5], state[6], state[7]
    return (
        pawns & white,
        pawns & black,
        (kings & white).bit_length() - 1,
        (kings & black).bit_length() - 1,
        state[8],
        state[10],
    )
