"""A written move in the letters of a language, long or short, as the Laws' notation has it."""

from enum import StrEnum

import chess

from assistant.core.record.scoresheet import Ply
from assistant.core.spoken.grammar import Letters


class Notation(StrEnum):
    SHORT = "short"
    """Piece and target, with as much of the origin as is needed: Sf3."""
    LONG = "long"
    """From square to square: Sg1f3."""


def written(ply: Ply, letters: Letters, notation: Notation) -> str:
    """The move without its draw offer: Sf3, Sg1f3, exd6 e.p., e8D, 0-0."""
    san = ply.san
    mark = san[-1] if san[-1] in "+#" else ""
    if san.startswith("O-O"):
        return san.replace("O", "0")
    own = {"K": letters.king, "Q": letters.queen, "R": letters.rook} | {
        "B": letters.bishop, "N": letters.knight
    }  # fmt: skip
    piece = own.get(san[0], "")
    passing = " e.p." if ply.en_passant else ""
    chosen = chess.piece_symbol(ply.move.promotion).upper() if ply.move.promotion else ""
    if notation is Notation.LONG:
        takes = "x" if "x" in san else ""
        start, end = map(chess.square_name, (ply.move.from_square, ply.move.to_square))
        body = f"{piece}{start}{takes}{end}"
    else:
        stripped = san.rstrip("+#").partition("=")[0]
        body = piece + stripped[1:] if piece else stripped
    return f"{body}{own.get(chosen, '')}{mark}{passing}"


def clock(milliseconds: int) -> str:
    """A clock time as sheets and PGN write it: 1:29:45."""
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
