"""A board as it stands against the position in which it should stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from assistant.core.spoken.command import Side
from assistant.core.spoken.lexicon import FILE, MARK, PIECE, RANK, Lexicon
from assistant.core.spoken.words import meanings, split
from assistant.errors import FenError


def read(text: str, lexicon: Lexicon) -> chess.BaseBoard:
    """The pieces on a board: a FEN, or a list in words or letters, White's pieces first.

    "Weiß Ke1 Dd1 e4 Schwarz Ke8", "white king Eva eins pawns a2 b2 black king Eva acht".

    :raises FenError: if it cannot be read.
    """
    if "/" in text:
        try:
            return chess.BaseBoard(text.split(maxsplit=1)[0])
        except ValueError:
            raise FenError(f"The board {text!r} cannot be read. Give a FEN.") from None
    return _listed(text, lexicon)


def _listed(text: str, lexicon: Lexicon) -> chess.BaseBoard:
    board = chess.BaseBoard(None)
    colour = chess.WHITE
    piece: chess.PieceType = chess.PAWN
    file: int | None = None
    for word in split(text.replace(",", " ").replace(";", " ")):
        side = lexicon.sides.get(lexicon.key(word.strip(":")))
        if side in (Side.WHITE, Side.BLACK):
            colour, piece = side is Side.WHITE, chess.PAWN
            continue
        found, _, unknown = meanings([word], lexicon)
        if unknown or not found:
            raise FenError(
                f"{word!r} in the list of pieces cannot be read. Write a FEN, or each piece with "
                "its square."
            )
        compact = len(found) > 1
        for kind, value in found:
            if kind == PIECE:
                piece = value
            elif kind == FILE:
                file = value
            elif kind == RANK and file is not None:
                board.set_piece_at(chess.square(file, value), chess.Piece(piece, colour))
                file = None
            elif kind != MARK:
                raise FenError(f"{word!r} is no piece and no square. Write a FEN, or a list.")
        if compact:
            piece = chess.PAWN
    if not board.occupied:
        raise FenError("There is no piece in the list. Write a FEN, or each piece with its square.")
    return board


@dataclass(frozen=True, slots=True)
class Correction:
    """One piece that stands wrongly."""

    piece: chess.Piece
    stands: chess.Square | None
    """None: it is not on the board."""
    belongs: chess.Square | None
    """None: it comes off the board."""
    came_from: chess.Square | None = None
    """Where it stood before its last move."""


def same(board: chess.Board, stands: chess.BaseBoard) -> bool:
    return board.board_fen() == stands.board_fen()


def corrections(
    should: chess.Board, stands: chess.BaseBoard, moves: Sequence[chess.Move]
) -> Iterator[Correction]:
    """What must be done to a board, piece by piece; `moves` led to where it should stand."""
    missing = {
        square: piece
        for square, piece in should.piece_map().items()
        if stands.piece_at(square) != piece
    }
    surplus = {
        square: piece
        for square, piece in stands.piece_map().items()
        if should.piece_at(square) != piece
    }
    origin = {move.to_square: move.from_square for move in moves}
    for belongs, piece in sorted(missing.items()):
        others = [square for square, other in surplus.items() if other == piece]
        came_from = origin.get(belongs)
        # A piece that was not moved is found where it came from; else the nearest of its kind.
        others.sort(key=lambda s: (s != came_from, chess.square_distance(s, belongs), s))
        if others:
            square = others[0]
            del surplus[square]
            known = came_from if came_from != square else None
            yield Correction(piece, square, belongs, known)
        else:
            yield Correction(piece, None, belongs, came_from)
    for square, piece in sorted(surplus.items()):
        yield Correction(piece, square, None)


def behind(positions: Sequence[chess.Board], stands: chess.BaseBoard) -> int | None:
    """How many half-moves ago the board was right; None if it never was, 0 if it is now."""
    for ago, board in enumerate(reversed(positions)):
        if same(board, stands):
            return ago
    return None
