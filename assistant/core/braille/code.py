"""A braille code as data: characters and their cells, in both directions.

Guarantees: what `encode` writes of the characters in `cells`, `decode` reads again; a cell that
has no meaning is told as unreadable, never as something near to it. `doubt` finds characters
for which that would not hold.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from assistant.core.output.cells import BLANK, Cells, Translation, from_unicode, unicode

_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character read from cells; None if these cells mean nothing."""

    text: str | None
    cells: Cells


@dataclass(frozen=True)
class Code:
    cells: Mapping[str, Cells]
    """Characters that are written and read."""
    writing: Mapping[str, Cells] = field(default_factory=dict)
    """Characters that share their cells with others: written, and read as those."""
    capital: tuple[Cells, ...] = ()
    """Stands before a capital letter without cells of its own; the first is written."""
    number: Cells = ()
    """Stands before a row of digits."""
    letter: Cells = ()
    """Stands after a digit, before a letter that would be read as one more digit."""
    _signs: tuple[Mapping[Cells, str], ...] = field(init=False, repr=False, compare=False)
    """Signs by their cells; the longest first."""
    _digits: Mapping[Cells, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        digits = {self.cells[digit]: digit for digit in _DIGITS if digit in self.cells}
        signs = {
            cells: sign
            for sign, cells in self.cells.items()
            if not (self.number and sign in _DIGITS)
        }
        lengths = sorted({len(cells) for cells in signs}, reverse=True)
        by_length = tuple(
            {cells: sign for cells, sign in signs.items() if len(cells) == length}
            for length in lengths
        )
        object.__setattr__(self, "_signs", by_length)
        object.__setattr__(self, "_digits", digits)

    def encode(self, text: str) -> Translation:
        """The text in cells; a character without cells is spelled by its base letters.

        A character that cannot even be spelled is the full cell, so that a reader sees a gap.
        """
        cells: list[int] = []
        to_text: list[int] = []
        to_cell: list[int] = []
        numeric = False
        for place, sign in enumerate(text):
            to_cell.append(len(cells))
            written, numeric = self._written(sign, numeric)
            cells += written
            to_text += [place] * len(written)
        return Translation(tuple(cells), tuple(to_text), tuple(to_cell))

    def knows(self, text: str) -> bool:
        """Whether every character has cells of its own."""
        return all(self._own(sign) is not None or sign.isspace() for sign in text)

    def _written(self, sign: str, numeric: bool) -> tuple[Cells, bool]:
        """The cells of a character after others, and whether a number may go on behind them."""
        if sign.isspace():
            return (BLANK,), False
        own = self._own(sign)
        if own is None:
            cells: list[int] = []
            for base in _spelled(sign):
                part = self._own(base) or (0xFF if self._eight else 0x3F,)
                cells += self._apart(part, numeric)
                numeric = False
            return tuple(cells), False
        if self.number and sign in _DIGITS:
            return (own if numeric else self.number + own), True
        return self._apart(own, numeric), False

    def _own(self, sign: str) -> Cells | None:
        own = self.cells.get(sign) or self.writing.get(sign)
        if own is None and self.capital and sign != sign.lower():
            small = self.cells.get(sign.lower()) or self.writing.get(sign.lower())
            return self.capital[0] + small if small else None
        return own

    def _apart(self, cells: Cells, numeric: bool) -> Cells:
        return self.letter + cells if numeric and cells[:1] in self._digits else cells

    @property
    def _eight(self) -> bool:
        return any(cell > 0x3F for cells in self.cells.values() for cell in cells)

    def decode(self, cells: Cells) -> list[Glyph]:
        """What stands there, character by character; a blank cell is a space."""
        glyphs: list[Glyph] = []
        at = 0
        numeric = False
        while at < len(cells):
            if cells[at] == BLANK:
                glyphs.append(Glyph(" ", (BLANK,)))
                at, numeric = at + 1, False
                continue
            if numeric and (digit := self._digits.get(cells[at : at + 1])):
                glyphs.append(Glyph(digit, cells[at : at + 1]))
                at += 1
                continue
            glyph = self._sign(cells, at) or self._capital(cells, at) or self._letter(cells, at)
            numeric = False
            if glyph is None and self.number and self._starts(cells, at, self.number):
                behind = at + len(self.number)
                if digit := self._digits.get(cells[behind : behind + 1]):
                    glyph = Glyph(digit, cells[at : behind + 1])
                    numeric = True
            glyph = glyph or Glyph(None, cells[at : at + 1])
            glyphs.append(glyph)
            at += len(glyph.cells)
        return glyphs

    def read(self, cells: Cells) -> str | None:
        """The text, if every cell of it can be read."""
        glyphs = [glyph.text for glyph in self.decode(cells)]
        return None if None in glyphs else "".join(filter(None, glyphs))

    @staticmethod
    def _starts(cells: Cells, at: int, sign: Cells) -> bool:
        return cells[at : at + len(sign)] == sign

    def _sign(self, cells: Cells, at: int) -> Glyph | None:
        for signs in self._signs:
            length = len(next(iter(signs)))
            part = cells[at : at + length]
            if part in signs:
                return Glyph(signs[part], part)
        return None

    def _capital(self, cells: Cells, at: int) -> Glyph | None:
        for capital in self.capital:
            if self._starts(cells, at, capital):
                inner = self._sign(cells, at + len(capital))
                if inner is not None and inner.text and inner.text.upper() != inner.text:
                    return Glyph(inner.text.upper(), capital + inner.cells)
        return None

    def _letter(self, cells: Cells, at: int) -> Glyph | None:
        if self.letter and self._starts(cells, at, self.letter):
            inner = self._sign(cells, at + len(self.letter))
            if inner is not None and inner.text and inner.text.isalpha():
                return Glyph(inner.text, self.letter + inner.cells)
        return None

    def doubt(self, alphabet: Iterable[str]) -> tuple[str, str, str] | None:
        """Two texts that cannot be told apart, and the cells of both; None if there are none."""
        first: dict[tuple[bool, Cells], str] = {}
        for sign, cells in self.cells.items():
            behind_number = bool(self.number) and sign in _DIGITS
            if (other := first.setdefault((behind_number, cells), sign)) != sign:
                return other, sign, unicode(cells)
        signs = sorted(set(alphabet))
        for pair in (*signs, *map("".join, product(signs, signs))):
            cells = self.encode(pair).cells
            found = self.decode(cells)
            told = "".join(glyph.text or "?" for glyph in found)
            if told != pair:
                return pair, told, unicode(cells)
        return None


def _spelled(sign: str) -> str:
    """The plain letters of a character with accents, or itself."""
    parts = unicodedata.normalize("NFKD", sign)
    return "".join(part for part in parts if part.isascii()) or sign


def code_cells(table: Mapping[str, str]) -> dict[str, Cells]:
    """Cells that stand in a file as Unicode braille.

    :raises ValueError: if something else stands there.
    """
    return {sign: from_unicode(cells) for sign, cells in table.items()}
