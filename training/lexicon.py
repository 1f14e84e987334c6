"""The words of the German grammar, their pronunciations, and the numbers of phones and pdfs.

Every word of `grammars/de.toml` that can be spoken is in `WORDS`; a word without a pronunciation
is named in the error, with the command that adds it.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GRAMMAR = HERE.parent / "grammars" / "de.toml"
GARBAGE = "[unk]"
SILENCE = "SIL"

SPOKEN_TABLES = (
    "files", "ranks", "ranks_local", "pieces", "pieces_many", "castling", "marks", "fillers",
    "sides", "numbers", "commands",
)  # fmt: skip
LETTERS = "abcdefgh"
JOINT = "_"
"""Stands in the name of a word that is said as several."""

_MARKUP = re.compile(r"\{[^}]*\}|[()\[\]|]")

_SPEAKABLE = re.compile(r"(?=.*[aeiouyäöü])[a-zäöüß]{2,}")

Pronunciation = tuple[str, ...]


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text("utf-8"))


def spoken_words(grammar: dict[str, Any]) -> list[str]:
    """The words that a player may say: no placeholders, no signs, no keys (`p`, `tt`)."""
    found: dict[str, None] = {}

    def walk(value: Any) -> None:
        if isinstance(value, str):
            words = _MARKUP.sub(" ", value).lower().split()
            found.update((word, None) for word in words if _SPEAKABLE.fullmatch(word))
        elif isinstance(value, dict):
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    for table in SPOKEN_TABLES:
        walk(grammar.get(table, {}))
    return [*found, *LETTERS]


def grammar() -> dict[str, Any]:
    return tomllib.loads(GRAMMAR.read_text("utf-8"))


def missing() -> list[str]:
    """The words of the grammar that have no pronunciation yet."""
    known = toml("lexicon.toml")["words"]
    return [word for word in spoken_words(grammar()) if word not in known]


@cache
def lexicon() -> dict[str, list[Pronunciation]]:
    """The pronunciations of every word of the grammar, in the order of their numbers.

    :raises ValueError: a word has no pronunciation, or one of a phone that is none of ours
    """
    table: dict[str, list[str]] = toml("lexicon.toml")["words"]
    names = set(phones())
    for word, ways in table.items():
        for way in ways:
            if wrong := {phone.lstrip("'") for phone in way.split()} - names:
                raise ValueError(f"{word}: {way}: no phones of the model: {sorted(wrong)}")
    if lacking := missing():
        raise ValueError(
            f"No pronunciation: {', '.join(lacking)}. Add them: python -m training.pronounce"
        )
    return {
        word: [tuple(phone.lstrip("'") for phone in way.split()) for way in table[word]]
        for word in sorted(table)
    }


@cache
def stressed() -> dict[str, list[Pronunciation]]:
    """As `lexicon`, with the mark of stress before its vowel, as the voices need it."""
    table: dict[str, list[str]] = toml("lexicon.toml")["words"]
    return {word: [tuple(way.split()) for way in table[word]] for word in lexicon()}


@cache
def together() -> dict[str, list[tuple[str, ...]]]:
    """What is said in several words and heard as one, `kurze_rochade`, with the words that say it.

    A list that is given at run time then cannot put another word in the place of one of them.
    """
    table: dict[str, list[str]] = toml("lexicon.toml")["together"]
    return {
        said.replace(" ", JOINT): [tuple(way.split()) for way in ways]
        for said, ways in table.items()
    }


@cache
def phones() -> tuple[str, ...]:
    """Silence first, then the phones by name; the place is the number."""
    return (SILENCE, *sorted(toml("phones.toml")["length"]))


@cache
def number() -> dict[str, int]:
    return {phone: at for at, phone in enumerate(phones())}


def entry_pdf(phone: str) -> int:
    """The pdf of the first frame of a phone."""
    return 2 * number()[phone]


def stay_pdf(phone: str) -> int:
    """The pdf of the further frames of a phone."""
    return 2 * number()[phone] + 1


def pdfs() -> int:
    return 2 * len(phones())


VOWELS = frozenset(
    [
        "a",
        "E",
        "I",
        "O",
        "U",
        "Y",
        "9",
        "@",
        "6",
        "aI",
        "aU",
        "OY",
        "a:",
        "E:",
        "e:",
        "i:",
        "o:",
        "u:",
        "y:",
        "2:",
    ]
)
