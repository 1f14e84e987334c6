"""All that an entry may mean in a position, with its cost; a question is answered only once."""

from dataclasses import dataclass

import chess

from assistant.core.dispute import entry as entries
from assistant.core.dispute.slip import Facts, Slip, Slips, facts
from assistant.core.dispute.written import Entry

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


@dataclass(slots=True)
class Legal:
    """The legal moves of a position, with what a pen has to know about each."""

    moves: list[chess.Move]
    facts: list[Facts]
    _places: dict[chess.Move, int] | None = None

    def place(self, move: chess.Move) -> int | None:
        if self._places is None:
            self._places = {one: at for at, one in enumerate(self.moves)}
        return self._places.get(move)


class Positions:
    """The positions that were looked at; two readers may share them."""

    def __init__(self) -> None:
        self._known: dict[Key, Legal] = {}

    def legal(self, board: chess.Board, at: Key) -> Legal:
        found = self._known.get(at)
        if found is None:
            moves = list(board.generate_legal_moves())
            found = self._known[at] = Legal(moves, [facts(board, move) for move in moves])
        return found


class Reader:
    """Reads the entries of one sheet."""

    def __init__(self, slips: Slips, positions: Positions | None = None) -> None:
        self.positions = positions or Positions()
        self._slips = slips
        self._costs = slips.costs
        self._exact: dict[tuple[str, Key], list[chess.Move]] = {}
        self._all: dict[tuple[str, Key], list[float]] = {}

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

    def costs(self, board: chess.Board, entry: Entry, at: Key) -> list[float]:
        """What it costs to take the entry for each move of `positions.legal`, in that order."""
        where = (entry.text, at)
        found = self._all.get(where)
        if found is None:
            found = self._all[where] = self._costs_of(board, entry, at)
        return found

    def _costs_of(self, board: chess.Board, entry: Entry, at: Key) -> list[float]:
        legal, costs = self.positions.legal(board, at), self._costs
        if not entry.text:
            return [costs.entry.blank] * len(legal.moves)
        if not entry.speaks:
            return [costs.entry.unreadable] * len(legal.moves)
        said = self.exact(board, entry, at)
        extra = costs.meaning.legal_as_written if said else 0.0
        # Nothing that looks like a move says nothing for or against any.
        form = self.form(entry)
        highest = costs.entry.unreadable if form is None else costs.meaning.another_move
        found = [
            min(highest, cost + extra)
            for cost in self._slips.costs_of(entry.text, board, legal.moves, legal.facts)
        ]
        several = len({(move.from_square, move.to_square) for move in said}) > 1
        for move in said:
            place = legal.place(move)
            if place is not None:
                unsaid = move.promotion not in (None, chess.QUEEN) and len(said) > 1
                found[place] = costs.entry.ambiguous if several else 0.0
                found[place] += costs.entry.promotion_unsaid if unsaid else 0.0
        return found

    def cost(self, board: chess.Board, entry: Entry, move: chess.Move) -> float:
        """What it costs to take the entry for one legal move."""
        at = key(board)
        place = self.positions.legal(board, at).place(move)
        return 0.0 if place is None else self.costs(board, entry, at)[place]
