"""Choosing between moves that were offered: by a square, a file, a rank or a piece."""

from collections.abc import Sequence

import chess

from assistant.core.spoken.utterance import Castle, Fragment


def choose(
    board: chess.Board, moves: Sequence[chess.Move], fragment: Fragment
) -> tuple[chess.Move, ...]:
    """The offered moves that the fragment names: by the square of origin, or by the piece.

    Never by the target: its square alone is an announcement of its own, that of a pawn.
    """
    if fragment.castle is not None:
        short = fragment.castle is Castle.SHORT
        castlings = (move for move in moves if board.is_castling(move))
        return tuple(move for move in castlings if board.is_kingside_castling(move) == short)
    return tuple(move for move in moves if _names(board, move, fragment))


def _names(board: chess.Board, move: chess.Move, fragment: Fragment) -> bool:
    piece = board.piece_type_at(move.from_square)
    return (
        fragment.piece in (None, move.promotion or piece, piece)
        and fragment.file in (None, chess.square_file(move.from_square))
        and fragment.rank in (None, chess.square_rank(move.from_square))
    )
