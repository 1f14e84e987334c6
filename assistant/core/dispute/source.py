"""A sheet out of a file: journal, PGN, plain text or braille, in the encodings of real files."""

import re
from collections.abc import Callable
from dataclasses import replace

import chess

from assistant.core.dispute import cells, sheet
from assistant.core.dispute.written import MOST_ENTRIES, Entry, WrittenSheet
from assistant.core.record import journal
from assistant.core.record.scoresheet import sheet_of
from assistant.errors import FileError, JournalError

LARGEST = 512 * 1024
"""Bytes; the longest scoresheet with all its comments has far fewer."""
_JOURNAL_LARGEST = 8 * 1024 * 1024
_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
_PLAIN_CONTROLS = frozenset("\t\n\r\f\v\x1a")

BrailleReader = Callable[[str], WrittenSheet]
"""Reads the text of a file of Braille ASCII or Unicode braille; no entries if it cannot."""


def _plain(_text: str) -> WrittenSheet:
    """No notation at all: cells are uncontracted letters."""
    return WrittenSheet(())


def read(
    content: bytes, name: str, braille: BrailleReader = _plain, *, stated: bool = False
) -> WrittenSheet:
    """The sheet in a file of any kind that is understood.

    `braille` reads cells; `stated` says that the file is in its notation, whatever it looks like.
    Cells that it cannot read are taken as uncontracted letters.

    :raises FileError: if there is no sheet in it.
    :raises JournalError: if it is a journal that is not as it was written.
    """
    if content.lstrip()[:5] == b'{"v":':
        return _from_journal(content, name)
    if len(content) > LARGEST:
        raise FileError(f"{name} is too large to be a scoresheet. Check the path.")
    text = decode(content, name)
    written = _from_cells(text, name, braille, stated=stated) or _from_text(text)
    if len(written.entries) > MOST_ENTRIES:
        raise FileError(
            f"{name} has {len(written.entries)} entries, more than any game. Check the file."
        )
    if not written.plies:
        advice = "Give the sheet of a game."
        if cells.may_be_braille(text):
            advice += " If it is braille, state its notation with --braille-a or --braille-b."
        raise FileError(f"There is no move in {name}. {advice}")
    return written


def _from_cells(
    text: str, name: str, braille: BrailleReader, *, stated: bool
) -> WrittenSheet | None:
    if not stated and not cells.is_braille(text):
        return None
    written = braille(text)
    if written.entries:
        return written
    if stated:
        raise FileError(f"No moves were found in the braille of {name}. State another notation.")
    return _from_text(cells.read(cells.unicode_cells(text)))


def decode(content: bytes, name: str) -> str:
    """The text of a file: Unicode with or without its mark, else Western European.

    :raises FileError: if it is no text.
    """
    text = None
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", errors="replace")
    elif content[1:2] == b"\0" and content[3:4] == b"\0":
        text = content.decode("utf-16-le", errors="replace")
    elif content[:1] == b"\0" and content[2:3] == b"\0":
        text = content.decode("utf-16-be", errors="replace")
    else:
        for encoding in ("utf-8-sig", "cp1250", "cp1252", "latin-1"):
            try:
                text = content.decode(encoding)
            except UnicodeDecodeError:
                continue
            break
    text = text or ""
    if not text.strip("\ufeff \t\r\n\f\v\x1a"):
        raise FileError(f"{name} is empty: there is no sheet in it. Check the path.")
    strange = sum(sign < " " and sign not in _PLAIN_CONTROLS for sign in text)
    strange += text.count("\ufffd") + text.count("\x7f")
    if strange * 50 > len(text):
        raise FileError(f"{name} is no text. Give PGN, plain text, a journal or braille.")
    return text


def _from_text(text: str) -> WrittenSheet:
    if "[" not in text:
        return sheet.read(text)
    tags: dict[str, str] = {}
    start = end = 0
    for found in _TAG.finditer(text):
        if tags and text[end : found.start()].strip():
            # The tags of another game: a sheet is one game.
            rest = text[found.start() :]
            written = sheet.read(text[end : found.start()])
            written = replace(written, notes=(*written.notes, rest.strip()[:200]))
            return _tagged(written, tags)
        if not tags:
            start = found.start()
        tags.setdefault(found[1], found[2])
        end = found.end()
    if not tags:
        return sheet.read(text)
    return _tagged(sheet.read(text[:start] + text[end:]), tags)


def _tagged(written: WrittenSheet, tags: dict[str, str]) -> WrittenSheet:
    fen = tags.get("FEN") or None
    variant = re.sub(r"[^a-z0-9]", "", tags.get("Variant", "").lower())
    return replace(
        written,
        fen=fen,
        chess960=variant in ("chess960", "fischerandom", "fischerrandom", "chess9lx"),
        names=(_name(tags.get("White", "")), _name(tags.get("Black", ""))),
        result=written.result or tags.get("Result", ""),
    )


def _name(tag: str) -> str:
    return "" if tag.strip() in ("", "?", "-") else tag.strip()


def _from_journal(content: bytes, name: str) -> WrittenSheet:
    if len(content) > _JOURNAL_LARGEST:
        raise FileError(f"{name} is too large to be the journal of a game. Check the path.")
    try:
        kept = sheet_of(journal.read(content).events)
    except JournalError as error:
        raise JournalError(f"{name}: {error}") from None
    entries = tuple(
        Entry(ply.san, ply.number, ply.colour, ply.clock_ms, ply.draw_offered) for ply in kept.plies
    )
    if not entries:
        raise FileError(f"There is no move in {name} yet. Give the sheet of a game.")
    headers = kept.headers
    return WrittenSheet(
        entries,
        fen=headers.get("FEN"),
        chess960=headers.get("Variant") == "Chess960",
        names=(_name(headers.get("White", "")), _name(headers.get("Black", ""))),
        result=kept.result,
    )


def start(written: WrittenSheet, name: str) -> chess.Board:
    """The position in which the sheet begins.

    :raises FileError: if it names one that cannot be.
    """
    if written.fen is None:
        return chess.Board()
    try:
        board = chess.Board(written.fen, chess960=written.chess960)
    except ValueError:
        raise FileError(f"The start position in {name} cannot be read. Correct its FEN.") from None
    if not board.is_valid():
        raise FileError(f"The start position in {name} cannot be. Correct its FEN.")
    return board
