"""What the line of a display shows: which view, and its cells."""

from dataclasses import dataclass
from enum import StrEnum

from assistant.core.output.cells import Cells


class View(StrEnum):
    NEWS = "news"
    TOLD = "told"
    """A message that was recalled."""
    MOVES = "moves"
    BOARD = "board"
    TYPING = "typing"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is on the display now."""

    cells: Cells = ()
    text: str = ""
    cursor: int | None = None
