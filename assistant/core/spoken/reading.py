"""A spoken move against a position: exactly one of exact, ambiguous, illegal.

Laws of this module:
- a piece that was named is never exchanged for another;
- an unsaid piece is a pawn; if only other pieces fit, the player is asked;
- a promotion without its piece is asked, never a queen by default (D.2.1);
- a wrong word about capture, check, mate or en passant is asked, never overheard.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.spoken.refusal import Illegal, Why, explain, explain_castling
from assistant.core.spoken.utterance import Castle, SpokenMove


class Doubt(StrEnum):
    """Why a reading is ambiguous."""

    SEVERAL = "several"
    """Several moves fit the words equally well."""
    PROMOTION = "promotion"
    """The piece to promote to was not said."""
    NOT_PAWN = "not_pawn"
    """No piece was named and no pawn can move so; another piece can."""
    NOT_CAPTURE = "not_capture"
    NOT_CAPTURED = "not_captured"
    """Another piece than the one said stands there."""
    NOT_CHECK = "not_check"
    NOT_MATE = "not_mate"
    NOT_EN_PASSANT = "not_en_passant"
    CASTLING = "castling"
    """Castling may be meant, but its name or its side was not said."""
    HEARING = "hearing"
    """The sound leaves it open which move was said."""


@dataclass(frozen=True, slots=True)
class Exact:
    move: chess.Move


@dataclass(frozen=True, slots=True)
class Ambiguous:
    moves: tuple[chess.Move, ...]
    doubt: Doubt


Reading = Exact | Ambiguous | Illegal


def read(board: chess.Board, spoken: SpokenMove) -> Reading:
    """The legal move that was said, the moves it may be, or why there is none."""
    to = spoken.to
    if to is None:
        return _read_castling(board, spoken)
    piece = spoken.piece
    if piece == chess.KING:
        return _read_king(board, spoken, to)
    moves = _fitting(board, spoken, board.pieces_mask(piece or chess.PAWN, board.turn), to)
    if spoken.promotion is not None:
        if why := _no_promotion(board, spoken, to):
            return why
        moves = [move for move in moves if move.promotion == spoken.promotion]
    elif moves and moves[0].promotion is not None:
        return _choice(board, spoken, moves, Doubt.PROMOTION)
    elif spoken.promotes:
        return Illegal(Why.NO_PROMOTION, to=to)
    if len(moves) == 1:
        if spoken.capture or spoken.check:
            return verify(board, spoken, moves[0])
        return Exact(moves[0])
    if moves:
        return _choice(board, spoken, moves, Doubt.SEVERAL)
    if piece is None and spoken.promotion is None:
        others = _others(board, spoken, to)
        if others:
            return Ambiguous(_sorted(others), Doubt.NOT_PAWN)
    return explain(board, spoken, to)


def read_all(board: chess.Board, spoken: Iterable[SpokenMove]) -> Reading:
    """One reading of words that can be taken in several ways: exact only if no way objects."""
    readings = [read(board, one) for one in spoken]
    if len(readings) == 1:
        return readings[0]
    moves: dict[chess.Move, None] = {}
    doubts: set[Doubt] = set()
    exact = False
    for reading in readings:
        if isinstance(reading, Exact):
            moves[reading.move] = None
            exact = True
        elif isinstance(reading, Ambiguous):
            moves.update(dict.fromkeys(reading.moves))
            doubts.add(reading.doubt)
    if not moves:
        return readings[-1]
    if exact and len(moves) == 1:
        return Exact(next(iter(moves)))
    doubt = doubts.pop() if len(doubts) == 1 and not exact else Doubt.SEVERAL
    return Ambiguous(_sorted(moves), doubt)


def _choice(
    board: chess.Board, spoken: SpokenMove, moves: list[chess.Move], doubt: Doubt
) -> Ambiguous:
    """Several moves fit; if all belie the same word, that is the doubt to ask about."""
    wrong = {_wrong_mark(board, spoken, move) for move in moves}
    only = wrong.pop() if len(wrong) == 1 else None
    return Ambiguous(_sorted(moves), only or doubt)


def _fitting(
    board: chess.Board, spoken: SpokenMove, mask: chess.Bitboard, to: chess.Square
) -> list[chess.Move]:
    if spoken.file is not None:
        mask &= chess.BB_FILES[spoken.file]
    if spoken.rank is not None:
        mask &= chess.BB_RANKS[spoken.rank]
    return list(board.generate_legal_moves(mask, chess.BB_SQUARES[to])) if mask else []


def _sorted(moves: Iterable[chess.Move]) -> tuple[chess.Move, ...]:
    """By origin from a1 to h8; the queen first among promotions."""
    return tuple(sorted(moves, key=lambda m: (m.from_square, m.to_square, -(m.promotion or 0))))


def _no_promotion(board: chess.Board, spoken: SpokenMove, to: chess.Square) -> Illegal | None:
    if spoken.piece not in (None, chess.PAWN):
        return Illegal(Why.ONLY_PAWNS_PROMOTE, piece=spoken.piece)
    if spoken.promotion in (chess.PAWN, chess.KING):
        return Illegal(Why.PROMOTION_PIECE, piece=spoken.promotion)
    last = 7 if board.turn else 0
    return None if chess.square_rank(to) == last else Illegal(Why.NO_PROMOTION, to=to)


def _others(board: chess.Board, spoken: SpokenMove, to: chess.Square) -> list[chess.Move]:
    """Moves of other pieces than pawns that fit; castling if both squares of the king do."""
    own = board.occupied_co[board.turn] & ~board.pawns
    moves = [m for m in _fitting(board, spoken, own, to) if not board.is_castling(m)]
    if not moves and spoken.file is not None and spoken.rank is not None:
        moves = [
            move
            for move in _castlings(board)
            if _king_goes(board, move, spoken, to)
            # As engines write it in Chess960, the king takes his own rook.
            or (board.chess960 and move.to_square == to and _from(move, spoken))
        ]
    return moves


def _king_goes(board: chess.Board, move: chess.Move, spoken: SpokenMove, to: chess.Square) -> bool:
    return king_target(board, move) == to and _from(move, spoken)


def _from(move: chess.Move, spoken: SpokenMove) -> bool:
    return spoken.file in (None, chess.square_file(move.from_square)) and spoken.rank in (
        None,
        chess.square_rank(move.from_square),
    )


def king_target(board: chess.Board, castling: chess.Move) -> chess.Square:
    """Where the king stands after castling."""
    file = 6 if board.is_kingside_castling(castling) else 2
    return chess.square(file, chess.square_rank(castling.from_square))


def _castlings(board: chess.Board) -> list[chess.Move]:
    return list(board.generate_castling_moves())


def _read_king(board: chess.Board, spoken: SpokenMove, to: chess.Square) -> Reading:
    if spoken.promotion is not None or spoken.promotes:
        return Illegal(Why.ONLY_PAWNS_PROMOTE, piece=chess.KING)
    king = board.pieces_mask(chess.KING, board.turn)
    for move in _fitting(board, spoken, king, to):
        if not board.is_castling(move):
            return verify(board, spoken, move)
    castlings = _castlings(board)
    for move in castlings:
        if _king_goes(board, move, spoken, to):
            if spoken.file is not None and spoken.rank is not None:
                return verify(board, spoken, move)
            return Ambiguous((move,), Doubt.CASTLING)
    if board.chess960:
        for move in castlings:
            if move.to_square == to:  # the king is said to take his own rook, as engines write
                return Ambiguous((move,), Doubt.CASTLING)
    return explain(board, spoken, to)


def _read_castling(board: chess.Board, spoken: SpokenMove) -> Reading:
    moves = [
        move
        for move in _castlings(board)
        if spoken.castle is Castle.EITHER
        or board.is_kingside_castling(move) == (spoken.castle is Castle.SHORT)
    ]
    if not moves:
        return explain_castling(board, spoken.castle)
    if spoken.castle is Castle.EITHER:
        return Ambiguous(_sorted(moves), Doubt.CASTLING)
    return verify(board, spoken, moves[0])


def verify(board: chess.Board, spoken: SpokenMove, move: chess.Move) -> Exact | Ambiguous:
    """The move, if what was said of capture, check, mate and en passant is true of it."""
    doubt = _wrong_mark(board, spoken, move)
    return Exact(move) if doubt is None else Ambiguous((move,), doubt)


def _wrong_mark(board: chess.Board, spoken: SpokenMove, move: chess.Move) -> Doubt | None:
    if spoken.en_passant and not board.is_en_passant(move):
        return Doubt.NOT_EN_PASSANT
    if spoken.capture and not board.is_capture(move):
        return Doubt.NOT_CAPTURE
    if spoken.captured is not None:
        passing = board.is_en_passant(move)
        taken = chess.PAWN if passing else board.piece_type_at(move.to_square)
        if taken != spoken.captured:
            return Doubt.NOT_CAPTURED
    if spoken.check and not board.gives_check(move):
        return Doubt.NOT_CHECK
    if spoken.mate:
        after = board.copy(stack=False)
        after.push(move)
        if not after.is_checkmate():
            return Doubt.NOT_MATE
    return None
