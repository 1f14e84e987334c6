"""Cells on paper and in files: Braille ASCII as embossers take it, or Unicode braille.

Guarantees: what is written is read again cell by cell; lines of a BRF file end with CRLF and
pages with a form feed; a sign that is no cell is reported with its line, never passed over.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.core.output.cells import BLANK, Cells, unicode

_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""North American Braille ASCII: the sign of each cell of six dots."""
_CELL = {sign: cell for cell, sign in enumerate(_ASCII)} | {
    sign.lower(): cell for cell, sign in enumerate(_ASCII)
}
# The second half of ASCII once more, as some embossers and editors write it.
_CELL |= {"`": _CELL["@"], "{": _CELL["["], "|": _CELL["\\"], "}": _CELL["]"], "~": _CELL["^"]}
_SHARE = 0.5
"""Of the signs of a file that are Unicode braille, for it to be taken as such."""

Page = Sequence[Cells]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A sign in a file that is no braille cell."""

    line: int
    sign: str


def brf(pages: Sequence[Page]) -> bytes:
    """Pages for an embosser; cells must have six dots."""
    written = ["".join(f"{_line(line)}\r\n" for line in page) + "\f" for page in pages]
    return "".join(written).encode("ascii")


def _line(cells: Cells) -> str:
    return "".join(_ASCII[cell] for cell in cells).rstrip()


def braille(pages: Sequence[Page]) -> bytes:
    """Pages in Unicode braille, with blank cells as such, and a form feed between pages."""
    texts = ["".join(f"{unicode(_trimmed(line))}\n" for line in page) for page in pages]
    return "\f".join(texts).encode()


def _trimmed(line: Cells) -> Cells:
    end = len(line)
    while end and line[end - 1] == BLANK:
        end -= 1
    return line[:end]


def in_unicode(text: str) -> bool:
    """Whether a text is Unicode braille; otherwise it may be Braille ASCII, or no braille."""
    signs = [sign for sign in text if not sign.isspace()]
    return sum("\u2800" <= sign <= "\u28ff" for sign in signs) > _SHARE * len(signs)


def lines(text: str) -> tuple[list[tuple[int, Cells | None]], list[Foreign]]:
    """The numbered lines of a file as cells, None where a page begins, and what was no cell.

    A foreign sign stands among the cells as a blank, so that it parts what is beside it.
    """
    unicode_braille = in_unicode(text)
    found: list[tuple[int, Cells | None]] = []
    foreign = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        for place, part in enumerate(line.split("\f")):
            if place:
                found.append((number, None))
            cells = [_cell(sign, as_unicode=unicode_braille) for sign in part]
            foreign += [
                Foreign(number, sign)
                for sign, cell in zip(part, cells, strict=True)
                if cell is None
            ]
            found.append((number, tuple(cell or BLANK for cell in cells)))
    return found, foreign


def _cell(sign: str, *, as_unicode: bool) -> int | None:
    if sign.isspace():
        return BLANK
    if as_unicode:
        return ord(sign) - 0x2800 if "\u2800" <= sign <= "\u28ff" else None
    return _CELL.get(sign)
