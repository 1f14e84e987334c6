"""A braille display on the screen: the cells as Unicode braille, and beneath them what they say.

Plain lines, one pair for every change, as a pipe or a screen reader wants them.
"""

import sys
from collections.abc import Iterator
from typing import TextIO

from assistant.core.output.cells import Cells, unicode
from assistant.ports import DisplayEvent, Resized


class Driver:
    def __init__(self, width: int = 40, target: TextIO | None = None) -> None:
        self._width = width
        self._target = target or sys.stdout

    def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:
        """Dots 7 and 8 under the cell with the cursor."""
        shown = list(cells[: self._width])
        if cursor is not None and cursor < self._width:
            shown += [0] * (cursor + 1 - len(shown))
            shown[cursor] |= 0xC0
        self._target.write(f"{unicode(shown)}\n{text}\n")
        self._target.flush()

    def events(self) -> Iterator[DisplayEvent]:
        yield Resized(self._width)

    def close(self) -> None:
        """Every line has been written already."""
