"""What is told of a practice game: its opponent, its end, its times."""

import chess

from assistant.core.output.announcement import (
    Announcement,
    ClockTime,
    Colour,
    MoveTold,
    Phrase,
    Urgency,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.play.events import GameEnded
from assistant.core.play.game import Game
from assistant.core.spoken.command import Command, Side


def result(ended: GameEnded) -> Announcement:
    """Who has won, and how."""
    key = {"1-0": "white_wins", "0-1": "black_wins"}.get(ended.result, "drawn")
    return tell(key, Urgency.MOVE, reason=Phrase(f"reason_{ended.reason}"))


def clock(game: Game, asked: Command, now: int) -> list[Announcement]:
    """What the clock tells of a game without a time limit: the times used."""
    player = game.player
    match asked.name, asked.side:
        case "own_time", _:
            return [used(game, player, now)]
        case "their_time", _:
            return [used(game, not player, now)]
        case "time", None:
            return [times(game, now)]
        case "time", Side() as side:
            sides = {Side.WHITE: chess.WHITE, Side.BLACK: chess.BLACK, Side.THEIRS: not player}
            return [used(game, sides.get(side, player), now)]
    return [tell("untimed")]


def times(game: Game, now: int) -> Announcement:
    """How long both sides have thought."""
    return tell(
        "time_used", yours=_used(game, game.player, now), theirs=_used(game, not game.player, now)
    )


def used(game: Game, side: chess.Color, now: int) -> Announcement:
    """How long one side has thought."""
    return tell("used_told", side=Colour(side), time=_used(game, side, now))


def _used(game: Game, side: chess.Color, now: int) -> ClockTime:
    thinks = game.ended is None and game.board.turn == side
    return ClockTime(game.used_by(side, now), 1 if thinks else 0)


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
