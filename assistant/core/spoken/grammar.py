"""The shape of a grammar file: one spoken language, words in and phrases out.

The first spelling of every list is the one the program says; all of them are understood.
`grammars/README.md` explains each table to the person who writes one.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from assistant.core.output.phrases import PHRASES
from assistant.core.spoken.command import SLOTS
from assistant.core.table import convert
from assistant.errors import DataError

FILES = "abcdefgh"
RANKS = "12345678"
PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
"""In the order of python-chess, whose piece types count from 1."""

Spellings = list[str]
Forms = dict[str, str]
"""Plural forms of one phrase: `one`, `few`, `many`."""

PLURAL_FORMS = {
    "one-other": ("one", "many"),
    "zero-one-other": ("one", "many"),
    "one-few-many": ("one", "few", "many"),
    "one-few-many-tens": ("one", "few", "many"),
}
"""The families of plural rules that a grammar may name, with the forms each one needs."""


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Header(Table, frozen=True):
    language: str
    name: str
    english: str
    source: str
    plural: str
    digraphs: dict[str, str] = {}
    """Letters that may be typed as two: ä as ae."""


class Letters(Table, frozen=True):
    """The piece letters of written notation; a pawn has none."""

    king: str
    queen: str
    rook: str
    bishop: str
    knight: str


class Castling(Table, frozen=True):
    short: Spellings
    long: Spellings
    either: Spellings


class Marks(Table, frozen=True):
    capture: Spellings
    check: Spellings
    mate: Spellings
    en_passant: Spellings
    promotion: Spellings


class Fillers(Table, frozen=True):
    words: Spellings
    """Heard and passed over within a move: nach, auf."""
    origin: Spellings
    """Words that stand before the square a piece comes from: von."""
    polite: Spellings = []
    """Passed over in questions as well: bitte."""
    or_file: dict[str, str] = {}
    """Small words that are spelled like a plain file letter: Spanish `a`."""


class Sides(Table, frozen=True):
    mine: Spellings
    theirs: Spellings
    white: Spellings
    black: Spellings


class Names(Table, frozen=True):
    """What the program calls sides and pieces in an answer."""

    white: str
    black: str
    white_pieces: dict[str, str]
    black_pieces: dict[str, str]


class Sound(Table, frozen=True):
    """A word that synthesisers read wrongly."""

    respelled: str
    """The word as any voice of its language reads it rightly, or nearly."""
    phonemes: str = ""
    """The same in espeak-ng's letters."""


class Pronunciation(Table, frozen=True):
    laws: str
    """The language of the words that the Laws prescribe: `files` and `ranks`."""
    words: dict[str, dict[str, Sound]] = {}
    """By language, then by word."""


class Inflected(Table, frozen=True):
    """Numbers before the words of some phrases: eine Stunde, dvě minuty."""

    phrases: list[str]
    words: dict[str, str] = {}
    """By number, only those that differ."""


class Numerals(Table, frozen=True):
    words: Spellings
    """Zero, one, two, … as one counts; a larger number stays in figures."""
    before: list[Inflected] = []
    """Phrases whose count is said in words, and the forms it then takes."""


class Example(Table, frozen=True):
    say: Spellings
    means: str
    """A move as UCI, or `command NAME ARGUMENTS`."""
    fen: str = ""


class Grammar(Table, frozen=True, kw_only=True):
    header: Header
    letters: Letters
    files: dict[str, Spellings]
    ranks: dict[str, Spellings]
    ranks_local: dict[str, Spellings]
    pieces: dict[str, Spellings]
    pieces_many: dict[str, Spellings]
    castling: Castling
    marks: Marks
    fillers: Fillers
    sides: Sides
    numbers: dict[str, Spellings] = {}
    pronunciation: Pronunciation
    numerals: Numerals
    sounds_like: dict[str, Spellings] = {}
    """Words as a recogniser's model may know them instead, by the spelling they stand for."""
    names: Names
    commands: dict[str, Spellings]
    phrases: dict[str, str | Forms]
    examples: list[Example]


def check(raw: Mapping[str, Any], file: str) -> Grammar:
    """A grammar with every key present, of the right type, and every phrase usable.

    :raises DataError: naming file, key and remedy.
    """
    grammar = convert(raw, Grammar, file, "grammar")
    _complete(file, "files", grammar.files, FILES)
    _complete(file, "ranks", grammar.ranks, RANKS)
    _complete(file, "ranks_local", grammar.ranks_local, RANKS)
    for table in ("pieces", "pieces_many"):
        _complete(file, table, getattr(grammar, table), PIECES)
    for table in ("white_pieces", "black_pieces"):
        _complete(file, f"names.{table}", getattr(grammar.names, table), PIECES)
    _complete(file, "commands", grammar.commands, SLOTS)
    _complete(file, "phrases", grammar.phrases, PHRASES)
    if grammar.header.plural not in PLURAL_FORMS:
        known = ", ".join(PLURAL_FORMS)
        raise DataError(file, "header.plural", "unknown plural rule", f"Choose one of: {known}")
    for key, phrase in grammar.phrases.items():
        _check_phrase(file, grammar.header.plural, key, phrase)
    for inflected in grammar.numerals.before:
        for key in inflected.phrases:
            if "count" not in PHRASES.get(key, ()):
                raise DataError(
                    file, "numerals.before", f"{key!r} is no phrase that counts", "Remove it"
                )
        for number in inflected.words:
            if not (number.isascii() and number.isdigit()):
                raise DataError(
                    file, f"numerals.before.words.{number}", "not a number", "Write it in digits"
                )
    return grammar


def _complete(file: str, table: str, found: Mapping[str, Any], wanted: Any) -> None:
    for key in wanted:
        if key not in found:
            raise DataError(
                file,
                f"{table}.{key}",
                "this key is missing",
                "Add it, as another grammar file has it",
            )
        if not found[key]:
            raise DataError(file, f"{table}.{key}", "nothing stands here", "Give at least one word")
    for key in found:
        if key not in wanted:
            raise DataError(
                file, f"{table}.{key}", "no such key is known", "Correct its spelling or remove it"
            )


def _check_phrase(file: str, plural: str, key: str, phrase: str | Forms) -> None:
    if isinstance(phrase, str):
        forms = {"": phrase}
    else:
        forms = phrase
        if "count" not in PHRASES[key]:
            raise DataError(
                file,
                f"phrases.{key}",
                "it counts nothing",
                "Write one phrase, without plural forms",
            )
        _complete(file, f"phrases.{key}", forms, PLURAL_FORMS[plural])
    for form, text in forms.items():
        place = f"phrases.{key}.{form}".rstrip(".")
        used = set(re.findall(r"\{(.*?)\}", text))
        if wrong := used - PHRASES[key]:
            wanted = ", ".join(sorted(PHRASES[key])) or "none"
            raise DataError(
                file,
                place,
                f"the placeholder {{{min(wrong)}}} does not exist here",
                f"Placeholders of this phrase: {wanted}",
            )
        if lost := PHRASES[key] - used - {"count"}:
            raise DataError(
                file, place, f"the placeholder {{{min(lost)}}} is missing", "Put it into the phrase"
            )
        if re.sub(r"\{\w+\}", "", text).strip("{}") != re.sub(r"\{\w+\}", "", text):
            raise DataError(file, place, "a brace stands alone", "Write placeholders as {name}")
