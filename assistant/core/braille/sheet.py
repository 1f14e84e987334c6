"""A braille scoresheet as it was written: what stands there, and which moves it can mean.

Guarantees: nothing is dropped and nothing guessed. Cells without a meaning in the notation stay
in the entry as ⍰ with their dots; an entry that is no move is kept as it is written; a line that
holds no moves is a note.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import chess

from assistant.core.braille import embossing
from assistant.core.braille.code import Code, Glyph
from assistant.core.braille.notation import Notation
from assistant.core.output.cells import BLANK, Cells, unicode
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import SpokenMove

UNREADABLE = "⍰"
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?")
MOST_LINES = 4000
"""Of a file that are looked at; no scoresheet comes near."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in one place for a move."""

    number: int
    colour: chess.Color
    text: str
    """As written, in the letters of the notation; ⍰ with its dots for a cell without meaning."""
    cells: Cells
    line: int
    moves: tuple[SpokenMove, ...] = ()
    """What it can be taken for; none if it is no move."""
    draw_offered: bool = False
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Misnumbered:
    """A number of a move that does not follow from what stands before it."""

    line: int
    written: int
    expected: int


@dataclass(frozen=True, slots=True)
class BrailleSheet:
    notation: Notation
    entries: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()
    """Lines without moves: head, names, remarks."""
    result: str = ""
    foreign: tuple[embossing.Foreign, ...] = ()
    """Signs of the file that are no cells."""
    rivals: tuple[str, ...] = ()
    """Notations in which as much can be read, but as other moves."""
    misnumbered: tuple[Misnumbered, ...] = ()

    @property
    def unreadable(self) -> tuple[Entry, ...]:
        """Entries that are no move."""
        return tuple(entry for entry in self.entries if not entry.moves)

    @property
    def text(self) -> str:
        """The moves as lines of text: number, White, Black."""
        rows: dict[int, list[str]] = {}
        for entry in self.entries:
            row = rows.setdefault(entry.number, [] if entry.colour else ["..."])
            row.append(entry.text + (" (=)" if entry.draw_offered else ""))
        return "".join(f"{number}. {' '.join(row)}\n" for number, row in rows.items())


def read(
    text: str,
    notations: Sequence[Notation],
    words: Mapping[str, Code] | None = None,
    start: chess.Board | None = None,
) -> BrailleSheet:
    """The sheet in a file of Braille ASCII or Unicode braille; never raises.

    Of several notations it is the one in which most of it can be played; if another explains as
    much and means other moves, the sheet names it as a rival. `words` are codes of what stands
    between the moves, by the names of their tables; `start` is the position before the first move.
    """
    lines, foreign = embossing.lines(text)
    readers = [_Reader(notation, lines[:MOST_LINES]) for notation in notations]
    scores = [_played(reader.entries, start) for reader in readers]
    best = max(range(len(readers)), key=scores.__getitem__)
    chosen = readers[best]
    meant = [entry.moves for entry in chosen.entries]
    rivals = [
        reader.notation.name
        for reader, score in zip(readers, scores, strict=True)
        if score == scores[best] and [entry.moves for entry in reader.entries] != meant
    ]
    of_words = (words or {}).get(chosen.notation.header.text, chosen.notation.code)
    notes = [" ".join(_text(of_words, word) for word in _words(line)) for line in chosen.notes]
    return BrailleSheet(
        chosen.notation,
        tuple(chosen.entries),
        tuple(notes),
        chosen.result,
        tuple(foreign),
        tuple(rivals),
        tuple(chosen.misnumbered),
    )


def _played(entries: Iterable[Entry], start: chess.Board | None) -> tuple[int, int]:
    """How many entries can be played from the start, and how many of all are moves."""
    board = chess.Board() if start is None else start.copy(stack=False)
    played = 0
    understood = 0
    playing = True
    for entry in entries:
        understood += 1 if entry.moves else -1
        if not playing:
            continue
        reading = read_all(board, entry.moves) if entry.moves else None
        if isinstance(reading, Exact):
            board.push(reading.move)
            played += 1
        else:
            playing = False
    return played, understood


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    cells: Cells


class _Reader:
    """Goes through the lines and remembers where in the game it is."""

    def __init__(self, notation: Notation, lines: Iterable[tuple[int, Cells | None]]) -> None:
        self.notation = notation
        self.entries: list[Entry] = []
        self.misnumbered: list[Misnumbered] = []
        self.notes: list[Cells] = []
        self.result = ""
        self.row: int | None = None
        """The number of the move whose line may go on."""
        self.expected = chess.WHITE
        point = re.escape(notation.marks.number)
        skipped = "|".join(map(re.escape, notation.marks.skipped))
        behind = "(.*)" if point else "()"  # without a point nothing tells a number from a time
        self.numbered = re.compile(rf"([0-9]{{1,4}})(?:({skipped})|{point}){behind}")
        for place, line in lines:
            if line is None:
                self.row = None
            else:
                self.line(line, place)

    def line(self, cells: Cells, place: int) -> None:
        parts = list(_words(cells))
        if not parts:
            self.row = None
            return
        if self.row is None and not self._like_number(parts[0]):
            self.notes.append(cells)  # told by its first sign, which saves reading the rest
            return
        words = [_Word(_text(self.notation.code, word), word) for word in parts]
        goes_on = self.row is not None and cells[0] == BLANK and self._all_beside(words)
        if not goes_on and not self._begins(words):
            if len(words) == 1 and words[0].text in RESULTS:
                self.result = words[0].text
            else:
                self.notes.append(cells)
            self.row = None
            return
        for word in words:
            self._word(word, place)

    def _like_number(self, word: Cells) -> bool:
        """Whether a number of a move or a result may begin so."""
        return self.notation.code.decode(word[:4])[0].text in (*"0123456789*",)

    def _begins(self, words: list[_Word]) -> bool:
        """Whether the line is one of moves: a number, and what may be a move behind it."""
        found = self.numbered.fullmatch(words[0].text)
        if found is None:
            return False
        last = self.entries[-1].number if self.entries else 0
        behind = [found[3]] * bool(found[3]) + [word.text for word in words[1:3]]
        skips = bool(found[2])
        if behind and behind[0] in self.notation.marks.skipped:
            skips, behind = True, behind[1:]
        if not behind:
            return False
        # In words of another code a sign may look like a number: then a move must follow it.
        expected = int(found[1]) == last + 1 and not skips
        return expected or bool(self.notation.understand(behind[0]) or self._joined(behind[0]))

    def _move(self, text: str) -> bool:
        skipped = text in self.notation.marks.skipped
        return UNREADABLE in text or skipped or bool(self.notation.understand(text))

    def _all_beside(self, words: list[_Word]) -> bool:
        beside = (*self.notation.marks.draw, *self.notation.marks.passing)
        return all(
            word.text in beside or _CLOCK.fullmatch(word.text) or self._move(word.text)
            for word in words
        )

    def _word(self, word: _Word, place: int) -> None:
        marks, text = self.notation.marks, word.text
        last = self.entries[-1] if self.entries and self.entries[-1].number == self.row else None
        if text in RESULTS:
            self.result = text
        elif last is not None and _CLOCK.fullmatch(text):
            self.entries[-1] = replace(last, clock=text)
        elif found := self.numbered.fullmatch(text):
            self._number(int(found[1]), place)
            self.row, self.expected = int(found[1]), not found[2]
            if found[3]:
                behind = self._cells_behind(word, len(text) - len(found[3]))
                self._word(_Word(found[3], behind), place)
        elif text in marks.skipped and self.expected and (last is None or last.colour):
            self.expected = chess.BLACK
        elif (joined := self._joined(text)) and self.expected and last is None:
            self.expected = chess.BLACK
            self._word(_Word(text[joined:], self._cells_behind(word, joined)), place)
        elif last is not None and text in marks.draw:
            self.entries[-1] = replace(last, draw_offered=True)
        elif last is not None and text in marks.passing:
            passing = tuple(replace(move, en_passant=True) for move in last.moves)
            self.entries[-1] = replace(last, moves=passing)
        elif self.row is not None:
            if self.expected and last is not None:
                self.row += 1  # a third move in a row belongs to the next number
            moves = () if UNREADABLE in text else self.notation.understand(text)
            self.entries.append(Entry(self.row, self.expected, text, word.cells, place, moves))
            self.expected = not self.expected

    def _number(self, written: int, place: int) -> None:
        """The first number may be any; behind White's move Black's may have the same one."""
        if not self.entries:
            return
        last = self.entries[-1]
        allowed = {last.number + 1, last.number if last.colour else last.number + 1}
        if self.misnumbered and self.misnumbered[-1].written == last.number:
            allowed.add(self.misnumbered[-1].expected + 1)  # the slip was in one number alone
        if written not in allowed:
            self.misnumbered.append(Misnumbered(place, written, last.number + 1))

    def _joined(self, text: str) -> int:
        """The length of the sign for White's place, if a move stands right behind it."""
        for sign in self.notation.marks.skipped:
            if text.startswith(sign) and self.notation.understand(text[len(sign) :]):
                return len(sign)
        return 0

    def _cells_behind(self, word: _Word, length: int) -> Cells:
        """The cells of a word behind that many of its characters."""
        read = 0
        start = 0
        for glyph in self.notation.code.decode(word.cells):
            if read >= length:
                break
            read += len(_shown(glyph))
            start += len(glyph.cells)
        return word.cells[start:]


def _shown(glyph: Glyph) -> str:
    return f"{UNREADABLE}{unicode(glyph.cells)}" if glyph.text is None else glyph.text


def _text(code: Code, word: Cells) -> str:
    return "".join(map(_shown, code.decode(word)))


def _words(cells: Cells) -> Iterator[Cells]:
    for blank, word in groupby(cells, key=lambda cell: cell == BLANK):
        if not blank:
            yield tuple(word)
