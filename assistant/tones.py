"""The samples of earcons: soft tones, made when they are first needed."""

from functools import lru_cache

import numpy as np

from assistant.core.output.earcon import Earcon
from assistant.samples import Samples

RATE = 22_050
_EDGE = 0.006
"""Seconds in which a note swells and fades, so that it does not click."""
_OVERTONE = 0.25
"""A little of the octave makes a tone easier to hear in a noisy hall."""


@lru_cache(maxsize=64)
def tone(earcon: Earcon) -> Samples:
    """The sound of an earcon."""
    parts = [_note(hertz, ms / 1000) for hertz, ms in earcon.notes]
    whole = np.concatenate(parts) * earcon.level
    return Samples(RATE, np.rint(whole * 32_767).astype(np.int16))


def _note(hertz: int, seconds: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    count = int(RATE * seconds)
    if not hertz:
        return np.zeros(count)
    phase = 2 * np.pi * hertz * np.arange(count) / RATE
    form = (np.sin(phase) + _OVERTONE * np.sin(2 * phase)) / (1 + _OVERTONE)
    edge = min(int(RATE * _EDGE), count // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, edge)) ** 2
    form[:edge] *= ramp
    form[count - edge :] *= ramp[::-1]
    return np.asarray(form)
