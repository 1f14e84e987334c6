"""The words of one language, ready to be looked up.

A word stands in the lexicon as the grammar file spells it, and also as people type it: in
small letters, with digraphs (ae for ä) and without accents. A spelling of the file always
wins over one derived from another word; two derived spellings that clash are left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from assistant.core.spoken.command import SLOT_NAMES, SLOTS, Side, expand, slots
from assistant.core.spoken.grammar import FILES, PIECES, RANKS, Grammar
from assistant.errors import DataError

Meaning = tuple[str, int]
"""A code of one letter and its value, as `utterance` composes them."""

PIECE, FILE, RANK, CASTLE, WRITTEN = "P", "F", "R", "C", "W"
MARK = ""
"""Words that take no part in the form of a move; the value holds their marks, 0 for none."""

EDGES = " \t\n\r\f\v.,;:!?\"'`´„“”‚‘’«»‹›¿¡()[]…"
"""Punctuation that is no part of a word, at its beginning or end."""

CAPTURE, CHECK, MATE, EN_PASSANT = 1, 2, 4, 8
SHORT, LONG, EITHER = 0, 1, 2

FIGURINES = {"♙": 1, "♘": 2, "♗": 3, "♖": 4, "♕": 5, "♔": 6} | {
    "♟": 1, "♞": 2, "♝": 3, "♜": 4, "♛": 5, "♚": 6
}  # fmt: skip


@dataclass(slots=True)
class Node:
    """One step of the command patterns: the words that may follow, and what may end here."""

    words: dict[str, "Node"] = field(default_factory=dict)
    slots: dict[str, "Node"] = field(default_factory=dict)
    command: str | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Lexicon:
    language: str
    plain: Mapping[str, Meaning]
    """Single words and their meanings."""
    quick: Mapping[str, Meaning]
    """Words of `plain` that begin no phrase and never come before a question."""
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

    def key(self, word: str) -> str:
        """The word as typed without accents: `Läufer` and `laeufer` share it."""
        return fold(word, self.digraphs)


def fold(word: str, digraphs: Mapping[int, str] | None = None) -> str:
    """Small letters without accents; with digraphs, ä becomes ae instead of a."""
    small = unicodedata.normalize("NFC", word.casefold()).replace("’", "'")
    if digraphs:
        small = small.translate(digraphs)
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFD", small)
    return "".join(c for c in parts if not unicodedata.combining(c))


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
    for name, mark in {
        "capture": CAPTURE,
        "check": CHECK,
        "mate": CHECK | MATE,
        "en_passant": CAPTURE | EN_PASSANT,
        "promotion": 0,
    }.items():
        for spelling in getattr(grammar.marks, name):
            words.add(spelling, (MARK, mark), f"marks.{name}")
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
    commands = _commands(grammar, file, digraphs)
    polite = tuple(tuple(fold(p, digraphs).split()) for p in grammar.fillers.polite)
    return Lexicon(
        language=grammar.header.language,
        plain=plain,
        quick={
            w: m
            for w, m in plain.items()
            if w not in phrases and (fold(w, digraphs),) not in polite
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
    )


def _spellings(grammar: Grammar, digraphs: Mapping[int, str]) -> dict[str, str]:
    tables = (grammar.commands, grammar.ranks, grammar.ranks_local, grammar.files, grammar.pieces)
    patterns = [p for table in tables for spellings in table.values() for p in spellings]
    for table in (grammar.castling, grammar.marks):
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
        r"(?:(?P<castle>[0Oo][-–‐][0Oo](?P<long>[-–‐][0Oo])?)"
        rf"|(?P<piece>[{piece}])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<capture>[x:×])?[-–‐]?"
        rf"(?P<to>[a-h][1-8])(?:[=(/]?(?P<promotion>[{promoted}])\)?)?"
        r"(?P<en_passant>\s*e\.?p\.?)?)"
        r"(?P<check>\+{1,2}|†)?(?P<mate>#|‡)?[!?]*"
    )


def _commands(grammar: Grammar, file: str, digraphs: Mapping[int, str]) -> Node:
    root = Node()
    for name, patterns in grammar.commands.items():
        for pattern in patterns:
            for plain in expand(pattern):
                _add_pattern(root, name, plain, file, digraphs)
    return root


def _add_pattern(
    root: Node, name: str, pattern: str, file: str, digraphs: Mapping[int, str]
) -> None:
    key = f"commands.{name}"
    found = slots(pattern)
    if unknown := [slot for slot in found if slot not in SLOT_NAMES]:
        raise DataError(
            file,
            key,
            f"{pattern!r} has the unknown slot {{{unknown[0]}}}",
            f"Slots are {', '.join(sorted(SLOT_NAMES))}",
        )
    if frozenset(found) not in SLOTS[name]:
        wanted = " or ".join(" and ".join(sorted(s)) or "no slot" for s in SLOTS[name])
        raise DataError(file, key, f"{pattern!r} has the wrong slots", f"It needs {wanted}")
    steps = pattern.split()
    if all(step.startswith("{") for step in steps) or set(pattern) & set("()[]|"):
        raise DataError(
            file, key, f"{pattern!r} cannot be used", "Give it a word; close every bracket"
        )
    nodes = [root]
    for step in steps:
        following: list[Node] = []
        for node in nodes:
            if step.startswith("{"):
                following.append(node.slots.setdefault(step[1:-1], Node()))
            else:
                new = node.words.get(fold(step, digraphs)) or node.words.get(fold(step)) or Node()
                following += (
                    node.words.setdefault(spelling, new)
                    for spelling in (fold(step, digraphs), fold(step))
                )
        nodes = list({id(node): node for node in following}.values())
    for node in nodes:
        if node.command is not None and node.command != name:
            raise DataError(
                file,
                key,
                f"{pattern!r} already means {node.origin}",
                "Keep it in one place only",
            )
        node.command, node.origin = name, key
