"""The steps by which one legal game explains two sheets, and the way along them."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

import chess

from assistant.core.dispute.readings import Key, key


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
class Node:
    """A place on the way: so many entries of each sheet are explained, at such a cost."""

    cost: float
    a: int
    b: int
    board: chess.Board
    """The position; until it is `settled`, that of the node before."""
    before: "Node | None"
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

    def after(self, *steps: Step) -> "Node":
        """The node after steps of which each may use up an entry of a sheet."""
        return Node(
            self.cost + sum(step.cost for step in steps),
            self.a + sum(step.a is not None for step in steps),
            self.b + sum(step.b is not None for step in steps),
            self.board,
            self,
            steps,
        )

    def alignment(self, board: chess.Board, *, whole: bool) -> Alignment:
        """All steps from the beginning, which was in that position."""
        parts: list[tuple[Step, ...]] = []
        at: Node | None = self
        while at is not None:
            parts.append(at.steps)
            at = at.before
        steps = tuple(chain.from_iterable(reversed(parts)))
        return Alignment(board.copy(stack=False), steps, self.cost, self.a, self.b, whole)
