"""The words of one language, ready to be looked up.

A word stands in the lexicon as the grammar file spells it, and also as people type it: in
small letters, with digraphs (ae for ä) and without accents. A spelling of the file always
wins over one derived from another word; two derived spellings that clash are left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assistant.core.spoken.command import Side
from assistant.core.spoken.grammar import FILES, PIECES, RANKS, Grammar
from assistant.core.spoken.patterns import Node, fold, tree
from assistant.errors import DataError

Meaning = tuple[str, int]
"""A code of one letter and its value, as `utterance` composes them."""

PIECE, FILE, RANK, CASTLE = "P", "F", "R", "C"
TAKES, PROMOTES, FROM = "X", "U", "<"
"""Words whose place in the announcement matters, but which have no value."""
MARK = ""
"""Words that take no part in the form of a move; the value holds their marks, 0 for none."""

EDGES = " \t\n\r\f\v.,;:!?\"'`´„“”‚‘’«»‹›¿¡()[]…"
"""Punctuation that is no part of a word, at its beginning or end."""

CHECK, MATE, EN_PASSANT = 1, 2, 4
SHORT, LONG, EITHER = 0, 1, 2

FIGURINES = {"♙": 1, "♘": 2, "♗": 3, "♖": 4, "♕": 5, "♔": 6} | {
    "♟": 1, "♞": 2, "♝": 3, "♜": 4, "♛": 5, "♚": 6
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lexicon:
    language: str
    plain: Mapping[str, Meaning]
    """Single words and their meanings."""
    quick: Mapping[str, Meaning]
    """Words of `plain` that begin no phrase and never come before a question."""
    openers: Mapping[str, frozenset[str]]
    """Words of `plain` that may begin a phrase, with the keys of the words that go on."""
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Meaning], ...]]
    """Meanings of several words, by their first word, longest first."""
    heads: frozenset[str]
    """Words of `plain` that may also begin a question: "moves from Eva vier" is no move."""
    doubtful: Mapping[str, Meaning]
    """Words that may be a file or may be mere filling."""
    polite: tuple[tuple[str, ...], ...]
    commands: Node
    many: Mapping[str, int]
    """Plurals and other forms of the pieces, for questions only."""
    sides: Mapping[str, Side]
    numbers: Mapping[str, int]
    letters: Mapping[str, int]
    """Piece letters of written notation, and the figurines."""
    written: re.Pattern[str]
    digraphs: Mapping[int, str]
    spellings: Mapping[str, str]
    """Words as the file spells them, by their keys."""
    sides_of_castling: Mapping[str, int]

    def key(self, word: str) -> str:
        """The word as typed without accents: `Läufer` and `laeufer` share it."""
        return fold(word, self.digraphs)


class _Words:
    """Collects spellings with their meanings and the keys that gave them."""

    def __init__(self, file: str, digraphs: Mapping[int, str]) -> None:
        self.file = file
        self.digraphs = digraphs
        self.given: dict[str, tuple[Meaning, str]] = {}
        self.derived: dict[str, Meaning | None] = {}

    def add(self, spelling: str, meaning: Meaning, key: str) -> None:
        small = unicodedata.normalize("NFC", spelling.casefold())
        given = " ".join(word.strip(EDGES) for word in small.split())
        if not given:
            raise DataError(self.file, key, "an empty word", "Remove it")
        before = self.given.get(given)
        if before is not None and before[0] != meaning:
            raise DataError(
                self.file,
                key,
                f"the word {spelling!r} already means {before[1]}",
                "Keep it in one place only",
            )
        self.given.setdefault(given, (meaning, key))
        for other in {fold(given), fold(given, self.digraphs)} - {given}:
            known = self.derived.setdefault(other, meaning)
            if known != meaning:
                self.derived[other] = None

    def entries(self) -> Iterator[tuple[str, Meaning]]:
        for spelling, (meaning, _) in self.given.items():
            yield spelling, meaning
        for spelling, derived in self.derived.items():
            if derived is not None and spelling not in self.given:
                yield spelling, derived


def build(grammar: Grammar, file: str) -> Lexicon:
    """The lexicon of a checked grammar.

    :raises DataError: if a word has two meanings or a pattern cannot be used.
    """
    digraphs = {ord(one): two for one, two in grammar.header.digraphs.items()}
    words = _Words(file, digraphs)
    for index, name in enumerate(FILES):
        words.add(name, (FILE, index), "the plain letters a to h")
        for spelling in grammar.files[name]:
            words.add(spelling, (FILE, index), f"files.{name}")
    for index, name in enumerate(RANKS):
        words.add(name, (RANK, index), "the plain digits 1 to 8")
        for table in ("ranks", "ranks_local"):
            for spelling in getattr(grammar, table)[name]:
                words.add(spelling, (RANK, index), f"{table}.{name}")
    for index, name in enumerate(PIECES, start=1):
        for spelling in grammar.pieces[name]:
            words.add(spelling, (PIECE, index), f"pieces.{name}")
    for index, name in enumerate(("short", "long", "either")):
        for spelling in getattr(grammar.castling, name):
            words.add(spelling, (CASTLE, index), f"castling.{name}")
    for name, meaning in {
        "capture": (TAKES, 0),
        "check": (MARK, CHECK),
        "mate": (MARK, CHECK | MATE),
        "en_passant": (MARK, EN_PASSANT),
        "promotion": (PROMOTES, 0),
    }.items():
        for spelling in getattr(grammar.marks, name):
            words.add(spelling, meaning, f"marks.{name}")
    for spelling in grammar.fillers.origin:
        words.add(spelling, (FROM, 0), "fillers.origin")
    for table in ("words", "polite"):
        for spelling in getattr(grammar.fillers, table):
            words.add(spelling, (MARK, 0), f"fillers.{table}")
    plain, phrases = _split(words)
    for table_of in (grammar.files, grammar.pieces):
        for spelling in (s for spellings in table_of.values() for s in spellings):
            if len(spelling) > 1 and spelling.casefold() in plain:
                plain[spelling] = plain[spelling.casefold()]  # the usual capitals need no folding
    doubtful = {}
    for word, name in grammar.fillers.or_file.items():
        if name not in FILES or plain.get(word) != (FILE, FILES.index(name)):
            raise DataError(
                file, f"fillers.or_file.{word}", "no spelling of that file", "Name its file, a to h"
            )
        doubtful[word] = plain.pop(word)
    letters = _letters(grammar, file)
    commands = tree(grammar.commands, file, digraphs)
    polite = tuple(tuple(fold(p, digraphs).split()) for p in grammar.fillers.polite)
    return Lexicon(
        language=grammar.header.language,
        plain=plain,
        quick={
            w: m
            for w, m in plain.items()
            if w not in phrases and (fold(w, digraphs),) not in polite
        },
        openers={
            head: frozenset(fold(parts[1], digraphs) for parts, _ in entries)
            for head, entries in phrases.items()
            if head in plain
        },
        phrases=phrases,
        heads=frozenset(word for word in plain if fold(word, digraphs) in commands.words),
        doubtful=doubtful,
        polite=polite,
        commands=commands,
        many=_forms(grammar.pieces_many, PIECES, digraphs),
        sides={
            key: Side(name)
            for name in ("mine", "theirs", "white", "black")
            for spelling in getattr(grammar.sides, name)
            for key in (fold(spelling), fold(spelling, digraphs))
        },
        numbers={
            key: int(name)
            for name, spellings in grammar.numbers.items()
            for spelling in spellings
            for key in (fold(spelling), fold(spelling, digraphs))
        },
        letters=letters,
        written=_written(letters),
        digraphs=digraphs,
        spellings=_spellings(grammar, digraphs),
        sides_of_castling=_sides_of_castling(grammar, digraphs),
    )


def _sides_of_castling(grammar: Grammar, digraphs: Mapping[int, str]) -> dict[str, int]:
    """Words that occur in the names of one castling only: kurze, lange."""
    found = [
        {fold(word, digraphs) for spelling in spellings for word in spelling.split()}
        for spellings in (grammar.castling.short, grammar.castling.long, grammar.castling.either)
    ]
    short, long, either = found
    return dict.fromkeys(short - long - either, SHORT) | dict.fromkeys(long - short - either, LONG)


def _spellings(grammar: Grammar, digraphs: Mapping[int, str]) -> dict[str, str]:
    tables = (
        grammar.commands,
        grammar.ranks,
        grammar.ranks_local,
        grammar.files,
        grammar.pieces,
        grammar.pieces_many,
    )
    patterns = [p for table in tables for spellings in table.values() for p in spellings]
    for table in (grammar.castling, grammar.marks, grammar.sides):
        patterns += [p for name in table.__struct_fields__ for p in getattr(table, name)]
    words = (word for p in patterns for word in re.sub(r"\{.*?\}|[()\[\]|]", " ", p).split())
    return {fold(word, digraphs): word for word in words}


def _split(
    words: _Words,
) -> tuple[dict[str, Meaning], dict[str, tuple[tuple[tuple[str, ...], Meaning], ...]]]:
    plain: dict[str, Meaning] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
    for spelling, meaning in words.entries():
        parts = tuple(spelling.replace("-", " ").split())
        if len(parts) == 1:
            plain[spelling] = meaning
        else:
            phrases.setdefault(parts[0], []).append((parts, meaning))
    for entries in phrases.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return plain, {head: tuple(entries) for head, entries in phrases.items()}


def _forms(
    table: Mapping[str, list[str]], names: tuple[str, ...], digraphs: Mapping[int, str]
) -> dict[str, int]:
    return {
        key: index
        for index, name in enumerate(names, start=1)
        for spelling in table[name]
        for key in (fold(spelling), fold(spelling, digraphs))
    }


def _letters(grammar: Grammar, file: str) -> dict[str, int]:
    letters: dict[str, int] = {}
    for index, name in enumerate(PIECES[1:], start=2):
        letter = getattr(grammar.letters, name)
        if len(letter) != 1 or letter != letter.upper() or letter in letters:
            raise DataError(
                file,
                f"letters.{name}",
                f"{letter!r} is no piece letter of its own",
                "Give one capital letter, different for each piece",
            )
        letters[letter] = index
    for letter, index in list(letters.items()):
        if letter.lower() not in FILES:
            letters[letter.lower()] = index
    return letters | FIGURINES


def _written(letters: Mapping[str, int]) -> re.Pattern[str]:
    piece = "".join(letters)
    promoted = "".join(sorted({*piece, *piece.lower(), *"qrbn"}))
    return re.compile(
        r"(?:(?P<castle>[0Oo][-–—‐‑−][0Oo](?P<long>[-–—‐‑−][0Oo])?)"
        rf"|(?P<piece>[{piece}])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<capture>[x:×])?[-–—‐‑−]?"
        rf"(?P<to>[a-h][1-8])(?:[=(/]?(?P<promotion>[{promoted}])\)?)?"
        r"(?P<en_passant>\s*e\.?p\.?)?)"
        r"(?P<check>\+{1,2}|†)?(?P<mate>#|‡)?[!?]*"
    )
