"""Recordings by humans as training speech: real mouths, if few, and mostly of other languages.

Their phones come from espeak-ng reading the same text, so they are nearly right; a word of ours
that a German speaker says is that word, all else is garbage of these phones.
"""

import gzip
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from training.lexicon import GARBAGE, lexicon, phones, toml
from training.sentences import Garble
from training.speech import PAUSES, RATE, Piece, Utterance, garbled, speaker

ASTERISK = Path("/usr/share/asterisk/sounds")
LONGEST = 6.0
"""Seconds; longer prompts are left out."""


@cache
def _table() -> dict[str, Any]:
    return toml("people.toml")


def heard_as(language: str, text: str) -> tuple[str, ...] | None:
    """A text of another language in our phones; None if some phone is like none of ours."""
    ours: dict[str, str] = {**toml("phones.toml")["from_espeak"], **_table()["phones"]}
    found: list[str] = []
    for name, _ in speaker().say(language, text).phonemes:
        if name in PAUSES or name.startswith(("_", "(")):
            continue
        if name in ours:
            way = ours[name]
        else:
            bare = name.rstrip(";^")
            way = ours.get(bare, bare if bare in phones() else ours.get(bare.rstrip("2#-:"), "?"))
        if way == "?":
            return None
        found += way.split()
    return tuple(found) or None


def _asterisk() -> Iterator[Utterance]:
    import G722  # only for these recordings

    for voice, rules in _table()["asterisk"].items():
        with gzip.open(rules["texts"], "rt", encoding="utf-8") as file:
            lines = [line.strip().split(": ", 1) for line in file if ": " in line]
        for name, text in lines:
            path = ASTERISK / voice / f"{name}.g722"
            if not path.exists() or re.search(r"[\[\]<>(){}0-9]", text):
                continue
            decoded = np.array(G722.G722(16_000, 64_000).decode(path.read_bytes()))
            sound = decoded.astype(np.float32) / 32_768
            said = heard_as(rules["language"], text)
            if said is None or not 0.3 < len(sound) / RATE < LONGEST:
                continue
            yield Utterance(voice, (Piece(GARBAGE, said),), sound)


def _german() -> Iterator[Utterance]:
    for folder, names in _table()["german"].items():
        for name, word in names.items():
            path = Path(folder, f"{name}.ogg")
            if not path.exists():
                continue
            samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
            sound = soxr.resample(samples.mean(1), rate, RATE)
            piece = Piece(word, ()) if word in lexicon() else Piece(GARBAGE, garbled(Garble(word)))
            for _ in range(6):  # few as they are, they are heard more often
                yield Utterance(Path(folder).parts[-2], (piece,), sound)


def people(seed: int) -> Iterator[Utterance]:
    """Every recording once, the German words oftener; each time a little faster or slower."""
    rng = random.Random(seed)
    for made in (*_german(), *_asterisk()):
        warp = rng.uniform(0.9, 1.12)
        sound = np.asarray(soxr.resample(made.sound, RATE * warp, RATE), np.float32)
        yield Utterance(made.voice, made.pieces, sound)
