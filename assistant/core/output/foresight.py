"""What will perhaps be announced soon, so that a voice can have it ready."""

from collections.abc import Iterator

import chess

from assistant.core.output.announcement import (
    Announcement,
    Colour,
    Kind,
    Man,
    Place,
    Urgency,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.output.scene import Scene

_SHORT = ("your_turn", "not_your_turn", "repeated", "noted", "game_is_over", "nothing_to_repeat")
_MOVES = 60


def likely(scene: Scene) -> Iterator[Announcement]:
    """Every move that can be played now, as it will be announced, then what stands where."""
    board = scene.board
    if board is None:
        return
    for move in board.legal_moves:
        yield tell("played", Urgency.MOVE, side=Colour(board.turn), move=told(board, move))
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        if piece is None:
            yield tell("square_empty", square=Place(square))
        else:
            man = Man(piece.piece_type, piece.color)
            yield tell("on_square", square=Place(square), man=man)


def common() -> Iterator[Announcement]:
    """What is said in every game: short answers, pieces, numbers."""
    for key in _SHORT:
        yield tell(key)
    for piece in chess.PIECE_TYPES:
        yield tell("illegal_no_piece", piece=Kind(piece))
    for count in range(1, _MOVES + 1):
        yield tell("moves_told", count=count)
