"""A time control: periods with their times, as people write it, and as PGN writes it.

Guarantees:
- every `TimeControl` that exists makes sense: it gives time, and each figure is within bounds;
- `parse(str(control)) == control`; the same holds for PGN where PGN can express it;
- any text gives a `TimeControl` or a `TimeControlError`, in time linear in its length.

As people write it: `90+30` is 90 minutes and 30 seconds for each move; `40/90+30, 30+30` has two
periods; `25 d10` delays the main time by 10 seconds, `10 b5` gives up to 5 seconds back
(Bronstein). Plain times are minutes and plain increments seconds; `2h`, `1h30`, `45min`, `180s`
say otherwise. Two players with different times: `W 5+3 B 4+3`. The last period, if it has a
number of moves, repeats.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import chess

from assistant.errors import UsageError

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

LONGEST_PERIOD_MS = 24 * HOUR
LONGEST_INCREMENT_MS = 10 * MINUTE
MOST_PERIODS = 10
MOST_MOVES = 200
LONGEST_TEXT = 400

EXAMPLE = "Write it like 90+30, or 40/90+30, 30+30."


class TimeControlError(UsageError):
    """A time control that cannot be read or makes no sense; the message names the part."""


class Mode(StrEnum):
    """What the time added for each move does (6.3.2)."""

    CUMULATIVE = "cumulative"
    """Added before each move; what is not used is kept (Fischer)."""
    BRONSTEIN = "bronstein"
    """Added before each move; what is not used is lost."""
    DELAY = "delay"
    """Runs first, by itself; the main time runs after it."""


@dataclass(frozen=True, slots=True)
class Period:
    moves: int | None
    """How many moves must be completed in it; None: all that are left."""
    time_ms: int
    increment_ms: int = 0
    mode: Mode = Mode.CUMULATIVE
    """Without an increment all modes are one, and this is CUMULATIVE."""

    def __post_init__(self) -> None:
        """:raises TimeControlError: for a figure out of bounds."""
        if self.moves is not None and not 1 <= self.moves <= MOST_MOVES:
            raise TimeControlError(
                f"{self.moves} moves in a period are not possible: give 1 to {MOST_MOVES}."
            )
        if not 0 <= self.time_ms <= LONGEST_PERIOD_MS:
            raise TimeControlError(
                f"{_written(self.time_ms)} for one period is not possible: give at most 24 hours."
            )
        if not 0 <= self.increment_ms <= LONGEST_INCREMENT_MS:
            raise TimeControlError(
                f"{_written(self.increment_ms)} for each move is not possible:"
                " give at most 10 minutes."
            )
        if self.time_ms % SECOND or self.increment_ms % SECOND:
            raise TimeControlError("A time control has whole seconds only.")
        if not self.time_ms + self.increment_ms:
            raise TimeControlError(f"A period without any time is not possible. {EXAMPLE}")
        if not self.increment_ms:
            object.__setattr__(self, "mode", Mode.CUMULATIVE)

    def __str__(self) -> str:
        """The canonical written form of this period: `40/90+30`."""
        moves = "" if self.moves is None else f"{self.moves}/"
        minutes, rest = divmod(self.time_ms, MINUTE)
        time = f"{self.time_ms // SECOND}s" if rest else f"{minutes}"
        if not self.increment_ms:
            return moves + time
        return f"{moves}{time}{_SIGNS[self.mode]}{self.increment_ms // SECOND}"


_SIGNS = {Mode.CUMULATIVE: "+", Mode.BRONSTEIN: " b", Mode.DELAY: " d"}


@dataclass(frozen=True, slots=True)
class TimeControl:
    periods: tuple[Period, ...]
    """Of both players, or of White."""
    black: tuple[Period, ...] = ()
    """Of Black, where the players have different times; else empty."""

    def __post_init__(self) -> None:
        """:raises TimeControlError: for periods that do not make up a game."""
        for periods in (self.periods, self.black or self.periods):
            if not 1 <= len(periods) <= MOST_PERIODS:
                raise TimeControlError(
                    f"{len(periods)} periods are not possible: give 1 to {MOST_PERIODS}."
                )
            for period in periods[:-1]:
                if period.moves is None:
                    raise TimeControlError(
                        f"The period {str(period)!r} is not the last one and needs a number"
                        f" of moves. {EXAMPLE}"
                    )
        if self.black == self.periods:
            object.__setattr__(self, "black", ())

    def __str__(self) -> str:
        """The canonical written form: `40/90+30, 30+30`, or `W 5+3 B 4+3`."""
        white = ", ".join(str(period) for period in self.periods)
        if not self.black:
            return white
        return f"W {white} B {', '.join(str(period) for period in self.black)}"

    def of(self, colour: chess.Color) -> tuple[Period, ...]:
        """The periods of one player."""
        return self.periods if colour or not self.black else self.black


class Untimed(StrEnum):
    """What a PGN tag says when it gives no time control."""

    UNKNOWN = "?"
    NONE = "-"


@dataclass(frozen=True, slots=True)
class PeriodFacts:
    """One period in the figures that a sentence about it needs."""

    number: int
    """Counted from 1."""
    moves: int | None
    repeats: bool
    """It is the last one and has a number of moves: it comes again and again."""
    hours: int
    minutes: int
    seconds: int
    increment_minutes: int
    increment_seconds: int
    mode: Mode


def facts(periods: tuple[Period, ...]) -> tuple[PeriodFacts, ...]:
    """A player's periods in figures, ready to be worded."""
    return tuple(
        PeriodFacts(
            number,
            period.moves,
            repeats=number == len(periods) and period.moves is not None,
            hours=period.time_ms // HOUR,
            minutes=period.time_ms % HOUR // MINUTE,
            seconds=period.time_ms % MINUTE // SECOND,
            increment_minutes=period.increment_ms // MINUTE,
            increment_seconds=period.increment_ms % MINUTE // SECOND,
            mode=period.mode,
        )
        for number, period in enumerate(periods, 1)
    )


_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_UNIT = r"hours|hour|hrs|hr|h|minutes|minute|mins|min|m|'|′|seconds|second|secs|sec|s|\"|″"
_DURATION = rf"{_NUMBER} ?(?:(?:{_UNIT})(?: ?{_NUMBER} ?(?:{_UNIT})?){{0,2}})?"
_PERIOD = re.compile(
    r"(?:(?P<moves>[0-9]{1,9}) ?(?:/|moves in|in) ?|(?:game|g|sd|sudden death) ?(?:/|in)? ?)?"
    rf"(?P<time>{_DURATION})"
    r"(?: ?(?P<kind>\+|\||increment|inc|i|delay|d|bronstein|b) ?"
    rf"(?P<increment>{_DURATION}))?"
)
_PIECE = re.compile(rf"({_NUMBER}) ?({_UNIT})?")
_SIDES = re.compile(r"w(?:hite)?[ :] ?(?P<white>[^:]+?)[ ,;]+b(?:lack)?[ :] ?(?P<black>[^:]+)")
_BETWEEN = re.compile(r" ?[,;] ?(?:then )?| then ")
_LATE_INCREMENT = re.compile(r" ?[,;] ?(?=(?:\+|increment|inc|i|delay|d|bronstein|b) ?[0-9])")
_MODES = {"d": Mode.DELAY, "b": Mode.BRONSTEIN}
_UNITS = {"h": HOUR, "m": MINUTE, "'": MINUTE, "′": MINUTE, "s": SECOND, '"': SECOND, "″": SECOND}


def parse(text: str) -> TimeControl:
    """The time control that a person wrote.

    :raises TimeControlError: naming the part that cannot be read, with an example.
    """
    line = " ".join(text[: LONGEST_TEXT + 1].casefold().split())
    if not line:
        raise TimeControlError(f"The time control is empty. {EXAMPLE}")
    if len(text) > LONGEST_TEXT:
        raise TimeControlError(f"The time control is too long to be one. {EXAMPLE}")
    if sides := _SIDES.fullmatch(line):
        return TimeControl(_periods(sides["white"]), _periods(sides["black"]))
    return TimeControl(_periods(line))


def _periods(line: str) -> tuple[Period, ...]:
    # "G/60; d5" has one period: the semicolon only sets the delay apart.
    parts = _BETWEEN.split(_LATE_INCREMENT.sub(" ", line))
    return tuple(_period(part) for part in parts)


def _period(part: str) -> Period:
    found = _PERIOD.fullmatch(part)
    if found is None:
        raise TimeControlError(
            f"The part {part[:40]!r} of the time control cannot be read. {EXAMPLE}"
        )
    time = _duration(found["time"], MINUTE, part)
    increment = _duration(found["increment"], SECOND, part) if found["increment"] else 0
    mode = _MODES.get((found["kind"] or "+")[0], Mode.CUMULATIVE)
    return Period(int(found["moves"]) if found["moves"] else None, time, increment, mode)


def _duration(text: str, unit: int, part: str) -> int:
    total = Fraction(0)
    last = 0
    for number, written in _PIECE.findall(text):
        # In "1h30" the 30 are of the next smaller unit.
        size = _UNITS[written[0]] if written else (last // 60 if last else unit)
        if (last and size >= last) or size < SECOND:
            raise TimeControlError(
                f"The time {text!r} in {part!r} does not go from large units to small. {EXAMPLE}"
            )
        total += Fraction(number) * size
        last = size
    if total % SECOND:
        raise TimeControlError(f"The time {text!r} in {part!r} is not in whole seconds. {EXAMPLE}")
    return int(total)


def _written(milliseconds: int) -> str:
    hours, rest = divmod(abs(milliseconds), HOUR)
    parts = ((hours, "h"), (rest // MINUTE, "min"), (rest % MINUTE // SECOND, "s"))
    told = " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"
    return f"-{told}" if milliseconds < 0 else told


_PGN_PERIOD = re.compile(
    r"(?:(?P<moves>[0-9]{1,9})/)?(?P<time>[0-9]{1,9})(?:\+(?P<increment>[0-9]{1,9}))?"
)
PGN_EXAMPLE = 'The tag is written like "5400+30" or "40/5400+30:1800+30".'


def parse_pgn(tag: str) -> TimeControl | Untimed:
    """The time control in a PGN `TimeControl` tag.

    :raises TimeControlError: naming the field that cannot be read, with an example.
    """
    tag = tag.strip()
    if tag in (Untimed.UNKNOWN, Untimed.NONE):
        return Untimed(tag)
    if len(tag) > LONGEST_TEXT:
        raise TimeControlError(f"The TimeControl tag is too long to be one. {PGN_EXAMPLE}")
    periods = []
    for field in tag.split(":"):
        if field.startswith("*"):
            raise TimeControlError(
                f"The field {field[:40]!r} of the TimeControl tag asks for a sandclock, which this"
                f" clock is not. {PGN_EXAMPLE}"
            )
        found = _PGN_PERIOD.fullmatch(field)
        if found is None:
            raise TimeControlError(
                f"The field {field[:40]!r} of the TimeControl tag cannot be read. {PGN_EXAMPLE}"
            )
        moves = int(found["moves"]) if found["moves"] else None
        increment = int(found["increment"] or 0) * SECOND
        periods.append(Period(moves, int(found["time"]) * SECOND, increment))
    return TimeControl(tuple(periods))


def pgn(control: TimeControl | Untimed) -> str:
    """The PGN `TimeControl` tag; `?` for what the PGN standard has no form for.

    It has none for delay and Bronstein modes, nor for players with different times.
    """
    if isinstance(control, Untimed):
        return control.value
    if control.black or any(period.mode is not Mode.CUMULATIVE for period in control.periods):
        return Untimed.UNKNOWN.value
    return ":".join(_pgn_field(period) for period in control.periods)


def _pgn_field(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    increment = f"+{period.increment_ms // SECOND}" if period.increment_ms else ""
    return f"{moves}{period.time_ms // SECOND}{increment}"
