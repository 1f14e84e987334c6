"""Which of two claims at a parting fits what both sheets have after it."""

from collections.abc import Iterator, Sequence

import chess

from assistant.core.dispute.alignment import Aligner
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Likely, Row, Status
from assistant.core.dispute.steps import Kind
from assistant.core.dispute.written import Entry

_LOOK = 24
"""Half-moves after a parting that are looked at to explain it."""
_SURE = 1.5
"""So much cheaper must one explanation be than the other to be called likely."""
_LOOKED = 8
"""Partings that are explained; whoever has more has other sorrows."""


class Likelihood:
    def __init__(
        self,
        sheets: tuple[Sequence[Entry], Sequence[Entry]],
        readers: tuple[Reader, Reader],
        aligner: Aligner,
        costs: Costs,
    ) -> None:
        self._sheets = sheets
        self._readers = readers
        self._aligner = aligner
        self._costs = costs

    def of(self, rows: Sequence[Row]) -> Iterator[Likely]:
        """The likely explanations of the partings in these rows."""
        looked = 0
        lines = _Lines(self._readers)
        for at, row in enumerate(rows):
            consistent = lines.go_on(row)
            if row.status is not Status.DIFFER or row.a is None or row.b is None or consistent:
                continue
            looked += 1
            if looked > _LOOKED:
                return
            if row.a.move is None and row.b.move is None:
                continue
            costs: dict[str, tuple[float, int]] = {}
            for name, claim in (("a", row.a), ("b", row.b)):
                if claim.move is not None:
                    costs[name] = self._going_on(row, claim.move)
            explained = list(self._explained(at, row, costs))
            yield from explained
            if not explained:
                lines.part(row)

    def _explained(
        self, at: int, row: Row, costs: dict[str, tuple[float, int]]
    ) -> Iterator[Likely]:
        never = (99.0, 0)
        cost_a, fits_a = costs.get("a", never)
        cost_b, fits_b = costs.get("b", never)
        if row.a is None or row.b is None or abs(cost_a - cost_b) < _SURE:
            return
        right, wrong, sheet = (row.a, row.b, "b") if cost_a < cost_b else (row.b, row.a, "a")
        fits = fits_a if sheet == "b" else fits_b
        if right.move is None or fits < 2:
            return
        slip = self._readers["ab".index(sheet)].slip(row.board, wrong.entry, right.move)
        yield Likely(at, right.move, sheet, slip, fits)

    def _going_on(self, row: Row, move: chess.Move) -> tuple[float, int]:
        """What the next half-moves of both sheets cost after a move, and how many fit exactly."""
        board = row.board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        a = row.a.index + 1 if row.a else 0
        b = row.b.index + 1 if row.b else 0
        ends = (
            min(len(self._sheets[0]), a + _LOOK),
            min(len(self._sheets[1]), b + _LOOK),
        )
        found = self._aligner.align(board, (a, b), ends)
        fits = 0
        for step in found.steps:
            if step.kind is not Kind.PLAYED or step.cost > self._costs.meaning.slip_at_most:
                break
            fits += 1
        left = (ends[0] - found.end_a) + (ends[1] - found.end_b)
        return found.cost + 2.0 * left, fits


class _Lines:
    """The games that the sheets tell, each for itself, after a parting that nothing explains."""

    def __init__(self, readers: tuple[Reader, Reader]) -> None:
        self._readers = readers
        self._boards: list[chess.Board] = []

    def part(self, row: Row) -> None:
        claims = [claim for claim in (row.a, row.b) if claim and claim.move and not claim.guessed]
        self._boards = []
        if len(claims) == 2:
            self._boards = [row.board.copy(stack=False) for _ in claims]
            for board, claim in zip(self._boards, claims, strict=True):
                if claim.move is not None:
                    board.push(claim.move)

    def go_on(self, row: Row) -> bool:
        """Both entries are exact in their own lines: neither is a slip for the other."""
        if not self._boards:
            return False
        for board, reader, claim in zip(self._boards, self._readers, (row.a, row.b), strict=True):
            said = [] if claim is None else reader.look(board, claim.entry)
            if len(said) != 1:
                self._boards = []
                return False
            board.push(said[0])
        return True
