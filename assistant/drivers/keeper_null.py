"""A keeper that remembers events as long as the program runs."""

from assistant.core.play.events import Event


class Driver:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def keep(self, *events: Event) -> None:
        self.events.extend(events)

    def close(self) -> None:
        """Nothing is open."""
