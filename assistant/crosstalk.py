"""Two microphones in one room: what both hear was said into the one that hears it louder.

Otherwise a player's announcement, heard across the board, would pass for the repetition by his
opponent (D.2.1).
"""

import itertools
import threading
from dataclasses import dataclass

_SLACK = 0.3
"""Seconds by which two microphones may differ about one utterance."""


@dataclass(slots=True)
class _Utterance:
    begun: float
    ended: float
    level: float


class Crosstalk:
    """Shared by the listeners of one room; each is a number. May be used from any thread."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._last: dict[int, _Utterance] = {}
        self._lock = threading.Lock()

    def join(self) -> int:
        """The number of one more listener."""
        return next(self._numbers)

    def begin(self, who: int, now: float) -> None:
        with self._lock:
            self._last[who] = _Utterance(now, now, -100.0)

    def go_on(self, who: int, now: float, level: float) -> None:
        with self._lock:
            one = self._last[who]
            one.ended, one.level = now, max(one.level, level)

    def wins(self, who: int) -> bool:
        """Nobody else was heard louder at the same time; of two equals the first wins."""
        with self._lock:
            own = self._last[who]
            rivals = [
                (other.level, -number)
                for number, other in self._last.items()
                if number != who
                and other.begun <= own.ended + _SLACK
                and own.begun <= other.ended + _SLACK
            ]
            return all((own.level, -who) > rival for rival in rivals)
