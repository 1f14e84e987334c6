"""Text for a braille embosser: uncontracted braille in North American Braille ASCII.

Guarantees: lines of at most 40 cells and pages of at most 25 lines; lines end with CRLF, pages
with a form feed; a word is broken only if it is longer than a line, and then marked by dot 5;
a heading never stands alone at the foot of a page; no character is dropped in silence.

Letters are as in every Latin braille, capitals carry dot 6, digits the number sign; marks are
those of Unified English Braille. What has no sign here is spelled by a replacement (ä as ae or
a), and `translate` tells which characters that were.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

WIDTH = 40
HEIGHT = 25

_CAPITAL, _NUMBER, _LETTER, _CONTINUED = ",", "#", ";", '"'
_DIGITS = dict(zip("1234567890", "ABCDEFGHIJ", strict=True))
_SIGNS = {
    ".": "4", ",": "1", ":": "3", ";": "2", "?": "8", "!": "6", "-": "-", "'": "'",
    "/": "_/", "(": '"<', ")": '">', "[": ".<", "]": ".>", "=": '"7', "+": '"6', "*": '"9',
    "%": ".0", "&": "@&", "_": ".-", "#": "_?", "@": "@A", "<": "@<", ">": "@>", "×": '"8',
    "°": "^J", "§": "^S", "€": "@E", "$": "@S", "£": "@L", "\\": "_*", "|": "_\\", "~": "@9",
    "“": "8", "”": "0", "„": "8", "«": "_8", "»": "_0", '"': ",7", "…": "444", "–": ",-", "—": ",-",
    "{": "_<", "}": "_>", "^": "@5", "`": ".*",
}  # fmt: skip
_SPELLED = {"ß": "ss", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "æ": "ae",
            "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "ð": "d", "ı": "i", "’": "'", "‘": "'",
            "‚": ",", "´": "'", "½": "1/2", "−": "-"}  # fmt: skip
"""Characters whose replacement does not follow from their accents."""


@dataclass(frozen=True, slots=True)
class Translation:
    cells: str
    replaced: tuple[str, ...] = ()
    """Characters that have no sign here, each once, in order."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    heading: bool = False
    """Stands behind an empty line and on the page of what follows."""
    hanging: int = 0
    """Cells by which its further lines are moved in."""


def translate(text: str, digraphs: Mapping[str, str] | None = None) -> Translation:
    """One line of text in cells; spaces stay spaces."""
    plain, replaced = _spelled(text, digraphs or {})
    return Translation(" ".join(map(_word, plain.split(" "))), replaced)


def _spelled(text: str, digraphs: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    replaced: dict[str, None] = {}
    plain = []
    for sign in unicodedata.normalize("NFC", text):
        if sign == " " or (sign.isascii() and sign.isalnum()) or sign in _SIGNS:
            plain.append(sign)
        elif sign.isspace():
            plain.append(" ")
        else:
            replaced[sign] = None
            plain.append(_replacement(sign, digraphs))
    return "".join(plain), tuple(replaced)


def _replacement(sign: str, digraphs: Mapping[str, str]) -> str:
    if spelled := digraphs.get(sign) or _SPELLED.get(sign):
        return spelled
    if spelled := digraphs.get(sign.lower()):
        return spelled.capitalize()
    parts = unicodedata.normalize("NFKD", sign)
    base = "".join(part for part in parts if part.isascii() and part.isalnum())
    if base:
        return base
    # A sign of another script is told by its name, or by its number if it has none.
    return f"({unicodedata.name(sign, f'u{ord(sign):x}').lower().replace(' ', '-')})"


def _word(word: str) -> str:
    cells = []
    numeric = False
    for place, sign in enumerate(word):
        following = word[place + 1 : place + 2]
        if sign in _DIGITS:
            cells.append(_DIGITS[sign] if numeric else _NUMBER + _DIGITS[sign])
            numeric = True
        elif numeric and sign in ".," and following in _DIGITS:
            cells.append(_SIGNS[sign])  # a point within a number does not end it
        elif sign in _SIGNS:
            cells.append(_SIGNS[sign])
            numeric = False
        else:
            if sign.isupper():
                cells.append(_CAPITAL)
            elif numeric and sign in "abcdefghij":
                cells.append(_LETTER)  # or the letter would be read as one more digit
            cells.append(sign.upper())
            numeric = False
    return "".join(cells)


def layout(
    paragraphs: Iterable[Paragraph], digraphs: Mapping[str, str] | None = None
) -> tuple[bytes, tuple[str, ...]]:
    """The file for the embosser, and the characters that were spelled by replacements."""
    replaced: dict[str, None] = {}
    blocks: list[tuple[bool, list[str]]] = []
    for paragraph in paragraphs:
        plain, missing = _spelled(paragraph.text, digraphs or {})
        replaced.update(dict.fromkeys(missing))
        blocks.append((paragraph.heading, _lines(plain, paragraph.hanging)))
    pages = _pages(blocks)
    written = "".join("".join(f"{line}\r\n" for line in page) + "\f" for page in pages)
    return written.encode("ascii"), tuple(replaced)


def _lines(plain: str, hanging: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in plain.split():
        for cells in _parts(word, WIDTH - hanging):
            if line.strip() and len(line) + 1 + len(cells) > WIDTH:
                lines.append(line)
                line = " " * hanging
            line += cells if not line.strip() else f" {cells}"
            if cells.endswith(_CONTINUED):
                lines.append(line)
                line = " " * hanging
    return [*lines, line] if line.strip() else lines


def _parts(word: str, room: int) -> list[str]:
    """The cells of a word, in several parts if it is longer than a line."""
    cells = _word(word)
    if len(cells) <= room:
        return [cells]
    size = len(word) - 1
    while len(_word(word[:size])) >= room:
        size -= 1
    # Each part is translated by itself, so that a number sign is repeated where it is needed.
    return [_word(word[:size]) + _CONTINUED, *_parts(word[size:], room)]


def _pages(blocks: list[tuple[bool, list[str]]]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for place, (heading, lines) in enumerate(blocks):
        follows = len(blocks[place + 1][1]) if heading and place + 1 < len(blocks) else 0
        needed = len(lines) + heading + follows
        if pages[-1] and len(pages[-1]) + needed > HEIGHT and needed <= HEIGHT:
            pages.append([])
        if heading and pages[-1]:
            pages[-1].append("")
        for line in lines:
            if len(pages[-1]) == HEIGHT:
                pages.append([])
            pages[-1].append(line)
    return pages
