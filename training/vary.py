"""Every time an utterance is trained with, it is another one: other mouth, pace, microphone, noise.

Done on the features themselves, which costs less than a thousandth of making speech: the cepstra
are turned back into the energies of the mel bands they came from, changed there, and made cepstra.
"""

from functools import cache
from typing import Any

import numpy as np

from training.features import filters
from training.lexicon import toml

Table = np.ndarray[Any, np.dtype[np.float32]]
Chance = np.random.Generator
Bands = np.ndarray[Any, np.dtype[np.float64]]


@cache
def _back() -> Bands:
    """From cepstra to the logarithms of the band energies: there are as many of either."""
    return np.linalg.inv(filters()[1].astype(np.float64))


@cache
def _centres() -> Bands:
    """Hertz of the middle of each band."""
    wanted = toml("topology.toml")["features"]
    low, high = (1127.0 * np.log(1 + wanted[f"{end}-freq"] / 700.0) for end in ("low", "high"))
    bands = wanted["num-mel-bins"]
    places = low + (high - low) / (bands + 1) * np.arange(1, bands + 1)
    return np.asarray(700.0 * (np.exp(places / 1127.0) - 1))


def vary(table: Table, rng: Chance, least: int | None = None) -> Table:
    """The utterance as somebody else may say it elsewhere.

    At least `least` frames long; without it, exactly as long as it was.
    """
    told = table if least is None else paced(table, rng, least)
    bands = told.astype(np.float64) @ _back()
    if rng.random() < 0.8:
        bands = voiced(bands, rng)
    if rng.random() < 0.45:
        bands = echoing(bands, rng)
    bands = coloured(bands, rng)
    if rng.random() < 0.5:
        bands = noisy(bands, rng)
    if rng.random() < 0.1:
        bands = whistling(bands, rng)
    if rng.random() < 0.25:
        bands = levelled(bands, rng)
    if rng.random() < 0.3:
        bands = gated(bands, rng)
    if rng.random() < 0.3:
        bands = masked(bands, rng)
    return (bands @ filters()[1]).astype(np.float32)


def paced(table: Table, rng: Chance, least: int) -> Table:
    """Faster or slower as a whole, and by and by."""
    frames = len(table)
    whole = float(np.clip(np.exp(rng.normal(-0.03, 0.16)), 0.65, 1.45))
    knots = max(2, frames // 15)
    pace = np.interp(
        np.linspace(0, 1, frames), np.linspace(0, 1, knots), np.exp(rng.normal(0, 0.2, knots))
    )
    passed = np.cumsum(pace)
    count = max(least, int(frames * whole), 4)
    source = np.interp(np.linspace(passed[0], passed[-1], count), passed, np.arange(frames))
    low = np.minimum(source.astype(int), frames - 2) if frames > 1 else np.zeros(count, int)
    part = (source - low)[:, None].astype(np.float32)
    after = np.minimum(low + 1, frames - 1)
    return np.asarray(table[low] * (1 - part) + table[after] * part, np.float32)


def voiced(bands: Bands, rng: Chance) -> Bands:
    """A longer or shorter throat: all resonances lie lower or higher."""
    stretch = np.exp(rng.uniform(-0.15, 0.15))
    centres = _centres()
    source = np.interp(np.minimum(centres * stretch, centres[-1]), centres, np.arange(len(centres)))
    low = np.minimum(source.astype(int), len(centres) - 2)
    part = source - low
    return np.asarray(bands[:, low] * (1 - part) + bands[:, low + 1] * part)


def coloured(bands: Bands, rng: Chance) -> Bands:
    """Another level and another microphone; sometimes one that hears a narrow band only."""
    count = bands.shape[1]
    centres = _centres()
    places = np.linspace(0, 1, count)
    knots = int(rng.integers(3, 10))
    response = np.interp(
        places, np.linspace(0, 1, knots), rng.normal(0, rng.uniform(0, 1.6), knots)
    )
    response += rng.normal(0, 1.0) * (places - 0.5) + rng.normal(0, 1.5)
    floor = bands.min()
    if rng.random() < 0.3:
        high = np.exp(rng.uniform(np.log(1500), np.log(4500)))
        response -= np.clip((np.log2(centres / high)) * rng.uniform(5, 20), 0, 12)
        low = rng.uniform(80, 550)
        response -= np.clip((np.log2(low / centres)) * rng.uniform(2, 12), 0, 8)
    return np.maximum(bands + response, floor - 3)


def noisy(bands: Bands, rng: Chance) -> Bands:
    """A steady noise of a random colour below the speech."""
    count = bands.shape[1]
    knots = int(rng.integers(2, 6))
    colour = np.interp(
        np.linspace(0, 1, count), np.linspace(0, 1, knots), rng.normal(0, 1.2, knots)
    )
    loud = np.log(np.exp(bands).mean(1).max() + 1e-10)
    level = loud - rng.uniform(12, 50) / 10 * np.log(10)
    flicker = np.log(rng.gamma(4.0, 0.25, bands.shape) + 1e-3)
    return np.logaddexp(bands, colour - colour.mean() + level + flicker)


def whistling(bands: Bands, rng: Chance) -> Bands:
    """A steady tone, as of a screen, a charger or a radio: one band or two never fall silent."""
    at = int(rng.integers(0, bands.shape[1]))
    level = bands.max() - rng.uniform(1, 9)
    tone = np.full(bands.shape[1], -np.inf)
    tone[at] = level
    tone[min(at + 1, bands.shape[1] - 1)] = level - rng.uniform(0, 6)
    return np.logaddexp(bands, tone + rng.normal(0, 0.1, (len(bands), 1)))


def echoing(bands: Bands, rng: Chance) -> Bands:
    """A room that answers: what was loud in a band goes on there, fading."""
    fades = 10 ** (-0.06 / rng.uniform(0.15, 0.9))  # in a frame; a thousandth is left at the end
    share = 10 ** rng.uniform(-1.2, 0.3) * (1 - fades)
    loud = np.exp(bands)
    left = np.zeros(bands.shape[1])
    made = np.empty_like(bands)
    for at, frame in enumerate(loud):
        made[at] = frame + share * left
        left = left * fades + frame
    return np.log(made + 1e-10)


def levelled(bands: Bands, rng: Chance) -> Bands:
    """A microphone that turns itself up where it is quiet: words end louder, and so do rooms."""
    loud = np.log(np.exp(bands).sum(1) + 1e-10)
    slow = int(rng.integers(3, 25))
    window = np.full(2 * slow + 1, 1 / (2 * slow + 1))
    heard = np.convolve(np.pad(loud, slow, mode="edge"), window, "valid")
    lack = np.minimum(heard.max() - heard, rng.uniform(2, 8))
    return np.asarray(bands + rng.uniform(0.1, 0.7) * lack[:, None])


def gated(bands: Bands, rng: Chance) -> Bands:
    """A microphone that is shut while nobody speaks, or opens too late and shuts too early."""
    loud = np.log(np.exp(bands).sum(1) + 1e-10)
    places = np.flatnonzero(loud > loud.max() - rng.uniform(3.5, 6.5))
    begin = max(0, int(places[0]) - int(rng.integers(-2, 6)))
    end = int(places[-1]) + int(rng.integers(0, 12))
    shut = rng.uniform(0, 8) + np.linspace(0, rng.uniform(5, 11), bands.shape[1])
    made = shut + np.log(rng.gamma(4.0, 0.25, bands.shape) + 1e-3)
    made[begin:end] = bands[begin:end]
    return made


def masked(bands: Bands, rng: Chance) -> Bands:
    """A few bands, or a moment, of which nothing is heard."""
    made = bands.copy()
    if rng.random() < 0.6:
        width = int(rng.integers(1, 7))
        at = int(rng.integers(0, made.shape[1] - width))
        made[:, at : at + width] = made[:, at : at + width].mean(1, keepdims=True)
    else:
        width = int(rng.integers(1, 5))
        at = int(rng.integers(0, max(1, len(made) - width)))
        made[at : at + width] = made.mean(0)
    return made
