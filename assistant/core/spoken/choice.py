"""Choosing between moves that were offered: by a square, a file, a rank or a piece."""

from collections.abc import Sequence

import chess

from assistant.core.spoken.utterance import Fragment


def choose(
    board: chess.Board, moves: Sequence[chess.Move], fragment: Fragment
) -> tuple[chess.Move, ...]:
    """The offered moves that the fragment names; by origin first, then by target."""
    by_origin = tuple(move for move in moves if _names(board, move, fragment, move.from_square))
    if by_origin or fragment.file is None:
        return by_origin
    return tuple(move for move in moves if _names(board, move, fragment, move.to_square))


def _names(board: chess.Board, move: chess.Move, fragment: Fragment, square: chess.Square) -> bool:
    piece = move.promotion or board.piece_type_at(move.from_square)
    return (
        fragment.piece in (None, piece, board.piece_type_at(move.from_square))
        and fragment.file in (None, chess.square_file(square))
        and fragment.rank in (None, chess.square_rank(square))
    )
