"""What a user likes, whatever he plays: how it speaks, what is under his fingers, how it hears.

Every field has a default, so a settings file holds only what differs from them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from assistant.core.table import convert


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Speech(Table, frozen=True):
    """How announcements are spoken."""

    driver: str = "auto"
    """The voice: `auto` speaks in a terminal on a machine with sound; `off`, or a driver."""


class Braille(Table, frozen=True):
    """What is under the fingers."""

    driver: str = "auto"
    """The display: `auto` uses BRLTTY's if it runs; `off`, or a driver."""


class Microphone(Table, frozen=True):
    """How announcements are heard."""

    driver: str = "off"
    """The microphone: `off`, `default` (the system's choice), a name or a part of it,
    `file:PATH` (a WAV file or a folder of them), or `-` (standard input)."""
    channel: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    """The channel to listen to, from 1; 0 mixes all."""
    opponent: str = "off"
    """A second microphone, for the opponent; written as `driver`."""
    opponent_channel: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    talk: Literal["open", "push"] = "open"
    """`open` listens all the time; `push` only after an empty line, until the next one."""
    model: str = ""
    """The folder of a speech model; empty: the installed one of the language."""
    profile: str = ""
    """The name of the speaker's profile, made by `enroll`."""


class Settings(Table, frozen=True):
    speech: Speech = Speech()
    braille: Braille = Braille()
    microphone: Microphone = Microphone()


def check(raw: Mapping[str, Any], file: str) -> Settings:
    """The settings in a file.

    :raises DataError: naming file, key and remedy.
    """
    return convert(raw, Settings, file, "settings")


def rows(settings: Settings) -> list[tuple[str, Any, Any]]:
    """Every setting: its key `section.field`, its value, its default."""
    found = []
    for section in Settings.__struct_fields__:
        table, defaults = getattr(settings, section), getattr(Settings(), section)
        found += [
            (f"{section}.{field}", getattr(table, field), getattr(defaults, field))
            for field in table.__struct_fields__
        ]
    return found
