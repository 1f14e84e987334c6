"""Braille on a sheet: cells in Unicode or Braille ASCII, and the letters of uncontracted braille.

The notations (`braille/`) are read elsewhere; this is what remains when none of them fits:
letters, dot 6 for a capital, the number sign, and the marks that `record.brf` writes.
"""

import re

from assistant.core.record.brf import translate

_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""North American Braille ASCII, by the dots of a cell as Unicode counts them."""
_CELLS = frozenset(_ASCII) | {"\x1a"}
"""DOS ends a file with that control sign."""
_WRITTEN = re.compile(r"[A-H][1-8](?![A-Z#])|[O0]-[O0]|^\[\w+$")
_FIRST = 0x2800
_DIGITS = dict(zip("ABCDEFGHIJ", "1234567890", strict=True))
_CAPITAL, _NUMBER, _LETTER, _CONTINUED = ",", "#", ";", '"'
_SIGNS = {translate(sign).cells: sign for sign in ".,:;?!-'/()[]=+*%&_#@<>"}
_MARKS = {cells: sign for cells, sign in _SIGNS.items() if len(cells) > 1}
_SINGLE = {cells: sign for cells, sign in _SIGNS.items() if len(cells) == 1}


def is_braille(text: str) -> bool:
    """Most of it is Unicode braille, or Braille ASCII without small letters and written moves."""
    signs = [sign for sign in text if not sign.isspace()]
    if not signs:
        return False
    cells = sum(_FIRST <= ord(sign) < _FIRST + 256 for sign in signs)
    if cells * 2 > len(signs):
        return True
    if not may_be_braille(text):
        return False
    if "\f" in text:
        return True  # the pages of an embosser; some notations write squares as text does
    words = text.split()
    if len(re.findall(r"#[A-J]", text)) * 3 >= len(words) // 2 > 0:
        return True
    # A sheet in capitals has the same signs, but squares and castling as they are written.
    return sum(_WRITTEN.search(word) is not None for word in words) * 4 < len(words)


def may_be_braille(text: str) -> bool:
    """All signs are those of Braille ASCII; a sheet in capitals has them too."""
    signs = {sign for sign in text if not sign.isspace()}
    return signs <= _CELLS and any(sign.isalpha() for sign in signs)


def unicode_cells(text: str) -> str:
    """Braille ASCII as Unicode cells; Unicode cells and line ends stay."""
    if any(_FIRST <= ord(sign) < _FIRST + 256 for sign in text):
        return text.replace("\u2800", " ")
    found = []
    for sign in text:
        at = _ASCII.find(sign.upper()) if sign.isascii() and not sign.isspace() else -1
        found.append(chr(_FIRST + at) if at > 0 else sign)
    return "".join(found)


def read(cells: str) -> str:
    """The text that uncontracted cells spell; what has no meaning stays as its cell."""
    ascii_cells = "".join(_ascii(sign) for sign in cells)
    # A word that is longer than a line goes on behind dot 5.
    ascii_cells = re.sub(r'"\s*\n\s*', "", ascii_cells)
    return "\n".join(
        " ".join(_word(word) for word in line.split(" ")) for line in ascii_cells.split("\n")
    )


def _ascii(sign: str) -> str:
    number = ord(sign) - _FIRST
    if not 0 <= number < 256:
        return sign
    if number >= 128:
        return sign
    if number >= 64:
        return _CAPITAL + _ASCII[number - 64]  # dot 7 marks a capital in eight-dot braille
    return _ASCII[number]


def _word(word: str) -> str:
    text: list[str] = []
    at, number, capitals = 0, False, False
    while at < len(word):
        if word[at] == _NUMBER:
            number = True
            at += 1
        elif word.startswith(_CAPITAL * 2, at):
            capitals, number = True, False
            at += 2
        elif word[at] == _CAPITAL and word[at + 1 : at + 2].isalpha():
            text.append(word[at + 1])
            number = False
            at += 2
        elif word[at] == _LETTER and word[at + 1 : at + 2].isalpha():
            number = False
            at += 1
        elif number and word[at] in _DIGITS:
            text.append(_DIGITS[word[at]])
            at += 1
        elif (length := _mark(word, at)) > 0:
            text.append(_MARKS[word[at : at + length]])
            number = False
            at += length
        elif word[at].isalpha():
            text.append(word[at] if capitals else word[at].lower())
            number = False
            at += 1
        else:
            sign = _SINGLE.get(word[at], word[at])
            number = number and sign in ".,"  # a point within a number does not end it
            text.append(sign)
            at += 1
    return "".join(text)


def _mark(word: str, at: int) -> int:
    """How many cells a mark of several cells has that stands there."""
    return next((size for size in (3, 2) if word[at : at + size] in _MARKS), 0)
