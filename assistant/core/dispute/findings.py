"""What is to be said about single entries: slips, omissions, entries in a wrong place."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.dispute.reconciliation import Reconciliation
from assistant.core.dispute.rows import Claim, Row, Status
from assistant.core.dispute.slip import Slip, SlipKind
from assistant.core.output.announcement import Argument, Colour, Phrase

MoveWords = Callable[[chess.Board, chess.Move], Argument]


_WORDLESS = (SlipKind.AMBIGUOUS, SlipKind.CAPTURE, SlipKind.PROMOTION, SlipKind.SEVERAL)
"""Slips that are not about one sign."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How moves and squares are told: in letters on paper, in words when spoken."""

    move: MoveWords
    square: Callable[[chess.Square], Argument]
    on_sheet: tuple[MoveWords, MoveWords] | None = None
    """Moves in the letters of sheet A and of sheet B, to stand beside what is written there."""

    def beside(self, sheet: str, board: chess.Board, move: chess.Move) -> Argument:
        """A move as the writer of that sheet would have written it."""
        return (self.on_sheet["ab".index(sheet)] if self.on_sheet else self.move)(board, move)


class FindingKind(StrEnum):
    SLIP = "slip"
    OMITTED = "omitted"
    EXTRA = "extra"
    DOUBLED = "doubled"
    SWAPPED = "swapped"
    UNREAD = "unread"
    NUMBER = "number"
    ALONE = "alone"
    PROMOTION = "promotion"
    LIKELY = "likely"
    AGAIN = "again"
    BOARD = "board"
    RESULT = "result"
    STRANGERS = "strangers"


@dataclass(frozen=True, slots=True)
class Finding:
    kind: FindingKind
    said: Phrase
    ply: int | None = None
    sheet: str | None = None
    """`a` or `b`; None: both, or neither."""
    likely: bool = False
    """An explanation that may be wrong; the arbiter decides."""


def slip_words(slip: Slip) -> Phrase:
    """What went wrong, in words."""
    args: dict[str, Argument] = {}
    if slip.kind not in _WORDLESS:
        if slip.kind is not SlipKind.MISSING:
            args["had"] = slip.had
        if slip.kind is not SlipKind.ADDED:
            args["wanted"] = slip.wanted
    return Phrase(f"slip_{slip.kind}", args)


def place(row: Row) -> dict[str, Argument]:
    return {"number": row.number, "side": Colour(row.colour)}


def in_rows(found: Reconciliation, tell: Telling) -> Iterator[Finding]:
    """Everything to be said about entries, in the order of the game."""
    names = [paper.name for paper in found.papers]
    for row in found.comparison.rows:
        if row.same and row.a is not None:
            told = place(row) | {"entry": row.a.entry.text}
            yield Finding(FindingKind.UNREAD, Phrase("dispute_both_illegal", told), row.ply)
            continue
        for sheet, name, claim in zip("ab", names, (row.a, row.b), strict=True):
            yield from _in_claim(row, sheet, name, claim, tell)
        yield from _order(row, names)
        if row.status is Status.OMITTED and row.move is not None:
            yield from _omitted(row, names, tell)
    yield from _numbers(found)
    for sheet, name in zip("ab", names, strict=True):
        count = sum(
            row.status is Status.ALONE and (row.a if sheet == "a" else row.b) is not None
            for row in found.comparison.rows
        )
        if count:
            said = Phrase("dispute_alone", {"name": name, "count": count})
            yield Finding(FindingKind.ALONE, said, None, sheet)


def _in_claim(
    row: Row, sheet: str, name: str, claim: Claim | None, tell: Telling
) -> Iterator[Finding]:
    if claim is None or not claim.entry.text:
        return
    told = place(row) | {"name": name, "entry": claim.entry.text}
    if row.status is Status.EXTRA:
        doubled = claim.doubled
        kind = FindingKind.DOUBLED if doubled else FindingKind.EXTRA
        yield Finding(kind, Phrase(f"dispute_{kind}", told), row.ply, sheet)
    elif claim.swapped:
        if not claim.possible:
            said = Phrase("dispute_swapped", told)
            yield Finding(FindingKind.SWAPPED, said, row.ply, sheet, likely=True)
    elif row.status is Status.UNREAD or (claim.move is None and row.status is Status.PARTED):
        yield Finding(FindingKind.UNREAD, Phrase("dispute_unread", told), row.ply, sheet)
    elif claim.move is None and row.move is not None and row.status is not Status.DIFFER:
        if row.open:
            yield Finding(FindingKind.UNREAD, Phrase("dispute_unread", told), row.ply, sheet)
            return
        told["move"] = tell.move(row.board, row.move)
        said = Phrase("dispute_unreadable", told)
        yield Finding(FindingKind.UNREAD, said, row.ply, sheet, likely=True)
    elif claim.slip is not None and claim.move is not None and row.status is not Status.DIFFER:
        meant = row.move or claim.move
        if row.status is Status.PARTED or meant not in row.board.legal_moves:
            return
        told |= {"move": tell.beside(sheet, row.board, meant), "slip": slip_words(claim.slip)}
        if claim.slip.kind is SlipKind.PROMOTION:
            yield _promotion(row, sheet, told)
            return
        far = claim.guessed and claim.slip.kind is SlipKind.SEVERAL
        likely = far or row.guessed
        said = Phrase("dispute_slip_likely" if likely else "dispute_slip", told)
        alone = row.status is Status.ALONE
        yield Finding(FindingKind.SLIP, said, row.ply, sheet, likely=likely or alone)


def _promotion(row: Row, sheet: str, told: dict[str, Argument]) -> Finding:
    """Which piece it was is a question, unless the other sheet or what follows tells."""
    del told["slip"]
    other = row.b if sheet == "a" else row.a
    if row.open:
        del told["move"]
        return Finding(FindingKind.PROMOTION, Phrase("dispute_promotion", told), row.ply, sheet)
    named = other is not None and other.move == row.move and other.slip is None
    said = Phrase("dispute_promotion_other" if named else "dispute_promotion_later", told)
    return Finding(FindingKind.PROMOTION, said, row.ply, sheet, likely=True)


def _order(row: Row, names: list[str]) -> Iterator[Finding]:
    """The same moves in two orders that are both legal: neither sheet is the wrong one."""
    if row.a and row.b and (row.a.possible or row.b.possible):
        has = [
            Phrase("dispute_has", {"name": name, "entry": claim.entry.text})
            for name, claim in zip(names, (row.a, row.b), strict=True)
        ]
        said = Phrase("dispute_order", place(row) | {"first": has[0], "second": has[1]})
        yield Finding(FindingKind.SWAPPED, said, row.ply, None, likely=True)


def _omitted(row: Row, names: list[str], tell: Telling) -> Iterator[Finding]:
    if row.move is None:
        return
    told = place(row) | {"move": tell.move(row.board, row.move)}
    lacking = [
        (sheet, name)
        for sheet, name, claim in zip("ab", names, (row.a, row.b), strict=True)
        if claim is None or not claim.entry.text
    ]
    if len(lacking) == 2:
        said = Phrase("dispute_both_omitted", told)
        yield Finding(FindingKind.OMITTED, said, row.ply, None, likely=True)
        return
    if row.open:
        del told["move"]
    key = "dispute_lacks" if row.open else "dispute_omitted"
    for sheet, name in lacking:
        said = Phrase(key, told | {"name": name})
        yield Finding(FindingKind.OMITTED, said, row.ply, sheet)


def _numbers(found: Reconciliation) -> Iterator[Finding]:
    """Move numbers that are wrong by themselves, not because a move is missing before them."""
    for sheet, paper in zip("ab", found.papers, strict=True):
        off = 0
        for row in found.comparison.rows:
            claim = row.a if sheet == "a" else row.b
            if claim is None or claim.entry.number is None or not claim.entry.text:
                continue
            if row.status in (Status.EXTRA, Status.UNREAD, Status.PARTED):
                continue
            now = claim.entry.number - row.number
            # A number that is right is none to be told, even where it was wrong before.
            if (
                now not in (0, off)
                and claim.entry.colour is not chess.BLACK
                and _changes(found, row, sheet)
            ):
                told = place(row) | {
                    "name": paper.name,
                    "entry": claim.entry.text,
                    "written": claim.entry.number,
                }
                said = Phrase("dispute_number", told)
                yield Finding(FindingKind.NUMBER, said, row.ply, sheet)
            off = now


def _changes(found: Reconciliation, row: Row, sheet: str) -> bool:
    """No entry is missing or too much just before: the number itself is wrong."""
    rows = found.comparison.rows
    at = next(place for place, other in enumerate(rows) if other is row)
    for before in rows[max(0, at - 3) : at]:
        claim = before.a if sheet == "a" else before.b
        if before.status is Status.EXTRA or claim is None or not claim.entry.text:
            return False
    return True
