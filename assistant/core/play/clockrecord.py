"""A clock and its journal: what happened as events, and the clock that follows from them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from typing import Any, get_args

from assistant.core.play import clock, timecontrol
from assistant.core.play.clock import ClockState
from assistant.core.play.clockevents import (
    ClockEvent,
    FlagNoticed,
    MovesSet,
    Paused,
    Pressed,
    Refused,
    Resumed,
    Suspended,
    TimeAdded,
    TimeSet,
)
from assistant.core.play.events import ClockRan, ClockSet, Event, PressTakenBack
from assistant.errors import JournalError, UsageError

_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(ClockEvent)}
_FIGURES: dict[object, str] = {
    TimeAdded: "by_ms",
    TimeSet: "to_ms",
    MovesSet: "moves",
    Suspended: "length_ms",
}


def written(happened: ClockEvent, at: int) -> ClockRan:
    """What happened to the clock, as the journal keeps it."""
    figure = _FIGURES.get(type(happened))
    return ClockRan(
        at=at,
        what=type(happened).__name__,
        at_ms=happened.at_ms,
        colour=getattr(happened, "colour", None),
        figure=None if figure is None else getattr(happened, figure),
        by_arbiter=getattr(happened, "by_arbiter", False),
    )


def read(ran: ClockRan) -> ClockEvent:
    """What happened to the clock, from the journal.

    :raises JournalError: if there is no such thing.
    """
    kind = _KINDS.get(ran.what)
    if kind is None:
        raise JournalError(f"The journal tells of {ran.what!r}, which no clock knows.")
    fields: dict[str, object] = {"at_ms": ran.at_ms}
    names = {field.name for field in dataclass_fields(kind)}
    if "colour" in names and ran.colour is not None:
        fields["colour"] = ran.colour
    if kind in _FIGURES:
        fields[_FIGURES[kind]] = ran.figure
    if "by_arbiter" in names:
        fields["by_arbiter"] = ran.by_arbiter
    try:
        happened: ClockEvent = kind(**fields)
    except TypeError:
        raise JournalError(f"The journal's {ran.what} lacks a part.") from None
    return happened


_PASSIVE = Paused | Resumed | Suspended | FlagNoticed


@dataclass(frozen=True, slots=True)
class Record:
    """A clock with all that happened to it."""

    set: ClockSet
    happened: tuple[ClockEvent, ...]
    state: ClockState


def begin(started: ClockSet) -> Record:
    """A clock that was set and has not run.

    :raises JournalError: if its time control cannot be read.
    """
    try:
        control = timecontrol.parse(started.control)
    except UsageError as error:
        raise JournalError(f"The journal's time control cannot be read: {error}") from None
    return Record(started, (), clock.new(control))


def after(record: Record, happened: ClockEvent) -> Record | Refused:
    """The clock after something more happened, or why that cannot be."""
    state = clock.apply(record.state, happened)
    if isinstance(state, Refused):
        return state
    return replace(record, happened=(*record.happened, happened), state=state)


def without_last_press(record: Record) -> Record | None:
    """The clock as if the last press had not been; None if there is none to take back.

    A press before an adjustment by the arbiter stands: he has seen the clock since.
    """
    last = len(record.happened)
    while last and isinstance(record.happened[last - 1], _PASSIVE):
        last -= 1
    if not last or not isinstance(record.happened[last - 1], Pressed):
        return None
    again: Record | Refused = begin(record.set)
    for happened in (*record.happened[: last - 1], *record.happened[last:]):
        if isinstance(again, Refused):
            return None
        again = after(again, happened)
    return None if isinstance(again, Refused) else again


def replay(events: Iterable[Event]) -> Record:
    """The clock that these events made.

    :raises JournalError: if they are not the events of one clock.
    """
    record: Record | None = None
    for event in events:
        following: Record | Refused | None
        if record is None:
            if not isinstance(event, ClockSet):
                raise JournalError("This is not the journal of a clock.")
            following = begin(event)
        elif isinstance(event, ClockRan):
            following = after(record, read(event))
        elif isinstance(event, PressTakenBack):
            following = without_last_press(record)
        else:
            following = None
        if not isinstance(following, Record):
            raise JournalError(f"A clock cannot go on with {type(event).__name__}.")
        record = following
    if record is None:
        raise JournalError("The journal is empty: there is no clock in it.")
    return record
