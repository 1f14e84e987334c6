"""Speech of the training: sentences said by espeak-ng, Festival and flite, with what was said."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import soxr

from training.diphones import festival, flite
from training.espeak import phoneme_text
from training.lexicon import GARBAGE, SILENCE, toml
from training.sentences import sentence
from training.utterance import (
    PAUSES,
    RATE,
    Alignment,
    Piece,
    Utterance,
    bare,
    speaker,
    spell,
    voices,
)


def variants() -> list[str]:
    """The voice variants of espeak-ng that the training may use."""
    rules = voices()["espeak"]
    folder = next(Path("/usr").glob("lib/*/espeak-ng-data/voices/!v"), None)
    folder = folder or Path("/usr/share/espeak-ng-data/voices/!v")
    found = sorted(path.name for path in folder.iterdir())
    never = {*rules["held_out"], *rules["left_out"]}
    return [name for name in found if name not in never]


@cache
def _variants() -> list[str]:
    return variants()


def german(
    pieces: Sequence[Piece], rng: random.Random, voice: str | None = None
) -> Utterance | None:
    """espeak-ng's German, from phonemes, with the time of every phone."""
    table: dict[str, str] = toml("phones.toml")["espeak"]
    theirs: dict[str, str] = toml("phones.toml")["from_espeak"]
    back = {name: phone for phone, name in table.items()}
    gap = rng.choice([" ", " ", " ", ", "])
    text = gap.join(
        phoneme_text([("'" if p[0] == "'" else "") + table[p.lstrip("'")] for p in piece.phones])
        for piece in pieces
    )
    name = voice or "de+" + rng.choice(_variants())
    warp = rng.uniform(0.87, 1.15)
    spoken = speaker().say(
        name,
        text,
        speed=int(rng.uniform(100, 240) / warp),
        pitch=rng.randint(10, 90),
        spread=rng.randint(15, 90),
    )
    alignment: Alignment = []
    ends = [at for _, at in spoken.phonemes[1:]] + [len(spoken.samples) * 1000 / spoken.rate]
    begin = spoken.phonemes[0][1] if spoken.phonemes else 0.0
    alignment.append((SILENCE, begin / warp))
    for (phoneme, at), end in zip(spoken.phonemes, ends, strict=True):
        phone = back.get(phoneme) or theirs.get(phoneme, SILENCE) or SILENCE
        alignment += [(one, (end - at) / warp / len(phone.split())) for one in phone.split()]
    sound = soxr.resample(spoken.samples, spoken.rate * warp, RATE)
    told = [phone for phone, _ in alignment if phone != SILENCE]
    if told != [phone for piece in pieces for phone in bare(piece.phones)]:
        return Utterance(name, tuple(pieces), sound)
    return Utterance(name, tuple(pieces), sound, alignment)


@cache
def _accent(language: str) -> dict[str, tuple[str, ...]]:
    """Our phones in the phonemes of another language of espeak-ng."""

    def heard(phoneme: str) -> list[str]:
        names = [name for name, _ in speaker().say(language, f"[[{phoneme}]]").phonemes]
        return [name for name in names if name not in PAUSES]

    found: dict[str, tuple[str, ...]] = {}
    for phone, ways in toml("phones.toml")["foreign"].items():
        split = [tuple(way.split()) for way in ways]
        exact = [way for way in split if all(heard(one) == [one] for one in way)]
        some = [way for way in split if all(heard(one) for one in way)]
        found[phone] = (exact or some or [("",)])[0]
    return found


def foreign(pieces: Sequence[Piece], rng: random.Random) -> Utterance | None:
    """A voice of another language reads our words with its own phonemes."""
    language = rng.choice(voices()["espeak"]["languages"])
    accent = _accent(language)
    words = []
    for piece in pieces:
        names: list[str] = []
        for phone in piece.phones:
            way = list(accent[phone.lstrip("'")])
            names += ["'" + way[0], *way[1:]] if phone[0] == "'" else way
        words.append(phoneme_text([name for name in names if name.strip("'")]))
    name = language + "+" + rng.choice(_variants())
    warp = rng.uniform(0.87, 1.15)
    spoken = speaker().say(
        name,
        rng.choice([" ", " ", ", "]).join(words),
        speed=int(rng.uniform(100, 200) / warp),
        pitch=rng.randint(10, 90),
        spread=rng.randint(15, 90),
    )
    return Utterance(name, tuple(pieces), soxr.resample(spoken.samples, spoken.rate * warp, RATE))


def other(rng: random.Random) -> Utterance | None:
    """A sentence of another language by its own voice."""
    table = toml("ordinary.toml")["foreign"]
    language = rng.choice(list(table))
    name = language + "+" + rng.choice(_variants())
    warp = rng.uniform(0.87, 1.15)
    spoken = speaker().say(
        name, rng.choice(table[language]), speed=rng.randint(120, 200), pitch=rng.randint(10, 90)
    )
    sound = soxr.resample(spoken.samples, spoken.rate * warp, RATE)
    return Utterance(name, (Piece(GARBAGE, ()),), sound)


def speak(seed: int, count: int) -> Iterator[Utterance]:
    """About `count` utterances; the same seed gives the same sentences and voices."""
    rng = random.Random(seed)
    mix = voices()["mix"]
    chosen = rng.choices(list(mix), list(mix.values()), k=count)
    usable = [name for name, rules in voices()["festival"].items() if not rules.get("held_out")]
    batches: dict[str, list[tuple[Piece, ...]]] = {name: [] for name in usable}
    flites = [name for name, rules in voices()["flite"].items() if not rules.get("held_out")]
    for engine in chosen:
        if engine == "other":
            made = other(rng)
        else:
            pieces = spell(sentence(rng), rng)
            if not all(piece.phones for piece in pieces):
                continue
            match engine:
                case "german":
                    made = german(pieces, rng)
                case "foreign":
                    made = foreign(pieces, rng)
                case "flite":
                    made = flite(rng.choice(flites), pieces, rng)
                case _:
                    batches[rng.choice(usable)].append(pieces)
                    continue
        if made is not None and _audible(made):
            yield made
    for name, batch in batches.items():
        if batch:
            yield from filter(_audible, festival(name, batch, rng))


def _audible(made: Utterance) -> bool:
    return len(made.sound) > RATE // 8 and float(np.abs(made.sound).max()) > 0.005
