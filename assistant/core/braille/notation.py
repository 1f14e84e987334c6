"""A braille chess notation: how moves are written in cells, and what cells are read as moves.

Guarantees: every legal move that is written can be read again as that move and no other; what
is written by hand and can be taken in two ways is read in both. `braille/README.md` explains
the tables of a file to the person who writes one.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import chess
import msgspec

from assistant.core.braille.code import Code, code_cells
from assistant.core.braille.shape import Board, File, Header, Letters, Marks
from assistant.core.output.announcement import MoveTold
from assistant.core.output.cells import Cells, Translation, join
from assistant.core.output.moves import told
from assistant.core.spoken.utterance import Castle, SpokenMove
from assistant.core.table import convert
from assistant.errors import DataError

FILES = "abcdefgh"
RANKS = "12345678"
_WRITTEN = ("capture", "check", "mate", "promotion", "short", "long", "draw", "skipped")


@dataclass(frozen=True)
class Notation:
    name: str
    """Of its file, without the ending."""
    header: Header
    letters: Letters
    marks: Marks
    code: Code
    board: Board

    def move(self, board: chess.Board, move: chess.Move) -> Translation:
        """A legal move in cells."""
        return self.code.encode(self.written(told(board, move)))

    def told(self, move: MoveTold) -> Translation:
        """A move in cells that needs no board any more."""
        return self.code.encode(self.written(move))

    def written(self, move: MoveTold) -> str:
        """A move in the letters of this notation: Sf3, exd6, e8D, 0-0."""
        mark = ""
        if move.check:
            mark = (self.marks.mate if move.mate else self.marks.check)[0]
        if move.castle:
            castle = self.marks.short if move.castle == "short" else self.marks.long
            return castle[0] + mark
        promotion = ""
        if move.promotion:
            promotion = self.marks.promotion[0] + self.letters.of(move.promotion)
        takes = self.marks.capture[0] if move.capture else ""
        start, end = map(chess.square_name, (move.origin, move.to))
        return self._head(move, start) + takes + end + promotion + mark

    def _head(self, move: MoveTold, start: str) -> str:
        """The piece and as much of its origin as is needed to tell the move from every other."""
        if move.piece == chess.PAWN:
            if not move.capture:
                return ""
            pawn = self.letters.pawn if start[0] in self._pieces else ""
            return pawn + start[0]
        letter = self.letters.of(move.piece)
        if letter in FILES and (move.by_rank or _like_pawn(FILES.index(letter), move)):
            return letter + start
        return letter + start[0] * move.by_file + start[1] * move.by_rank

    @cached_property
    def _forms(self) -> tuple[re.Pattern[str], ...]:
        return _forms(self.letters, self.marks)

    @cached_property
    def _pieces(self) -> str:
        kinds = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
        return "".join(map(self.letters.of, kinds))

    def read(self, cells: Cells) -> tuple[SpokenMove, ...]:
        """The moves that the cells can be taken for, without a board; none if they are no move."""
        text = self.code.read(cells)
        return () if text is None else self.understand(text)

    def understand(self, text: str) -> tuple[SpokenMove, ...]:
        """The moves that a text in the letters of this notation can be taken for."""
        bare, check, mate = self._unmarked(text.rstrip("!?"))
        passing = next((sign for sign in self.marks.passing if bare.endswith(sign)), "")
        bare = bare.removesuffix(passing)
        if bare in (*self.marks.short, *self.marks.long):
            castle = Castle.SHORT if bare in self.marks.short else Castle.LONG
            return (SpokenMove(castle=castle, check=check, mate=mate),)
        found = []
        for form in self._forms:
            if match := form.fullmatch(bare):
                part = match.groupdict()
                found.append(
                    SpokenMove(
                        self._piece(part.get("piece")),
                        FILES.index(part["file"]) if part["file"] else None,
                        RANKS.index(part["rank"]) if part["rank"] else None,
                        chess.parse_square(part["to"]),
                        self._piece(part.get("promotion")),
                        capture=bool(part["takes"]),
                        en_passant=bool(passing),
                        check=check,
                        mate=mate,
                    )
                )
        if len(found) > 1:
            # Beside a piece of that letter, no letter is a pawn; alone, it may be a forgotten one.
            pawn = replace(found.pop(), piece=chess.PAWN)
            within = pawn.to is not None and chess.square_file(pawn.to) == pawn.file
            if pawn.rank is not None or not within:  # nobody writes bb5 for a pawn
                found.append(pawn)
        return tuple(found)

    def _unmarked(self, text: str) -> tuple[str, bool, bool]:
        """The text without the sign of check or mate, and which of them it had."""
        marks = [(mark, True) for mark in self.marks.mate]
        marks += [(mark, False) for mark in self.marks.check]
        for mark, mate in sorted(marks, key=lambda one: -len(one[0])):
            if mark and text.endswith(mark):
                return text[: -len(mark)], True, mate
        return text, False, False

    def _piece(self, letter: str | None) -> chess.PieceType | None:
        if not letter or letter == self.letters.pawn:
            return None if not letter else chess.PAWN
        return next(kind for kind in range(2, 7) if self.letters.of(kind) == letter)

    def number(self, number: int) -> str:
        """The number of a move as it stands before it."""
        return f"{number}{self.marks.number}"

    def text(self, line: str, translate: Callable[[str, str], Translation]) -> Translation:
        """Words in cells, by a translator's `translate`; each word for itself.

        :raises BrailleError: if the translator has no such table.
        """
        if not self.header.text:
            return self.code.encode(line)
        words = line.split(" ")
        parts = [translate(word, self.header.text) for word in words]
        return join(parts, map(len, words), gap=1)

    def clock(self, time: str) -> Translation:
        """A clock time like 1:29:45, part by part: a number sign before each where one is due."""
        return self.code.encode(time)

    @property
    def sample(self) -> tuple[str, Cells]:
        """A few moves as text and cells."""
        told = [
            MoveTold(chess.PAWN, chess.E2, chess.E4),
            MoveTold(chess.KNIGHT, chess.G1, chess.F3),
            MoveTold(chess.QUEEN, chess.D1, chess.C4, capture=True, check=True),
            MoveTold(chess.KING, chess.E1, chess.G1, castle="short"),
        ]
        text = " ".join(map(self.written, told))
        return text, self.code.encode(text).cells


def _like_pawn(file: int, move: MoveTold) -> bool:
    """A pawn of that file may be able to go to the same square, if only en passant."""
    rank = chess.square_rank(move.to)
    return abs(chess.square_file(move.to) - file) == 1 and (move.capture or rank in (2, 5))


def _either(texts: list[str]) -> str:
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


def _forms(letters: Letters, marks: Marks) -> tuple[re.Pattern[str], ...]:
    kinds = [letters.of(kind) for kind in range(2, 7)]
    origin = rf"(?P<file>[a-h])?(?P<rank>[1-8])?(?:(?P<takes>{_either(marks.capture)})|"
    origin += r"-)?(?P<to>[a-h][1-8])"
    promoted = rf"(?:(?:{_either(marks.promotion)})(?P<promotion>{_either(kinds)}))?"
    return (
        re.compile(rf"(?P<piece>{_either(kinds)}){origin}"),
        re.compile(rf"(?P<piece>{_either([letters.pawn])})?{origin}{promoted}"),
    )


def check(raw: Mapping[str, Any], file: str) -> Notation:
    """A notation in which no two moves are written alike.

    :raises DataError: naming file, key and remedy.
    """
    table = convert(raw, File, file, "notation")
    code = Code(
        _cells(file, "cells", table.cells),
        _cells(file, "writing", table.writing),
        tuple(_cells(file, "code.capital", {sign: sign for sign in table.code.capital}).values()),
        _cells(file, "code", {"number": table.code.number})["number"],
        _cells(file, "code", {"letter": table.code.letter})["letter"],
    )
    notation = Notation(
        file.removesuffix(".toml"), table.header, table.letters, table.marks, code, table.board
    )
    _check_letters(file, table)
    _check_signs(file, notation)
    return notation


def _cells(file: str, key: str, table: Mapping[str, str]) -> dict[str, Cells]:
    for sign, cells in table.items():
        if not all("\u2801" <= cell <= "\u28ff" for cell in cells):
            raise DataError(
                file, f"{key}.{sign}", f"{cells!r} is no braille", "Write it in Unicode braille"
            )
    return code_cells(table)


def _check_letters(file: str, table: File) -> None:
    seen: dict[str, str] = {}
    for name in ("king", "queen", "rook", "bishop", "knight", "pawn"):
        letter = getattr(table.letters, name)
        if other := seen.get(letter):
            problem = f"{letter!r} is already the letter of the {other}"
            raise DataError(file, f"letters.{name}", problem, "Give each piece a letter of its own")
        seen[letter] = name
    if table.letters.pawn in FILES:
        raise DataError(
            file, "letters.pawn", "it is the letter of a file", "Give the pawn another letter"
        )


def _check_signs(file: str, notation: Notation) -> None:
    marks = msgspec.structs.asdict(notation.marks)
    texts = ["".join(marks[name][0] for name in marks if name in _WRITTEN)]
    texts += [FILES, RANKS, "90:-/", notation.marks.number]
    texts += [notation.letters.of(kind) for kind in range(2, 7)]
    alphabet = "".join(texts)
    for sign in alphabet:
        if not notation.code.knows(sign):
            problem = f"{sign!r} stands in moves and has no cells"
            raise DataError(file, "cells", problem, "Add its cells in Unicode braille")
    dots = notation.header.dots
    for sign, cells in notation.code.cells.items():
        if dots == 6 and max(cells) > 0x3F:
            raise DataError(file, f"cells.{sign}", "dot 7 or 8 in a code of six dots", "Remove it")
    if clash := notation.code.doubt(alphabet):
        one, other, cells_of_both = clash
        raise DataError(
            file,
            "cells",
            f"{cells_of_both} has two meanings, {one!r} and {other!r}",
            "Give one of them other cells",
        )
