"""What can happen to a chess clock; `clock.apply` says what follows.

`at_ms` is always the moment in whole milliseconds of a clock that never stops nor is set.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.play.timecontrol import LONGEST_PERIOD_MS

GAP_MS = 3_000
"""Two measures of elapsed time may differ by this much before the machine must have slept."""
MOST_MOVES_COUNTED = 9_999
LONGEST_TIME_MS = 10 * LONGEST_PERIOD_MS
"""Nobody sets or adds more than all periods of a time control can hold."""


@dataclass(frozen=True, slots=True)
class Started:
    at_ms: int
    colour: chess.Color = chess.WHITE
    """Whose half runs first: Black's when a game is resumed with Black to move."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A player completed a move: his half stops, the opponent's starts (6.2.1)."""

    at_ms: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class Paused:
    at_ms: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The arbiter stopped both halves."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Resumed:
    at_ms: int
    by_arbiter: bool = False


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """Time given by the arbiter, or taken where negative."""

    at_ms: int
    colour: chess.Color
    by_ms: int


@dataclass(frozen=True, slots=True)
class TimeSet:
    """The arbiter set what one half shows (6.10)."""

    at_ms: int
    colour: chess.Color
    to_ms: int


@dataclass(frozen=True, slots=True)
class MovesSet:
    """The arbiter corrected a move counter (6.10.2, 7.1).

    The period follows: the time of a period that is entered is given, that of one that is
    left again is taken back. A flag that fell in a period now known to be completed is lifted.
    """

    at_ms: int
    colour: chess.Color
    moves: int


@dataclass(frozen=True, slots=True)
class TurnSet:
    """The arbiter decided whose half runs, as when a position is restored (7.1)."""

    at_ms: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class FlagLifted:
    """The arbiter set a player's flag falls aside, as after a wrong setting (6.10.2).

    He gives that player time before, or the flag would fall again at once.
    """

    at_ms: int
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class Suspended:
    """The machine slept; `at_ms` is when that was noticed."""

    at_ms: int
    length_ms: int


@dataclass(frozen=True, slots=True)
class FlagNoticed:
    """A flag was seen to be down (6.8); the time until then is charged."""

    at_ms: int
    colour: chess.Color


Adjustment = TimeAdded | TimeSet | MovesSet | TurnSet | FlagLifted
ClockEvent = Started | Pressed | Paused | Stopped | Resumed | Adjustment | Suspended | FlagNoticed


class Why(StrEnum):
    ABSURD_TIME = "absurd_time"
    ABSURD_MOVES = "absurd_moves"
    ALREADY_STARTED = "already_started"
    NOT_RUNNING = "not_running"
    NOT_HALTED = "not_halted"
    NOT_YOUR_TURN = "not_your_turn"
    ARBITER_STOPPED = "arbiter_stopped"
    """Only the arbiter lets the game go on."""
    NO_TIME_LEFT = "no_time_left"
    """The adjustment would leave no time at all."""


@dataclass(frozen=True, slots=True)
class Refused:
    why: Why
    event: ClockEvent


def absurdity(event: ClockEvent) -> Why | None:
    """What is wrong with the figures of an event on any clock, if anything is."""
    if event.at_ms < 0:
        return Why.ABSURD_TIME
    match event:
        case TimeSet() if not 0 <= event.to_ms <= LONGEST_TIME_MS:
            return Why.ABSURD_TIME
        case TimeAdded() if abs(event.by_ms) > LONGEST_TIME_MS:
            return Why.ABSURD_TIME
        case Suspended() if event.length_ms <= 0:
            return Why.ABSURD_TIME
        case MovesSet() if not 0 <= event.moves <= MOST_MOVES_COUNTED:
            return Why.ABSURD_MOVES
    return None


@dataclass(frozen=True, slots=True)
class Reading:
    """One moment on two clocks of the machine."""

    monotonic_ms: int
    """Stands still while the machine sleeps; the chess clock runs by this one."""
    through_sleep_ms: int
    """Goes on while the machine sleeps: time since boot, or time of day."""


def noticed_gap(before: Reading, after: Reading) -> Suspended | None:
    """That the machine slept between two neighbouring readings, if it did.

    Nothing of it is charged: the clock runs by the measure that stood still.
    """
    awake = max(0, after.monotonic_ms - before.monotonic_ms)
    length = after.through_sleep_ms - before.through_sleep_ms - awake
    return Suspended(after.monotonic_ms, length) if length > GAP_MS else None
