"""Rows that are read one at a time, each on as many pages as it needs: moves, ranks, messages."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.braille.line import Page, Part, find, lay

Rows = Sequence[Sequence[Part]]


@dataclass
class Browse:
    row: int = 0
    place: tuple[int, int] = (0, 0)
    """Where the page of that row begins."""

    def to(self, row: int) -> None:
        self.row, self.place = row, (0, 0)

    def page(self, rows: Rows, width: int) -> tuple[Page, bool]:
        """What stands there, and whether the row goes on behind it."""
        self.row = min(self.row, len(rows) - 1)
        pages = lay(rows[self.row], width)
        number = find(pages, self.place)
        return pages[number], number < len(pages) - 1

    def pan(self, rows: Rows, width: int, step: int) -> bool:
        """One page on or back, at the end of the row to the next one; False if there is none."""
        self.row = min(self.row, len(rows) - 1)
        pages = lay(rows[self.row], width)
        number = find(pages, self.place) + step
        if 0 <= number < len(pages):
            self.place = pages[number].start
            return True
        row = self.row + step
        if not 0 <= row < len(rows):
            return False
        self.to(row)
        if step < 0:
            self.place = (len(rows[row]), 0)
        return True
