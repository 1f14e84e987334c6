"""Short sounds that tell the kind of an announcement before its first word: which one, and when."""

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from assistant.core.output.announcement import Announcement, Argument, Listing, Phrase
from assistant.core.table import convert


class _Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Earcon(_Table, frozen=True):
    name: str
    """Its meaning is the phrase `sound_<name>` of every grammar file."""
    notes: tuple[tuple[int, int], ...]
    """Hertz, 0 for silence, and milliseconds."""
    level: float
    """Loudness, 0 to 1."""
    when: tuple[str, ...] = ()
    """Announcements it stands before."""
    urgency: str = ""
    """It stands before everything that is so urgent."""

    @property
    def ms(self) -> int:
        return sum(length for _, length in self.notes)


class Channels(_Table, frozen=True):
    public: frozenset[str]
    """Announcements that both players hear."""
    silent: frozenset[str]
    """Announcements that are shown but never spoken."""


class Announcing(_Table, frozen=True):
    """The file `announcer.toml`."""

    channels: Channels
    nearest: dict[str, tuple[str, ...]]
    earcons: tuple[Earcon, ...]


def check(raw: Mapping[str, Any], file: str) -> Announcing:
    """:raises DataError: naming file, key and remedy."""
    return convert(raw, Announcing, file, "announcer")


def earcon_of(announcement: Announcement, earcons: Sequence[Earcon]) -> Earcon | None:
    """The sound before an announcement; None if its words are enough."""
    keys = list(_keys(announcement.key, announcement.args))
    urgency = announcement.urgency.name.lower()
    for earcon in earcons:
        if earcon.urgency == urgency:
            return earcon
        if any(fnmatchcase(key, pattern) for pattern in earcon.when for key in keys):
            return earcon
    return None


def _keys(key: str, args: Mapping[str, Argument]) -> Iterator[str]:
    """The announcement's own key and those of the phrases within it."""
    yield key
    for value in args.values():
        parts = value.items if isinstance(value, Listing) else (value,)
        for part in parts:
            if isinstance(part, Phrase):
                yield from _keys(part.key, part.args)
