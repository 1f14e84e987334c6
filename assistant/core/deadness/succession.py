"""All positions one legal move away.

Law of this module: ``succeed`` yields exactly the legal moves of python-chess, each with the
position after it.
"""

from collections.abc import Iterator
from typing import Final

import chess

from assistant.core.deadness.geometry import ALL, BETWEEN, DIAGONALS, LINES
from assistant.core.deadness.position import (
    Move,
    State,
    advance_twice,
    capture_passing,
    checkers,
    freeze,
    guarded,
    move_piece,
    promote,
    sight,
    thaw,
)

_KING: Final = chess.BB_KING_ATTACKS
_PAWN: Final = chess.BB_PAWN_ATTACKS
_RAY: Final = chess.BB_RAYS
_LAST: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_PROMOTIONS: Final = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)


def is_stuck(state: State) -> bool:
    """Whether the side to move has no legal move."""
    return next(succeed(state), None) is None


def succeed(state: State) -> Iterator[tuple[Move, State]]:
    """Every legal move with the position after it; the king's moves come first."""
    bishops, rooks, queens, kings, white, black, turn, castling = state[2:10]
    own, enemy = (white, black) if turn else (black, white)
    occupied = own | enemy
    king_bit = kings & own
    king = king_bit.bit_length() - 1
    danger = guarded(state, not turn, occupied ^ king_bit)

    targets = _KING[king] & ~own & ~danger
    while targets:
        bit = targets & -targets
        targets ^= bit
        yield (
            king | bit.bit_length() - 1 << 6,
            move_piece(state, king_bit, bit, 5),
        )

    allowed = ALL & ~own
    if danger & king_bit:
        attackers = checkers(state, turn)
        if attackers & attackers - 1:
            return
        allowed &= attackers | BETWEEN[king][attackers.bit_length() - 1]
    elif castling:
        yield from _castle(state)

    pinned = {}
    snipers = (LINES[king] & (rooks | queens) | DIAGONALS[king] & (bishops | queens)) & enemy
    while snipers:
        bit = snipers & -snipers
        snipers ^= bit
        sniper = bit.bit_length() - 1
        between = BETWEEN[king][sniper] & occupied
        if between and not between & between - 1 and between & own:
            pinned[between] = _RAY[king][sniper]

    yield from _move_pieces(state, allowed, pinned)
    yield from _move_pawns(state, allowed, pinned)


def _move_pieces(
    state: State, allowed: int, pinned: dict[int, int]
) -> Iterator[tuple[Move, State]]:
    pawns, knights, bishops, _, queens, kings, white, black, turn = state[:9]
    occupied = white | black
    rest = (white if turn else black) & ~kings & ~pawns
    while rest:
        start_bit = rest & -rest
        rest ^= start_bit
        start = start_bit.bit_length() - 1
        if start_bit & knights:
            kind = 1
        elif start_bit & bishops:
            kind = 2
        else:
            kind = 4 if start_bit & queens else 3
        targets = sight(kind, start, occupied) & allowed
        if start_bit in pinned:
            targets &= pinned[start_bit]
        while targets:
            bit = targets & -targets
            targets ^= bit
            yield start | bit.bit_length() - 1 << 6, move_piece(state, start_bit, bit, kind)


def _move_pawns(state: State, allowed: int, pinned: dict[int, int]) -> Iterator[tuple[Move, State]]:
    white, black, turn, ep = state[6], state[7], state[8], state[10]
    own, enemy = (white, black) if turn else (black, white)
    empty = ALL & ~(own | enemy)
    rest = own & state[0]
    while rest:
        start_bit = rest & -rest
        rest ^= start_bit
        start = start_bit.bit_length() - 1
        double = 0
        if turn:
            targets = start_bit << 8 & empty
            if targets and start_bit & chess.BB_RANK_2:
                double = targets << 8 & empty
        else:
            targets = start_bit >> 8 & empty
            if targets and start_bit & chess.BB_RANK_7:
                double = targets >> 8 & empty
        strikes = _PAWN[turn][start]
        targets = (targets | double | strikes & enemy) & allowed
        if start_bit in pinned:
            targets &= pinned[start_bit]
        while targets:
            bit = targets & -targets
            targets ^= bit
            move = start | bit.bit_length() - 1 << 6
            if bit & _LAST:
                for promotion in _PROMOTIONS:
                    yield move | promotion << 12, promote(state, start_bit, bit, promotion)
            elif bit == double:
                yield move, advance_twice(state, start_bit, bit)
            else:
                yield move, move_piece(state, start_bit, bit, 0)
        if ep & strikes:
            child = capture_passing(state, start_bit)
            # Two pawns leave one rank at once, so no pin can be read off beforehand.
            if not checkers(child, turn):
                yield start | ep.bit_length() - 1 << 6, child


def _castle(state: State) -> Iterator[tuple[Move, State]]:
    """Castling is rare, so python-chess may do it."""
    board = thaw(state)
    for move in board.generate_castling_moves():
        after = board.copy(stack=False)
        after.push(move)
        yield move.from_square | move.to_square << 6, freeze(after)
