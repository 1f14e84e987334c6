"""Two microphones in one room: what both hear was said into the one that hears it louder.

Otherwise a player's announcement, heard across the board, would pass for the repetition by his
opponent (D.2.1). A repetition that follows at once is none of this, however soft it is: only what
was loud in both microphones at the same time is compared.
"""

import itertools
import threading
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable

_NEAR = 0.1
"""Seconds by which one sound may reach us later from one microphone than from the other."""
_MEMORY = 1_000
"""Moments that are remembered of each microphone: more than the longest utterance has."""

_Moment = tuple[float, float]
"""When it was, and how loud."""


class Crosstalk:
    """Shared by the listeners of one room; each is a number. May be used from any thread."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._loud: defaultdict[int, deque[_Moment]] = defaultdict(lambda: deque(maxlen=_MEMORY))
        self._lock = threading.Lock()

    def join(self) -> int:
        """The number of one more listener."""
        return next(self._numbers)

    def hear(self, who: int, now: float, level: float) -> None:
        """A moment of speech; the pauses in it are no speech and are not told here."""
        with self._lock:
            self._loud[who].append((now, level))

    def wins(self, who: int, since: float) -> bool:
        """What was heard since then was said into this microphone; of two equals the first wins."""
        with self._lock:
            heard = {
                number: [one for one in loud if one[0] >= since - _NEAR]
                for number, loud in self._loud.items()
            }
        own = [one for one in heard.pop(who, []) if one[0] >= since]
        return not any(_drowns(rival, told, who, own) for rival, told in heard.items())


def _drowns(rival: int, told: list[_Moment], who: int, own: list[_Moment]) -> bool:
    """Most of it was heard louder by the rival, at the same time."""
    shared = _beside(own, told)
    if not shared or 2 * len(shared) < len(own):
        return False
    louder = max(level for _, level in _beside(told, own))
    return (louder, -rival) > (max(level for _, level in shared), -who)


def _beside(moments: Iterable[_Moment], others: Iterable[_Moment]) -> list[_Moment]:
    """The moments at which the others were loud as well."""
    times = [at for at, _ in others]
    return [
        one
        for one in moments
        if (place := bisect_left(times, one[0] - _NEAR)) < len(times)
        and times[place] <= one[0] + _NEAR
    ]
