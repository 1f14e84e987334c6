"""What may have happened where the next entries of two sheets do not say one and the same move.

A slip in one or both; an entry that is missing, too much, or in its neighbour's place; a move
that both sheets lack.
"""

from collections.abc import Iterator, Sequence

import chess

from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Reader
from assistant.core.dispute.steps import Kind, Node, Step
from assistant.core.dispute.written import Entry

Ends = tuple[int, int]
"""How many entries of each sheet are looked at."""
_NOTHING_FITS = 9.0


class Explanations:
    def __init__(
        self,
        sheets: tuple[Sequence[Entry], Sequence[Entry]],
        readers: tuple[Reader, Reader],
        costs: Costs,
    ) -> None:
        self._sheets = sheets
        self._readers = readers
        self._costs = costs

    def of(self, node: Node, ends: Ends, *, thorough: bool) -> Iterator[Node]:
        """The nodes that may come next; `thorough` looks for moves that both sheets lack."""
        entries = self._next(node, ends)
        has = (entries[0] is not None, entries[1] is not None)
        silent = not any(entry is not None and entry.speaks for entry in entries)
        bridged = list(self._bridged(node, ends, skip=has)) if silent else []
        yield from bridged
        written = any(entry is not None and entry.text for entry in entries)
        if written and not bridged:
            yield from self._read(node, entries, ends, thorough=thorough)
        for side, entry in enumerate(entries):
            if entry is not None:
                yield self._extra(node, side, entry)
                yield from self._swapped(node, side, ends)

    def _next(self, node: Node, ends: Ends) -> tuple[Entry | None, Entry | None]:
        a = self._sheets[0][node.a] if node.a < ends[0] else None
        b = self._sheets[1][node.b] if node.b < ends[1] else None
        return a, b

    def _read(
        self, node: Node, entries: tuple[Entry | None, Entry | None], ends: Ends, *, thorough: bool
    ) -> Iterator[Node]:
        """Both entries stand for one move, or one of the sheets lacks it."""
        at = node.settled()
        legal = self._readers[0].positions.legal(node.board, at).moves
        costs = [
            [] if entry is None else reader.costs(node.board, entry, at)
            for reader, entry in zip(self._readers, entries, strict=True)
        ]
        has_a, has_b = entries[0] is not None, entries[1] is not None
        # Two hands hardly make one and the same slip: then rather something before was misread.
        first, second = entries
        alike = first is not None and second is not None and first.text == second.text
        same_slip = self._costs.order.same_slip if alike else 0.0
        places = _cheap(costs, self._costs.search.readings)
        for place in places:
            yield node.after(
                Step(
                    Kind.PLAYED,
                    legal[place],
                    node.a if has_a else None,
                    node.b if has_b else None,
                    costs[0][place] if has_a else 0.0,
                    costs[1][place] if has_b else 0.0,
                    same_slip,
                )
            )
        if has_a and has_b:
            yield from self._omitted(node, legal, costs)
        cheapest = _NOTHING_FITS
        if places:
            cheapest = sum(table[places[0]] for table in costs if table)
        if thorough and cheapest > self._costs.order.both_omitted / 2:
            yield from self._bridged(node, ends, skip=(False, False))

    def _omitted(
        self, node: Node, legal: list[chess.Move], costs: list[list[float]]
    ) -> Iterator[Node]:
        """One sheet lacks the move that the other one has."""
        order = self._costs.order
        again = bool(node.steps) and node.steps[-1].kind is Kind.OMITTED
        # Whoever skips a line of the sheet lacks two moves, or several.
        lacks = order.omitted_again if again else order.omitted
        for side in (0, 1):
            table = costs[1 - side]
            for place in sorted(range(len(table)), key=table.__getitem__)[:2]:
                move, cost = legal[place], table[place]
                if cost > self._costs.meaning.slip_at_most:
                    continue
                if side == 0:
                    yield node.after(Step(Kind.OMITTED, move, None, node.b, 0.0, cost, lacks))
                else:
                    yield node.after(Step(Kind.OMITTED, move, node.a, None, cost, 0.0, lacks))

    def _extra(self, node: Node, side: int, entry: Entry) -> Node:
        """The entry is no move: written twice, crossed out, or empty without a meaning."""
        at = (node.a, node.b)[side]
        before = {one.text for one in self._sheets[side][max(0, at - 2) : at]}
        if not entry.text:
            cost = self._costs.entry.blank
        elif entry.text in before:
            cost = self._costs.order.doubled
        else:
            cost = self._costs.order.extra
        a, b = (at, None) if side == 0 else (None, at)
        return node.after(Step(Kind.EXTRA, None, a, b, cost_order=cost))

    def _swapped(self, node: Node, side: int, ends: Ends) -> Iterator[Node]:
        """Two entries of one sheet stand in each other's place."""
        at = (node.a, node.b)[side]
        sheet, own = self._sheets[side], self._readers[side]
        for order in ((1, 0), (2, 1, 0)):
            if at + len(order) > ends[side] or sheet[at + order[0]].text == sheet[at].text:
                continue
            if len(own.exact(node.board, sheet[at + order[0]], node.settled())) != 1:
                continue
            steps = self._in_order(node, side, order, ends)
            if steps is not None:
                yield node.after(*steps)

    def _in_order(
        self, node: Node, side: int, order: tuple[int, ...], ends: Ends
    ) -> list[Step] | None:
        """The steps if the entries of a sheet are read in that order; None if they cannot be."""
        at, beside = (node.a, node.b) if side == 0 else (node.b, node.a)
        sheet, there = self._sheets[side], self._sheets[1 - side]
        own, other = self._readers[side], self._readers[1 - side]
        board, steps = node.board.copy(stack=False), []
        for turn, offset in enumerate(order):
            said = own.exact(board, sheet[at + offset]) if sheet[at + offset].text else []
            if len(said) != 1:
                return None
            move, place = said[0], beside + turn
            has = place < ends[1 - side]
            cost = other.cost(board, there[place], move) if has else 0.0
            if cost > self._costs.meaning.slip_at_most:
                return None
            first = self._costs.order.swapped if turn == 0 else 0.0
            moved, index = offset != turn, place if has else None
            if side == 0:
                step = Step(Kind.PLAYED, move, at + offset, index, 0.0, cost, first, moved)
            else:
                step = Step(
                    Kind.PLAYED, move, index, at + offset, cost, 0.0, first, swapped_b=moved
                )
            steps.append(step)
            board.push(move)
        return steps

    def _bridged(self, node: Node, ends: Ends, skip: tuple[bool, bool]) -> Iterator[Node]:
        """A move that both sheets lack, after which the next entries say one move exactly.

        `skip` tells which sheets have an empty place for it.
        """
        next_a, next_b = node.a + skip[0], node.b + skip[1]
        a = self._sheets[0][next_a] if next_a < ends[0] else None
        b = self._sheets[1][next_b] if next_b < ends[1] else None
        if not any(entry is not None and entry.text for entry in (a, b)):
            return
        blank = self._costs.entry.blank
        cost = sum(skip) * blank if any(skip) else self._costs.order.both_omitted
        at_a, at_b = node.a if skip[0] else None, node.b if skip[1] else None
        found = 0
        for move in self._readers[0].positions.legal(node.board, node.settled()).moves:
            board = node.board.copy(stack=False)
            board.push(move)
            said = self._common(board, a, b)
            if not said:
                continue
            yield node.after(
                Step(Kind.OMITTED, move, at_a, at_b, cost_order=cost),
                Step(
                    Kind.PLAYED,
                    said[0],
                    next_a if a is not None else None,
                    next_b if b is not None else None,
                ),
            )
            found += 1
            if found == self._costs.search.width:
                return

    def _common(self, board: chess.Board, a: Entry | None, b: Entry | None) -> list[chess.Move]:
        """The moves that both entries say exactly, or the one that there is."""
        said: list[chess.Move] | None = None
        for reader, entry in zip(self._readers, (a, b), strict=True):
            if entry is not None and entry.text:
                here = reader.look(board, entry)
                said = here if said is None else [one for one in said if one in here]
                if not said:
                    return []
        return said or []


def _cheap(costs: list[list[float]], count: int) -> list[int]:
    """Places of moves that are cheap for one entry or for both together, cheapest first."""
    tables = [table for table in costs if table]
    if not tables:
        return []
    places = range(len(tables[0]))
    if len(tables) == 1:
        return sorted(places, key=tables[0].__getitem__)[:count]
    both = [one + other for one, other in zip(*tables, strict=True)]
    found: set[int] = set()
    for table in (*tables, both):
        found.update(sorted(places, key=table.__getitem__)[:count])
    return sorted(found, key=both.__getitem__)[: count + 2]
