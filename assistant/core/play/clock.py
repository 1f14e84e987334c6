"""The chess clock: its state, and what follows from each thing that happens to it.

Laws of this module:
- time is an argument, in whole milliseconds of a clock that never stops nor is set;
- only events charge time, from event to event; reading, however often, changes nothing;
- of the time that passes while the clock runs, each millisecond is charged to exactly one side;
- time that goes backwards is no time at all; counting goes on from the new moment;
- a period's time is added as soon as its predecessor's moves are completed, and what was saved
  is kept (6.3.1); the increment for a move is there before the move (6.3.2);
- a flag falls when nothing is left, at a known moment and so in a known order; the fall stays
  recorded, and a side whose flag is down gets no increment until a new period or the arbiter
  gives it time;
- what cannot be is refused by a value that says why, and the clock is as it was.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from assistant.core.play.clockevents import (
    Adjustment,
    ClockEvent,
    FlagLifted,
    FlagNoticed,
    MovesSet,
    Paused,
    Pressed,
    Refused,
    Resumed,
    Started,
    Stopped,
    Suspended,
    TimeAdded,
    TimeSet,
    TurnSet,
    Why,
    absurdity,
)
from assistant.core.play.timecontrol import Mode, Period, TimeControl


class Phase(StrEnum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    """Halted by a player or by the program; either may go on."""
    STOPPED = "stopped"
    """Halted by the arbiter, who alone decides when the game goes on (6.11.1, 6.11.2)."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the clock."""

    main_ms: int
    """Never negative."""
    free_ms: int
    """What is left of this move's own time, in delay and Bronstein mode."""
    used_ms: int = 0
    """All the time this half has run."""
    overrun_ms: int = 0
    """How much of it came after the time was used up."""
    moves: int = 0
    """Completed moves."""
    period: int = 0
    """Counted from 0; it always follows from `moves`."""


@dataclass(frozen=True, slots=True)
class FlagFall:
    colour: chess.Color
    period: int
    moves: int
    """How many moves the player had completed."""
    at_ms: int
    lifted: bool = False
    """It does not count: the moves had been completed, or the arbiter set it aside."""


@dataclass(frozen=True, slots=True)
class ClockState:
    control: TimeControl
    white: Side
    black: Side
    phase: Phase = Phase.READY
    turn: chess.Color = chess.WHITE
    since_ms: int = 0
    """Up to when time has been charged."""
    flags: tuple[FlagFall, ...] = ()
    """Every fall, in order."""
    suspended_ms: int = 0
    """How long the machine slept, in all; charged to nobody."""

    def side(self, colour: chess.Color) -> Side:
        return self.white if colour else self.black


def new(control: TimeControl) -> ClockState:
    """A clock that is set and does not run; the first increment is on it (6.3.2)."""
    white, black = control.of(chess.WHITE)[0], control.of(chess.BLACK)[0]
    return ClockState(
        control,
        _with_bonus(Side(white.time_ms, 0), white),
        _with_bonus(Side(black.time_ms, 0), black),
    )


def apply(state: ClockState, event: ClockEvent) -> ClockState | Refused:
    """The clock after an event, or why the event cannot be."""
    if why := _objection(state, event):
        return Refused(why, event)
    now = settled(state, event.at_ms)
    match event:
        case Pressed():
            return _pressed(now, event.colour)
        case Started():
            return replace(now, phase=Phase.RUNNING, turn=event.colour)
        case Resumed():
            return replace(now, phase=Phase.RUNNING)
        case Paused():
            return replace(now, phase=Phase.PAUSED)
        case Stopped():
            return replace(now, phase=Phase.STOPPED)
        case FlagNoticed():
            return now
        case Suspended():
            return replace(now, suspended_ms=now.suspended_ms + event.length_ms)
        case _:
            return _adjusted(now, event)


def _objection(state: ClockState, event: ClockEvent) -> Why | None:
    running = state.phase is Phase.RUNNING
    match event:
        case Started() if state.phase is not Phase.READY:
            return Why.ALREADY_STARTED
        case Pressed() | Paused() if not running:
            return Why.NOT_RUNNING
        case Pressed() if event.colour != state.turn:
            return Why.NOT_YOUR_TURN
        case Stopped() if not running and state.phase is not Phase.PAUSED:
            return Why.NOT_RUNNING
        case Resumed() if running or state.phase is Phase.READY:
            return Why.NOT_HALTED
        case Resumed() if state.phase is Phase.STOPPED and not event.by_arbiter:
            return Why.ARBITER_STOPPED
    return absurdity(event)


def settled(state: ClockState, now_ms: int) -> ClockState:
    """The clock with all time up to now charged, and any flag that fell until now."""
    if state.phase is not Phase.RUNNING:
        return replace(state, since_ms=now_ms)
    elapsed = max(0, now_ms - state.since_ms)
    before = state.side(state.turn)
    left = before.main_ms + before.free_ms
    if elapsed >= left and not _is_down(state, state.turn):
        fall = FlagFall(state.turn, before.period, before.moves, state.since_ms + left)
        state = replace(state, flags=(*state.flags, fall))
    return replace(_with_side(state, state.turn, _charged(before, elapsed)), since_ms=now_ms)


def _charged(side: Side, elapsed: int) -> Side:
    # The move's own time runs before the main time, in both modes that have one (6.3.2);
    # they differ only in what the display adds up.
    free = min(side.free_ms, elapsed)
    main = min(side.main_ms, elapsed - free)
    return Side(
        side.main_ms - main,
        side.free_ms - free,
        side.used_ms + elapsed,
        side.overrun_ms + elapsed - free - main,
        side.moves,
        side.period,
    )


def _pressed(state: ClockState, colour: chess.Color) -> ClockState:
    periods = state.control.of(colour)
    before = state.side(colour)
    after = _with_moves(before, periods, before.moves + 1)
    if after.period != before.period or not _is_down(state, colour):
        after = _with_bonus(after, _period(periods, after.period))
    return replace(_with_side(state, colour, after), turn=not colour)


def _adjusted(state: ClockState, event: Adjustment) -> ClockState | Refused:
    side = state.side(event.colour)
    periods = state.control.of(event.colour)
    period = _period(periods, side.period)
    match event:
        case TimeAdded():
            side = replace(side, main_ms=side.main_ms + event.by_ms)
        case TimeSet():
            # In Bronstein mode the display shows the main time and the move's own together.
            free = min(side.free_ms, event.to_ms) if period.mode is Mode.BRONSTEIN else 0
            side = replace(side, main_ms=event.to_ms - free, free_ms=free or side.free_ms)
        case MovesSet():
            before = side.period
            side = _with_moves(side, periods, event.moves)
            if side.period != before:
                side = replace(side, free_ms=_free(_period(periods, side.period)))
            state = _lifted(state, event.colour, range(before, side.period))
        case TurnSet():
            if not _is_down(state, event.colour):
                side = replace(side, free_ms=_free(period))
            return _with_side(replace(state, turn=event.colour), event.colour, side)
        case FlagLifted():
            state = _lifted(state, event.colour, range(side.period + 1))
    nothing_left = side.main_ms + side.free_ms == 0 and not isinstance(event, MovesSet)
    if side.main_ms < 0 or nothing_left:
        return Refused(Why.NO_TIME_LEFT, event)
    return _with_side(state, event.colour, side)


def _with_moves(side: Side, periods: tuple[Period, ...], moves: int) -> Side:
    """The side after so many moves, with the time of the periods entered or left thereby."""
    period, _ = _place(periods, moves)
    entered = sum(_period(periods, i).time_ms for i in range(side.period + 1, period + 1))
    left = sum(_period(periods, i).time_ms for i in range(period + 1, side.period + 1))
    return replace(side, main_ms=side.main_ms + entered - left, moves=moves, period=period)


def _with_bonus(side: Side, period: Period) -> Side:
    """The side with what the next move brings it."""
    free = _free(period)
    return replace(side, main_ms=side.main_ms + period.increment_ms - free, free_ms=free)


def _free(period: Period) -> int:
    return 0 if period.mode is Mode.CUMULATIVE else period.increment_ms


def _period(periods: tuple[Period, ...], index: int) -> Period:
    return periods[min(index, len(periods) - 1)]


def _place(periods: tuple[Period, ...], moves: int) -> tuple[int, int | None]:
    """How many periods so many moves complete, and how many moves the next one still needs."""
    completed = 0
    for period in periods[:-1]:
        if period.moves is None or moves < period.moves:
            return completed, period.moves and period.moves - moves
        moves -= period.moves
        completed += 1
    last = periods[-1].moves
    return (completed, None) if last is None else (completed + moves // last, last - moves % last)


def _is_down(state: ClockState, colour: chess.Color) -> bool:
    period = state.side(colour).period
    return any(
        flag.colour == colour and flag.period == period and not flag.lifted for flag in state.flags
    )


def _lifted(state: ClockState, colour: chess.Color, periods: range) -> ClockState:
    flags = tuple(
        replace(flag, lifted=True) if flag.colour == colour and flag.period in periods else flag
        for flag in state.flags
    )
    return replace(state, flags=flags)


def _with_side(state: ClockState, colour: chess.Color, side: Side) -> ClockState:
    return replace(state, white=side) if colour else replace(state, black=side)


def remaining(state: ClockState, colour: chess.Color, now_ms: int) -> int:
    """What a player's half shows now, in milliseconds."""
    side = settled(state, now_ms).side(colour)
    bronstein = _period(state.control.of(colour), side.period).mode is Mode.BRONSTEIN
    return side.main_ms + (side.free_ms if bronstein else 0)


def delay_left(state: ClockState, colour: chess.Color, now_ms: int) -> int:
    """How long the move's own time still runs, in delay and Bronstein mode; else 0."""
    return settled(state, now_ms).side(colour).free_ms


def used(state: ClockState, colour: chess.Color, now_ms: int) -> int:
    """How long a player's half has run, in milliseconds."""
    return settled(state, now_ms).side(colour).used_ms


def fallen(state: ClockState, now_ms: int) -> tuple[FlagFall, ...]:
    """The flag falls that stand, the first first."""
    return tuple(flag for flag in settled(state, now_ms).flags if not flag.lifted)


def moves_left(state: ClockState, colour: chess.Color) -> int | None:
    """How many moves are left until the next time control; None if there is none."""
    return _place(state.control.of(colour), state.side(colour).moves)[1]
