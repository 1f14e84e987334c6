"""Features as Kaldi computes them, so that the model hears in vosk what it heard in training."""

from functools import cache
from typing import Any

import numpy as np

from training.lexicon import SILENCE, entry_pdf, stay_pdf, toml

Table = np.ndarray[Any, np.dtype[np.float32]]
_FRAME, _SHIFT, _SIZE = 400, 160, 512
_EMPHASIS, _LIFTER = 0.97, 22.0


@cache
def _window() -> Table:
    ramp = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_FRAME) / (_FRAME - 1))
    return (ramp**0.85).astype(np.float32)


@cache
def filters() -> tuple[Table, Table]:
    """The triangles on the mel scale, and the cosine transform with its lifter."""
    wanted = toml("topology.toml")["features"]
    bins, cepstra = wanted["num-mel-bins"], wanted["num-ceps"]

    def mel(hertz: Any) -> Any:
        return 1127.0 * np.log(1.0 + np.asarray(hertz) / 700.0)

    low, high = mel(wanted["low-freq"]), mel(wanted["high-freq"])
    edges = low + (high - low) / (bins + 1) * np.arange(bins + 2)
    place = mel(wanted["sample-frequency"] / _SIZE * np.arange(_SIZE // 2))
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (place - left) / (centre - left), (right - place) / (right - centre)
    triangles = np.clip(np.minimum(rising, falling), 0, None)
    index = np.arange(cepstra)[:, None]
    cosine = np.sqrt(2.0 / bins) * np.cos(np.pi / bins * (np.arange(bins) + 0.5) * index)
    cosine[0] = np.sqrt(1.0 / bins)
    lifter = 1.0 + 0.5 * _LIFTER * np.sin(np.pi * np.arange(cepstra) / _LIFTER)
    return triangles.T.astype(np.float32), (cosine * lifter[:, None]).T.astype(np.float32)


def mfcc(values: np.ndarray[Any, Any]) -> Table:
    """One row for every 10 ms of 16-bit values at 16 kHz, the last frame whole."""
    sound = np.asarray(values, np.float32)
    triangles, cosine = filters()
    if len(sound) < _FRAME:
        return np.zeros((0, cosine.shape[1]), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(sound, _FRAME)[::_SHIFT]
    frames = frames - frames.mean(1, keepdims=True)
    before = np.concatenate([frames[:, :1], frames[:, :-1]], 1)
    frames = (frames - _EMPHASIS * before) * _window()
    spectrum = np.fft.rfft(frames, _SIZE)[:, : _SIZE // 2]
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    energy = np.log(np.maximum(power @ triangles, np.finfo(np.float32).eps))
    return np.asarray(energy @ cosine, np.float32)


def targets(alignment: list[tuple[str, float]], frames: int, stride: int = 3) -> list[int]:
    """The pdf of every output of the network, from the phones and their lengths."""
    ends = np.cumsum([length for _, length in alignment])
    found, before = [], -1
    for output in range((frames + stride - 1) // stride):
        centre = output * stride * 10 + 12.5
        at = min(int(np.searchsorted(ends, centre)), len(alignment) - 1)
        phone = alignment[at][0]
        again = before >= 0 and phone == SILENCE and alignment[before][0] == SILENCE
        found.append(stay_pdf(phone) if at == before or again else entry_pdf(phone))
        before = at
    return found
