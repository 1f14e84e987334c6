"""The headers of a scoresheet, named as PGN names its tags: of a practice game, of an event."""

import re
from datetime import UTC, datetime

import chess

from assistant.core.play import timecontrol
from assistant.core.play.events import GameStarted, OpponentChanged
from assistant.core.play.regulations import Regulations

UNFINISHED = "*"
_UNKNOWN_DATE = "????.??.??"
_DATE = re.compile(r"([0-9]{4})[-./]([0-9]{2})[-./]([0-9]{2})")


def of_practice(started: GameStarted, player: str) -> dict[str, str]:
    """A game of a person against the program."""
    headers = {"Event": "Practice", "Site": "?", "Date": _day(started.at), "Round": "-"}
    headers |= {"White": player, "Black": player, "Result": UNFINISHED}
    return headers | of_opponent(started, started)


def of_opponent(started: GameStarted, event: GameStarted | OpponentChanged) -> dict[str, str]:
    """What tells the program's name and strength."""
    side = "Black" if started.player else "White"
    if event.elo is not None:
        return {side: event.opponent, f"{side}Elo": str(event.elo)}
    level = "" if event.level is None else f" (level {event.level})"
    return {side: f"{event.opponent}{level}" or "?"}


def of_event(regulations: Regulations, at: int) -> dict[str, str]:
    """A game at an event that began at this time; its file may name another day."""
    event = regulations.event
    day = _DATE.fullmatch(event.date.strip())
    headers = {
        "Event": event.name or "?",
        "Site": event.place or "?",
        "Date": ".".join(day.groups()) if day else _day(at),
        "Round": event.round or "-",
        "White": regulations.white.name,
        "Black": regulations.black.name,
        "Result": UNFINISHED,
        "TimeControl": timecontrol.pgn(regulations.time_control),
    }
    return headers | ({"Board": event.board} if event.board else {})


def of_position(board: chess.Board) -> dict[str, str]:
    """What tells a start position; nothing for the usual one."""
    headers: dict[str, str] = {}
    if board.fen() != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": board.fen()}
    if board.chess960:
        headers["Variant"] = "Chess960"
    return headers


def _day(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y.%m.%d")
    except (ValueError, OverflowError, OSError):
        return _UNKNOWN_DATE
