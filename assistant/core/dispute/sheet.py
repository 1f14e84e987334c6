"""A scoresheet as it was written: entries in their order, nothing dropped, nothing understood yet.

Running text, three columns, cells between tabs, and PGN movetext are all rows of a move number
and what stands behind it. What is no entry (comments, times, names, remarks) is kept as a note.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import chess

from assistant.core.dispute.written import Entry, WrittenSheet

_NUMBER = re.compile(r"(?P<number>\d{1,4})\s?(?:(?P<dots>\.{2,}|…)|[.)](?!\d))?")
_NUMBERED = re.compile(r"^(\d{1,3})(\.\.\.|…|\.|\))?(?=[^\s\d.])(?![-–:/]\d)(.+)$")
_RESULT = re.compile(
    r"1\s?[-:–]\s?0|0\s?[-:–]\s?1|1/2([-:–]1/2)?|½([-:–]½)?|\*|[01]:[01]|remis", re.IGNORECASE
)
_CLOCK = re.compile(r"[(\[]?(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:min)?[)\]]?|[(\[]?(\d{1,3})'[)\]]?")
_CLK = re.compile(r"\[%clk\s+(\d+):(\d{2}):(\d{2})(?:\.\d+)?\]")
_BESIDE = re.compile(r"[+#!?]+|e\.?p\.?|ch\.?|mat[te]?\.?|\$\d+|dbl\.?", re.IGNORECASE)
_OFFER = re.compile(r"\(?=\)?")
_EMPTY = re.compile(r"[-–—_.…]+")
_SPACED = re.compile(r"(?<=[a-h][1-8])[ ]+([-–—x×:])[ ]+(?=[KQRBNDTLSVJACFHWG]?[a-h][1-8])")
_SPACED_CASTLE = re.compile(r"\b([0Oo])[ ]+-[ ]+\1(?:[ ]+-[ ]+\1)?")
_PASSING = re.compile(r"(?<=[1-8])[ ]+(e\.?[ ]?p\.?)(?=\s|$)", re.IGNORECASE)
_LIKE_A_MOVE = re.compile(
    r"[a-hA-H][1-8]|[0Oo][-–—][-–—]?[0Oo]|^[A-Z♔-♟][a-h1-8]?[x×:*][A-Z♔-♟a-h]|^[a-h][x×:*]?[a-h][+#]*$"
    r"|^[a-h][x×:*][A-Z1-8]|^[Oo0]{2,3}[+#]?$"
)


def read(text: str) -> WrittenSheet:
    """The sheet in a text; never raises, and drops nothing but empty space."""
    notes: list[str] = []
    lines = _without_comments(_regular(text), notes).split("\n")
    first = _first_numbered(lines)
    notes += [line.strip() for line in lines[:first] if line.strip()]
    result = ""
    rows: list[_Row] = []
    numbered = bool(lines[first:]) and bool(_NUMBER.match(lines[first].strip()))
    for line in lines[first:]:
        found = _row_of_cells(line) if "\t" in line else None
        if found is not None:
            rows += found
        elif _is_remark(line, numbered=numbered):
            notes.append(line.strip())
        else:
            result = _running(line, rows) or result
    ordered = _in_order(rows)
    entries = list(_entries(ordered))
    while entries and not entries[-1].text:
        entries.pop()
    return WrittenSheet(tuple(entries), notes=tuple(notes), result=result)


@dataclass
class _Row:
    number: int | None
    black_first: bool = False
    entries: list[Entry] = field(default_factory=list)


def _regular(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\v", "\n")
    text = text.replace("\u00a0", " ").replace("\u2028", "\n").replace("\ufeff", "")
    text = _SPACED_CASTLE.sub(lambda found: found[0].replace(" ", ""), text)
    return _PASSING.sub(r"\1", _SPACED.sub(r"\1", text))


def _without_comments(text: str, notes: list[str]) -> str:
    """The text without {comments}, ;comments and (variations), which become notes.

    A clock within a comment stays as a time beside its move.
    """
    kept: list[str] = []
    at = 0
    if not any(sign in text for sign in "{;("):
        return text
    while at < len(text):
        sign = text[at]
        if sign == "{":
            end = text.find("}", at)
            end = len(text) if end < 0 else end
            comment = text[at + 1 : end]
            if clock := _CLK.search(comment):
                hours, minutes, seconds = clock.groups()
                kept.append(f" {hours}:{minutes}:{seconds} ")
                comment = _CLK.sub("", comment)
            if "(=)" in comment:
                kept.append(" (=) ")
            if comment.strip():
                notes.append(comment.strip())
            at = end + 1
        elif sign == ";":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            if text[at + 1 : end].strip():
                notes.append(text[at + 1 : end].strip())
            at = end
        elif sign == "(" and (found := _VARIATION.match(text, at)):
            notes.append(found[0])
            at = found.end()
        else:
            kept.append(sign)
            at += 1
    return "".join(kept)


_VARIATION = re.compile(r"\((?!=\)|[+#]\)|[A-Z♔-♟]\)|\d{1,2}[:h]\d\d)[^()]{2,400}\)")


def _first_numbered(lines: list[str]) -> int:
    """Where the moves begin: at the first line with a number, if the sheet has numbers."""
    for at, line in enumerate(lines):
        stripped = line.strip()
        if re.match(r"\d{1,3}\s*(?:[.)]|…|\t|\s+\S*[a-h][1-8])", stripped) and (
            "\t" in line or _has_move(stripped) or re.fullmatch(r"\d{1,3}[.)]", stripped)
        ):
            numbered = [entry for entry in lines[:at] if _mostly_moves(entry)]
            return at if not numbered else 0
    return 0


def _mostly_moves(line: str) -> bool:
    words = line.split()
    return bool(words) and sum(bool(_LIKE_A_MOVE.search(word)) for word in words) * 2 > len(words)


def _has_move(line: str) -> bool:
    return any(_LIKE_A_MOVE.search(word) for word in line.split())


def _is_remark(line: str, *, numbered: bool) -> bool:
    """Words of which none looks like a move or a number; without numbers a whole sentence."""
    words = line.split()
    if not words or _has_move(line) or _NUMBER.match(words[0]) or _RESULT.fullmatch(words[0]):
        return False
    return len(words) > 2 or (numbered and len(words[0]) > 2 and words[0].isalpha())


def _row_of_cells(line: str) -> list[_Row] | None:
    """Number, White and Black between tabs, once or several times in a line."""
    cells = [cell.strip() for cell in line.split("\t")]
    rows: list[_Row] = []
    for cell in cells:
        number = _NUMBER.fullmatch(cell)
        if number and (not rows or number["dots"] or cell[-1] in ".)" or len(rows[-1].entries) > 1):
            rows.append(_Row(int(number["number"]), bool(number["dots"])))
        elif not rows:
            if cell:
                return None
        else:
            _cell(rows[-1], cell)
    for row in rows:
        while len(row.entries) > 2 and not row.entries[-1].text:
            row.entries.pop()
    return rows or None


def _cell(row: _Row, cell: str) -> None:
    """What stands in one cell is one entry, with what stands beside it."""
    if row.entries and (clock := _CLOCK.fullmatch(cell)):
        row.entries[-1] = replace(row.entries[-1], clock_ms=_milliseconds(clock))
        return
    entry = Entry("", row.number)
    kept: list[str] = []
    for word in cell.split():
        if kept and (clock := _CLOCK.fullmatch(word)):
            entry = replace(entry, clock_ms=_milliseconds(clock))
        elif kept and _OFFER.fullmatch(word):
            entry = replace(entry, draw_offered=True)
        elif kept and _BESIDE.fullmatch(word):
            kept[-1] += word
        else:
            kept.append(word)
    text = " ".join(kept)
    row.entries.append(replace(entry, text="" if _EMPTY.fullmatch(text) else text))


def _milliseconds(found: re.Match[str]) -> int:
    if found[4]:
        return int(found[4]) * 60_000
    return (int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3] or 0)) * 1000


def _running(line: str, rows: list[_Row]) -> str:
    """Adds the words of a line to the rows; gives the result if one is written."""
    result = ""
    words = list(_words(line))
    for at, word in enumerate(words):
        row = rows[-1] if rows else None
        number = _NUMBER.fullmatch(word)
        if _RESULT.fullmatch(word) and not (number and _begins_row(words, at)):
            result = word
        elif number and (number[0][-1] in ".)…" or _begins_row(words, at)):
            dots = bool(number["dots"])
            same = row is not None and row.number == int(number["number"]) and len(row.entries) < 2
            if not (dots and same):
                rows.append(_Row(int(number["number"]), dots))
        elif row is not None and row.entries and (clock := _CLOCK.fullmatch(word)):
            row.entries[-1] = replace(row.entries[-1], clock_ms=_milliseconds(clock))
        elif row is not None and row.entries and _OFFER.fullmatch(word):
            row.entries[-1] = replace(row.entries[-1], draw_offered=True)
        elif row is not None and row.entries and _BESIDE.fullmatch(word):
            last = row.entries[-1]
            if not word.startswith("$"):
                row.entries[-1] = replace(last, text=f"{last.text}{word}")
        elif re.fullmatch(r"\.{2,}|…", word):
            if row is not None and not row.entries:
                row.black_first = True
        else:
            if row is None:
                row = _Row(None)
                rows.append(row)
            text = "" if _EMPTY.fullmatch(word) else word
            row.entries.append(Entry(text, row.number))
    return result


def _words(line: str) -> Iterator[str]:
    """Words; a number that is written together with its move is taken off it."""
    for word in line.split():
        bare = word.strip(",;") or word
        joined = _NUMBERED.match(bare)
        other = _RESULT.fullmatch(bare) or _CLOCK.fullmatch(bare)
        if joined and not other and (joined[2] or _LIKE_A_MOVE.search(joined[3])):
            yield joined[1] + (joined[2] or ".")
            yield joined[3]
            continue
        yield bare


def _begins_row(words: list[str], at: int) -> bool:
    """A number without its point stands before something that looks like a move."""
    return at + 1 < len(words) and bool(
        _LIKE_A_MOVE.search(words[at + 1]) or re.fullmatch(r"\.{2,}|…", words[at + 1])
    )


def _in_order(rows: list[_Row]) -> list[_Row]:
    """Rows of a sheet with two blocks side by side, in the order of their numbers."""
    numbers = [row.number for row in rows]
    known = [number for number in numbers if number is not None]
    if len(known) != len(rows) or known == sorted(known) or len(set(known)) != len(known):
        return rows
    ordered = sorted(rows, key=lambda row: row.number or 0)
    steps = sum(a.number != (b.number or 0) - 1 for a, b in itertools.pairwise(ordered))
    before = sum(a != b - 1 for a, b in itertools.pairwise(known))
    # Two blocks leave the numbers in disorder on nearly every line; a single slip does not.
    return ordered if before > len(rows) // 2 and steps <= 1 + len(rows) // 20 else rows


def _entries(rows: list[_Row]) -> Iterator[Entry]:
    for at, row in enumerate(rows):
        found = row.entries
        last = at + 1 == len(rows)
        if row.black_first:
            before = rows[at - 1] if at else None
            if before and len(before.entries) == 2 and before.number == (row.number or 0) - 1:
                yield Entry("", row.number, chess.WHITE)
            yield from (replace(entry, colour=chess.BLACK) for entry in found[:1])
            yield from found[1:]
            continue
        if row.number is None or len(found) > 2:
            yield from found
            continue
        for colour, entry in zip((chess.WHITE, chess.BLACK), found, strict=False):
            yield replace(entry, colour=colour)
        follows = not last and rows[at + 1].number is not None
        continued = follows and rows[at + 1].black_first and rows[at + 1].number == row.number
        if len(found) == 1 and follows and not continued:
            yield Entry("", row.number, chess.BLACK)
        elif not found and not last:
            yield Entry("", row.number, chess.WHITE)
            yield Entry("", row.number, chess.BLACK)
