"""Every setting of an event as one short question: its place in the file and what may be said.

Guarantees: `SETTINGS` covers every field of `Regulations`, in the order in which they are asked;
`raw(values(regulations))` gives the same regulations again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assistant.core.play.regulations import EDITIONS, Duty, EarlyPress, Questions, Regulations

Value = str | bool | int | None

LONGEST_TEXT = 80
"""Characters of a name: more does not fit on a sheet."""


class Kind(StrEnum):
    """What an answer may be."""

    NAME = "name"
    """Text that must be there."""
    TEXT = "text"
    """Text, or nothing."""
    YES_NO = "yes_no"
    NUMBER = "number"
    TIME_CONTROL = "time_control"
    CHOICE = "choice"
    LANGUAGE = "language"
    """A choice among the languages that are installed."""


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    """Its path in the file; an entry of a list counts as a key: `duties.move`."""
    phrase: str
    kind: Kind = Kind.YES_NO
    choices: tuple[str, ...] = ()
    most: int = 0
    """The largest number; the least is 0."""
    unset: str = ""
    """The phrase for no value; empty: it must have one."""
    worded: bool = False
    """The choices have words of their own: phrases `<phrase>_<choice>`."""


SETTINGS: tuple[Setting, ...] = (
    Setting("white.name", "event_white_name", Kind.NAME),
    Setting("white.visually_disabled", "event_white_disabled"),
    Setting("black.name", "event_black_name", Kind.NAME),
    Setting("black.visually_disabled", "event_black_disabled"),
    Setting("event.name", "event_name", Kind.TEXT),
    Setting("event.place", "event_place", Kind.TEXT),
    Setting("event.date", "event_date", Kind.TEXT),
    Setting("event.round", "event_round", Kind.TEXT),
    Setting("event.board", "event_board", Kind.TEXT),
    Setting("rules.edition", "event_edition", Kind.CHOICE, choices=EDITIONS),
    Setting("rules.time_control", "event_time_control", Kind.TIME_CONTROL),
    Setting("rules.supervised", "event_supervised"),
    Setting(
        "rules.default_time", "event_default_time", Kind.NUMBER, most=240, unset="event_as_edition"
    ),
    Setting("rules.no_draw_before", "event_no_draw_before", Kind.NUMBER, most=200),
    Setting("rules.chess960", "event_chess960", Kind.NUMBER, most=959, unset="event_no"),
    Setting("speech.language", "event_language", Kind.LANGUAGE),
    Setting("speech.ranks", "event_ranks", Kind.CHOICE, choices=("german", "local"), worded=True),
    Setting("speech.repetition_required", "event_repetition"),
    Setting(
        "speech.early_press",
        "event_early_press",
        Kind.CHOICE,
        choices=tuple(EarlyPress),
        worded=True,
    ),
    *(Setting(f"speech.questions.{name}", f"event_question_{name}") for name in Questions),
    Setting("speech.keep_sound", "event_keep_sound"),
    Setting("speech.alarms", "event_alarms"),
    *(Setting(f"duties.{name}", f"event_duty_{name}") for name in Duty),
)

LISTS: dict[str, tuple[str, ...]] = {
    "speech.questions": tuple(Questions),
    "duties": tuple(Duty),
}
"""Keys of the file that hold a list of names; each name is a setting of its own, yes or no."""


def values(regulations: Regulations) -> dict[str, Value]:
    """The value of every setting, by its key."""
    return {setting.key: _value(regulations, setting.key) for setting in SETTINGS}


def _value(regulations: Regulations, key: str) -> Value:
    owner, _, name = key.rpartition(".")
    if owner in LISTS:
        return name in _reach(regulations, owner)
    found: Value = _reach(regulations, key)
    return str(found) if isinstance(found, StrEnum) else found


def _reach(owner: Any, key: str) -> Any:
    for part in key.split("."):
        owner = getattr(owner, part)
    return owner


def raw(settled: Mapping[str, Value]) -> dict[str, Any]:
    """The values as the tables of a file; what has no value is left out."""
    tables: dict[str, Any] = {}
    for key, value in settled.items():
        owner, _, name = key.rpartition(".")
        if owner in LISTS:
            *path, owner = owner.split(".")
            names = _table(tables, path).setdefault(owner, [])
            if value:
                names.append(name)
        elif value is not None:
            _table(tables, owner.split("."))[name] = value
    return tables


def _table(tables: dict[str, Any], path: list[str]) -> dict[str, Any]:
    for part in path:
        tables = tables.setdefault(part, {})
    return tables
