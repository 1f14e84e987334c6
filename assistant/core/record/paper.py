"""A scoresheet on braille paper.

Guarantees: no line is longer and no page higher than the paper; each page begins with the players,
the round and its number; a pair of moves stands on one line, or on two of one page where the line
is too short for it; the moves can be read back from the cells (`core.braille.sheet`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import chess

from assistant.core.braille.notation import Notation
from assistant.core.output.cells import BLANK, Cells, Translation
from assistant.core.output.moves import told
from assistant.core.record.columns import Form
from assistant.core.record.headers import UNFINISHED
from assistant.core.record.notation import clock
from assistant.core.record.scoresheet import Ply, Sheet
from assistant.errors import UsageError

NARROWEST, WIDEST = 20, 80
FEWEST, MOST = 8, 60
_APART = 2
"""Blank cells at least before the number of the page, or it reads as part of a name."""
_HANGING = 2
"""Cells by which the further lines of a text are moved in."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What an embosser takes: A4 or letter has about forty cells and twenty-five lines."""

    width: int = 40
    height: int = 25

    def __post_init__(self) -> None:
        """:raises UsageError: if no scoresheet fits on it."""
        if not NARROWEST <= self.width <= WIDEST:
            raise UsageError(f"A line has {NARROWEST} to {WIDEST} cells, not {self.width}.")
        if not FEWEST <= self.height <= MOST:
            raise UsageError(f"A page has {FEWEST} to {MOST} lines, not {self.height}.")


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that stay together on a page."""

    lines: tuple[Cells, ...]
    space_before: bool = False
    leads: bool = False
    """Stands on the page of what follows it."""


@dataclass(frozen=True)
class Writer:
    notation: Notation
    translate: Callable[[str, str], Translation]
    """Of the translator, for words."""
    form: Form
    paper: Paper = Paper()

    def pages(self, sheet: Sheet) -> list[list[Cells]]:
        """The sheet as pages of lines of cells.

        :raises BrailleError: if its words cannot be translated.
        """
        blocks = [self._words(self.form.say("score_title"), leads=True)]
        blocks += [self._words(fact) for fact in self.form.facts(sheet)]
        pairs = list(self._pairs(sheet))
        blocks += [_Block(pair.lines, space_before=place == 0) for place, pair in enumerate(pairs)]
        result = self.notation.code.encode(sheet.result).cells
        if pairs and sheet.result != UNFINISHED and self.notation.code.knows(sheet.result):
            blocks.append(_Block((result,)))
        notes = [self._words(note) for note in self.form.notes(sheet)]
        if notes:
            head = self._words(self.form.say("score_notes"))
            blocks += [_Block(head.lines, space_before=True, leads=True), *notes]
        return self._paged(blocks, sheet)

    def _cells(self, text: str) -> Cells:
        return self.notation.text(text, self.translate).cells

    def _words(self, text: str, *, leads: bool = False) -> _Block:
        words = _split(self._cells(" ".join(text.split())))
        return _Block(tuple(_flow(words, self.paper.width, indent=_HANGING)), leads=leads)

    def _pairs(self, sheet: Sheet) -> Iterator[_Block]:
        rows = list(self._rows(sheet))
        if not rows:
            return
        edge = max(len(number) for number, _, _ in rows) + 1
        column = edge + max(len(white) for _, white, _ in rows) + 1
        longest = max(len(black) for _, _, black in rows)
        if column + longest > self.paper.width:
            column = 0
        width = self.paper.width
        for number, white, black in rows:
            first = _padded(number, edge) + white
            gap = 2 if len(first) + 2 + len(black) <= width else 1
            whole = _padded(first, column or len(first) + gap) + black if black else first
            if len(whole) <= width:
                yield _Block((whole,))
                continue
            margin = (BLANK,) * edge
            lines = [*_flow(_split(white), width, _padded(number, edge), indent=edge)]
            lines += _flow(_split(black), width, margin, indent=edge) if black else ()
            yield _Block(tuple(lines))

    def _rows(self, sheet: Sheet) -> Iterator[tuple[Cells, Cells, Cells]]:
        encode = self.notation.code.encode
        board = start_board(sheet)
        moves: list[tuple[Ply, Cells]] = []
        for ply in sheet.plies:
            moves.append((ply, self._move(board, ply)))
            board.push(ply.move)
        for number, plies in groupby(moves, key=lambda one: one[0].number):
            sides = {ply.colour: cells for ply, cells in plies}
            white, black = sides.get(chess.WHITE), sides.get(chess.BLACK, ())
            if white is None:
                white = encode(self.notation.marks.skipped[0]).cells
                if self.notation.marks.skipped_joins:
                    white, black = white + black, ()
            yield encode(self.notation.number(number)).cells, white, black

    def _move(self, board: chess.Board, ply: Ply) -> Cells:
        parts = [self.notation.written(told(board, ply.move))]
        if ply.draw_offered:
            parts.append(self.notation.marks.draw[0])
        if ply.clock_ms is not None:
            parts.append(clock(ply.clock_ms))
        return self.notation.code.encode(" ".join(parts)).cells

    def _paged(self, blocks: list[_Block], sheet: Sheet) -> list[list[Cells]]:
        pages = [[self._head(sheet, 1)]]
        for place, block in enumerate(blocks):
            following = blocks[place + 1].lines if block.leads and place + 1 < len(blocks) else ()
            needed = block.space_before + len(block.lines) + len(following)
            room = self.paper.height - len(pages[-1])
            if needed > room and len(pages[-1]) > 1 and needed < self.paper.height:
                pages.append([self._head(sheet, len(pages) + 1)])
            if block.space_before and len(pages[-1]) > 1:
                pages[-1].append(())
            for line in block.lines:
                if len(pages[-1]) == self.paper.height:
                    pages.append([self._head(sheet, len(pages) + 1)])
                pages[-1].append(line)
        return pages

    def _head(self, sheet: Sheet, page: int) -> Cells:
        """The players, the round, and at the edge the number of the page, set apart.

        Where the line is too short for both names, the longer one is shortened to the family's,
        then the other; only where these are too long as well are they cut. The round never is.
        """
        number = self.notation.code.encode(str(page)).cells
        event_round = sheet.headers.get("Round", "-")
        tail = "" if event_round in ("", "-", "?") else f" ({event_round})"
        room = self.paper.width - len(number) - _APART
        names = [sheet.headers.get(side, "?") for side in ("White", "Black")]
        for offer in _shortened(names):
            line = self._cells(" - ".join(offer) + tail)
            if len(line) <= room:
                break
        else:
            behind = self._cells(tail) if tail else ()
            line = (self._cells(" - ".join(offer))[: max(0, room - len(behind))] + behind)[:room]
        return _padded(line, room + _APART) + number


def _shortened(names: list[str]) -> Iterator[list[str]]:
    """Both names whole, then the longer one short, then both."""
    yield names
    short = [_family(name) for name in names]
    longer = max(range(len(names)), key=lambda place: len(names[place]))
    yield [short[place] if place == longer else name for place, name in enumerate(names)]
    yield short


def _family(name: str) -> str:
    """`Berg` of `Anna Berg` and of `Berg, Anna`; a program without its level."""
    plain = name.partition("(")[0].strip()
    before, comma, _ = plain.partition(",")
    return (before.strip() if comma else plain.rpartition(" ")[2]) or name


def start_board(sheet: Sheet) -> chess.Board:
    """The position before the first move."""
    chess960 = sheet.headers.get("Variant") == "Chess960"
    return chess.Board(sheet.headers.get("FEN", chess.STARTING_FEN), chess960=chess960)


def _padded(cells: Cells, width: int) -> Cells:
    return cells + (BLANK,) * (width - len(cells))


def _split(cells: Cells) -> Iterator[Cells]:
    for blank, word in groupby(cells, key=lambda cell: cell == BLANK):
        if not blank:
            yield tuple(word)


def _flow(words: Iterable[Cells], width: int, start: Cells = (), *, indent: int) -> Iterator[Cells]:
    """Lines of words; a word is broken only if it is longer than a line."""
    line, fresh = start, True
    for word in words:
        if not fresh and len(line) + 1 + len(word) > width:
            yield line
            line, fresh = (BLANK,) * indent, True
        line += word if fresh else (BLANK, *word)
        fresh = False
        while len(line) > width:
            yield line[:width]
            line = (BLANK,) * indent + line[width:]
    yield line
