"""What a clock tells when it is asked: times as they go on, moves to the time control, hands."""

import chess

from assistant.core.output import tactileclock
from assistant.core.output.announcement import (
    Announcement,
    ClockTime,
    Colour,
    Hands,
    Urgency,
    Written,
    tell,
)
from assistant.core.output.durations import duration
from assistant.core.play import clock
from assistant.core.play.clock import ClockState, Phase


def left(state: ClockState, side: chess.Color, now_ms: int) -> ClockTime:
    """What a half of the clock shows; if it runs it goes on, after what is left of a delay."""
    shown = clock.remaining(state, side, now_ms)
    half = clock.settled(state, now_ms).side(side)
    # In Bronstein mode the move's own time is part of what is shown, and so runs at once.
    holds = half.free_ms if shown == half.main_ms else 0
    return ClockTime(shown, -1 if _runs(state, side) else 0, holds)


def used(state: ClockState, side: chess.Color, now_ms: int) -> ClockTime:
    """How long a half of the clock has run; it goes on if that half runs."""
    return ClockTime(clock.used(state, side, now_ms), 1 if _runs(state, side) else 0)


def times(state: ClockState, side: chess.Color, now_ms: int) -> Announcement:
    """Time used and time left (D.2.10.4)."""
    return tell(
        "clock_told",
        side=Colour(side),
        used=used(state, side, now_ms),
        left=left(state, side, now_ms),
    )


def to_control(state: ClockState, side: chess.Color) -> Announcement:
    """How many moves a side still has to make in its period."""
    moves = clock.moves_left(state, side)
    if moves is None:
        return tell("clock_no_control", side=Colour(side))
    return tell("clock_control_in", side=Colour(side), count=moves)


def hands(state: ClockState, side: chess.Color, now_ms: int) -> list[Announcement]:
    """The hands of a tactile clock in words, and as a row of braille."""
    shown = left(state, side, now_ms)
    row = tactileclock.cells(tactileclock.face(shown.ms))
    return [
        tell("hands_told", side=Colour(side), hands=Hands(shown)),
        tell("hands_row", row=Written(row)),
    ]


def alarm(side: chess.Color, threshold_ms: int) -> Announcement:
    """That less than so much is left."""
    return tell("alarm_left", Urgency.ALARM, side=Colour(side), time=duration(threshold_ms))


def _runs(state: ClockState, side: chess.Color) -> bool:
    return state.phase is Phase.RUNNING and state.turn == side
