"""The journal of a game as text: one JSON object a line, each bound to the line before.

Every line carries its own SHA-256 and that of the line before it, so a changed, lost or inserted
line is found and named. A last line without its line feed was torn by a crash: what it held was
never announced, and the lines before it are the whole game. The same holds for facts of one
moment of which the last are missing.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import msgspec

from assistant.core.play import contestevents, events
from assistant.core.play.events import Event
from assistant.errors import JournalError

KINDS = events.KINDS | contestevents.KINDS
VERSION = 1
FIRST = "chess-assistant journal"
"""Stands where the first line has no line before it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a journal holds."""

    events: tuple[Event, ...]
    last: str
    """The hash that the next line has to carry."""
    sound: int
    """Length in bytes of the complete lines."""
    torn: bytes = b""
    """What follows the last complete line."""


def encode(event: Event, before: str) -> tuple[bytes, str]:
    """The line of an event, with its line feed, and the hash that the next line carries."""
    fields = {"v": VERSION, "event": type(event).__name__, **asdict(event), "before": before}
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    own = _digest(body)
    return body[:-1] + _SEAL % own.encode() + b"\n", own


_SEAL = b',"hash":"%s"}'
_SEAL_LENGTH = len(_SEAL) - 2 + 64


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def start() -> str:
    """The hash that the first line carries as that of the line before."""
    return _digest(FIRST.encode())


def write(events: Iterable[Event]) -> bytes:
    """A whole journal."""
    lines = []
    before = start()
    for event in events:
        line, before = encode(event, before)
        lines.append(line)
    return b"".join(lines)


def read(data: bytes) -> Reading:
    """The events of a journal and its torn end, if it has one.

    :raises JournalError: naming the first line that is not as it was written.
    """
    *lines, _torn = data.split(b"\n")
    found: list[Event] = []
    before = start()
    whole, last, sound, at = 0, before, 0, 0
    for number, line in enumerate(lines, start=1):
        event, before = _decode(line, before, number)
        found.append(event)
        at += len(line) + 1
        if not event.more:
            whole, last, sound = number, before, at
    return Reading(tuple(found[:whole]), last, sound, data[sound:])


def _decode(line: bytes, before: str, number: int) -> tuple[Event, str]:
    body = line[:-_SEAL_LENGTH] + b"}"
    own = _digest(body)
    if line[-_SEAL_LENGTH:] != _SEAL % own.encode():
        raise JournalError(
            f"Line {number} of the journal is not as it was written. Restore the file from a copy."
        )
    try:
        fields = json.loads(body)
        version, name, bound = fields.pop("v"), fields.pop("event"), fields.pop("before")
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise JournalError(
            f"Line {number} of the journal is no journal line. Restore the file from a copy."
        ) from None
    if version != VERSION:
        raise JournalError(
            f"Line {number} of the journal has version {version!r}, this program writes {VERSION}. "
            "Use the program that wrote it."
        )
    if bound != before:
        raise JournalError(
            f"Line {number} of the journal does not follow the line before it: a line is missing "
            "or was put in. Restore the file from a copy."
        )
    kind = KINDS.get(name)
    if kind is None:
        raise JournalError(
            f"Line {number} of the journal tells of {name!r}, which is unknown here."
        )
    try:
        return msgspec.convert(fields, kind), own
    except msgspec.ValidationError as error:
        raise JournalError(f"Line {number} of the journal is broken: {error}.") from None
