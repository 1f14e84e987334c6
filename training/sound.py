"""What happens to speech on its way to a model: rooms, microphones, telephones, noise, codecs."""

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.fft
import scipy.signal
import soundfile

RATE = 16_000
Sound = np.ndarray[Any, np.dtype[np.floating[Any]]]
Chance = np.random.Generator


def coloured(count: int, rng: Chance, slope: float) -> Sound:
    """Noise whose power falls with frequency: 0 white, 1 pink, 2 brown."""
    whole = scipy.fft.next_fast_len(count, real=True)
    spectrum = np.fft.rfft(rng.standard_normal(whole))
    frequency = np.maximum(np.arange(len(spectrum)), 1.0)
    made = np.fft.irfft(spectrum / frequency ** (slope / 2), whole)[:count]
    return made / (made.std() + 1e-9)


def hum(count: int, rng: Chance) -> Sound:
    time = np.arange(count) / RATE
    base = rng.choice([50.0, 60.0, 100.0])
    made = sum(
        np.sin(2 * np.pi * base * k * time + rng.uniform(0, 6)) / k for k in range(1, 8)
    ) + 0.3 * coloured(count, rng, 0)
    return np.asarray(made / (np.std(made) + 1e-9))


def taps(count: int, rng: Chance) -> Sound:
    """Pieces set down, clocks pressed, pens put away."""
    made = 0.2 * coloured(count, rng, 1)
    for _ in range(int(rng.integers(1, 6))):
        length = int(rng.integers(80, 1600))
        at = int(rng.integers(0, max(1, count - length)))
        room = len(made[at : at + length])
        stroke = coloured(length, rng, rng.uniform(0, 1.5)) * np.exp(
            -np.arange(length) / (length / 4)
        )
        made[at : at + room] += stroke[:room] * rng.uniform(1, 5)
    return made / (made.std() + 1e-9)


def babble(count: int, rng: Chance, pool: Sequence[Sound]) -> Sound:
    made = np.zeros(count)
    for _ in range(int(rng.integers(3, 8))):
        voice = pool[int(rng.integers(0, len(pool)))]
        voice = np.tile(voice, 1 + count // len(voice))
        at = int(rng.integers(0, len(voice) - count + 1))
        made += voice[at : at + count]
    return made / (made.std() + 1e-9)


def noise(count: int, rng: Chance, pool: Sequence[Sound]) -> Sound:
    chance = rng.random()
    if chance < 0.5:
        return coloured(count, rng, float(rng.choice([0, 0.5, 1, 1.5, 2])))
    if chance < 0.62:
        return hum(count, rng)
    if chance < 0.78 or not pool:
        return taps(count, rng)
    return babble(count, rng, pool)


def microphone(sound: Sound, rng: Chance) -> Sound:
    """A random frequency response; now and then only the band of a telephone or of a radio."""
    points = int(rng.integers(3, 9))
    places = np.linspace(0, 1, points)
    gains = rng.normal(0, rng.uniform(0, 6), points) + rng.uniform(-30, 9) * places
    frequency = np.linspace(0, 1, 65)
    response = 10 ** (np.interp(frequency, places, gains) / 20)
    chance = rng.random()
    if chance < 0.1:
        response[frequency > rng.uniform(0.42, 0.7)] *= 0.01
    elif chance < 0.28:
        response[frequency > rng.uniform(0.3, 0.48)] *= rng.uniform(0.003, 0.03)
        response[frequency < rng.uniform(0.025, 0.06)] *= rng.uniform(0.02, 0.2)
    elif chance < 0.55:
        response[frequency < rng.uniform(0.01, 0.045)] *= 0.1
    return np.asarray(
        scipy.signal.fftconvolve(sound, scipy.signal.firwin2(129, frequency, response), "same")
    )


def room(sound: Sound, rng: Chance) -> Sound:
    """Echoes that fade as in a room of a random size, high tones sooner than low ones.

    The share of direct sound is random too: far from the microphone it is the smaller one.
    """
    fade = np.exp(rng.uniform(np.log(0.08), np.log(1.0)))
    treble = fade * rng.uniform(0.25, 1.0)
    count = int(fade * RATE)
    time = np.arange(count) / RATE
    answer = np.zeros(count)
    for part, fades in zip(_bands(count, rng), np.linspace(fade, treble, _BANDS), strict=True):
        answer += part * np.exp(-6.9 * time / fades)
    answer *= rng.random(count) < rng.uniform(0.05, 1)
    answer[: int(rng.uniform(0, 0.025) * RATE)] *= 0.1
    answer *= 10 ** (rng.uniform(-16, 6) / 20) / (np.sqrt((answer**2).sum()) + 1e-9)
    answer[0] = 1.0
    return np.asarray(scipy.signal.fftconvolve(sound, answer)[: len(sound)])


_BANDS = 4


def _bands(count: int, rng: Chance) -> list[Sound]:
    """White noise divided into bands, an octave each but for the lowest."""
    whole = scipy.fft.next_fast_len(count, real=True)
    spectrum = np.fft.rfft(rng.standard_normal(whole))
    ends = [0, *(len(spectrum) >> at for at in range(_BANDS - 1, -1, -1))]
    made = []
    for low, high in pairwise(ends):
        part = np.zeros_like(spectrum)
        part[low:high] = spectrum[low:high]
        made.append(np.fft.irfft(part, whole)[:count])
    return made


def codec(sound: Sound, rng: Chance) -> Sound:
    """What is left after a lossy codec that was told to save."""
    file = io.BytesIO()
    loud = float(np.abs(sound).max()) + 1e-9
    quality = {"compression_level": rng.uniform(0.6, 1.0)}
    soundfile.write(file, sound / loud * 0.9, RATE, format="OGG", subtype="VORBIS", **quality)
    file.seek(0)
    made, _ = soundfile.read(file)
    whole = np.zeros(len(sound))
    whole[: len(made)] = made[: len(whole)]
    return whole * loud / 0.9


def bend(sound: Sound, rng: Chance) -> Sound:
    """Small random changes of loudness along the utterance: no voice is even."""
    knots = np.interp(
        np.arange(len(sound)),
        np.linspace(0, len(sound), 6),
        rng.normal(0, rng.uniform(0, 3), 6),
    )
    return np.asarray(sound * 10 ** (knots / 20))


def spoil(sound: Sound, rng: Chance, pool: Sequence[Sound], before: float, after: float) -> Sound:
    """16-bit values of the sound as a microphone might hear it.

    `before` and `after` are seconds of pause that are added round it.
    """
    lead, tail = int(before * RATE), int(after * RATE)
    made = np.concatenate([np.zeros(lead), bend(sound, rng), np.zeros(tail)])
    if rng.random() < 0.85:
        made = microphone(made, rng)
    if rng.random() < 0.5:
        made = room(made, rng)
    speech = made[lead : len(made) - tail]
    loudness = float(np.sqrt((speech**2).mean())) + 1e-9
    chance = rng.random()
    ratio = rng.uniform(4, 20) if chance < 0.45 else rng.uniform(20, 45)
    ratio = rng.uniform(50, 75) if chance > 0.85 else ratio
    made = made + noise(len(made), rng, pool) * loudness * 10 ** (-ratio / 20)
    made = made / (np.abs(made).max() + 1e-9) * 10 ** (-rng.uniform(0, 26) / 20)
    if rng.random() < 0.04:
        made = np.clip(made * 3, -1, 1)
    if rng.random() < 0.15:
        made = codec(made, rng)
    return np.round(made * 32_700)


def quiet(rng: Chance) -> Sound:
    """16-bit values of a time in which nobody speaks."""
    count = int(rng.uniform(0.5, 2.5) * RATE)
    if rng.random() < 0.08:
        return np.zeros(count)
    made = noise(count, rng, []) * 10 ** (rng.uniform(-75, -15) / 20) * 32_768
    return np.clip(np.round(made), -32_768, 32_767)
