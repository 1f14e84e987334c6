"""What is told of a practice game: its opponent, its end, its times."""

import chess

from assistant.core.output.announcement import Announcement, MoveTold, Phrase, Urgency, tell
from assistant.core.output.durations import duration
from assistant.core.output.moves import told
from assistant.core.play.events import GameEnded
from assistant.core.play.game import Game


def result(ended: GameEnded) -> Announcement:
    """Who has won, and how."""
    key = {"1-0": "white_wins", "0-1": "black_wins"}.get(ended.result, "drawn")
    return tell(key, Urgency.MOVE, reason=Phrase(f"reason_{ended.reason}"))


def times(game: Game, now: int) -> Announcement:
    """How long both sides have thought."""
    return tell(
        "time_used",
        yours=duration(game.used_by(game.player, now)),
        theirs=duration(game.used_by(not game.player, now)),
    )


def example(game: Game) -> MoveTold:
    """A move that the player can announce in this position, or could if it were his turn."""
    board = game.board.copy(stack=False)
    if board.turn != game.player:
        board.push(chess.Move.null())
    usual = [chess.Move.from_uci(move) for move in ("e2e4", "e7e5")]
    move = next((m for m in (*usual, *board.legal_moves) if board.is_legal(m)), usual[0])
    return told(board, move)


def opponent(game: Game) -> Phrase | str:
    """The opponent with his strength."""
    if game.elo is not None:
        return Phrase("at_elo", {"opponent": game.opponent, "number": game.elo})
    if game.level is not None:
        return Phrase("at_level", {"opponent": game.opponent, "number": game.level})
    return game.opponent
