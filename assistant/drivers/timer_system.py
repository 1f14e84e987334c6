"""The machine's own clocks: one that stands still while it sleeps, one that does not."""

import time
from collections.abc import Callable

from assistant.core.play.clockevents import Reading


class Driver:
    def __init__(self) -> None:
        self._asleep_too = getattr(time, "CLOCK_BOOTTIME", None)

    def now(self) -> Reading:
        awake = time.monotonic_ns() // 1_000_000
        if self._asleep_too is None:
            return Reading(awake, time.time_ns() // 1_000_000)
        return Reading(awake, time.clock_gettime_ns(self._asleep_too) // 1_000_000)


def time_of_day() -> int:
    """Milliseconds since the epoch, for the record only."""
    return time.time_ns() // 1_000_000


def within(milliseconds: int) -> Callable[[], bool]:
    """Tells, whenever asked, whether this thread has worked so long since now.

    Working time, so that a busy machine gives the same verdicts as an idle one, only later.
    """
    end = time.thread_time() + milliseconds / 1000
    return lambda: time.thread_time() > end
