"""Braille cells as whole numbers, and text in cells with the way back to its characters.

A cell is the sum of its dots: dot 1 is bit 0, dot 8 is bit 7, so that Unicode braille is U+2800
plus the cell.
"""

from collections.abc import Iterable
from dataclasses import dataclass

Cells = tuple[int, ...]

BLANK = 0
DOT_7 = 0x40
DOT_8 = 0x80
_FIRST = 0x2800


@dataclass(frozen=True, slots=True)
class Translation:
    """A text in cells. Both maps ascend, and are as long as what they map from."""

    cells: Cells = ()
    to_text: tuple[int, ...] = ()
    """For each cell the place of its character in the text: what a routing key points at."""
    to_cell: tuple[int, ...] = ()
    """For each character of the text the place of its first cell."""


def unicode(cells: Iterable[int]) -> str:
    """Cells as characters of Unicode braille; a blank cell is U+2800."""
    return "".join(chr(_FIRST + cell) for cell in cells)


def from_unicode(text: str) -> Cells:
    """Characters of Unicode braille as cells; a space is a blank cell.

    :raises ValueError: if another character is among them.
    """
    cells = []
    for sign in text:
        cell = BLANK if sign.isspace() else ord(sign) - _FIRST
        if not 0 <= cell <= 0xFF:
            raise ValueError(f"{sign!r} is no braille")
        cells.append(cell)
    return tuple(cells)


def join(parts: Iterable[Translation], texts: Iterable[int], gap: int = 0) -> Translation:
    """Translations in a row, with that many blank cells and spaces between them.

    `texts` gives the number of characters of each part's text.
    """
    cells: list[int] = []
    to_text: list[int] = []
    to_cell: list[int] = []
    start = 0
    for number, (part, length) in enumerate(zip(parts, texts, strict=True)):
        if number:
            to_cell += range(len(cells), len(cells) + gap)
            to_text += range(start, start + gap)
            cells += [BLANK] * gap
            start += gap
        to_cell += (len(cells) + cell for cell in part.to_cell)
        to_text += (start + place for place in part.to_text)
        cells += part.cells
        start += length
    return Translation(tuple(cells), tuple(to_text), tuple(to_cell))
