"""Announcements in the words of a language: the phrases of a grammar file, filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

import chess

from assistant.core.output import aloud, tactileclock
from assistant.core.output.announcement import (
    Announcement,
    Argument,
    ClockTime,
    Colour,
    FileOf,
    Hands,
    Kind,
    Kinds,
    Listing,
    Man,
    MoveTold,
    Phrase,
    Place,
    RankOf,
    Written,
)
from assistant.core.output.durations import duration, later
from assistant.core.output.plurals import PLURALS
from assistant.core.output.speech import Utterance
from assistant.core.spoken.grammar import FILES, PIECES, RANKS, Grammar


class Length(StrEnum):
    FULL = "full"
    """From square to square, as the Laws' appendix announces: Springer Gustav eins Felix drei."""
    SHORT = "short"
    """Piece and target, with as much of the origin as is needed: Springer Felix drei."""


@dataclass(frozen=True, slots=True)
class Style:
    """How moves are announced."""

    length: Length = Length.FULL
    local_ranks: bool = False
    """Ranks in the language's own numbers instead of German ones (D.2.1: the arbiter decides)."""
    pawn: bool = False
    """Name the pawn: Bauer Eva zwei Eva vier."""
    capture: bool = True
    check: bool = True
    mate: bool = True
    en_passant: bool = True
    promotion_word: bool = False
    """Say a word before the chosen piece; the piece itself is always said (D.2.1)."""
    castling_squares: bool = False
    """Castling as the two squares of the king, where these cannot mean another move."""


class Phrasebook:
    """Words out of one language; the same announcement always gets the same words."""

    def __init__(
        self, grammar: Grammar, style: Style | None = None, *, is_aloud: bool = False
    ) -> None:
        """`is_aloud`: the words are for a voice; then `grammar` is one of `aloud.spoken`."""
        self.style = style or Style()
        self._is_aloud = is_aloud
        self._grammar = grammar
        self._spoken: Phrasebook | None = None
        ranks = grammar.ranks_local if self.style.local_ranks else grammar.ranks
        self._phrases = grammar.phrases
        self._plural = PLURALS[grammar.header.plural]
        self._files = [grammar.files[name][0] for name in FILES]
        self._ranks = [ranks[name][0] for name in RANKS]
        self._pieces = ["", *(grammar.pieces[name][0] for name in PIECES)]
        self._many = ["", *(grammar.pieces_many[name][0] for name in PIECES)]
        names = grammar.names
        self._men = {
            chess.WHITE: ["", *(names.white_pieces[name] for name in PIECES)],
            chess.BLACK: ["", *(names.black_pieces[name] for name in PIECES)],
        }
        self._colours = {chess.WHITE: names.white, chess.BLACK: names.black}
        self._castling = {"short": grammar.castling.short[0], "long": grammar.castling.long[0]}
        self._marks = grammar.marks

    def say(self, announcement: Announcement | Phrase, late_ms: int = 0) -> str:
        """The announcement as one line of text, beginning with a capital.

        `late_ms` is how long ago it was made: clocks that run have gone on since.
        """
        text = self._fill(announcement.key, later(announcement.args, late_ms))
        return text[:1].upper() + text[1:]

    def speak(self, announcement: Announcement | Phrase, late_ms: int = 0) -> Utterance:
        """The same words for a voice: each stretch in its own language, small numbers in words."""
        if self._spoken is None:
            self._spoken = Phrasebook(aloud.spoken(self._grammar), self.style, is_aloud=True)
        return aloud.segments(self._spoken.say(announcement, late_ms), self._grammar)

    def move(self, move: MoveTold, style: Style | None = None) -> str:
        """The announcement of a move; `utterance.understand` reads it back."""
        style = style or self.style
        if move.castle and not (style.castling_squares and move.squares_tell):
            words = [self._castling[move.castle]]
        else:
            words = self._squares_of(move, style)
        if move.mate and style.mate:
            words[-1] += ","
            words.append(self._marks.mate[0])
        elif move.check and style.check:
            words[-1] += ","
            words.append(self._marks.check[0])
        return " ".join(words)

    def _squares_of(self, move: MoveTold, style: Style) -> list[str]:
        words = []
        if move.piece != chess.PAWN or style.pawn:
            words.append(self._pieces[move.piece])
        full = style.length is Length.FULL or move.castle is not None
        if full or move.by_file:
            words.append(self._files[chess.square_file(move.origin)])
        if full or move.by_rank:
            words.append(self._ranks[chess.square_rank(move.origin)])
        if move.capture and style.capture:
            words.append(self._marks.capture[0])
        words.append(self.square(move.to))
        if move.promotion is not None:
            if style.promotion_word:
                words.append(self._marks.promotion[0])
            words.append(self._pieces[move.promotion])
        if move.en_passant and style.en_passant:
            words.append(self._marks.en_passant[0])
        return words

    def square(self, square: chess.Square) -> str:
        return f"{self._files[chess.square_file(square)]} {self._ranks[chess.square_rank(square)]}"

    def _fill(self, key: str, args: Mapping[str, Argument]) -> str:
        phrase = self._phrases[key]
        if not isinstance(phrase, str):
            count = args["count"]
            number = count if isinstance(count, int) else 0
            phrase = phrase.get(str(number)) or phrase[self._plural(number)]
        return phrase.format(**{name: self.word(value) for name, value in args.items()})

    def word(self, value: Argument) -> str:
        match value:
            case str():
                return aloud.unmarked(value)
            case int():
                return str(value)
            case Place(square):
                return self.square(square)
            case FileOf(file):
                return self._files[file]
            case RankOf(rank):
                return self._ranks[rank]
            case Kind(piece):
                return self._pieces[piece]
            case Kinds(piece, count):
                return self._pieces[piece] if count == 1 else self._many[piece]
            case Man(piece, colour):
                return self._men[colour][piece]
            case Colour(colour):
                return self._colours[colour]
            case MoveTold():
                return self.move(value)
            case ClockTime(ms):
                return self.word(duration(ms))
            case Hands(left):
                return self.word(tactileclock.phrase(tactileclock.face(left.ms)))
            case Written(text, said):
                return self.word(said) if self._is_aloud else text
            case Phrase():
                return self._fill(value.key, value.args)
            case Listing(items, joined_by):
                return self._listing([self.word(item) for item in items], joined_by)
        assert_never(value)

    def _listing(self, items: list[str], joined_by: str) -> str:
        if joined_by in (",", ";") or len(items) < 2:
            return f"{joined_by} ".join(items) if joined_by in (",", ";") else "".join(items)
        if joined_by == "then":
            return f", {self._fill(joined_by, {})} ".join(items)
        last = f" {self._fill(joined_by, {})} "
        return ", ".join(items[:-1]) + last + items[-1]
