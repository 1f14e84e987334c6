"""Speech that no model was trained with: humans, unseen voices, ordinary talk.

SVOX Pico is a voice for the evaluation alone: another engine, and a licence that is not looked at.
"""

import csv
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from training.diphones import festival, flite
from training.espeak import Samples
from training.lexicon import grammar, lexicon, stressed, toml
from training.sentences import announcement
from training.speech import german
from training.utterance import RATE, Piece, read_wav, speaker, spell, voices


@dataclass(frozen=True, slots=True)
class Sound:
    group: str
    said: str
    pcm: bytes


def pcm(samples: np.ndarray[Any, Any], lead: float = 0.25, tail: float = 0.35) -> bytes:
    peak = float(np.abs(samples).max()) or 1.0
    whole = np.concatenate(
        [np.zeros(int(lead * RATE)), samples / peak * 0.5, np.zeros(int(tail * RATE))]
    )
    whole = whole + np.random.default_rng(0).standard_normal(len(whole)) * 1e-4
    return np.round(whole * 32767).astype("<i2").tobytes()


def humans(folder: Path) -> Iterator[Sound]:
    """The recordings by humans of words that we know; single letters are left out."""
    spelled = toml("evaluation.toml")["recorded"]
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            said = spelled.get(row["word"], row["word"])
            if all(word in lexicon() for word in said.split()):
                rate, samples = read_wav(folder / row["file"])
                if rate != RATE:
                    raise ValueError(f"{row['file']}: not 16 kHz")
                yield Sound(row["speaker"], said, pcm(samples))


def plain_announcement(rng: random.Random) -> tuple[str, ...]:
    """An announcement in the words that the program itself uses."""
    table = grammar()
    first = {
        spellings[0].lower()
        for name in ("files", "ranks", "pieces")
        for spellings in table[name].values()
    } | {"schlägt", "schach", "kurze", "lange", "rochade"}
    while True:
        said = announcement(rng)
        castling = said[1:2] == ["rochade"]
        whole = len(said) > 2 and said[0] != "schlägt"
        if all(word in first for word in said) and (castling or whole):
            return tuple(said)


Words = tuple[str, ...]
Say = Callable[[Sequence[Words], random.Random], Iterator[tuple[int, Samples]]]
"""Says announcements; which of them each sound is. An engine may fail at some."""


def _espeak(batch: Sequence[Words], rng: random.Random) -> Iterator[tuple[int, Samples]]:
    held = voices()["espeak"]["held_out"]
    for at, said in enumerate(batch):
        name = f"de+{held[at % len(held)]}".rstrip("+")
        if made := german(spell(said, rng), rng, name):
            yield at, made.sound


def _festival(voice: str) -> Say:
    def say(batch: Sequence[Words], rng: random.Random) -> Iterator[tuple[int, Samples]]:
        pieces = [_canonical(said) for said in batch]
        places = {id(one): at for at, one in enumerate(pieces)}
        for made in festival(voice, pieces, rng):
            yield places[id(made.pieces)], made.sound

    return say


def _flite(voice: str) -> Say:
    def say(batch: Sequence[Words], rng: random.Random) -> Iterator[tuple[int, Samples]]:
        for at, said in enumerate(batch):
            if made := flite(voice, _canonical(said), rng):
                yield at, made.sound

    return say


def _pico(batch: Sequence[Words], rng: random.Random) -> Iterator[tuple[int, Samples]]:
    import ttspico  # built from source: only for the evaluation

    engine = ttspico.TtsEngine("de-DE")
    for at, said in enumerate(batch):
        engine.rate, engine.pitch = rng.randint(75, 140), rng.randint(80, 125)
        values = np.frombuffer(engine.speak(" ".join(said)), "<i2")
        yield at, values.astype(np.float32) / 32_768


def engines() -> dict[str, Say]:
    """The voices that the training has left out."""
    found: dict[str, Say] = {"espeak-ng, unseen variants": _espeak}
    for kind, make in (("festival", _festival), ("flite", _flite)):
        for name, rules in voices()[kind].items():
            if rules.get("held_out"):
                found[f"{kind}, {name}"] = make(name)
    return {**found, "SVOX Pico": _pico}


def unseen(count: int) -> Iterator[Sound]:
    """So many announcements by each of the voices that the training has left out."""
    rng = random.Random(20_251)
    for group, say in engines().items():
        batch = [plain_announcement(rng) for _ in range(count)]
        for at, samples in say(batch, rng):
            yield Sound(group, " ".join(batch[at]), pcm(samples))


def _canonical(said: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(Piece(word, stressed()[word][0]) for word in said)


def talk() -> Iterator[Sound]:
    """Ordinary sentences by voices that the training has left out."""
    held = voices()["espeak"]["held_out"]
    rng = random.Random(77)
    for at, sentence in enumerate(toml("evaluation.toml")["talk"]["sentences"]):
        name = f"de+{held[at % len(held)]}".rstrip("+")
        spoken = speaker().say(
            name, sentence, speed=rng.randint(130, 190), pitch=rng.randint(25, 75)
        )
        yield Sound("talk", sentence, pcm(soxr.resample(spoken.samples, spoken.rate, RATE)))
