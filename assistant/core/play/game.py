"""The state of a game: what follows from its events, and from nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import chess

from assistant.core.play.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    OpponentChanged,
)
from assistant.errors import JournalError


@dataclass(frozen=True, slots=True)
class Game:
    started: GameStarted
    board: chess.Board
    """The position with all moves before it; never changed in place."""
    opponent: str
    level: int | None
    elo: int | None
    offer: chess.Color | None = None
    """The side whose draw offer stands."""
    ended: GameEnded | None = None
    since: int = 0
    """When the side to move began to think."""
    used: tuple[int, int] = (0, 0)
    """Milliseconds used by Black and by White: indexed by colour."""

    @property
    def player(self) -> chess.Color:
        return self.started.player

    @property
    def players_turn(self) -> bool:
        return self.ended is None and self.board.turn == self.started.player

    def used_by(self, side: chess.Color, now: int) -> int:
        """Milliseconds that a side has used until now."""
        thinking = max(0, now - self.since) if self.ended is None and self.board.turn == side else 0
        return self.used[side] + thinking


def begin(started: GameStarted) -> Game:
    """A game before its first move.

    :raises JournalError: if its start position cannot be read.
    """
    try:
        board = chess.Board(started.fen, chess960=started.chess960)
    except ValueError:
        raise JournalError(f"The game's start position cannot be read: {started.fen!r}.") from None
    return Game(started, board, started.opponent, started.level, started.elo, since=started.at)


def apply(game: Game, event: Event) -> Game:
    """The game after the event.

    :raises JournalError: if the event cannot follow; the journal is then not of this game.
    """
    match event:
        case MovePlayed():
            return _moved(game, event)
        case MovesTakenBack():
            return _taken_back(game, event)
        case GameResumed():
            return replace(game, since=event.at)
        case OpponentChanged():
            return replace(game, opponent=event.opponent, level=event.level, elo=event.elo)
        case DrawOffered():
            return replace(game, offer=event.side)
        case DrawDeclined():
            return replace(game, offer=None)
        case GameEnded():
            return replace(
                game, ended=event, offer=None, used=_charged(game, event.at), since=event.at
            )
    raise JournalError(f"A game cannot go on with {type(event).__name__}.")


def replay(events: Iterable[Event]) -> Game:
    """The game that these events made.

    :raises JournalError: if they are not the events of one game.
    """
    game: Game | None = None
    for event in events:
        if game is None:
            if not isinstance(event, GameStarted):
                raise JournalError("The journal does not begin with the start of a game.")
            game = begin(event)
        else:
            game = apply(game, event)
    if game is None:
        raise JournalError("The journal is empty: there is no game in it. Name another file.")
    return game


def _charged(game: Game, now: int) -> tuple[int, int]:
    black, white = game.used
    thinking = max(0, now - game.since)
    return (black, white + thinking) if game.board.turn else (black + thinking, white)


def _moved(game: Game, event: MovePlayed) -> Game:
    try:
        move = chess.Move.from_uci(event.move)
    except ValueError:
        move = chess.Move.null()
    if not move or event.side != game.board.turn or not game.board.is_legal(move):
        raise JournalError(f"The move {event.move} cannot be played in this game.")
    board = game.board.copy()
    board.push(move)
    # An offer stands until the opponent of the one who made it has moved (9.1.2.1).
    offer = game.offer if game.offer == event.side else None
    return replace(game, board=board, offer=offer, used=_charged(game, event.at), since=event.at)


def _taken_back(game: Game, event: MovesTakenBack) -> Game:
    if not 0 < event.count <= len(game.board.move_stack):
        raise JournalError(f"{event.count} moves cannot be taken back in this game.")
    used = _charged(game, event.at)
    board = game.board.copy()
    for _ in range(event.count):
        board.pop()
    return replace(game, board=board, offer=None, used=used, since=event.at)


def automatic_end(
    board: chess.Board, is_dead: Callable[[chess.Board], bool]
) -> tuple[str, str] | None:
    """Result and reason if the game is over by itself."""
    if not any(board.generate_legal_moves()):
        if board.is_check():
            return ("0-1" if board.turn else "1-0"), "checkmate"
        return "1/2-1/2", "stalemate"
    if is_dead(board):
        return "1/2-1/2", "dead_position"
    if board.is_seventyfive_moves():
        return "1/2-1/2", "seventyfive_moves"
    if board.is_fivefold_repetition():
        return "1/2-1/2", "fivefold"
    return None


def claimable(board: chess.Board) -> str | None:
    """The ground on which the side to move may claim a draw now (9.2, 9.3)."""
    if board.is_repetition(3):
        return "threefold"
    if board.is_fifty_moves():
        return "fifty_moves"
    return None
