"""Why an announced move is not legal, in terms that can be said to the player."""

from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.output.announcement import Argument, FileOf, Man, Place, RankOf
from assistant.core.spoken.utterance import Castle, SpokenMove


class Why(StrEnum):
    NO_PIECE = "no_piece"
    """The mover has no such piece."""
    NOT_THERE = "not_there"
    """The mover has such a piece, but not where it was said to stand."""
    NO_OWN_PIECE = "no_own_piece"
    """No piece was named, and none of the mover's stands there."""
    CANNOT_REACH = "cannot_reach"
    CANNOT_REACH_FROM = "cannot_reach_from"
    """The piece on the square that was said cannot; another of its kind might."""
    BLOCKED = "blocked"
    OWN_PIECE = "own_piece"
    EXPOSES_KING = "exposes_king"
    MUST_LEAVE_CHECK = "must_leave_check"
    NO_CAPTURE = "no_capture"
    NO_PROMOTION = "no_promotion"
    PROMOTION_PIECE = "promotion_piece"
    ONLY_PAWNS_PROMOTE = "only_pawns_promote"
    CASTLING_RIGHT_LOST = "castling_right_lost"
    CASTLING_IN_CHECK = "castling_in_check"
    CASTLING_THROUGH_CHECK = "castling_through_check"
    CASTLING_BLOCKED = "castling_blocked"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Illegal:
    why: Why
    piece: chess.PieceType | None = None
    to: chess.Square | None = None
    at: Argument | None = None
    """Where the obstacle is, or where the piece was said to stand."""
    man: Man | None = None


def explain(board: chess.Board, spoken: SpokenMove, to: chess.Square) -> Illegal:
    """Why no legal move fits the words; the nearest miss is named."""
    if not any(board.generate_legal_moves()):
        return Illegal(Why.GAME_OVER)
    piece, origins = _origins(board, spoken)
    if not origins:
        return _missing(board, spoken, piece)
    if piece == chess.KING and (castle := _meant_castling(board, origins, to)):
        return explain_castling(board, castle)
    man = board.piece_at(to)
    if man is not None and man.color == board.turn:
        return Illegal(Why.OWN_PIECE, to=to, man=Man(man.piece_type, man.color))
    misses = [_miss(board, origin, piece, to) for origin in chess.scan_forward(origins)]
    nearest = min(misses, key=lambda miss: _NEAREST.index(miss.why))
    if nearest.why is Why.CANNOT_REACH and (at := _said_origin(spoken)) is not None:
        return Illegal(Why.CANNOT_REACH_FROM, piece=piece, to=to, at=at)
    return nearest


_NEAREST = (
    Why.MUST_LEAVE_CHECK,
    Why.EXPOSES_KING,
    Why.BLOCKED,
    Why.NO_CAPTURE,
    Why.CANNOT_REACH,
)


def _origins(board: chess.Board, spoken: SpokenMove) -> tuple[chess.PieceType, chess.Bitboard]:
    mask = chess.BB_ALL
    if spoken.file is not None:
        mask &= chess.BB_FILES[spoken.file]
    if spoken.rank is not None:
        mask &= chess.BB_RANKS[spoken.rank]
    piece = spoken.piece or chess.PAWN
    if spoken.piece is None and spoken.file is not None and spoken.rank is not None:
        square = chess.square(spoken.file, spoken.rank)
        if board.color_at(square) == board.turn:  # the piece that stands there was meant
            piece = board.piece_type_at(square) or piece
    return piece, mask & board.pieces_mask(piece, board.turn)


def _said_origin(spoken: SpokenMove) -> Place | FileOf | RankOf | None:
    if spoken.file is not None and spoken.rank is not None:
        return Place(chess.square(spoken.file, spoken.rank))
    if spoken.file is not None:
        return FileOf(spoken.file)
    return None if spoken.rank is None else RankOf(spoken.rank)


def _missing(board: chess.Board, spoken: SpokenMove, piece: chess.PieceType) -> Illegal:
    at = _said_origin(spoken)
    if isinstance(at, Place) and spoken.piece is None:
        return Illegal(Why.NO_OWN_PIECE, at=at)
    if at is None or not board.pieces_mask(piece, board.turn):
        return Illegal(Why.NO_PIECE, piece=piece)
    return Illegal(Why.NOT_THERE, piece=piece, at=at)


def _miss(
    board: chess.Board, origin: chess.Square, piece: chess.PieceType, to: chess.Square
) -> Illegal:
    last = piece == chess.PAWN and chess.square_rank(to) in (0, 7)
    if board.is_pseudo_legal(chess.Move(origin, to, chess.QUEEN if last else None)):
        in_check = board.is_check() and piece != chess.KING
        return Illegal(Why.MUST_LEAVE_CHECK if in_check else Why.EXPOSES_KING)
    if piece == chess.PAWN:
        return _pawn_miss(board, origin, to)
    if to in _empty_board_attacks(piece, origin):
        between = chess.SquareSet(chess.between(origin, to) & board.occupied)
        if between:
            first = min(between, key=lambda square: chess.square_distance(origin, square))
            return Illegal(Why.BLOCKED, piece=piece, to=to, at=Place(first))
    return Illegal(Why.CANNOT_REACH, piece=piece, to=to)


def _pawn_miss(board: chess.Board, origin: chess.Square, to: chess.Square) -> Illegal:
    forward = 8 if board.turn else -8
    steps = [origin + forward]
    if chess.square_rank(origin) == (1 if board.turn else 6):
        steps.append(origin + 2 * forward)
    if to in steps:
        for step in steps:
            if board.piece_at(step) is not None:
                return Illegal(Why.BLOCKED, piece=chess.PAWN, to=to, at=Place(step))
    if chess.BB_PAWN_ATTACKS[board.turn][origin] & chess.BB_SQUARES[to]:
        return Illegal(Why.NO_CAPTURE, to=to)
    return Illegal(Why.CANNOT_REACH, piece=chess.PAWN, to=to)


def _empty_board_attacks(piece: chess.PieceType, origin: chess.Square) -> chess.SquareSet:
    empty = chess.Board(None)
    empty.set_piece_at(origin, chess.Piece(piece, chess.WHITE))
    return empty.attacks(origin)


def _meant_castling(board: chess.Board, origins: chess.Bitboard, to: chess.Square) -> Castle | None:
    """The castling that a king's two squares describe, if they are more than a step apart."""
    king = chess.lsb(origins)
    home = 0 if board.turn else 7
    same_rank = chess.square_rank(king) == chess.square_rank(to) == home
    if not same_rank or chess.square_distance(king, to) < 2:
        return None
    return {6: Castle.SHORT, 2: Castle.LONG}.get(chess.square_file(to))


def explain_castling(board: chess.Board, castle: Castle | None) -> Illegal:
    """Why castling to that side (or to either) is not possible now."""
    king = board.king(board.turn)
    if not any(board.generate_legal_moves()):
        return Illegal(Why.GAME_OVER)
    rook = None if king is None else _castling_rook(board, king, castle)
    if king is None or rook is None:
        return Illegal(Why.CASTLING_RIGHT_LOST)
    if board.is_check():
        return Illegal(Why.CASTLING_IN_CHECK)
    rank = chess.square_rank(king)
    short = rook > king
    king_to = chess.square(6 if short else 2, rank)
    rook_to = chess.square(5 if short else 3, rank)
    king_path = chess.between(king, king_to) | chess.BB_SQUARES[king_to]
    rook_path = chess.between(rook, rook_to) | chess.BB_SQUARES[rook_to]
    both = chess.BB_SQUARES[king] | chess.BB_SQUARES[rook]
    obstacles = (king_path | rook_path) & board.occupied & ~both
    if obstacles:
        return Illegal(Why.CASTLING_BLOCKED, at=Place(chess.lsb(obstacles)))
    for square in chess.scan_forward(king_path):
        if board.is_attacked_by(not board.turn, square):
            return Illegal(Why.CASTLING_THROUGH_CHECK, at=Place(square))
    return Illegal(Why.CASTLING_THROUGH_CHECK, at=Place(king_to))


def _castling_rook(
    board: chess.Board, king: chess.Square, castle: Castle | None
) -> chess.Square | None:
    backrank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    rooks = list(chess.scan_forward(board.clean_castling_rights() & backrank))
    if castle is not Castle.LONG:
        for rook in rooks:
            if rook > king:
                return rook
    if castle is not Castle.SHORT:
        for rook in rooks:
            if rook < king:
                return rook
    return None
