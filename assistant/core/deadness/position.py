"""A light position for searching: a plain tuple, what attacks what in it, and how moves change it.

Law of this module: two positions are equal when the same moves are open in them now and later; an
en passant square is kept only while a pawn stands ready to use it.
"""

from typing import Final, TypeAlias

import chess

from assistant.core.deadness.geometry import DIAGONALS, LINES, leap_knight, strike_pawn

State: TypeAlias = tuple[int, int, int, int, int, int, int, int, bool, int, int]
"""Pawns, knights, bishops, rooks, queens, kings, White, Black, turn, castling rooks, en passant."""

Move: TypeAlias = int
"""From, to and promotion packed: from | to << 6 | promotion << 12."""

_KNIGHT: Final = chess.BB_KNIGHT_ATTACKS
_KING: Final = chess.BB_KING_ATTACKS
_PAWN: Final = chess.BB_PAWN_ATTACKS
_DIAG_MASK: Final = chess.BB_DIAG_MASKS
_DIAG: Final = chess.BB_DIAG_ATTACKS
_RANK_MASK: Final = chess.BB_RANK_MASKS
_RANK: Final = chess.BB_RANK_ATTACKS
_FILE_MASK: Final = chess.BB_FILE_MASKS
_FILE: Final = chess.BB_FILE_ATTACKS


def freeze(board: chess.Board) -> State:
    """The light position of a board."""
    ep = 0
    if board.ep_square is not None:
        passed = chess.BB_SQUARES[board.ep_square]
        if strike_pawn(passed, not board.turn) & board.pawns & board.occupied_co[board.turn]:
            ep = passed
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        board.clean_castling_rights(),
        ep,
    )


def thaw(state: State) -> chess.Board:
    """The board of a light position; its counters start anew."""
    board = chess.Board(None)
    board.pawns, board.knights, board.bishops = state[0], state[1], state[2]
    board.rooks, board.queens, board.kings = state[3], state[4], state[5]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = state[6], state[7]
    board.occupied = state[6] | state[7]
    board.turn = state[8]
    board.castling_rights = state[9]
    board.ep_square = state[10].bit_length() - 1 if state[10] else None
    return board


def unpack(move: Move) -> chess.Move:
    """The move as python-chess writes it."""
    return chess.Move(move & 63, move >> 6 & 63, move >> 12 or None)


def checkers(state: State, color: chess.Color) -> int:
    """The enemy's units that attack the king of a colour."""
    pawns, knights, bishops, rooks, queens, kings, white, black, _, _, _ = state
    own, enemy = (white, black) if color else (black, white)
    king = (kings & own).bit_length() - 1
    found = _KNIGHT[king] & knights | _PAWN[color][king] & pawns
    # Most pieces are on no line with the king, and the tables cost more than this look.
    heavy = (rooks | queens) & enemy & LINES[king]
    light = (bishops | queens) & enemy & DIAGONALS[king]
    if heavy:
        occupied = white | black
        found |= (
            _RANK[king][_RANK_MASK[king] & occupied] | _FILE[king][_FILE_MASK[king] & occupied]
        ) & heavy
    if light:
        found |= _DIAG[king][_DIAG_MASK[king] & (white | black)] & light
    return found & enemy


def guarded(state: State, by: chess.Color, occupied: int) -> int:
    """Every square that a colour attacks, given what stands in the way."""
    own = state[6] if by else state[7]
    return _KING[(state[5] & own).bit_length() - 1] | struck(state, by, occupied)


def struck(state: State, by: chess.Color, occupied: int) -> int:
    """Every square that a colour attacks without its king, given what stands in the way."""
    pawns, knights, bishops, rooks, queens, _, white, black = state[:8]
    own = white if by else black
    squares = strike_pawn(pawns & own, by)
    if knights & own:
        squares |= leap_knight(knights & own)
    rest = (bishops | queens) & own
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = bit.bit_length() - 1
        squares |= _DIAG[square][_DIAG_MASK[square] & occupied]
    rest = (rooks | queens) & own
    while rest:
        bit = rest & -rest
        rest ^= bit
        square = bit.bit_length() - 1
        squares |= _RANK[square][_RANK_MASK[square] & occupied]
        squares |= _FILE[square][_FILE_MASK[square] & occupied]
    return squares


def sight(kind: int, square: chess.Square, occupied: int) -> int:
    """The squares attacked from a square by the piece at place ``kind`` in the tuple; no pawn."""
    if kind == 1:
        return _KNIGHT[square]
    if kind == 5:
        return _KING[square]
    seen = 0
    if kind != 2:
        seen = (
            _RANK[square][_RANK_MASK[square] & occupied]
            | _FILE[square][_FILE_MASK[square] & occupied]
        )
    if kind != 3:
        seen |= _DIAG[square][_DIAG_MASK[square] & occupied]
    return seen


def move_piece(state: State, start: int, end: int, kind: int) -> State:
    """The position after an ordinary move; ``kind`` is the mover's place in the tuple."""
    pawns, knights, bishops, rooks, queens, kings, white, black, turn, castling, _ = state
    change = start | end
    if (black if turn else white) & end:
        keep = ~end
        pawns &= keep
        knights &= keep
        bishops &= keep
        rooks &= keep
        queens &= keep
        if turn:
            black &= keep
        else:
            white &= keep
    if turn:
        white ^= change
    else:
        black ^= change
    if kind == 5:
        kings ^= change
        if castling:
            castling &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    elif kind == 0:
        pawns ^= change
    elif kind == 1:
        knights ^= change
    elif kind == 2:
        bishops ^= change
    elif kind == 3:
        rooks ^= change
    else:
        queens ^= change
    if castling:
        castling &= ~change
    return (
        pawns, knights, bishops, rooks, queens, kings, white, black, not turn, castling, 0
    )  # fmt: skip


def promote(state: State, start: int, end: int, promotion: chess.PieceType) -> State:
    """The position after a promotion."""
    pawns, knights, bishops, rooks, queens, *rest = move_piece(state, start, end, 0)
    pawns ^= end
    if promotion == chess.QUEEN:
        queens |= end
    elif promotion == chess.KNIGHT:
        knights |= end
    elif promotion == chess.ROOK:
        rooks |= end
    else:
        bishops |= end
    return (pawns, knights, bishops, rooks, queens, *rest)  # type: ignore[return-value]


def advance_twice(state: State, start: int, end: int) -> State:
    """The position after a pawn's double step."""
    child = move_piece(state, start, end, 0)
    passed = start << 8 if state[8] else start >> 8
    enemy = child[7] if state[8] else child[6]
    if strike_pawn(passed, state[8]) & state[0] & enemy:
        return (*child[:10], passed)
    return child


def capture_passing(state: State, start: int) -> State:
    """The position after a capture en passant."""
    child = move_piece(state, start, state[10], 0)
    victim = state[10] >> 8 if state[8] else state[10] << 8
    white, black = (child[6], child[7] ^ victim) if state[8] else (child[6] ^ victim, child[7])
    return (child[0] ^ victim, *child[1:6], white, black, *child[8:])
