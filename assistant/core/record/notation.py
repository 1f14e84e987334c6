"""The record of a game for other programs: PGN."""

from datetime import UTC, datetime

import chess
import chess.pgn

from assistant.core.play.game import Game


def pgn(game: Game, player: str = "Player") -> str:
    """The game as PGN; python-chess reads the same game back."""
    record = chess.pgn.Game()
    start = chess.Board(game.started.fen, chess960=game.started.chess960)
    if start.fen() != chess.STARTING_FEN:
        record.setup(start)
    at = datetime.fromtimestamp(game.started.at / 1000, UTC)
    opponent = game.opponent
    if game.elo is None and game.level is not None:
        opponent += f" (level {game.level})"
    names = (player, opponent) if game.player else (opponent, player)
    record.headers["Event"] = "Practice"
    record.headers["Site"] = "?"
    record.headers["Date"] = at.strftime("%Y.%m.%d")
    record.headers["Round"] = "-"
    record.headers["White"], record.headers["Black"] = names
    record.headers["Result"] = game.ended.result if game.ended else "*"
    if game.elo is not None:
        record.headers["BlackElo" if game.player else "WhiteElo"] = str(game.elo)
    if game.started.chess960:
        record.headers["Variant"] = "Chess960"
    node: chess.pgn.GameNode = record
    for move in game.board.move_stack:
        node = node.add_variation(move)
    if game.ended:
        node.comment = game.ended.reason.replace("_", " ")
    return f"{record}\n"
