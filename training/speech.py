"""Speech of the training: sentences said by espeak-ng, Festival and flite, with what was said.

An utterance knows its words and, where the engine tells, when each phone begins and ends.
"""

import random
import subprocess
import tempfile
import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from training.espeak import Samples, Speaker, phoneme_text
from training.lexicon import GARBAGE, SILENCE, stressed, toml
from training.pronounce import translate
from training.sentences import Garble, Sentence, sentence

RATE = 16_000
Alignment = list[tuple[str, float]]
"""Phones and how many milliseconds each lasts."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word with the phones that are said, or garbage; no phones: garbage of unknown phones."""

    word: str
    phones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    voice: str
    pieces: tuple[Piece, ...]
    sound: Samples
    alignment: Alignment | None = None


@cache
def _phones() -> dict[str, Any]:
    return toml("phones.toml")


@cache
def voices() -> dict[str, Any]:
    return toml("voices.toml")


@cache
def speaker() -> Speaker:
    return Speaker()


def bare(phones: Sequence[str]) -> list[str]:
    return [phone.lstrip("'") for phone in phones]


# What is to be said

PAUSES = {"_:", "_", "_!", "_|", "", "__"}


def spell(said: Sentence, rng: random.Random) -> tuple[Piece, ...]:
    """The sentence with one pronunciation of each word."""
    return tuple(
        Piece(GARBAGE, garbled(part))
        if isinstance(part, Garble)
        else Piece(part, rng.choice(stressed()[part]))
        for part in said
    )


def garbled(part: Garble) -> tuple[str, ...]:
    if part.phones:
        return part.phones
    names = [name for name, _ in speaker().say("de", part.text).phonemes]
    return tuple(translate([name for name in names if name not in PAUSES]))


# espeak-ng


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
    table: dict[str, str] = _phones()["espeak"]
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
        phone = back.get(phoneme) or _phones()["from_espeak"].get(phoneme, SILENCE) or SILENCE
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
    for phone, ways in _phones()["foreign"].items():
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


# Festival: we give every phone its length and pitch


def festival(
    voice: str, batch: Sequence[tuple[Piece, ...]], rng: random.Random
) -> Iterator[Utterance]:
    """A diphone voice of Festival says the sentences; those it cannot say are left out."""
    rules = voices()["festival"][voice]
    with tempfile.TemporaryDirectory() as folder:
        script, plans = [f"(voice_{voice})"], []
        for at, pieces in enumerate(batch):
            warp = rng.uniform(0.87, 1.17)
            segments, alignment = _segments(pieces, rules, rng, warp)
            script.append(
                f"(unwind-protect (begin (set! u (Utterance Segments ({segments}))) (utt.synth u)"
                f' (utt.save.wave u "{folder}/{at}.wav" \'riff)) nil)'
            )
            plans.append((pieces, alignment, warp))
        path = Path(folder, "say.scm")
        path.write_text("\n".join(script), "ascii")
        subprocess.run(["festival", "-b", path], capture_output=True, check=False)  # noqa: S603, S607
        for at, (pieces, alignment, warp) in enumerate(plans):
            wav = Path(folder, f"{at}.wav")
            if not wav.exists():
                continue
            rate, samples = read_wav(wav)
            sound = soxr.resample(samples, rate * warp, RATE)
            ratio = len(sound) / RATE * 1000 / sum(length for _, length in alignment)
            if 0.85 < ratio < 1.15 and np.abs(sound).max() > 0.01:
                times = [(phone, length * ratio) for phone, length in alignment]
                yield Utterance(voice, pieces, sound, times)


def _segments(
    pieces: Sequence[Piece], rules: dict[str, Any], rng: random.Random, warp: float
) -> tuple[str, Alignment]:
    ways: dict[str, list[str]] = _phones()[rules["set"]]
    lengths: dict[str, int] = _phones()["length"]
    rest = rules["silence"]
    rate = rng.lognormvariate(-0.05, 0.28)
    pitch, slope = rng.uniform(*rules["pitch"]), rng.uniform(-0.35, 0.15)
    pauses = rng.choice([0, 0, 0.15, 0.5])
    written = [f'("{rest}" {0.08 * warp:.3f})']
    alignment: Alignment = [(SILENCE, 80.0)]
    total, done = sum(len(piece.phones) for piece in pieces), 0
    for place, piece in enumerate(pieces):
        if place and rng.random() < pauses:
            length = rng.uniform(60, 350)
            written.append(f'("{rest}" {length * warp / 1000:.3f})')
            alignment.append((SILENCE, length))
        for raw in piece.phones:
            phone = raw.lstrip("'")
            done += 1
            length = lengths[phone] * rate * rng.lognormvariate(0, 0.2)
            length *= 1.35 if done > total - 2 else 1.15 if raw[0] == "'" else 1.0
            length = max(30.0, length)
            height = pitch * (1 + slope * done / total) * (1.1 if raw[0] == "'" else 1.0) / warp
            parts = rng.choice(ways.get(phone, [phone])).split()
            seconds = length * warp / 1000 / len(parts)
            written += [
                f'("{part}" {seconds:.3f} ({seconds / 2:.3f} {max(55, height):.0f}))'
                for part in parts
            ]
            alignment.append((phone, length))
    written.append(f'("{rest}" {0.08 * warp:.3f})')
    alignment.append((SILENCE, 80.0))
    return " ".join(written), alignment


# flite


def flite(voice: str, pieces: Sequence[Piece], rng: random.Random) -> Utterance | None:
    ways: dict[str, list[str]] = _phones()["radio"]
    names = ["pau"]
    pauses = rng.choice([0, 0, 0.2, 0.5])
    for place, piece in enumerate(pieces):
        names += ["pau"] if place and rng.random() < pauses else []
        for phone in bare(piece.phones):
            names += rng.choice(ways.get(phone, [phone])).split()
    warp = rng.uniform(0.87, 1.17)
    low, high = voices()["flite"][voice]["pitch"]
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder, "said.wav")
        subprocess.run(  # noqa: S603
            ["flite", "-voice", voice,  # noqa: S607
             "--setf", f"duration_stretch={rng.uniform(0.65, 1.4) * warp:.2f}",
             "--setf", f"int_f0_target_mean={rng.uniform(low, high) / warp:.0f}",
             "-p", " ".join([*names, "pau"]), wav],
            capture_output=True, check=False,
        )  # fmt: skip
        if not wav.exists():
            return None
        rate, samples = read_wav(wav)
    return Utterance(voice, tuple(pieces), soxr.resample(samples, rate * warp, RATE))


def read_wav(path: Path) -> tuple[int, Samples]:
    """The samples between -1 and 1; only 16 bit, as the engines write."""
    with wave.open(str(path)) as file:
        raw = file.readframes(file.getnframes())
        return file.getframerate(), np.frombuffer(raw, "<i2").astype(np.float32) / 32768


# A part of the training speech


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
