"""The records of two boards while a game is played: the first half-move at which they part.

One record is what is announced and completed; the other is what is reported from the other
board. A half-move that nobody reported is taken as made there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import chess

from assistant.core.dispute.alphabet import Alphabet
from assistant.core.dispute.comparison import Comparer
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Row
from assistant.core.dispute.slip import Slips
from assistant.core.dispute.written import Entry


@dataclass(frozen=True, slots=True)
class Watch:
    """Compares two records with the engine that compares two sheets."""

    alphabets: Mapping[str, Alphabet]
    costs: Costs

    def parting(
        self, start: chess.Board, moves: Sequence[chess.Move], other: Mapping[int, str]
    ) -> Row | None:
        """Where the records part; `other` are the moves reported differently, by half-move.

        Half-moves count from 1; a move that was reported is UCI.
        """
        mine = [Entry(move.uci()) for move in moves]
        theirs = [Entry(other.get(ply, entry.text)) for ply, entry in enumerate(mine, 1)]
        reader = Reader(Slips(self.alphabets["en"], self.alphabets, self.costs))
        return Comparer(mine, theirs, (reader, reader), self.costs).compare(start).parting
