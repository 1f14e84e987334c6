"""How everything that is told becomes braille: moves in a notation, words in its language.

Nothing that was told is ever lost: what a translator cannot write is spelled by the notation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from assistant.core.braille.line import Part
from assistant.core.braille.notation import Notation
from assistant.core.output.announcement import (
    Announcement,
    Argument,
    FileOf,
    MoveTold,
    Place,
    RankOf,
)
from assistant.core.output.cells import BLANK, Cells, Translation, from_unicode
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.spoken.grammar import Grammar, Letters
from assistant.core.spoken.utterance import Castle, SpokenMove
from assistant.errors import BrailleError

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Stand in a phrase round the number of a move or a square; no language has them."""


class _Letters(Phrasebook):
    """The phrases of a language with moves and squares left open, to be written in a notation."""

    def __init__(self, grammar: Grammar) -> None:
        super().__init__(grammar)
        self.left: list[MoveTold | Place] = []

    def word(self, value: Argument) -> str:
        match value:
            case MoveTold() | Place():
                self.left.append(value)
                return f"{_OPEN}{len(self.left) - 1}{_CLOSE}"
            case FileOf(file):
                return chess.FILE_NAMES[file]
            case RankOf(rank):
                return chess.RANK_NAMES[rank]
        return super().word(value)


@dataclass(frozen=True)
class Script:
    """One listener's braille: a notation, a language, and a translator for its words."""

    grammar: Grammar
    notation: Notation
    translate: Callable[[str, str], Translation]
    back: Callable[[Cells, str], str]
    """The translator's; both take the name of a table."""

    def words(self, text: str) -> tuple[Part, ...]:
        """A line of text, word by word."""
        return tuple(Part(word, self._cells(word)) for word in text.split())

    def _cells(self, word: str) -> Cells:
        if all("\u2800" <= sign <= "\u28ff" for sign in word):
            return from_unicode(word)  # it is braille already
        try:
            return self.notation.text(word, self.translate).cells
        except BrailleError:
            return self.notation.code.encode(word).cells

    def clock(self, time: str) -> Cells:
        return self.notation.clock(time).cells

    def move(self, move: MoveTold, number: int | None = None, *, black: bool = False) -> Part:
        """A move, with its number if that is given: `12.Nf3`, `12...Nf6`."""
        code = self.notation.code
        text, cells = self.notation.written(move), self.notation.told(move).cells
        if number is not None:
            before, joined = self._before(number, black=black)
            cells = (*code.encode(before).cells, BLANK, *code.encode(joined).cells, *cells)
            text = f"{before} {joined}{text}"
        return Part(text, cells, move)

    def _before(self, number: int, *, black: bool) -> tuple[str, str]:
        """The number of a move, and what joins the move itself if White's place is empty."""
        marks, plain = self.notation.marks, self.notation.number(number)
        if not black:
            return plain, ""
        skipped = marks.skipped[0]
        if marks.skipped_joins:
            return plain, skipped
        dotted = bool(marks.number) and skipped.startswith(marks.number)
        return (f"{number}{skipped}" if dotted else f"{plain} {skipped}"), ""

    def square(self, square: chess.Square) -> Part:
        name = chess.square_name(square)
        return Part(name, self.notation.code.encode(name).cells, Place(square))

    def tell(self, announcement: Announcement) -> tuple[Part, ...]:
        """The announcement in the listener's language, its moves in the notation."""
        book = _Letters(self.grammar)
        parts: list[Part] = []
        for word in book.say(announcement).split():
            parts += self._joined(word, book.left)
        return tuple(parts)

    def _joined(self, word: str, left: list[MoveTold | Place]) -> list[Part]:
        """A word of a phrase; a move in it keeps the sign that stands behind it."""
        before, opened, rest = word.partition(_OPEN)
        if not opened:
            return [Part(word, self._cells(word))]
        number, _, after = rest.partition(_CLOSE)
        about = left[int(number)]
        part = self.square(about.square) if isinstance(about, Place) else self.move(about)
        if before:
            part = replace(part, text=before + part.text, cells=self._cells(before) + part.cells)
        if _OPEN in after:  # several with nothing between them
            return [part, *(replace(one, gap=0) for one in self._joined(after, left))]
        if after:
            part = replace(part, text=part.text + after, cells=part.cells + self._cells(after))
        return [part]

    def spoken(self, move: MoveTold) -> tuple[Part, ...]:
        """A move in full words, as it is announced."""
        return self.words(Phrasebook(self.grammar).move(move, Style(length=Length.FULL)))

    def read(self, cells: Cells) -> str | None:
        """What was typed, as text that the language understands; None if it cannot be read.

        A move typed in the notation comes out in the written letters of the language, whatever
        the letters of the notation are.
        """
        text = self.notation.code.read(cells)
        if text is not None:
            moves = self.notation.understand(text.strip())
            return _written(moves[0], self.grammar.letters) if len(moves) == 1 else text
        try:
            return self.back(cells, self.notation.header.text)
        except BrailleError:
            return None


_PIECES = (None, None, "knight", "bishop", "rook", "queen", "king")


def _written(move: SpokenMove, letters: Letters) -> str:
    mark = "#" if move.mate else "+" if move.check else ""
    if move.castle is not None:
        return ("O-O" if move.castle is Castle.SHORT else "O-O-O") + mark
    piece = _PIECES[move.piece or 0]
    text: str = getattr(letters, piece) if piece else ""
    text += "" if move.file is None else chess.FILE_NAMES[move.file]
    text += "" if move.rank is None else chess.RANK_NAMES[move.rank]
    text += "x" if move.capture else ""
    text += "" if move.to is None else chess.square_name(move.to)
    chosen = _PIECES[move.promotion or 0]
    return text + (f"={getattr(letters, chosen)}" if chosen else "") + mark
