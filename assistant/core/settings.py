"""What a user likes, whatever he plays: how it speaks, what is under his fingers, how it hears.

Every field has a default, so a settings file holds only what differs from them.
"""

from collections.abc import Mapping
from typing import Any

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
    """The microphone: `off`, or a driver."""


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
