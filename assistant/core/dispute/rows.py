"""What two aligned sheets say, half-move by half-move.

Laws of this module:
- sheets agree where both say one legal move, exactly or by a small slip; they part where each,
  as it is written, claims something else;
- a likely explanation never turns a parting into an agreement: it stands beside it;
- whatever stands on a sheet is in exactly one row.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import chess

from assistant.core.dispute.slip import Slip, SlipKind
from assistant.core.dispute.written import Entry


class Status(StrEnum):
    AGREE = "agree"
    """Both sheets say the move."""
    SLIP = "slip"
    """Both mean the move; at least one says it with a slip."""
    OMITTED = "omitted"
    """A sheet lacks the move, and goes on as if it had it."""
    DIFFER = "differ"
    """The sheets claim different things."""
    EXTRA = "extra"
    """One sheet has an entry that is no move here."""
    ALONE = "alone"
    """The other sheet has ended."""
    PARTED = "parted"
    """Each sheet is in a game of its own."""
    UNREAD = "unread"
    """Nothing that could be played; it stands as it was written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What one sheet says in one place."""

    index: int
    entry: Entry
    move: chess.Move | None = None
    """The legal move that it claims; None if there is none."""
    slip: Slip | None = None
    """How it differs from what it is taken for."""
    swapped: bool = False
    doubled: bool = False
    possible: bool = False
    """Exchanged with a neighbour, yet legal in the order in which it is written too."""
    guessed: bool = False
    """No legal move as it is written: `move` is what it is taken for."""


@dataclass(frozen=True, slots=True)
class Row:
    ply: int
    """Half-moves count from 1; an entry that is no move shares the number of the next one."""
    board: chess.Board
    """Before the move, as far as it is known."""
    a: Claim | None
    b: Claim | None
    move: chess.Move | None
    """What both mean, or what is likely."""
    status: Status
    same: bool = False
    """Both entries say the same, though it is no legal move: nothing parts there."""
    open: bool = False
    """No sheet says the move, and nothing tells it: it stands here only to go on."""

    @property
    def colour(self) -> chess.Color:
        return self.board.turn

    @property
    def number(self) -> int:
        return self.board.fullmove_number

    def of(self, side: int) -> Claim | None:
        """The claim of sheet A (0) or B (1)."""
        return self.b if side else self.a

    def having(self, side: int, claim: Claim) -> "Row":
        return replace(self, b=claim) if side else replace(self, a=claim)

    @property
    def guessed(self) -> bool:
        """No sheet says a legal move here: the reading is a guess, however near it is."""
        if self.a is None or self.b is None or self.status is not Status.SLIP:
            return False
        return all(claim.guessed and _tells(claim.slip) for claim in (self.a, self.b))

    @property
    def parts(self) -> bool:
        """The sheets say different things here."""
        if self.same:
            return False
        if self.status is Status.EXTRA:
            claim = self.a or self.b
            return claim is not None and bool(claim.entry.text) and not claim.doubled
        return self.status in (Status.DIFFER, Status.PARTED, Status.UNREAD)


def _tells(slip: Slip | None) -> bool:
    """The slip changes what is said, not only how it is written."""
    return slip is not None and slip.kind not in (SlipKind.CASE, SlipKind.LANGUAGE)


@dataclass(frozen=True, slots=True)
class Likely:
    """The move that explains both sheets at a parting, and why."""

    row: int
    """The place of the parting in the rows."""
    move: chess.Move
    sheet: str
    """The sheet with the slip: `a` or `b`."""
    slip: Slip
    until: int
    """So many further half-moves of both sheets fit to it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    start: chess.Board
    rows: tuple[Row, ...]
    likely: tuple[Likely, ...] = field(default=())
    rejoined: tuple[int, ...] = field(default=())
    """Rows at which the sheets have common ground again."""

    @property
    def parting(self) -> Row | None:
        """The first place where the sheets say different things."""
        return next((row for row in self.rows if row.parts), None)

    @property
    def agree(self) -> bool:
        return self.parting is None

    @property
    def longer(self) -> str | None:
        """The sheet that goes on where the other has ended: `a` or `b`."""
        alone = next((row for row in self.rows if row.status is Status.ALONE), None)
        if alone is None:
            return None
        return "a" if alone.a is not None else "b"

    def agreed(self) -> tuple[int, chess.Board]:
        """How many half-moves both sheets share from the start, and the position after them."""
        parting = self.parting
        if parting is not None:
            return parting.ply - 1, parting.board
        last, board = 0, self.start
        for row in self.rows:
            if row.move is not None and row.status is not Status.ALONE:
                board = row.board.copy(stack=False)
                board.push(row.move)
                board.clear_stack()
                last = row.ply
        return last, board
