"""What the voices of the training say: announcements, commands, single words, other talk.

A sentence is a list of parts: a word of the lexicon, or a `Garble`, which the model shall hear
as `[unk]`.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from training.lexicon import VOWELS, grammar, lexicon, spoken_words, toml


@dataclass(frozen=True, slots=True)
class Garble:
    text: str = ""
    """Words to be read by a German voice; empty if the phones are given."""
    phones: tuple[str, ...] = ()


Part = str | Garble
Sentence = tuple[Part, ...]

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_EITHER = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def _grammar() -> dict[str, Any]:
    return grammar()


def _pick(rng: random.Random, table: str, key: str | None = None, first: float = 0.6) -> str:
    """A word of a table: the one that the program says more often than the others."""
    found = _grammar()[table]
    spellings = found[key if key is not None else rng.choice(list(found))]
    usable = [one.lower() for one in spellings if all(w in lexicon() for w in one.lower().split())]
    return usable[0] if rng.random() < first else rng.choice(usable)


def square(rng: random.Random) -> list[str]:
    return [_pick(rng, "files", first=0.8), _pick(rng, "ranks", first=0.85)]


def announcement(rng: random.Random) -> list[str]:
    """A move as players say it, possible or not."""
    if rng.random() < 0.08:
        return _pick(rng, "castling").split()
    said: list[str] = []
    chance = rng.random()
    piece = _pick(rng, "pieces", first=0.9)
    takes = _pick(rng, "marks", "capture", first=0.8)
    if chance < 0.55:
        said += [piece] if rng.random() < 0.7 else []
        said += [rng.choice(["von", "auf"])] if rng.random() < 0.04 else []
        said += square(rng)
        said += [takes] if rng.random() < 0.3 else []
        said += ["nach"] if rng.random() < 0.06 else []
    else:
        said += [piece] if rng.random() < 0.6 else []
        said += [_pick(rng, "files", first=0.8)] if rng.random() < 0.15 else []
        said += [takes] if rng.random() < 0.2 else []
        said += [rng.choice(["nach", "auf", "zieht"])] if rng.random() < 0.06 else []
    said += square(rng)
    chance = rng.random()
    if chance < 0.12:
        if rng.random() < 0.2:
            said += _pick(rng, "marks", "promotion").split()
        said += [_pick(rng, "pieces", rng.choice(["queen", "rook", "bishop", "knight"]), 0.9)]
    elif chance < 0.15:
        said += ["en", "passant"]
    chance = rng.random()
    if chance < 0.1:
        said += ["schach"]
    elif chance < 0.14:
        said += _pick(rng, "marks", "mate").split()
    return said


def command(rng: random.Random) -> list[str]:
    patterns = _grammar()["commands"]
    text = rng.choice(patterns[rng.choice(list(patterns))])
    while _OPTIONAL.search(text):
        text = _OPTIONAL.sub(
            lambda found: rng.choice(found[1].split("|")) if rng.random() < 0.5 else " ", text, 1
        )
    text = _EITHER.sub(lambda found: rng.choice(found[1].split("|")), text)
    text = _SLOT.sub(lambda found: _slot(rng, found[1]), text)
    words = text.lower().split()
    return words if all(word in lexicon() for word in words) else announcement(rng)


def _slot(rng: random.Random, name: str) -> str:
    match name:
        case "square":
            return " ".join(square(rng))
        case "piece":
            return _pick(rng, rng.choice(["pieces", "pieces_many"]))
        case "side":
            return _pick(rng, "sides", first=0.3)
        case "file":
            return _pick(rng, "files")
        case "rank":
            return _pick(rng, "ranks")
        case _:
            return _pick(rng, rng.choice(["ranks", "numbers"]))


@cache
def _core() -> tuple[str, ...]:
    found = _grammar()
    small = {table: found[table] for table in ("files", "ranks", "pieces")}
    alone = ("schlägt", "kurze", "lange", "rochade", "schach", "matt", "remis", "ja", "nein")
    return (*(word for word in spoken_words(small) if len(word) > 1), *alone)


@cache
def _words() -> tuple[str, ...]:
    return tuple(lexicon())


def ordinary(rng: random.Random, source: str = "ordinary.toml") -> str:
    """A German sentence that is no chess."""
    table = _talk(source)
    return _SLOT.sub(lambda found: rng.choice(table[found[1]]), rng.choice(table["patterns"]))


@cache
def _talk(source: str) -> dict[str, Any]:
    return toml(source)


_ONSETS = ["b d g p t k f v s z S l m n R h j ts k l", "S t", "t R", "p f", "b R"]
_CODAS = ["n", "m", "s", "t", "k", "l", "f", "x", "N", "C", "n t", "s t", "p"]


def syllables(rng: random.Random) -> tuple[str, ...]:
    """Phones of a word that does not exist."""
    onsets = [*_ONSETS[0].split(), *_ONSETS[1:]]
    found: list[str] = []
    for at in range(rng.randint(1, 5)):
        found += rng.choice(onsets).split() if rng.random() < 0.85 else []
        vowel = rng.choice(sorted(VOWELS))
        found.append(f"'{vowel}" if at == 0 else vowel)
        found += rng.choice(_CODAS).split() if rng.random() < 0.45 else []
    return tuple(found)


def _garble(rng: random.Random) -> Garble:
    if rng.random() < 0.75:
        return Garble(text=ordinary(rng))
    return Garble(phones=syllables(rng))


def sentence(rng: random.Random) -> Sentence:
    chance = rng.random()
    if chance < 0.24:
        return (rng.choice(_core() if rng.random() < 0.7 else _words()),)
    if chance < 0.58:
        return tuple(announcement(rng))
    if chance < 0.67:
        return tuple(command(rng))
    if chance < 0.74:
        return tuple(rng.choice(_words()) for _ in range(rng.randint(2, 5)))
    if chance < 0.94:
        return (_garble(rng),)
    parts: list[Part] = list(announcement(rng) if rng.random() < 0.5 else [rng.choice(_core())])
    parts.insert(rng.choice([0, len(parts)]), Garble(phones=syllables(rng)))
    return tuple(parts)


def words_of(parts: Sequence[Part]) -> list[str]:
    return [part if isinstance(part, str) else "[unk]" for part in parts]
