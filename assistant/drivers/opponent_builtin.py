"""A small opponent of our own, for machines without an engine.

Alpha-beta over python-chess with captures followed to their end. Lower levels look less far and
misjudge positions by a chance that depends on the position alone: the same game is always
answered in the same way.
"""

import random
from collections.abc import Iterable

import chess

from assistant.core.play.game import Game
from assistant.errors import UsageError
from assistant.ports import Reply, Strength

_MATE = 100_000
_VALUES = (0, 100, 310, 320, 500, 900, 0)
_DEPTH_AND_ERROR = ((1, 250), (1, 120), (1, 50), (2, 80), (2, 30), (2, 0), (3, 20), (3, 0))
"""For the levels 1 to 8: plies searched, and centipawns of misjudgement."""


class Driver:
    def __init__(self, strength: Strength | None = None, _path: str | None = None) -> None:
        strength = strength or Strength()
        if strength.elo is not None:
            raise UsageError("The built-in opponent has levels, no Elo. Use --level 1 to 8.")
        self.name = "Chess Assistant"
        self._depth, self._error = _DEPTH_AND_ERROR[strength.level - 1]

    def reply(self, game: Game) -> Reply:
        board = game.board.copy()
        scored = []
        alpha = -_MATE * 2
        chance = random.Random(board.fen())  # noqa: S311 - variety, not secrecy
        for move in _ordered(board, board.legal_moves):
            board.push(move)
            score = -self._search(board, self._depth - 1, -_MATE * 2, -alpha + self._error)
            board.pop()
            score += chance.randint(-self._error, self._error)
            scored.append((score, move))
            alpha = max(alpha, score - self._error)
        best = max(scored, key=lambda entry: entry[0])
        return Reply(best[1])

    def accepts_draw(self, game: Game) -> bool:
        board = game.board.copy()
        mine = self._search(board, 2, -_MATE * 2, _MATE * 2)
        return (mine if board.turn != game.player else -mine) <= 0

    def close(self) -> None:
        """Nothing is open."""

    def _search(self, board: chess.Board, depth: int, alpha: int, beta: int) -> int:
        if not any(board.generate_legal_moves()):
            return -_MATE - depth if board.is_check() else 0
        if board.is_insufficient_material() or board.is_repetition(2):
            return 0
        if depth <= 0:
            return self._quiet(board, alpha, beta)
        for move in _ordered(board, board.legal_moves):
            board.push(move)
            score = -self._search(board, depth - 1, -beta, -alpha)
            board.pop()
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha

    def _quiet(self, board: chess.Board, alpha: int, beta: int) -> int:
        alpha = max(alpha, _worth(board))
        if alpha >= beta:
            return beta
        for move in _ordered(board, board.generate_legal_captures()):
            board.push(move)
            score = -self._quiet(board, -beta, -alpha)
            board.pop()
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        return alpha


def _ordered(board: chess.Board, moves: Iterable[chess.Move]) -> list[chess.Move]:
    def promise(move: chess.Move) -> int:
        taken = board.piece_type_at(move.to_square) or (1 if board.is_en_passant(move) else 0)
        mover = board.piece_type_at(move.from_square) or 0
        return 10 * _VALUES[taken] - _VALUES[mover] // 10 + _VALUES[move.promotion or 0]

    return sorted(moves, key=promise, reverse=True)


def _worth(board: chess.Board) -> int:
    """Centipawns for the side to move: material, centre, advanced pawns."""
    total = 0
    for square, piece in board.piece_map().items():
        file, rank = chess.square_file(square), chess.square_rank(square)
        centre = 6 - (abs(2 * file - 7) + abs(2 * rank - 7)) // 2
        advance = rank if piece.color else 7 - rank
        worth = _VALUES[piece.piece_type]
        if piece.piece_type == chess.PAWN:
            worth += 5 * advance + (centre if 2 <= file <= 5 else 0)
        elif piece.piece_type == chess.KING:
            worth -= 5 * centre if board.queens else -3 * centre
        else:
            worth += 4 * centre
        total += worth if piece.color == board.turn else -worth
    return total
