"""All that an entry may mean in a position, with its cost; a question is answered only once."""

from dataclasses import dataclass

import chess

from assistant.core.dispute import entry as entries
from assistant.core.dispute.sheet import Entry
from assistant.core.dispute.slip import Slip, Slips

Key = tuple[int, ...]


def key(board: chess.Board) -> Key:
    """What makes two positions the same for everything that may follow."""
    return (
        board.occupied_co[chess.WHITE],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.turn,
        board.castling_rights,
        -1 if board.ep_square is None else board.ep_square,
    )


@dataclass(frozen=True, slots=True)
class Meaning:
    cost: float
    move: chess.Move


class Reader:
    """Reads the entries of one sheet."""

    def __init__(self, slips: Slips) -> None:
        self._slips = slips
        self._costs = slips.costs
        self._exact: dict[tuple[str, Key], list[chess.Move]] = {}
        self._all: dict[tuple[str, Key], dict[chess.Move, float]] = {}

    def form(self, entry: Entry) -> entries.Form | None:
        return entries.form(entry.text, self._slips.alphabet)

    def slip(self, board: chess.Board, entry: Entry, move: chess.Move) -> Slip:
        """What went wrong if the entry was meant to say this move."""
        return self._slips.explain(entry.text, board, move)

    def look(self, board: chess.Board, entry: Entry) -> list[chess.Move]:
        """As `exact`, for a position that will hardly come again."""
        said = entries.form(entry.text, self._slips.alphabet)
        return [] if said is None else entries.exact(board, said)

    def exact(self, board: chess.Board, entry: Entry, at: Key | None = None) -> list[chess.Move]:
        """The legal moves that the entry says as it stands."""
        where = (entry.text, at or key(board))
        found = self._exact.get(where)
        if found is None:
            said = self.form(entry)
            found = self._exact[where] = [] if said is None else entries.exact(board, said)
        return found

    def costs(
        self, board: chess.Board, entry: Entry, at: Key | None = None
    ) -> dict[chess.Move, float]:
        """Every legal move with what it costs to take the entry for it."""
        at = at or key(board)
        where = (entry.text, at)
        found = self._all.get(where)
        if found is not None:
            return found
        costs = self._costs
        if not entry.text:
            found = dict.fromkeys(board.legal_moves, costs.entry.blank)
        elif not any(sign.isalnum() for sign in entry.text):
            found = dict.fromkeys(board.legal_moves, costs.entry.unreadable)
        else:
            said = self.exact(board, entry, at)
            among = (
                0.0
                if len({(m.from_square, m.to_square) for m in said}) < 2
                else costs.entry.ambiguous
            )
            extra = costs.meaning.legal_as_written if said else 0.0
            highest = costs.meaning.another_move
            found = {}
            for move in board.legal_moves:
                if move in said:
                    found[move] = among
                    if move.promotion not in (None, chess.QUEEN) and len(said) > 1:
                        found[move] += costs.entry.promotion_unsaid
                else:
                    found[move] = min(highest, self._slips.cost(entry.text, board, move) + extra)
            if self.form(entry) is None:
                # Nothing that looks like a move says nothing for or against any.
                unreadable = costs.entry.unreadable
                found = {move: min(cost, unreadable) for move, cost in found.items()}
        self._all[where] = found
        return found

    def best(
        self, board: chess.Board, entry: Entry, count: int, at: Key | None = None
    ) -> list[Meaning]:
        """The cheapest meanings, cheapest first."""
        found = self.costs(board, entry, at)
        ordered = sorted(found.items(), key=lambda item: (item[1], item[0].uci()))
        return [Meaning(cost, move) for move, cost in ordered[:count]]
