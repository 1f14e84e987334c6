"""A scoresheet as it was written: entries in their order, nothing understood yet."""

from dataclasses import dataclass

import chess


@dataclass(frozen=True, slots=True)
class Entry:
    text: str
    """As written, without what stands beside it; empty if the place was left empty."""
    number: int | None = None
    """The move number that it stands behind."""
    colour: chess.Color | None = None
    """By its column, if it has one."""
    clock_ms: int | None = None
    """The time that stands beside it."""
    draw_offered: bool = False

    @property
    def speaks(self) -> bool:
        """Something stands there that could say a move: a letter or a digit at least."""
        return any(sign.isalnum() for sign in self.text)


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    entries: tuple[Entry, ...]
    fen: str | None = None
    """A start position of its own."""
    chess960: bool = False
    names: tuple[str, str] = ("", "")
    """White and Black, where the sheet names them."""
    notes: tuple[str, ...] = ()
    """What stands there besides the moves."""
    result: str = ""

    @property
    def plies(self) -> int:
        """How many moves are written."""
        return sum(bool(entry.text) for entry in self.entries)


MOST_ENTRIES = 1400
"""The longest games that were ever played have fewer than 600."""
