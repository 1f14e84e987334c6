"""Where two sheets agree, where they part, what came after, and what is likely."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import chess

from assistant.core.dispute import order, promotion
from assistant.core.dispute.alignment import Aligner
from assistant.core.dispute.claims import Claims
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.likelihood import Likelihood
from assistant.core.dispute.pairs import Pairs
from assistant.core.dispute.readings import Reader, key
from assistant.core.dispute.rows import Claim, Comparison, Row, Status
from assistant.core.dispute.steps import Alignment
from assistant.core.dispute.written import Entry

_SPLIT = 10
"""Half-moves after a parting that tell whether each sheet is in a game of its own."""
_SEGMENTS = 6
"""How often sheets may part and meet again."""
_LASTING = 5
"""Half-moves in a row on which sheets must agree to have common ground again."""
_TRIED = 6
"""Places at which two games are tried instead of one."""


class Comparer:
    def __init__(
        self,
        a: Sequence[Entry],
        b: Sequence[Entry],
        readers: tuple[Reader, Reader],
        costs: Costs,
    ) -> None:
        self._sheets = (a, b)
        self._readers = readers
        self._costs = costs
        self._aligner = Aligner(a, b, readers, costs)
        self._claims = Claims(self._sheets, readers, costs)
        self._pairs = Pairs(readers)
        self._likelihood = Likelihood(self._sheets, readers, self._aligner, costs)

    def compare(self, board: chess.Board) -> Comparison:
        """The comparison of the two sheets from a start position."""
        start = board.copy(stack=False)
        board = start
        rows: list[Row] = []
        rejoined: list[int] = []
        place = (0, 0)
        ply = 1
        for segment in range(_SEGMENTS):
            found = self._aligner.align(board, place)
            joint = list(self._claims.rows(found.board, found.steps, ply))
            cut = self._split(found, joint)
            if cut is None and found.whole:
                rows += joint
                break
            joint = joint if cut is None else joint[:cut]
            rows += joint
            board, ply, place = _end(board, joint, ply, place)
            parted, again = self._parted(board, ply, place, last=segment + 1 == _SEGMENTS)
            rows += [replace(row, same=self._pairs.same(row.a, row.b)) for row in parted]
            if again is None:
                break
            rejoined.append(len(rows))
            board, ply, place = again
        rows, rejoined = self._pairs.paired(rows, rejoined)
        for side in (0, 1):
            rows = order.in_place(rows, side, self._readers[side])
        rows = promotion.left_open(list(map(_unsaid, rows)))
        likely = tuple(self._likelihood.of(rows))
        settled = {one.row: one.move for one in likely}
        shown = tuple(
            replace(row, move=settled.get(at)) if row.status is Status.DIFFER else row
            for at, row in enumerate(rows)
        )
        return Comparison(start, shown, likely, tuple(rejoined) or _common_again(shown))

    # Games of their own

    def _split(self, found: Alignment, joint: list[Row]) -> int | None:
        """The row from which two games explain the sheets better than one."""
        tried = 0
        places = list(_places(joint, self._first(found)))
        for at, row in enumerate(joint):
            a, b = places[at]
            if row.status is Status.AGREE or not self._claim_different(row.board, a, b):
                continue
            tried += 1
            if tried > _TRIED:
                break
            if self._better_apart(found, joint, at, (a, b)):
                return at
        return None

    def _first(self, found: Alignment) -> tuple[int, int]:
        """The entries with which an alignment begins."""
        used_a = [step.a for step in found.steps if step.a is not None]
        used_b = [step.b for step in found.steps if step.b is not None]
        return min(used_a, default=found.end_a), min(used_b, default=found.end_b)

    def _claim_different(self, board: chess.Board, a: int, b: int) -> bool:
        """The next entries of both sheets are legal moves as they stand, and not the same one."""
        if a >= len(self._sheets[0]) or b >= len(self._sheets[1]):
            return False
        said_a = self._readers[0].exact(board, self._sheets[0][a])
        said_b = self._readers[1].exact(board, self._sheets[1][b])
        return bool(said_a and said_b) and not any(move in said_b for move in said_a)

    def _better_apart(
        self, found: Alignment, joint: list[Row], at: int, place: tuple[int, int]
    ) -> bool:
        a, b = place
        lengths = len(self._sheets[0]), len(self._sheets[1])
        ends = min(lengths[0], a + _SPLIT), min(lengths[1], b + _SPLIT)
        together, agreed, in_a_row = 0.0, 0, 0
        for row, step in zip(joint[at:], found.steps[at:], strict=True):
            if (step.a is not None and step.a < ends[0]) or (
                step.b is not None and step.b < ends[1]
            ):
                together += step.cost
                agreed += row.status is Status.AGREE
            in_a_row = in_a_row + 1 if row.status is Status.AGREE else 0
            if in_a_row == _LASTING:
                break  # what comes after that is another trouble
        given_up = not found.whole and found.end_a < ends[0] and found.end_b < ends[1]
        if given_up and in_a_row < _LASTING:
            together += self._costs.search.parting
        # Sheets that agree again have one game; else two moves that both are legal part them.
        needed = self._costs.search.parting if agreed >= 2 else 1.0
        if together <= needed:
            return False
        board = joint[at].board
        one = self._aligner.align(board, (a, lengths[1]), (ends[0], lengths[1]))
        two = self._aligner.align(board, (lengths[0], b), (lengths[0], ends[1]))
        unread = (ends[0] - one.end_a) + (ends[1] - two.end_b)
        return together > one.cost + two.cost + 2.0 * unread + needed

    def _parted(
        self, board: chess.Board, ply: int, place: tuple[int, int], *, last: bool
    ) -> tuple[list[Row], tuple[chess.Board, int, tuple[int, int]] | None]:
        """The rows in which each sheet goes its own way, and where they meet again."""
        lengths = (len(self._sheets[0]), len(self._sheets[1]))
        lines: list[list[Row]] = []
        for side in (0, 1):
            start = (place[0], lengths[1]) if side == 0 else (lengths[0], place[1])
            found = self._aligner.align(board, start)
            line = list(self._claims.rows(found.board, found.steps, ply))
            end = (found.end_a, found.end_b)[side]
            after, at, _ = _end(board, line, ply, place)
            for offset, index in enumerate(range(end, lengths[side])):
                claim = Claim(index, self._sheets[side][index])
                first, second = (claim, None) if side == 0 else (None, claim)
                line.append(Row(at + offset, after, first, second, None, Status.UNREAD))
            lines.append(line)
        meeting = None if last else _meeting(*lines)
        if meeting is not None:
            again, upto_rows = meeting
            lines = [line[:upto] for line, upto in zip(lines, upto_rows, strict=True)]
        rows = list(_side_by_side(*lines))
        if meeting is None:
            return rows, None
        used = [place[0], place[1]]
        for side, line in enumerate(lines):
            for row in line:
                used_up = (row.a, row.b)[side]
                if used_up is not None:
                    used[side] = max(used[side], used_up.index + 1)
        return rows, (again.board, again.ply, (used[0], used[1]))


def _places(rows: Sequence[Row], first: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The next entries of both sheets before each row."""
    a, b = first
    for row in rows:
        yield a, b
        if row.a is not None:
            a = max(a, row.a.index + 1)
        if row.b is not None:
            b = max(b, row.b.index + 1)


def _end(
    board: chess.Board, rows: Sequence[Row], ply: int, place: tuple[int, int]
) -> tuple[chess.Board, int, tuple[int, int]]:
    """The position after rows, the next half-move, and the next entries."""
    used = list(place)
    for row in rows:
        if row.a is not None:
            used[0] = max(used[0], row.a.index + 1)
        if row.b is not None:
            used[1] = max(used[1], row.b.index + 1)
    if not rows:
        return board, ply, place
    last = rows[-1]
    board = last.board.copy(stack=False)
    ply = last.ply
    if last.move is not None:
        board.push(last.move)
        board.clear_stack()
        ply += 1
    return board, ply, (used[0], used[1])


def _meeting(first: list[Row], second: list[Row]) -> tuple[Row, tuple[int, int]] | None:
    """Where two games come to the same position at the same time."""
    seen = {
        (row.ply, key(row.board)): at
        for at, row in enumerate(first)
        if row.status is not Status.UNREAD
    }
    for at, row in enumerate(second):
        if at == 0 or row.status is Status.UNREAD:
            continue
        other = seen.get((row.ply, key(row.board)))
        if other:
            return row, (other, at)
    return None


def _side_by_side(first: list[Row], second: list[Row]) -> Iterator[Row]:
    """The rows of two games by half-moves."""
    at = [0, 0]
    while at[0] < len(first) or at[1] < len(second):
        one = first[at[0]] if at[0] < len(first) else None
        two = second[at[1]] if at[1] < len(second) else None
        if one is not None and two is not None and one.ply != two.ply:
            one, two = (one, None) if one.ply < two.ply else (None, two)
        shown = one or two
        if shown is None:
            return
        at[0] += one is not None
        at[1] += two is not None
        unread = all(row is None or row.status is Status.UNREAD for row in (one, two))
        yield Row(
            shown.ply,
            shown.board,
            one.a if one else None,
            two.b if two else None,
            None,
            Status.UNREAD if unread else Status.PARTED,
        )


def _unsaid(row: Row) -> Row:
    """The row, marked if something is written there but nothing that says a move."""
    entries = [claim.entry for claim in (row.a, row.b) if claim is not None]
    written = any(entry.text for entry in entries)
    silent = written and not any(entry.speaks for entry in entries)
    return replace(row, open=True) if silent and row.status is Status.OMITTED else row


def _common_again(rows: Sequence[Row]) -> tuple[int, ...]:
    """The row after the first parting from which the sheets agree for two half-moves or more."""
    parted = next((at for at, row in enumerate(rows) if row.parts), None)
    if parted is None:
        return ()
    same = (Status.AGREE, Status.SLIP)
    for at in range(parted + 1, len(rows) - 1):
        if rows[at].status in same and rows[at + 1].status in same:
            return (at,)
    return ()
