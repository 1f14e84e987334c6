"""An announcement: what is told, as a key with arguments, before any language is chosen.

Voice, braille and text each word it in their own way. `phrases` names every key and the
placeholders that its phrase has in every grammar file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import chess


class Urgency(IntEnum):
    """How an announcement reaches the listener; the larger interrupts the smaller."""

    CHATTER = 0
    """Heard if nothing else is waiting; dropped when something newer comes."""
    ANSWER = 1
    """Heard in full and in order, after what is being said."""
    MOVE = 2
    """Heard next; waits for nothing but an alarm."""
    ALARM = 3
    """Heard at once; whatever is being said stops."""


@dataclass(frozen=True, slots=True)
class Place:
    """A square."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class FileOf:
    """A file, 0 to 7."""

    file: int


@dataclass(frozen=True, slots=True)
class RankOf:
    """A rank, 0 to 7."""

    rank: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, without its colour."""

    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class Kinds:
    """Pieces of one kind, as many as there are."""

    piece: chess.PieceType
    count: int


@dataclass(frozen=True, slots=True)
class Man:
    """A piece with its colour."""

    piece: chess.PieceType
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class Colour:
    """The side White or Black."""

    colour: chess.Color


@dataclass(frozen=True, slots=True)
class MoveTold:
    """A move with everything that can be said of it; needs no board any more."""

    piece: chess.PieceType
    origin: chess.Square
    to: chess.Square
    """Where the piece ends; for castling, the king."""
    capture: bool = False
    en_passant: bool = False
    promotion: chess.PieceType | None = None
    castle: str | None = None
    """`short`, `long` or None."""
    check: bool = False
    mate: bool = False
    by_file: bool = False
    """The short form needs the file of origin."""
    by_rank: bool = False
    """The short form needs the rank of origin."""
    squares_tell: bool = True
    """The two squares tell this castling apart from every other move of the king."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time on a clock that may run on before it is told; told rounded down to the full second.

    Rounded down, what is left is never told to be more than there is.
    """

    ms: int
    rate: int = 0
    """How it goes on: -1 runs down, 1 counts up, 0 stands."""
    holds_ms: int = 0
    """It stands for so long before it goes on: what is left of a delay."""

    def after(self, late_ms: int) -> "ClockTime":
        """The same time so many milliseconds later."""
        if not self.rate:
            return self
        run = max(0, late_ms - self.holds_ms)
        return ClockTime(
            max(0, self.ms + self.rate * run), self.rate, max(0, self.holds_ms - late_ms)
        )


@dataclass(frozen=True, slots=True)
class Hands:
    """What is left, as the hands of a tactile clock show it."""

    left: ClockTime


@dataclass(frozen=True, slots=True)
class Written:
    """Something that is read or copied letter by letter: a command, a file, a FEN, braille."""

    text: str
    aloud: "Argument" = ""
    """What a voice says in its place."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row, joined by `and`, `or`, `then`, a comma or a semicolon."""

    items: tuple["Argument", ...]
    joined_by: str = "and"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase within a phrase."""

    key: str
    args: Mapping[str, "Argument"] = field(default_factory=dict)


Argument = (
    str
    | int
    | Place
    | FileOf
    | RankOf
    | Kind
    | Kinds
    | Man
    | Colour
    | MoveTold
    | ClockTime
    | Hands
    | Written
    | Listing
    | Phrase
)


@dataclass(frozen=True, slots=True)
class Announcement:
    key: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    urgency: Urgency = Urgency.ANSWER
    audience: chess.Color | None = None
    """The player who alone may hear it, because he asked (D.2.6.1, D.2.10.4); None: everybody."""


def tell(key: str, urgency: Urgency = Urgency.ANSWER, /, **args: Argument) -> Announcement:
    return Announcement(key, args, urgency)
