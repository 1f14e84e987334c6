"""Braille through liblouis, the library that screen readers use.

Guarantees: never two threads inside the library, which is not made for that; nothing on standard
error; every trouble is an error of ours. Each word is translated for itself, since some tables
run a number into the next word, and clock times are translated part by part.
"""

import contextlib
import ctypes
import ctypes.util
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from assistant import data
from assistant.core.output.cells import BLANK, Cells, Translation, join
from assistant.core.settings import Settings
from assistant.errors import DataError, LibraryError, TableError, TranslationError
from assistant.ports import Finding

VARIABLE = "CHESS_ASSISTANT_LIBLOUIS"
INSTALL = (
    "Install the packages liblouis20 and liblouis-data (Debian, Ubuntu) or liblouis "
    f"(Homebrew, Fedora), or let {VARIABLE} name the library"
)

_DOTS = 0x8000
"""Marks a character as dots, in what the library takes and gives."""
_DOTS_IO, _NO_UNDEFINED = 4, 128
_SILENT = 60000
_USUAL, _LONGEST = 64, 4000
"""Characters of one word; nothing that people write comes near."""
_SPACE = re.compile(r"\s")
_PARTS = re.compile(r"(?<=[0-9])(:)(?=[0-9])")
_NAMES = {
    "linux": ("liblouis.so.20", "liblouis.so.21", "liblouis.so"),
    "win32": ("liblouis.dll", "louis.dll"),
    "darwin": (
        "liblouis.20.dylib",
        "liblouis.dylib",
        "/opt/homebrew/lib/liblouis.dylib",
        "/usr/local/lib/liblouis.dylib",
    ),
}

_LOADER: Any = getattr(ctypes, "WinDLL", ctypes.CDLL)
"""The library for Windows has the calling convention of Windows."""
_LOCK = threading.Lock()
"""One for the process: the library has one memory, however many drivers there are."""


def _candidates() -> Iterator[str]:
    if named := os.environ.get(VARIABLE):
        yield named
        return  # a library that was named is not exchanged for another in silence
    yield from _NAMES.get(sys.platform, _NAMES["linux"])
    if found := ctypes.util.find_library("louis"):
        yield found


@lru_cache(maxsize=4)
def _load(names: tuple[str, ...]) -> Any:
    for name in names:
        with contextlib.suppress(OSError):
            library = _LOADER(name)
            try:
                library.lou_version.restype = ctypes.c_char_p
                library.lou_setLogLevel(_SILENT)
            except AttributeError:
                continue
            return library
    named = os.environ.get(VARIABLE)
    if named:
        raise LibraryError(
            f"{named}, named by {VARIABLE}, is no liblouis that can be loaded. "
            f"Correct that variable or remove it."
        )
    raise LibraryError(f"The braille library liblouis is not here. {INSTALL}.")


def examine(_settings: Settings) -> Iterator[Finding]:
    """Whether the library is here, and every table that a notation names."""
    try:
        louis = Driver()
    except LibraryError as error:
        sentence = f"{error} Until then the built-in translator writes braille."
        yield Finding(fine=False, sentence=sentence)
        return
    yield Finding(fine=True, sentence=f"Braille is translated by {louis.name}.")
    missing: dict[str, list[str]] = {}
    for name in data.notations():
        try:
            header = data.notation(name).header
        except DataError as error:
            yield Finding(fine=False, sentence=str(error))
            continue
        for table in {header.table, header.text} - {""}:
            if not louis.has(table):
                missing.setdefault(table, []).append(name)
    for table, users in sorted(missing.items()):
        yield Finding(
            fine=False,
            sentence=f"The braille table {table}, for {' and '.join(users)}, is not here or is "
            "broken. Install the package liblouis-data.",
        )
    if not missing:
        count = len(data.notations())
        yield Finding(fine=True, sentence=f"The tables of all {count} braille notations are here.")


class _Room:
    """Where the library writes; used again for every call, under the lock."""

    def __init__(self, char: Any, length: int) -> None:
        self.size = length * 16 + 64
        self.got = (char * self.size)()
        self.inputs = (ctypes.c_int * self.size)()
        self.outputs = (ctypes.c_int * self.size)()


class Driver:
    built_in = False

    def __init__(self) -> None:
        """:raises LibraryError: if there is no liblouis."""
        self._library = _load(tuple(_candidates()))
        with _LOCK:
            version = self._library.lou_version().decode()
            wide = self._library.lou_charSize() == 4
        self.name = f"liblouis {version}"
        self._char: Any = ctypes.c_uint32 if wide else ctypes.c_uint16
        self._largest = 0x10FFFF if wide else 0xFFFF
        self._checked: dict[str, bool] = {}
        self._word = lru_cache(maxsize=4096)(self._translate_word)
        self._part = lru_cache(maxsize=4096)(self._translate_part)
        self._rooms: dict[int, _Room] = {}
        self._known = lru_cache(maxsize=4096)(self._is_known)

    def has(self, table: str) -> bool:
        """Whether the table is here and can be used."""
        with _LOCK:
            if table not in self._checked:
                name = table.encode()
                self._checked[table] = bool(table) and self._library.lou_checkTable(name) == 1
            return self._checked[table]

    def translate(self, text: str, table: str) -> Translation:
        """As the port says.

        :raises TableError: if there is no such table.
        :raises TranslationError: if the library refuses the text.
        """
        self._need(table)
        words = _SPACE.split(text)
        return join((self._word(word, table) for word in words), map(len, words), gap=1)

    def back(self, cells: Cells, table: str) -> str:
        """As the port says.

        :raises TableError: if there is no such table.
        :raises TranslationError: if the library refuses the cells.
        """
        self._need(table)
        words: list[list[int]] = [[]]
        for cell in cells:
            if cell == BLANK:
                words.append([])
            else:
                words[-1].append(_DOTS | cell)
        return " ".join("".join(map(chr, self._run(word, table, back=True)[0])) for word in words)

    def _need(self, table: str) -> None:
        if not self.has(table):
            raise TableError(
                f"liblouis has no usable braille table {table!r}. "
                "Install the package liblouis-data, or choose another braille notation."
            )

    def _translate_word(self, word: str, table: str) -> Translation:
        parts = [part for part in _PARTS.split(word) if part]
        if len(parts) == 1:
            return self._part(word, table)
        return join((self._part(part, table) for part in parts), map(len, parts))

    def _translate_part(self, part: str, table: str) -> Translation:
        plain: list[int] = []
        origin: list[int] = []
        for place, sign in enumerate(part):
            spelled = self._spelled(sign, table)
            plain += map(ord, spelled)
            origin += [place] * len(spelled)
        cells, inputs, outputs = self._run(plain, table)
        first = dict(zip(reversed(origin), reversed(outputs), strict=True))
        to_cell = tuple(first[place] for place in range(len(part)))
        to_text = tuple(origin[place] for place in inputs)
        return Translation(tuple(cell & 0xFF for cell in cells), to_text, to_cell)

    def _spelled(self, sign: str, table: str) -> str:
        """A character that the table knows, or letters for it, so that no code number is shown."""
        if self._known(sign, table):
            return sign
        parts = unicodedata.normalize("NFKD", sign)
        return "".join(part for part in parts if self._known(part, table)) or "?"

    def _is_known(self, sign: str, table: str) -> bool:
        if ord(sign) > self._largest or not sign.isprintable():
            return False
        return any(cell & 0xFF for cell in self._run([ord(sign)], table, _NO_UNDEFINED)[0])

    def _run(
        self, signs: list[int], table: str, more: int = 0, *, back: bool = False
    ) -> tuple[list[int], list[int], list[int]]:
        """What the library gives; for each of its signs the place in `signs`, and the reverse."""
        if not signs:
            return [], [], []
        length = len(signs)
        if length > _LONGEST:
            raise TranslationError("A word is too long for braille. Shorten it.")
        given = (self._char * length)(*signs)
        used = ctypes.c_int(length)
        size = _USUAL if length <= _USUAL else _LONGEST
        call = self._library.lou_backTranslate if back else self._library.lou_translate
        with _LOCK:
            room = self._rooms.get(size) or self._rooms.setdefault(size, _Room(self._char, size))
            made = ctypes.c_int(room.size)
            done = call(
                table.encode(),
                given,
                ctypes.byref(used),
                room.got,
                ctypes.byref(made),
                None,
                None,
                room.outputs,
                room.inputs,
                None,
                _DOTS_IO | more,
            )
            if not done or used.value != length:
                raise TranslationError(f"liblouis cannot translate this with its table {table!r}.")
            end = made.value
            return room.got[:end], room.inputs[:end], room.outputs[:length]
