"""Alarms of a clock: thresholds of the time left, and which of them a look at the clock passes.

A threshold is passed once in each period of a side's time; what was below it from the start is
never told. An increment that lifts the time above it again does not arm it again.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import chess

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, Phase
from assistant.core.play.timecontrol import HOUR, MINUTE, SECOND
from assistant.errors import UsageError

USUAL = "10m,5m,1m,10s"
NONE = "none"

_THRESHOLD = re.compile(r"(\d{1,4})\s*([hms]?)")
_UNITS = {"h": HOUR, "m": MINUTE, "": MINUTE, "s": SECOND}


def parse(text: str) -> tuple[int, ...]:
    """Thresholds in milliseconds, the longest first: `10m,5m,1m,10s`; `none` has none.

    :raises UsageError: if a part cannot be read.
    """
    if text.strip().casefold() == NONE:
        return ()
    found = set()
    for part in text.split(","):
        match = _THRESHOLD.fullmatch(part.strip().casefold())
        if match is None or not int(match[1]):
            raise UsageError(
                f"The alarm {part.strip()!r} cannot be read. Write times like {USUAL}, or {NONE}."
            )
        found.add(int(match[1]) * _UNITS[match[2]])
    return tuple(sorted(found, reverse=True))


@dataclass(frozen=True, slots=True)
class Alarms:
    thresholds: tuple[int, ...] = ()
    passed: frozenset[tuple[chess.Color, int, int]] = frozenset()
    """Side, period and threshold of every alarm that is not to be told any more; 0 stands for a
    period that was looked at."""

    def look(
        self,
        state: ClockState,
        now_ms: int,
        sides: Iterable[chess.Color] = (chess.WHITE, chess.BLACK),
    ) -> tuple["Alarms", list[tuple[chess.Color, int]]]:
        """The alarms after this look, and for each side the shortest threshold now passed."""
        settled = clock.settled(state, now_ms)
        news: list[tuple[chess.Color, int]] = []
        passed = self.passed
        for side in sides if self.thresholds else ():
            left, period = clock.remaining(settled, side, now_ms), settled.side(side).period
            if (side, period, 0) not in passed:
                # The first look at a period: what is not more than a threshold never passes it.
                passed |= {(side, period, t) for t in (0, *self.thresholds) if left <= t or not t}
            new = [t for t in self.thresholds if left < t and (side, period, t) not in passed]
            passed |= {(side, period, t) for t in new}
            if new and left:
                news.append((side, new[-1]))
        return replace(self, passed=passed), news

    def next_ms(self, state: ClockState, now_ms: int) -> int | None:
        """Milliseconds until the half that runs passes a threshold; None if it passes none."""
        if state.phase is not Phase.RUNNING or not self.thresholds:
            return None
        half = clock.settled(state, now_ms).side(state.turn)
        left = clock.remaining(state, state.turn, now_ms)
        holds = half.free_ms if left == half.main_ms else 0
        ahead = [
            left - t
            for t in self.thresholds
            if left >= t and (state.turn, half.period, t) not in self.passed
        ]
        return holds + min(ahead) + 1 if ahead else None


NO_ALARMS = Alarms()
