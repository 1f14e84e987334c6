"""The keys of a braille display, and what each of them does; which, is data in `braille/keys`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from assistant.core.spoken.command import SLOTS
from assistant.core.table import convert
from assistant.errors import DataError


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a display, as brltty names what it means."""

    name: str
    argument: int = 0
    """The cell above a routing key, from 0; the dots of a chord; the code of a character."""


class Action(StrEnum):
    """What a key does on the line itself; every other meaning is a command that is said."""

    BACK = "back"
    FORWARD = "forward"
    UP = "up"
    DOWN = "down"
    FIRST = "first"
    LAST = "last"
    NEWS = "news"
    OLDER = "older"
    NEWER = "newer"
    MOVES = "moves"
    BOARD = "board"
    TOUCH = "touch"
    DOTS = "dots"
    CHARACTER = "character"
    ENTER = "enter"
    TALK = "talk"
    ERASE = "erase"
    ESCAPE = "escape"


MEANINGS = {
    Action.BACK: "pan back, at the beginning to the message before",
    Action.FORWARD: "pan forward, at the end to the next message",
    Action.UP: "one move back in the list of moves; on the board, one rank up",
    Action.DOWN: "one move on in the list of moves; on the board, one rank down",
    Action.FIRST: "the first move; on the board, the top rank",
    Action.LAST: "the last move; on the board, the bottom rank",
    Action.NEWS: "back to the news; on the news, to its beginning",
    Action.OLDER: "recall the message before",
    Action.NEWER: "the message after",
    Action.MOVES: "the list of moves",
    Action.BOARD: "the position; again: back to the news",
    Action.TOUCH: "details of the move or the square under the finger",
    Action.DOTS: "type braille",
    Action.CHARACTER: "type a character",
    Action.ENTER: "send what is typed; with nothing typed as the key to talk",
    Action.TALK: "silence; with --talk push: speak now, and again: it was said",
    Action.ERASE: "erase what was typed last",
    Action.ESCAPE: "discard what is typed; back to the news",
}
"""What `chess-assistant braille keys` tells of each action."""


@dataclass(frozen=True, slots=True)
class Say:
    """The key says a command, as if it had been spoken."""

    command: str


class File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    keys: dict[str, str]


Keys = Mapping[str, Action | Say]
"""What the keys do, by brltty's names of them."""


def check(raw: Mapping[str, Any], file: str, known: frozenset[str]) -> Keys:
    """What each key does.

    :raises DataError: naming file, key and remedy.
    """
    table = convert(raw, File, file, "table of keys")
    found: dict[str, Action | Say] = {}
    for name, meaning in table.keys.items():
        if name not in known:
            raise DataError(file, f"keys.{name}", "there is no such key", "See braille/keys")
        word, _, command = meaning.partition(" ")
        if word == "say" and frozenset() in SLOTS.get(command, ()):
            found[name] = Say(command)
        elif meaning in set(Action):
            found[name] = Action(meaning)
        else:
            actions = ", ".join(Action)
            raise DataError(
                file,
                f"keys.{name}",
                f"{meaning!r} is nothing that a key can do",
                f"Write say and a command, or one of {actions}",
            )
    return found
