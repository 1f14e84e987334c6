"""The events of a journal, each as one phrase; kinds that have no words yet are told by name."""

import dataclasses
import re
from collections.abc import Iterable, Iterator

import chess

from assistant.core.output.announcement import Argument, Colour, Listing, Phrase
from assistant.core.output.moves import told
from assistant.core.play.contestevents import ContestStarted, PositionRestored
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
from assistant.core.record.eventhistory import of_event
from assistant.core.record.scoresheet import ending, irregular

_UNTOLD = frozenset({"at", "ms", "more"})
"""Fields of the journal's own: moments, which the reader is told anyway, and bookkeeping."""


def history(events: Iterable[Event]) -> Iterator[tuple[Event, Phrase]]:
    """Every event with what it tells, in order; never fails, whatever the events are."""
    board = chess.Board()
    for event in events:
        if isinstance(event, GameStarted | ContestStarted):
            board = _start(event)
        yield event, _told(event, board)
        if isinstance(event, MovePlayed) and (move := _legal(board, event)):
            board.push(move)
        elif isinstance(event, MovesTakenBack | PositionRestored):
            for _ in range(min(max(0, event.count), len(board.move_stack))):
                board.pop()


def _start(event: GameStarted | ContestStarted) -> chess.Board:
    try:
        return chess.Board(event.fen, chess960=event.chess960)
    except ValueError:
        return chess.Board()


def _legal(board: chess.Board, event: MovePlayed) -> chess.Move | None:
    try:
        return board.parse_uci(event.move) or None
    except ValueError:
        return None


def _told(event: Event, board: chess.Board) -> Phrase:
    match event:
        case GameStarted():
            side = Colour(event.player)
            return Phrase("journal_started", {"opponent": event.opponent or "?", "side": side})
        case GameResumed():
            return Phrase("journal_resumed")
        case OpponentChanged():
            return Phrase("opponent_lost", {"opponent": event.opponent})
        case MovePlayed() if move := _legal(board, event):
            return Phrase("played", {"side": Colour(event.side), "move": told(board, move)})
        case MovesTakenBack():
            return Phrase("taken_back", {"count": event.count})
        case DrawOffered():
            return Phrase("journal_draw_offered", {"side": Colour(event.side)})
        case DrawDeclined():
            return Phrase("draw_declined", {"side": Colour(event.side)})
        case GameEnded():
            return ending(event)
    return irregular(event) or of_event(event, board) or _plain(event)


def _plain(event: Event) -> Phrase:
    """Any event by the name of its kind and its fields."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(event).__name__)
    fields: dict[str, object] = dataclasses.asdict(event)
    parts = [
        Phrase("event_line", {"what": key.replace("_", " "), "value": _value(key, value)})
        for key, value in fields.items()
        if key not in _UNTOLD and value is not None
    ]
    if not parts:
        return Phrase("journal_fact", {"name": name})
    return Phrase("journal_facts", {"name": name, "facts": Listing(tuple(parts), ",")})


def _value(key: str, value: object) -> Argument:
    if key in ("side", "colour") and isinstance(value, bool):
        return Colour(value)
    if isinstance(value, bool):
        return Phrase("event_yes" if value else "event_no")
    return value if isinstance(value, int | str) else str(value)
