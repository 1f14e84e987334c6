"""The shape of a notation file: header, piece letters, marks, signs.

`braille/README.md` explains each table to the person who writes one.
"""

from typing import Annotated, Literal

import chess
import msgspec

Texts = Annotated[list[str], msgspec.Meta(min_length=1)]
"""The first is written; all of them are read."""
Sign = Annotated[str, msgspec.Meta(min_length=1)]


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Header(Table, frozen=True, kw_only=True):
    name: str
    english: str
    languages: Annotated[list[str], msgspec.Meta(min_length=1)]
    source: str
    dots: Literal[6, 8]
    table: str = ""
    """The liblouis table that has the same signs; empty if there is none."""
    text: str = ""
    """The liblouis table for words between the moves; empty if they have the signs of this file."""


class Letters(Table, frozen=True):
    king: Sign
    queen: Sign
    rook: Sign
    bishop: Sign
    knight: Sign
    pawn: Sign
    """On a board, and where a move could not be told from that of a piece."""

    def of(self, piece: chess.PieceType) -> str:
        names = (self.pawn, self.knight, self.bishop, self.rook, self.queen, self.king)
        return names[piece - 1]


class Marks(Table, frozen=True):
    capture: Texts
    check: Texts
    mate: Texts
    promotion: Texts
    """Between the square and the piece; an empty text is no sign."""
    short: Texts
    long: Texts
    draw: Texts
    """A draw was offered with the move."""
    number: str
    """Behind the number of a move."""
    skipped: Texts
    """In the place of White's move where Black begins."""
    skipped_joins: bool = False
    """It stands right before Black's move, not in a place of its own."""

    passing: list[str] = msgspec.field(default_factory=lambda: ["e.p.", "ep"])
    """Behind a capture en passant; read only, since the squares tell it."""


class Coding(Table, frozen=True):
    capital: list[str] = []
    number: str = ""
    letter: str = ""


class Board(Table, frozen=True):
    """Dots that mark a man as black and a square as dark."""

    black: Sign = "⡀"
    """Added to the letter, with eight dots."""
    dark: Sign = "⢀"
    black_before: Sign = "⠠"
    """In a cell before the letter, with six dots."""
    dark_before: Sign = "⠄"


class File(Table, frozen=True, kw_only=True):
    header: Header
    letters: Letters
    marks: Marks
    code: Coding = Coding()
    cells: dict[str, Sign]
    writing: dict[str, Sign] = {}
    board: Board = Board()
