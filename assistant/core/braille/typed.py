"""What is being typed at a display, chord by chord."""

from dataclasses import dataclass, field

from assistant.core.braille.line import Page
from assistant.core.output.cells import Cells


@dataclass
class Typed:
    units: list[Cells] = field(default_factory=list)
    """What each key has typed: one cell, or the cells of a character."""

    def __bool__(self) -> bool:
        return bool(self.units)

    @property
    def cells(self) -> Cells:
        return tuple(cell for unit in self.units for cell in unit)

    def add(self, cells: Cells) -> None:
        self.units.append(cells)

    def erase(self) -> None:
        if self.units:
            self.units.pop()

    def take(self) -> Cells:
        """All that was typed; nothing of it stays."""
        cells = self.cells
        self.units.clear()
        return cells

    def page(self, width: int, text: str) -> tuple[Page, int]:
        """The end of what was typed, and where the cursor stands."""
        room = max(0, width - 1)
        shown = self.cells[-room:] if room else ()
        return Page(shown, text, (None,) * len(shown), (0, 0), 0), len(shown)
