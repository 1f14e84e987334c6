"""Steps and attacks of whole sets of squares at once, as bitboards."""

from typing import Final

import chess

ALL: Final = chess.BB_ALL
NOT_A: Final = ALL & ~chess.BB_FILE_A
NOT_H: Final = ALL & ~chess.BB_FILE_H

STRAIGHT: Final = ((8, ALL), (-8, ALL), (1, NOT_A), (-1, NOT_H))
DIAGONAL: Final = ((9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))
"""Steps as a shift of the bitboard and the squares a step cannot wrap onto."""

RAYS: Final = {
    chess.BISHOP: DIAGONAL,
    chess.ROOK: STRAIGHT,
    chess.QUEEN: STRAIGHT + DIAGONAL,
}

BETWEEN: Final = [[chess.between(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
LINES: Final = [chess.BB_RANK_ATTACKS[s][0] | chess.BB_FILE_ATTACKS[s][0] for s in chess.SQUARES]
DIAGONALS: Final = [chess.BB_DIAG_ATTACKS[s][0] for s in chess.SQUARES]
"""What a rook or a bishop sees from every square of an empty board."""


def slide(start: int, through: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The squares attacked from any of the squares, if only those of ``through`` are empty."""
    attacked = 0
    for shift, mask in steps:
        if shift > 0:
            front = (start << shift) & mask
            while front:
                attacked |= front
                front = ((front & through) << shift) & mask
        else:
            back = -shift
            front = (start >> back) & mask
            while front:
                attacked |= front
                front = ((front & through) >> back) & mask
    return attacked


def leap_knight(squares: int) -> int:
    """The squares a knight's move away from any of the squares."""
    near = ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H)
    far_east = (((squares << 1) & NOT_A) << 1) & NOT_A
    far_west = (((squares >> 1) & NOT_H) >> 1) & NOT_H
    far = far_east | far_west
    return ((near << 16) | (near >> 16) | (far << 8) | (far >> 8)) & ALL


def step_king(squares: int) -> int:
    """The squares a king's step away from any of the squares."""
    beside = ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H)
    row = squares | beside
    return (beside | (row << 8) | (row >> 8)) & ALL


def strike_pawn(squares: int, color: chess.Color) -> int:
    """The squares that pawns of a colour on any of the squares guard."""
    if color:
        return ((squares << 9) & NOT_A | (squares << 7) & NOT_H) & ALL
    return (squares >> 7) & NOT_A | (squares >> 9) & NOT_H
