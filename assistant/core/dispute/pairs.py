"""Entries of both sheets in one place stand in one row, though one of them is no move there."""

from collections.abc import Iterator, Sequence

from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Claim, Row, Status


class Pairs:
    def __init__(self, readers: tuple[Reader, Reader]) -> None:
        self._readers = readers

    def paired(self, rows: Sequence[Row], rejoined: Sequence[int]) -> tuple[list[Row], list[int]]:
        """The rows with such entries side by side, and where the sheets meet again in them."""
        paired: list[Row] = []
        places = []
        at = 0
        while at < len(rows):
            if at in rejoined:
                places.append(len(paired))
            end = at + 1
            while end < len(rows) and end not in rejoined and _both_extra(rows[at], rows[end]):
                end += 1
            paired += self._beside(rows[at:end])
            at = end
        return _merged(paired, places)

    def _beside(self, run: Sequence[Row]) -> Iterator[Row]:
        first = [row for row in run if row.a is not None]
        second = [row for row in run if row.b is not None]
        if len(run) == 1 or not first or not second:
            yield from run
            return
        for one, two in zip(first, second, strict=False):
            same = self.same(one.a, two.b)
            status = Status.UNREAD if same else Status.DIFFER
            yield Row(one.ply, one.board, one.a, two.b, None, status, same)
        shorter = min(len(first), len(second))
        yield from (*first[shorter:], *second[shorter:])

    def same(self, a: Claim | None, b: Claim | None) -> bool:
        """Both entries are written alike, or say the same in their languages; neither is legal."""
        if a is None or b is None or not a.entry.text or a.move is not None or b.move is not None:
            return False
        form = self._readers[0].form(a.entry)
        alike = form is not None and form == self._readers[1].form(b.entry)
        return alike or a.entry.text == b.entry.text


def _merged(rows: Sequence[Row], rejoined: Sequence[int]) -> tuple[list[Row], list[int]]:
    """One sheet's extra entry and the other's extra move in one place are two claims there."""
    merged: list[Row] = []
    places = []
    for at, row in enumerate(rows):
        if at in rejoined:
            places.append(len(merged))
        before = merged[-1] if merged else None
        if before is not None and _complete_each_other(before, row):
            first, second = before.a or row.a, before.b or row.b
            move = before.move or row.move
            merged[-1] = Row(row.ply, row.board, first, second, move, Status.DIFFER)
        else:
            merged.append(row)
    return merged, places


def _both_extra(one: Row, other: Row) -> bool:
    return one.status is other.status is Status.EXTRA and one.ply == other.ply


def _complete_each_other(one: Row, other: Row) -> bool:
    extra, played = (one, other) if one.status is Status.EXTRA else (other, one)
    if extra.status is not Status.EXTRA or one.ply != other.ply:
        return False
    if played.status not in (Status.OMITTED, Status.ALONE):
        return False
    if (one.a is None) == (other.a is None) or (one.b is None) == (other.b is None):
        return False
    claims = [claim for claim in (one.a, one.b, other.a, other.b) if claim is not None]
    return extra.parts or all(claim.move is not None for claim in claims)
