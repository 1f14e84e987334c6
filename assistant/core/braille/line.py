"""What stands on the line: parts that belong together, laid out on pages of any width.

A part, a word or a move with its number, is never broken, unless it is longer than the line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.core.output.announcement import MoveTold, Place
from assistant.core.output.cells import BLANK, Cells

About = MoveTold | Place
"""What a routing key can ask about."""


@dataclass(frozen=True, slots=True)
class Part:
    text: str
    cells: Cells
    about: About | None = None
    gap: int = 1
    """Blank cells before it, if it does not begin a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on the line at one time."""

    cells: Cells
    text: str
    parts: tuple[int | None, ...]
    """For each cell the number of the part that it belongs to."""
    start: tuple[int, int]
    """The part with which it begins, and how many cells of that stand on pages before."""
    complete: int
    """How many parts have been shown to their end on this page and those before."""


def lay(parts: Sequence[Part], width: int) -> tuple[Page, ...]:
    """The parts on pages of at most `width` cells; an empty line is one empty page."""
    pages: list[Page] = []
    cells: list[int] = []
    owners: list[int | None] = []
    texts: list[str] = []

    start = (0, 0)

    def turn(complete: int, following: tuple[int, int]) -> None:
        nonlocal start
        pages.append(Page(tuple(cells), " ".join(texts), tuple(owners), start, complete))
        start = following
        cells.clear()
        owners.clear()
        texts.clear()

    width = max(1, width)
    for number, part in enumerate(parts):
        if cells and len(cells) + part.gap + len(part.cells) > width:
            turn(number, (number, 0))
        gap = part.gap if cells else 0
        cells += [BLANK] * gap
        owners += [None] * gap
        texts.append(part.text)
        rest = part.cells
        while len(cells) + len(rest) > width:
            room = width - len(cells)
            cells += rest[:room]
            owners += [number] * room
            rest = rest[room:]
            turn(number, (number, len(part.cells) - len(rest)))
        cells += rest
        owners += [number] * len(rest)
    if cells or not pages:
        turn(len(parts), (0, 0))
    pages[-1] = replace(pages[-1], complete=len(parts))
    return tuple(pages)


def find(pages: Sequence[Page], place: tuple[int, int]) -> int:
    """The number of the page on which a place is, whatever the width was when it was noted."""
    return max(number for number, page in enumerate(pages) if number == 0 or page.start <= place)
