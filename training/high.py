"""Children and high voices: what adults have said, at a higher pitch and from a smaller mouth."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from training import store
from training.utterance import RATE, Piece, Samples, Utterance

PITCH = (260.0, 430.0)
"""Hertz."""
MOUTH = {"low": (1.1, 1.35), "high": (1.0, 1.25)}
"""How much higher the resonances are, for a voice that was low or high before."""
LOW = 165.0
SHARE = 5
"""One utterance of so many is said again."""


def higher(
    sound: Samples, rng: np.random.Generator, heights: tuple[float, float] = PITCH
) -> Samples | None:
    """The utterance by somebody whose voice is high; None if no voice was found in it."""
    import pyworld  # only for this

    values = sound.astype(np.float64)
    pitch, times = pyworld.dio(values, RATE, f0_floor=70.0, f0_ceil=450.0)
    voiced = pitch[pitch > 0]
    if len(voiced) < 10:
        return None
    before = float(np.median(voiced))
    wanted = float(np.exp(rng.uniform(*np.log(heights))))
    spectrum = pyworld.cheaptrick(values, pitch, times, RATE)
    breath = pyworld.d4c(values, pitch, times, RATE)
    stretch = rng.uniform(*MOUTH["low" if before < LOW else "high"])
    places = np.arange(spectrum.shape[1])
    source = np.minimum(places / stretch, places[-1])
    low = np.minimum(source.astype(int), len(places) - 2)
    part = source - low
    logs = np.log(spectrum + 1e-16)
    spectrum = np.ascontiguousarray(np.exp(logs[:, low] * (1 - part) + logs[:, low + 1] * part))
    made = pyworld.synthesize(pitch * (wanted / before), spectrum, breath, RATE)
    return np.asarray(made, np.float32)


def said_higher(shards: Sequence[Path], seed: int) -> Iterator[Utterance]:
    """A part of the utterances of some shards, each by a high voice."""
    rng = np.random.default_rng(seed)
    for shard in shards:
        for fact, values in store.read(shard):
            if rng.random() > 1 / SHARE:
                continue
            made = higher(values.astype(np.float32) / 32_768, rng)
            if made is not None and np.abs(made).max() > 0.01:
                pieces = tuple(Piece(word, tuple(way)) for word, way in fact["pieces"])
                yield Utterance(f"high {fact['voice']}", pieces, made)
