"""Words that Germans have said at the end of a phrase, each also on its own."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from training import store
from training.lexicon import GARBAGE, SILENCE, lexicon
from training.patchwork import FADE, Segment
from training.utterance import RATE, Piece, Samples, Utterance

EARLY = (-0.01, 0.03)
LATE = (0.0, 0.08)
"""Seconds that a cut lies before the word and behind it."""


def alone(shards: Sequence[Path], weights: Path, seed: int) -> Iterator[Utterance]:
    """The last words of the recordings in some shards, where they are words of ours."""
    from training.align import Aligner  # torch takes seconds to import

    align, rng = Aligner(weights), np.random.default_rng(seed)
    for shard in shards:
        for fact, values in store.read(shard):
            said = tuple((word, tuple(way)) for word, way in fact["pieces"])
            if len(said) < 2 or said[-1][0] == GARBAGE:
                continue
            sound = values.astype(np.float32) / 32_768
            place = last_word(said[-1][0], align(sound, said)[0])
            if place:
                part = cut(sound, *place, rng)
                yield Utterance(f"alone {fact['voice']}", (Piece(said[-1][0], ()),), part)


def last_word(word: str, segments: Sequence[Segment]) -> tuple[int, int] | None:
    """The samples where the word at the end of a recording begins and ends."""
    spoken = [segment for segment in segments if segment[0] != SILENCE]
    names = tuple(phone for phone, _, _ in spoken)
    ways = [way for way in lexicon()[word] if names[-len(way) :] == way]
    if not ways:
        return None
    return spoken[-len(max(ways, key=len))][1], spoken[-1][2]


def cut(sound: Samples, begin: int, end: int, rng: np.random.Generator) -> Samples:
    """What lies between two samples, and a little round it; faded, so that nothing clicks."""
    begin = max(0, begin - int(rng.uniform(*EARLY) * RATE))
    part = sound[begin : end + int(rng.uniform(*LATE) * RATE)].copy()
    ramp = np.linspace(0, 1, min(FADE, len(part)), dtype=np.float32)
    part[: len(ramp)] *= ramp
    part[len(part) - len(ramp) :] *= ramp[::-1]
    return part
