"""Choosing between moves that were offered: by a square, a file, a rank, a piece, or a side.

What was said of capture, check, mate and en passant is not forgotten over the question: it is
held against the move that is chosen in the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from assistant.core.spoken.reading import Ambiguous, Doubt, Exact, verify
from assistant.core.spoken.utterance import Castle, Fragment, SpokenMove

_NOTHING = SpokenMove()


@dataclass(frozen=True, slots=True)
class Choice:
    """An open question about a move."""

    reading: Ambiguous
    claims: SpokenMove = _NOTHING
    """What was said of the move besides, and has not been asked about yet."""
    odds: tuple[tuple[chess.Move, float], ...] = ()
    """If sound left the doubt: how far each move was behind the best reading, 0 or less."""

    def answer(self, board: chess.Board, fragment: Fragment) -> "Exact | Choice | None":
        """The move, the next question, or None if the words name none of the moves."""
        moves = choose(board, self.reading.moves, fragment)
        if not moves:
            return None
        claims = _both(self.claims, fragment.claims)
        if len(moves) > 1:
            origins = {move.from_square for move in moves}
            doubt = Doubt.PROMOTION if len(origins) == 1 else Doubt.SEVERAL
            return Choice(Ambiguous(moves, doubt), claims)
        reading = verify(board, claims, moves[0])
        return reading if isinstance(reading, Exact) else Choice(reading)


def offer(reading: Ambiguous, spoken: Sequence[SpokenMove]) -> Choice:
    """The question that follows from an ambiguous announcement."""
    asks_which = reading.doubt in (Doubt.SEVERAL, Doubt.PROMOTION)
    return Choice(reading, spoken[0] if asks_which and len(spoken) == 1 else _NOTHING)


def choose(
    board: chess.Board, moves: Sequence[chess.Move], fragment: Fragment
) -> tuple[chess.Move, ...]:
    """The offered moves that the fragment names: by the square of origin, or by the piece.

    A word like queen names a side where castling was offered, and else a piece.
    Never by the target: its square alone is an announcement of its own, that of a pawn.
    """
    castlings = [move for move in moves if board.is_castling(move)]
    if fragment.castle is not None and (castlings or fragment.piece is None):
        short = fragment.castle is Castle.SHORT
        return tuple(move for move in castlings if board.is_kingside_castling(move) == short)
    return tuple(move for move in moves if _names(board, move, fragment))


def _names(board: chess.Board, move: chess.Move, fragment: Fragment) -> bool:
    piece = board.piece_type_at(move.from_square)
    return (
        fragment.piece in (None, move.promotion or piece, piece)
        and fragment.file in (None, chess.square_file(move.from_square))
        and fragment.rank in (None, chess.square_rank(move.from_square))
    )


def _both(first: SpokenMove, second: SpokenMove) -> SpokenMove:
    """The claims of an announcement and of the answer that completed it."""
    return SpokenMove(
        capture=first.capture or second.capture,
        en_passant=first.en_passant or second.en_passant,
        check=first.check or second.check,
        mate=first.mate or second.mate,
        captured=first.captured,
    )
