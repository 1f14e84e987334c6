"""In which order announcements are spoken to one listener, without a voice and without a clock.

Laws of this module:
- one thing is said at a time;
- the more urgent is said first, and cuts short what is less urgent; among equals the first told is
  the first said;
- what was cut short is said again from its beginning, unless it was chatter;
- chatter gives way to everything else, and is forgotten when it has waited too long;
- what is not chatter is forgotten only by `hush`, which the listener asks for himself.
"""

from collections import deque
from dataclasses import dataclass
from typing import Generic, TypeVar

from assistant.core.output.announcement import Urgency

What = TypeVar("What")

STALE_MS = 12_000
"""Chatter that has waited so long is about something that is over."""


@dataclass(frozen=True, slots=True)
class Told(Generic[What]):
    """One announcement on its way."""

    what: What
    urgency: Urgency
    at_ms: int
    """When it was told."""


class Order(Generic[What]):
    def __init__(self) -> None:
        self._waiting: dict[Urgency, deque[Told[What]]] = {
            urgency: deque() for urgency in sorted(Urgency, reverse=True)
        }
        self._saying: Told[What] | None = None

    @property
    def saying(self) -> Told[What] | None:
        return self._saying

    @property
    def quiet(self) -> bool:
        """Nothing is being said, and nothing waits."""
        return self._saying is None and not any(self._waiting.values())

    @property
    def waiting(self) -> int:
        """How many announcements wait that must not be lost."""
        return sum(len(row) for urgency, row in self._waiting.items() if urgency > Urgency.CHATTER)

    def add(self, told: Told[What]) -> bool:
        """Takes an announcement in; True if what is being said has to stop for it."""
        if told.urgency > Urgency.CHATTER:
            self._waiting[Urgency.CHATTER].clear()
        self._waiting[told.urgency].append(told)
        return self._saying is not None and told.urgency > self._saying.urgency

    def begin(self, now_ms: int) -> Told[What] | None:
        """What is said now; None if there is nothing to say."""
        if self._saying is not None:
            raise ValueError("something is being said")
        for urgency, row in self._waiting.items():
            while row:
                told = row.popleft()
                if urgency > Urgency.CHATTER or now_ms - told.at_ms < STALE_MS:
                    self._saying = told
                    return told
        return None

    def ended(self) -> None:
        """It was heard to its end, or nobody wants to hear it."""
        self._saying = None

    def broken_off(self) -> None:
        """It was cut short by something more urgent, or the device was lost."""
        told, self._saying = self._saying, None
        if told is not None and told.urgency > Urgency.CHATTER:
            self._waiting[told.urgency].appendleft(told)

    def drop_chatter(self) -> bool:
        """Forgets chatter; True if what is being said has to stop for it."""
        self._waiting[Urgency.CHATTER].clear()
        return self._saying is not None and self._saying.urgency is Urgency.CHATTER

    def hush(self) -> bool:
        """Forgets everything; True if what is being said has to stop."""
        for row in self._waiting.values():
            row.clear()
        saying, self._saying = self._saying, None
        return saying is not None
