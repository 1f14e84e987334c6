"""Braille without any library: the signs of the notation files, uncontracted.

What has no sign is spelled by its base letters, and what cannot be spelled is a full cell.
"""

from collections.abc import Mapping

from assistant.core.braille.code import Code
from assistant.core.output.cells import Cells, Translation
from assistant.errors import TableError


class Driver:
    name = "built-in"
    built_in = True

    def __init__(self, codes: Mapping[str, Code]) -> None:
        """`codes` are the signs of the notation files, by the table that has the same signs."""
        self._codes = codes

    def translate(self, text: str, table: str) -> Translation:
        """As the port says.

        :raises TableError: if no notation file has the signs of that table.
        """
        return self._code(table).encode(text)

    def back(self, cells: Cells, table: str) -> str:
        """As the port says; a cell that means nothing is a question mark.

        :raises TableError: if no notation file has the signs of that table.
        """
        return "".join(glyph.text or "?" for glyph in self._code(table).decode(cells))

    def _code(self, table: str) -> Code:
        if table not in self._codes:
            raise TableError(
                f"The built-in braille translator has no table {table!r}. "
                "Choose another braille notation, or install liblouis."
            )
        return self._codes[table]
