"""What a voice of the training says: words with their phones, and the sound of it."""

import random
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from training.espeak import Samples, Speaker
from training.lexicon import GARBAGE, stressed, toml
from training.pronounce import translate
from training.sentences import Garble, Sentence

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
def voices() -> dict[str, Any]:
    return toml("voices.toml")


@cache
def speaker() -> Speaker:
    return Speaker()


def bare(phones: Sequence[str]) -> list[str]:
    return [phone.lstrip("'") for phone in phones]


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


def read_wav(path: Path) -> tuple[int, Samples]:
    """The samples between -1 and 1; only 16 bit, as the engines write."""
    with wave.open(str(path)) as file:
        raw = file.readframes(file.getnframes())
        return file.getframerate(), np.frombuffer(raw, "<i2").astype(np.float32) / 32768
