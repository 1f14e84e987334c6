"""A legal move as something to tell: all facts of it, none of the words."""

import chess

from assistant.core.output.announcement import MoveTold


def told(board: chess.Board, move: chess.Move) -> MoveTold:
    """Everything that can be said of a legal move in its position."""
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    after = board.copy(stack=False)
    after.push(move)
    check = after.is_check()
    mate = check and not any(after.generate_legal_moves())
    if board.is_castling(move):
        short = board.is_kingside_castling(move)
        rank = chess.square_rank(move.from_square)
        target = chess.square(6 if short else 2, rank)
        return MoveTold(
            piece,
            move.from_square,
            target,
            castle="short" if short else "long",
            check=check,
            mate=mate,
            squares_tell=chess.square_distance(move.from_square, target) > 1
            or _rook_on(board, target),
        )
    by_file, by_rank = _told_apart(board, move, piece)
    return MoveTold(
        piece,
        move.from_square,
        move.to_square,
        capture=board.is_capture(move),
        en_passant=board.is_en_passant(move),
        promotion=move.promotion,
        check=check,
        mate=mate,
        by_file=by_file,
        by_rank=by_rank,
    )


def _rook_on(board: chess.Board, square: chess.Square) -> bool:
    """The castling rook stands where the king goes, so no plain move of his leads there."""
    return board.piece_type_at(square) == chess.ROOK and board.color_at(square) == board.turn


def _told_apart(board: chess.Board, move: chess.Move, piece: chess.PieceType) -> tuple[bool, bool]:
    """Whether the short form needs the file, the rank, or both, of the origin (C.10)."""
    if piece == chess.PAWN:
        return board.is_capture(move), False
    others = board.pieces_mask(piece, board.turn) & ~chess.BB_SQUARES[move.from_square]
    rivals = 0
    if piece != chess.KING:
        for other in board.generate_legal_moves(others, chess.BB_SQUARES[move.to_square]):
            rivals |= chess.BB_SQUARES[other.from_square]
    if not rivals:
        return False, False
    if not rivals & chess.BB_FILES[chess.square_file(move.from_square)]:
        return True, False
    if not rivals & chess.BB_RANKS[chess.square_rank(move.from_square)]:
        return False, True
    return True, True
