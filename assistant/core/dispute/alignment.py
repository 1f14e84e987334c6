"""The cheapest legal game that explains both sheets: a search over positions, not over texts.

Guarantees: every move of an alignment is legal; every entry is used once and in its order, but
for entries that were swapped; the search never takes back what both sheets say exactly; its
work grows with the length of the sheets, and hopeless stretches end it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

import chess

from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Key, Reader, key
from assistant.core.dispute.sheet import Entry


class Kind(StrEnum):
    PLAYED = "played"
    """A move; a sheet that has no entry for it has ended."""
    OMITTED = "omitted"
    """A move that one sheet lacks, or both."""
    EXTRA = "extra"
    """An entry that is no move of the game."""


@dataclass(frozen=True, slots=True)
class Step:
    kind: Kind
    move: chess.Move | None
    a: int | None
    """Which entry of sheet A belongs to it."""
    b: int | None
    cost_a: float = 0.0
    cost_b: float = 0.0
    cost_order: float = 0.0
    """Of an entry that is missing, too much, or swapped."""
    swapped_a: bool = False
    swapped_b: bool = False

    @property
    def cost(self) -> float:
        return self.cost_a + self.cost_b + self.cost_order


@dataclass(frozen=True, slots=True)
class Alignment:
    board: chess.Board
    """The position in which it begins."""
    steps: tuple[Step, ...]
    cost: float
    end_a: int
    """The first entry of sheet A that it does not explain."""
    end_b: int
    whole: bool
    """It explains both sheets to their ends."""


@dataclass(slots=True)
class _Node:
    cost: float
    a: int
    b: int
    board: chess.Board
    """The position; until it is `settled`, that of the node before."""
    before: "_Node | None"
    steps: tuple[Step, ...]
    key: Key | None = None
    """Of the position, once it is settled."""
    clean: int = 0
    """Half-moves on which both sheets have agreed exactly since the last trouble."""

    @property
    def progress(self) -> int:
        return self.a + self.b

    def settled(self) -> Key:
        """Plays the steps; most nodes are dropped before that, and a board costs time."""
        if self.key is None:
            board = self.board.copy(stack=False)
            for step in self.steps:
                if step.move is not None:
                    board.push(step.move)
            board.clear_stack()
            self.board, self.key = board, key(board)
        return self.key


class Aligner:
    """Aligns two sheets; `readers` remember what they have read."""

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
        self.effort = 0
        """Positions in which more than an exact look was needed."""

    def align(
        self,
        board: chess.Board,
        start: tuple[int, int] = (0, 0),
        end: tuple[int, int] | None = None,
    ) -> Alignment:
        """The alignment from a position and two places in the sheets, as far as it can be found."""
        ends = end or (len(self._sheets[0]), len(self._sheets[1]))
        root = _Node(0.0, *start, board, None, ())
        goal = ends[0] + ends[1]
        buckets: dict[int, list[_Node]] = {root.progress: [root]}
        best_at: list[tuple[int, float, _Node]] = []
        for progress in range(root.progress, goal + 1):
            nodes = buckets.pop(progress, None)
            if not nodes:
                continue
            ordered = self._survivors(nodes)
            best = ordered[0]
            if progress == goal:
                return _alignment(board, best, whole=True)
            best_at.append((progress, best.cost, best))
            if given_up := self._hopeless(best_at):
                return _alignment(board, given_up, whole=False)
            for node in ordered:
                alone = not buckets and node is ordered[-1]
                first = node is best
                for child in self._children(node, ends, alone=alone, first=first):
                    buckets.setdefault(child.progress, []).append(child)
        furthest = max(best_at, key=lambda one: (one[0], -one[1]))[2]
        return _alignment(board, furthest, whole=False)

    def _survivors(self, nodes: list[_Node]) -> list[_Node]:
        """The best nodes with as much progress, cheapest first, each position once."""
        search = self._costs.search
        width = search.width if self.effort < search.effort else 1
        nodes.sort(key=lambda node: node.cost)
        best = nodes[0]
        # The longer both sheets have agreed again, the less an alternative is worth.
        proved = max(0, best.clean - 1) * search.proof
        dearest = best.cost + max(search.gap - proved, search.doubt)
        kept: dict[tuple[int, int, Key], _Node] = {}
        for node in nodes:
            if len(kept) == width or node.cost > dearest:
                break
            kept.setdefault((node.a, node.b, node.settled()), node)
        return list(kept.values())

    def _hopeless(self, best_at: list[tuple[int, float, _Node]]) -> _Node | None:
        """The last explanation before a stretch that costs too much."""
        search = self._costs.search
        progress, cost, _ = best_at[-1]
        for place in range(len(best_at) - 2, -1, -1):
            earlier, then, node = best_at[place]
            if progress - earlier >= search.stretch:
                dear = cost - then > search.hopeless * (progress - earlier)
                return node if dear else None
        return None

    # One step on

    def _children(
        self, node: _Node, ends: tuple[int, int], *, alone: bool, first: bool
    ) -> Iterator[_Node]:
        if alone:
            node = self._lane(node, ends)
        a = self._sheets[0][node.a] if node.a < ends[0] else None
        b = self._sheets[1][node.b] if node.b < ends[1] else None
        if a is None and b is None:
            yield node
            return
        if a is not None and b is not None:
            said_a = self._readers[0].exact(node.board, a, node.key)
            said_b = self._readers[1].exact(node.board, b, node.key)
            common = [move for move in said_a if move in said_b]
            if common:
                unsure = self._costs.entry.ambiguous
                cost_a = unsure if len(said_a) > 1 else 0.0
                cost_b = unsure if len(said_b) > 1 else 0.0
                for move in common:
                    child = self._played(node, move, cost_a, cost_b)
                    child.clean = node.clean + 1
                    yield child
                return
        self.effort += 1
        yield from self._troubled(node, a, b, ends, first=first)

    def _lane(self, node: _Node, ends: tuple[int, int]) -> _Node:
        """Goes on as long as both entries say one and the same move exactly."""
        board = node.board.copy(stack=False)
        steps: list[Step] = []
        at_a, at_b = node.a, node.b
        sheet_a, sheet_b = self._sheets
        reader_a, reader_b = self._readers
        while at_a < ends[0] and at_b < ends[1]:
            a, b = sheet_a[at_a], sheet_b[at_b]
            said = reader_a.look(board, a)
            if len(said) != 1:
                break
            if (reader_a is not reader_b or a.text != b.text) and reader_b.look(board, b) != said:
                break
            steps.append(Step(Kind.PLAYED, said[0], at_a, at_b))
            board.push(said[0])
            at_a += 1
            at_b += 1
        if not steps:
            return node
        board.clear_stack()
        clean = node.clean + len(steps)
        return _Node(node.cost, at_a, at_b, board, node, tuple(steps), key(board), clean)

    def _played(self, node: _Node, move: chess.Move, cost_a: float, cost_b: float) -> _Node:
        """Both entries stand for the move."""
        step = Step(Kind.PLAYED, move, node.a, node.b, cost_a, cost_b)
        return _after(node, (step,), cost_a + cost_b, uses_a=True, uses_b=True)

    def _troubled(
        self, node: _Node, a: Entry | None, b: Entry | None, ends: tuple[int, int], *, first: bool
    ) -> Iterator[_Node]:
        board, search, order = node.board, self._costs.search, self._costs.order
        has = (a is not None, b is not None)
        costs = [
            {} if entry is None else reader.costs(board, entry, node.key)
            for reader, entry in zip(self._readers, (a, b), strict=True)
        ]
        silent = all(entry is None or not entry.text for entry in (a, b))
        if silent:
            yield from self._bridged(node, ends, skip=has)
        else:
            candidates = self._candidates(costs, search.readings)
            for move in candidates:
                cost_a = costs[0].get(move, 0.0)
                cost_b = costs[1].get(move, 0.0)
                step = Step(
                    Kind.PLAYED,
                    move,
                    node.a if has[0] else None,
                    node.b if has[1] else None,
                    cost_a,
                    cost_b,
                )
                yield _after(node, (step,), cost_a + cost_b, *has)
            if a is not None and b is not None:
                yield from self._omitted(node, costs)
            cheapest = sum(table.get(candidates[0], 0.0) for table in costs) if candidates else 9.0
            if first and cheapest > order.both_omitted / 2:
                yield from self._bridged(node, ends, skip=(False, False))
        for side, entry in enumerate((a, b)):
            if entry is not None:
                yield self._extra(node, side, entry)
                yield from self._swapped(node, side, ends, order.swapped)

    def _candidates(self, costs: list[dict[chess.Move, float]], count: int) -> list[chess.Move]:
        """Moves that are cheap for one entry or for both together."""
        found: dict[chess.Move, None] = {}
        tables = [table for table in costs if table]
        for table in tables:
            for move in sorted(table, key=table.__getitem__)[:count]:
                found[move] = None
        if len(tables) == 2:
            first, second = tables

            def both(move: chess.Move) -> float:
                return first[move] + second[move]

            for move in sorted(first, key=both)[:count]:
                found[move] = None
            return sorted(found, key=both)[: count + 2]
        return list(found)

    def _omitted(self, node: _Node, costs: list[dict[chess.Move, float]]) -> Iterator[_Node]:
        """One sheet lacks the move that the other one has."""
        order = self._costs.order
        again = node.steps[-1].kind is Kind.OMITTED if node.steps else False
        # Whoever skips a line of the sheet lacks two moves, or several.
        lacks = order.omitted_again if again else order.omitted
        limit = self._costs.meaning.slip_at_most
        for side in (0, 1):
            table = costs[1 - side]
            cheap = sorted(table, key=table.__getitem__)[:2]
            for move in cheap:
                cost = table[move]
                if cost > limit:
                    continue
                if side == 0:
                    step = Step(Kind.OMITTED, move, None, node.b, 0.0, cost, lacks)
                else:
                    step = Step(Kind.OMITTED, move, node.a, None, cost, 0.0, lacks)
                yield _after(node, (step,), lacks + cost, side == 1, side == 0)

    def _extra(self, node: _Node, side: int, entry: Entry) -> _Node:
        """The entry is no move: written twice, crossed out, or empty without a meaning."""
        at = (node.a, node.b)[side]
        sheet = self._sheets[side]
        order = self._costs.order
        if not entry.text:
            cost = self._costs.entry.blank
        elif entry.text in {one.text for one in sheet[max(0, at - 2) : at]}:
            cost = order.doubled
        else:
            cost = order.extra
        step = Step(
            Kind.EXTRA,
            None,
            at if side == 0 else None,
            at if side == 1 else None,
            cost_order=cost,
        )
        return _Node(
            node.cost + cost,
            node.a + (side == 0),
            node.b + (side == 1),
            node.board,
            node,
            (step,),
            node.key,
        )

    def _swapped(
        self, node: _Node, side: int, ends: tuple[int, int], cost: float
    ) -> Iterator[_Node]:
        """Two entries of one sheet stand in each other's place."""
        own, other = self._readers[side], self._readers[1 - side]
        at, beside = ((node.a, node.b), (node.b, node.a))[side]
        sheet, there = self._sheets[side], self._sheets[1 - side]
        for order in ((1, 0), (2, 1, 0)):
            if at + len(order) > ends[side] or sheet[at + order[0]].text == sheet[at].text:
                continue
            board, steps, total = node.board.copy(stack=False), [], cost
            for turn, offset in enumerate(order):
                said = own.exact(board, sheet[at + offset]) if sheet[at + offset].text else []
                if len(said) != 1:
                    break
                move, place, extra = said[0], beside + turn, 0.0
                if place < ends[1 - side]:
                    extra = other.costs(board, there[place]).get(move, 0.0)
                total += extra
                if extra > self._costs.meaning.slip_at_most:
                    break
                index = place if place < ends[1 - side] else None
                moved, first = offset != turn, cost if turn == 0 else 0.0
                if side == 0:
                    step = Step(Kind.PLAYED, move, at + offset, index, 0.0, extra, first, moved)
                else:
                    step = Step(
                        Kind.PLAYED, move, index, at + offset, extra, 0.0, first, swapped_b=moved
                    )
                steps.append(step)
                board.push(move)
            else:
                board.clear_stack()
                used = [0, 0]
                used[side] = len(order)
                used[1 - side] = sum((s.b if side == 0 else s.a) is not None for s in steps)
                yield _Node(
                    node.cost + total,
                    node.a + used[0],
                    node.b + used[1],
                    board,
                    node,
                    tuple(steps),
                    key(board),
                )

    def _bridged(
        self, node: _Node, ends: tuple[int, int], skip: tuple[bool, bool]
    ) -> Iterator[_Node]:
        """A move that both sheets lack, after which the next entries say one move exactly.

        `skip` tells which sheets have an empty place for it.
        """
        next_a, next_b = node.a + skip[0], node.b + skip[1]
        a = self._sheets[0][next_a] if next_a < ends[0] else None
        b = self._sheets[1][next_b] if next_b < ends[1] else None
        texts = [entry.text for entry in (a, b) if entry is not None]
        if not any(texts):
            return
        blank = self._costs.entry.blank
        cost = sum(skip) * blank if any(skip) else self._costs.order.both_omitted
        found = 0
        for move in node.board.legal_moves:
            board = node.board.copy(stack=False)
            board.push(move)
            said: list[chess.Move] | None = None
            for reader, entry in zip(self._readers, (a, b), strict=True):
                if entry is not None and entry.text:
                    here = reader.look(board, entry)
                    said = here if said is None else [one for one in said if one in here]
                    if not said:
                        break
            if not said:
                continue
            board.clear_stack()
            step = Step(
                Kind.OMITTED,
                move,
                node.a if skip[0] else None,
                node.b if skip[1] else None,
                cost_order=cost,
            )
            follow = Step(
                Kind.PLAYED,
                said[0],
                next_a if a is not None else None,
                next_b if b is not None else None,
            )
            between = _Node(node.cost + cost, next_a, next_b, board, node, (step,), key(board))
            yield _after(between, (follow,), 0.0, a is not None, b is not None)
            found += 1
            if found == self._costs.search.width:
                return


def _after(node: _Node, steps: tuple[Step, ...], cost: float, uses_a: bool, uses_b: bool) -> _Node:
    """The node after steps that use up an entry of a sheet or not."""
    return _Node(node.cost + cost, node.a + uses_a, node.b + uses_b, node.board, node, steps)


def _alignment(board: chess.Board, node: _Node, *, whole: bool) -> Alignment:
    parts: list[tuple[Step, ...]] = []
    at: _Node | None = node
    while at is not None:
        parts.append(at.steps)
        at = at.before
    steps = tuple(chain.from_iterable(reversed(parts)))
    return Alignment(board.copy(stack=False), steps, node.cost, node.a, node.b, whole)
