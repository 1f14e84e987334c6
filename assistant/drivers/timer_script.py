"""A clock that shows what a script says: for replaying time, and for tests."""

from assistant.core.play.clockevents import Reading


class Driver:
    def __init__(self) -> None:
        self.milliseconds = 0
        self.asleep = 0
        """Milliseconds for which the machine pretended to sleep."""

    def now(self) -> Reading:
        return Reading(self.milliseconds, self.milliseconds + self.asleep)
