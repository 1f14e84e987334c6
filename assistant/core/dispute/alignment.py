"""The cheapest legal game that explains both sheets: a search over positions, not over texts.

Guarantees: every move of an alignment is legal; every entry is used once and in its order, but
for entries that were swapped; the search never takes back what both sheets say exactly; its
work grows with the length of the sheets, and hopeless stretches end it.
"""

from collections.abc import Iterator, Sequence

import chess

from assistant.core.dispute.costs import Costs
from assistant.core.dispute.explanations import Ends, Explanations
from assistant.core.dispute.readings import Key, Reader, key
from assistant.core.dispute.steps import Alignment, Kind, Node, Step
from assistant.core.dispute.written import Entry


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
        self._explanations = Explanations(self._sheets, readers, costs)
        self.effort = 0
        """Positions in which more than an exact look was needed."""

    def align(
        self, board: chess.Board, start: tuple[int, int] = (0, 0), end: Ends | None = None
    ) -> Alignment:
        """The alignment from a position and two places in the sheets, as far as it can be found."""
        ends = end or (len(self._sheets[0]), len(self._sheets[1]))
        root = Node(0.0, *start, board, None, ())
        goal = ends[0] + ends[1]
        buckets: dict[int, list[Node]] = {root.progress: [root]}
        best_at: list[Node] = []
        for progress in range(root.progress, goal + 1):
            nodes = buckets.pop(progress, None)
            if not nodes:
                continue
            ordered = self._survivors(nodes)
            best = ordered[0]
            if progress == goal:
                return best.alignment(board, whole=True)
            best_at.append(best)
            if given_up := self._hopeless(best_at):
                return given_up.alignment(board, whole=False)
            for node in ordered:
                alone = not buckets and node is ordered[-1]
                for child in self._children(node, ends, alone=alone, thorough=node is best):
                    buckets.setdefault(child.progress, []).append(child)
        furthest = max(best_at, key=lambda node: (node.progress, -node.cost))
        return furthest.alignment(board, whole=False)

    def _survivors(self, nodes: list[Node]) -> list[Node]:
        """The best nodes with as much progress, cheapest first, each position once."""
        search = self._costs.search
        width = search.width if self.effort < search.effort else 1
        nodes.sort(key=lambda node: node.cost)
        best = nodes[0]
        # The longer both sheets have agreed again, the less an alternative is worth.
        proved = max(0, best.clean - 1) * search.proof
        dearest = best.cost + max(search.gap - proved, search.doubt)
        kept: dict[tuple[int, int, Key], Node] = {}
        for node in nodes:
            if len(kept) == width or node.cost > dearest:
                break
            kept.setdefault((node.a, node.b, node.settled()), node)
        return list(kept.values())

    def _hopeless(self, best_at: list[Node]) -> Node | None:
        """The last explanation before a stretch that costs too much."""
        search, last = self._costs.search, best_at[-1]
        for node in reversed(best_at[:-1]):
            length = last.progress - node.progress
            if length >= search.stretch:
                return node if last.cost - node.cost > search.hopeless * length else None
        return None

    def _children(self, node: Node, ends: Ends, *, alone: bool, thorough: bool) -> Iterator[Node]:
        if alone:
            node = self._lane(node, ends)
        if node.a >= ends[0] and node.b >= ends[1]:
            yield node
            return
        if node.a < ends[0] and node.b < ends[1]:
            at = node.settled()
            said_a = self._readers[0].exact(node.board, self._sheets[0][node.a], at)
            said_b = self._readers[1].exact(node.board, self._sheets[1][node.b], at)
            common = [move for move in said_a if move in said_b]
            if common:
                unsure = self._costs.entry.ambiguous
                cost_a = unsure if len(said_a) > 1 else 0.0
                cost_b = unsure if len(said_b) > 1 else 0.0
                for move in common:
                    child = node.after(Step(Kind.PLAYED, move, node.a, node.b, cost_a, cost_b))
                    child.clean = node.clean + 1
                    yield child
                return
        self.effort += 1
        yield from self._explanations.of(node, ends, thorough=thorough)

    def _lane(self, node: Node, ends: Ends) -> Node:
        """Goes on as long as both entries say one and the same move exactly."""
        node.settled()
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
        return Node(node.cost, at_a, at_b, board, node, tuple(steps), key(board), clean)
