"""What each entry claims once the steps of a game are known: the rows of a comparison."""

from collections.abc import Iterator, Sequence

import chess

from assistant.core.dispute import promotion
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Claim, Row, Status
from assistant.core.dispute.slip import Slip, SlipKind
from assistant.core.dispute.steps import Kind, Step
from assistant.core.dispute.written import Entry


class Claims:
    def __init__(
        self,
        sheets: tuple[Sequence[Entry], Sequence[Entry]],
        readers: tuple[Reader, Reader],
        costs: Costs,
    ) -> None:
        self._sheets = sheets
        self._readers = readers
        self._costs = costs

    def rows(self, board: chess.Board, steps: Sequence[Step], ply: int) -> Iterator[Row]:
        """A row for each step from a position; the first has that half-move."""
        board = board.copy(stack=False)
        for step in steps:
            here = board.copy(stack=False)
            yield self._row(here, step, ply)
            if step.move is not None:
                board.push(step.move)
                board.clear_stack()
                ply += 1

    def _row(self, board: chess.Board, step: Step, ply: int) -> Row:
        plain = not (step.cost or step.swapped_a or step.swapped_b)
        # Where nobody names the piece, nothing is plain.
        plain = plain and not (step.move and step.move.promotion)
        if plain and step.a is not None and step.b is not None:
            first = Claim(step.a, self._sheets[0][step.a], step.move)
            second = Claim(step.b, self._sheets[1][step.b], step.move)
            return Row(ply, board, first, second, step.move, Status.AGREE)
        a = self._claim(0, board, step.a, step.move, step.cost_a, swapped=step.swapped_a)
        b = self._claim(1, board, step.b, step.move, step.cost_b, swapped=step.swapped_b)
        status = self._status(step, a, b)
        if status is Status.DIFFER:
            a, b = _as_written(a), _as_written(b)
        return Row(ply, board, a, b, step.move, status)

    def _claim(
        self,
        side: int,
        board: chess.Board,
        index: int | None,
        move: chess.Move | None,
        cost: float,
        *,
        swapped: bool = False,
    ) -> Claim | None:
        if index is None:
            return None
        reader, sheet = self._readers[side], self._sheets[side]
        entry = sheet[index]
        if not entry.speaks:
            return Claim(index, entry)
        said = reader.exact(board, entry)
        if move is None:
            before = {one.text for one in sheet[max(0, index - 2) : index]}
            own = said[0] if len(said) == 1 else None
            return Claim(index, entry, own, doubled=entry.text in before)
        if move in said:
            slip = reader.slip(board, entry, move) if len(said) > 1 else None
            if len(promotion.choices(said, move)) > 1:
                slip = Slip(SlipKind.PROMOTION)
            return Claim(index, entry, move, slip, swapped)
        if said:
            return Claim(index, entry, said[0], reader.slip(board, entry, move))
        readable = reader.form(entry) is not None or cost < self._costs.entry.unreadable
        if readable and cost <= self._costs.meaning.slip_at_most:
            return Claim(index, entry, move, reader.slip(board, entry, move), guessed=True)
        return Claim(index, entry)

    def _status(self, step: Step, a: Claim | None, b: Claim | None) -> Status:
        if step.kind is Kind.EXTRA:
            return Status.EXTRA
        if step.kind is Kind.OMITTED:
            return Status.OMITTED
        claims = [claim for claim in (a, b) if claim is not None]
        if len(claims) == 1:
            return Status.ALONE
        written = [claim for claim in claims if claim.entry.text]
        silent = [claim for claim in written if claim.move is None and not self._readable(claim)]
        speaking = [claim for claim in written if claim not in silent]
        if any(claim.move != step.move for claim in speaking):
            return Status.DIFFER
        if len(written) < 2:
            return Status.OMITTED
        if silent or any(claim.slip or claim.swapped for claim in claims):
            return Status.SLIP
        return Status.AGREE

    def _readable(self, claim: Claim) -> bool:
        return any(reader.form(claim.entry) is not None for reader in self._readers)


def _as_written(claim: Claim | None) -> Claim | None:
    """At a parting nobody is made to claim a move that is several signs from what he wrote."""
    if claim is None or not claim.guessed or claim.slip is None:
        return claim
    return Claim(claim.index, claim.entry) if claim.slip.kind is SlipKind.SEVERAL else claim
