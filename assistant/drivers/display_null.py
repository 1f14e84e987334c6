"""A braille display that nobody feels: it remembers what stood on it, and gives given events."""

from collections.abc import Iterable, Iterator

from assistant.core.output.cells import Cells
from assistant.ports import DisplayEvent, Resized


class Driver:
    def __init__(self, width: int = 40, events: Iterable[DisplayEvent] = ()) -> None:
        self._events = [Resized(width), *events]
        self.shown: list[tuple[Cells, int | None, str]] = []
        """Every line with its cursor and its text, oldest first."""
        self.closed = False

    def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:
        self.shown.append((cells, cursor, text))

    def events(self) -> Iterator[DisplayEvent]:
        yield from self._events

    def close(self) -> None:
        self.closed = True
