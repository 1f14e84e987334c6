"""What a user likes, whatever he plays: how it speaks, what is under his fingers, how it hears.

Every field has a default, so a settings file holds only what differs from them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, inspect

from assistant.core.output.voices import Manner
from assistant.core.table import convert
from assistant.errors import DataError

Rate = Annotated[float, Meta(ge=0.5, le=4.0)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Latency = Annotated[int, Meta(ge=5, le=1000)]
WIDEST = 200
"""Cells of a display on the screen; no real one has more."""
Width = Annotated[int, Meta(ge=1, le=WIDEST)]


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Speech(Table, frozen=True):
    """How announcements are spoken."""

    driver: str = "auto"
    """The voice: `auto` speaks in a terminal on a machine with sound; `off`, or a driver."""
    voice: str = ""
    """A voice by its name or id, or a variant of all (`+f3`); empty: one of the language."""
    rate: Rate = 1.0
    """Times the normal speed, 0.5 to 4."""
    volume: Percent = 100
    """Percent."""
    pitch: Percent = 50
    """0 to 100, where the synthesiser has a pitch."""
    earphone: str = ""
    """The device that only the visually disabled player hears; empty: the system's own choice;
    a name that ends in .wav is a file to be written."""
    loudspeaker: str = "off"
    """The device that both players hear; `off`: moves are heard in the earphone only."""
    loudspeaker_voice: str = ""
    loudspeaker_rate: Rate = 1.0
    loudspeaker_volume: Percent = 100
    loudspeaker_pitch: Percent = 50
    earcons: bool = True
    """Short sounds before the words."""
    latency_ms: Latency = 30
    """Sound that is on its way to the device; more if speech crackles on a slow machine."""
    folder: str = "speech"
    """Where the voice `file` writes its files; it is heard too if a device is named."""

    @property
    def earphone_manner(self) -> Manner:
        return Manner(self.voice, self.rate, self.volume, self.pitch)

    @property
    def loudspeaker_manner(self) -> Manner:
        return Manner(
            self.loudspeaker_voice,
            self.loudspeaker_rate,
            self.loudspeaker_volume,
            self.loudspeaker_pitch,
        )


class Braille(Table, frozen=True):
    """What is under the fingers."""

    driver: str = "auto"
    """The display: `auto` uses BRLTTY's if it runs; `off`, or a driver."""
    width: Width = 40
    """Cells of a display on the screen; any other knows its width."""
    host: str = ""
    """Where BRLTTY listens, as in BRLAPI_HOST; empty: here."""
    auth: str = ""
    """The key file of BRLTTY, as in BRLAPI_AUTH; empty: the usual one."""
    tty: str = ""
    """The console, and the window on it, as in WINDOWPATH; empty: as it is."""
    notation: str = "auto"
    """How moves are written: `auto` by the language, or a name of `braille tables`."""


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
    try:
        return convert(raw, Settings, file, "settings")
    except DataError as error:
        if (wish := wanted(error.key)) is None:
            raise
        raise DataError(file, error.key, "this value does not fit", f"Give {wish}") from None


def wanted(key: str) -> str | None:
    """What a setting may be, in words: `a number from 0.5 to 4`; None if there is no such key."""
    section, _, name = key.partition(".")
    tables = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    if section not in tables:
        return None
    for field in msgspec.structs.fields(tables[section]):
        if field.name == name:
            return _in_words(inspect.type_info(field.type))
    return None


def _in_words(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:g}, with a point and not a comma"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of: {', '.join(map(str, values))}"
    return "a text"


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
