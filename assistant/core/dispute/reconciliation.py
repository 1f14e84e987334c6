"""Two sheets become one comparison: alphabets are settled, the start is one, the rest follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import chess

from assistant.core.dispute import alphabet as alphabets_
from assistant.core.dispute import entry as entries_
from assistant.core.dispute import source
from assistant.core.dispute.alphabet import Alphabet
from assistant.core.dispute.comparison import Comparer
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Comparison, Status
from assistant.core.dispute.slip import Slips
from assistant.core.dispute.written import Entry, WrittenSheet
from assistant.errors import FileError


@dataclass(frozen=True, slots=True)
class Paper:
    """One of the two sheets, with what is known about it."""

    name: str
    """What it is called: a player, or the file."""
    sheet: WrittenSheet
    language: str | None = None
    """The language of its piece letters, if it was stated."""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    papers: tuple[Paper, Paper]
    languages: tuple[str, str]
    comparison: Comparison

    @property
    def unplayable(self) -> bool:
        """Not a single half-move is said exactly: the game hardly began in this position."""
        rows = self.comparison.rows
        return len(rows) >= _FEW and all(row.status is not Status.AGREE for row in rows)

    def failing(self, alphabets: Mapping[str, Alphabet]) -> list[tuple[Paper, bool]]:
        """The sheets of which no entry can be played at the start, and whether they are sheets."""
        found = []
        for paper, code in zip(self.papers, self.languages, strict=True):
            entries = [entry for entry in paper.sheet.entries if entry.text]
            alphabet = alphabets[code]
            if _playable(entries[:_TRIED], alphabet, self.comparison.start) > 1:
                continue
            moves = sum(entries_.form(entry.text, alphabet) is not None for entry in entries)
            found.append((paper, moves * 2 > len(entries)))
        return found

    @property
    def strangers(self) -> bool:
        """Nothing suggests that the sheets are of the same game."""
        both = sum(row.a is not None and row.b is not None for row in self.comparison.rows)
        shared = sum(
            row.status in (Status.AGREE, Status.SLIP) and row.ply > _OPENING
            for row in self.comparison.rows
        )
        ply, _ = self.comparison.agreed()
        return both > _OPENING and ply < _OPENING and shared * 8 < both


_FEW = 4
_OPENING = 8
"""Half-moves that two games may share by chance."""
_TRIED = 60
"""Entries by which an alphabet is chosen."""


def reconcile(
    a: Paper,
    b: Paper,
    alphabets: Mapping[str, Alphabet],
    costs: Costs,
    start: chess.Board | None = None,
) -> Reconciliation:
    """The comparison of two sheets.

    `start` is the position in which both begin, if they do not say it themselves.

    :raises FileError: if they begin in different positions.
    """
    board = _start(a, b, start)
    chosen = [settle(paper, alphabets, board) for paper in (a, b)]
    first = Reader(Slips(chosen[0], alphabets, costs))
    same = chosen[0] is chosen[1]
    second = first if same else Reader(Slips(chosen[1], alphabets, costs))
    comparer = Comparer(a.sheet.entries, b.sheet.entries, (first, second), costs)
    found = comparer.compare(board)
    return Reconciliation((a, b), (chosen[0].code, chosen[1].code), found)


def _start(a: Paper, b: Paper, start: chess.Board | None) -> chess.Board:
    boards = [source.start(paper.sheet, paper.name) for paper in (a, b)]
    stated = [paper.sheet.fen is not None for paper in (a, b)]
    if start is not None:
        boards = [board if own else start for board, own in zip(boards, stated, strict=True)]
    first, second = boards
    if first.epd() != second.epd() or first.chess960 != second.chess960:
        raise FileError(
            f"{a.name} and {b.name} begin in different positions: {first.epd()} and "
            f"{second.epd()}. Give two sheets of one game."
        )
    return first


def settle(paper: Paper, alphabets: Mapping[str, Alphabet], board: chess.Board) -> Alphabet:
    """The stated alphabet, or the one in which most of the sheet can be played."""
    if paper.language is not None:
        return alphabets[paper.language]
    entries = [entry for entry in paper.sheet.entries if entry.text]
    fitting = alphabets_.candidates((entry.text for entry in entries), alphabets)
    if len(fitting) == 1:
        return fitting[0]
    return max(fitting, key=lambda one: _playable(entries[:_TRIED], one, board))


def _playable(entries: Sequence[Entry], one: Alphabet, board: chess.Board) -> int:
    """How many entries can be played one after another; some that cannot are passed over."""
    board = board.copy(stack=False)
    played = passed = 0
    for entry in entries:
        form = entries_.form(entry.text, one)
        said = [] if form is None else entries_.exact(board, form)
        if len(said) == 1:
            board.push(said[0])
            played += 1
        else:
            passed += 1
            if passed > 2:
                break
    return played
