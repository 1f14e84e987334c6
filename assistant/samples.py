"""Sound as samples: read from a file, trimmed, joined, brought to another rate, written again."""

import io
import struct
import wave
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pcm = NDArray[np.int16]

_QUIET = 60
"""Samples below this are silence; the noise of a synthesiser's pauses is far below."""
_MARGIN = 0.008
"""Seconds left before and behind what is heard, so that no consonant is clipped."""

_STRETCH = 0.03
"""Seconds of a stretch that is kept as it is when speech is made faster."""
_REACH = 0.006
"""Seconds within which the best place for a join is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Mono sound."""

    rate: int
    """Samples a second."""
    pcm: Pcm

    @property
    def seconds(self) -> float:
        return len(self.pcm) / self.rate

    def wav(self) -> bytes:
        """The whole sound as a WAV file."""
        target = io.BytesIO()
        with wave.open(target, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(self.pcm.astype("<i2").tobytes())
        return target.getvalue()

    def trimmed(self) -> "Samples":
        """Without the silence at both ends."""
        loud = np.flatnonzero(np.abs(self.pcm.astype(np.int32)) >= _QUIET)
        if not len(loud):
            return Samples(self.rate, self.pcm[:0])
        margin = int(self.rate * _MARGIN)
        return Samples(self.rate, self.pcm[max(0, loud[0] - margin) : loud[-1] + 1 + margin])

    def at(self, rate: int) -> "Samples":
        """The same sound with another number of samples a second."""
        if rate == self.rate or not len(self.pcm):
            return Samples(rate, self.pcm)
        count = max(1, round(len(self.pcm) * rate / self.rate))
        spectrum = np.fft.rfft(self.pcm.astype(np.float64))
        wave_form = np.fft.irfft(_resized(spectrum, count // 2 + 1), count)
        scaled = wave_form * (count / len(self.pcm))
        return Samples(rate, np.clip(np.rint(scaled), -32768, 32767).astype(np.int16))

    def faster(self, times: float) -> "Samples":
        """The same words at the same pitch in less time: overlapping stretches are joined where
        they are most alike (WSOLA).
        """
        size, reach = int(self.rate * _STRETCH), int(self.rate * _REACH)
        if times <= 1 or len(self.pcm) < 3 * size:
            return self
        source = self.pcm.astype(np.float64)
        hop = size // 2
        fade = np.hanning(size)
        count = int((len(source) - size - reach) / (hop * times))
        out = np.zeros(hop * count + size)
        weight = np.full(len(out), 1e-6)
        place = 0
        for number in range(count):
            aim = int(number * hop * times)
            if number:
                place = _most_alike(source, place + hop, max(0, aim - reach), aim + reach, hop)
            out[number * hop : number * hop + size] += source[place : place + size] * fade
            weight[number * hop : number * hop + size] += fade
        return Samples(self.rate, np.rint(out / weight).astype(np.int16))


def _most_alike(source: NDArray[np.float64], wanted: int, first: int, last: int, size: int) -> int:
    """Where between first and last the sound goes on as it does at the wanted place."""
    pattern = source[wanted : wanted + size]
    likeness = np.correlate(source[first : last + len(pattern)], pattern, "valid")
    return first + int(likeness.argmax())


def _resized(spectrum: NDArray[np.complex128], size: int) -> NDArray[np.complex128]:
    if size <= len(spectrum):
        return spectrum[:size]
    return np.concatenate([spectrum, np.zeros(size - len(spectrum), dtype=np.complex128)])


def silence(rate: int, seconds: float) -> Samples:
    return Samples(rate, np.zeros(int(rate * seconds), dtype=np.int16))


def join(parts: Sequence[Samples], gap: float, rate: int) -> Samples:
    """The parts one after the other, with so many seconds of silence between."""
    between = silence(rate, gap).pcm
    row: list[Pcm] = []
    for part in parts:
        if row:
            row.append(between)
        row.append(part.at(rate).pcm)
    return Samples(rate, np.concatenate(row) if row else between[:0])


def read(content: bytes) -> Samples:
    """The sound in a WAV or AIFF file; several channels become one.

    :raises ValueError: if it is neither, or not 16-bit.
    """
    if content[:4] == b"FORM":
        return _aiff(content)
    try:
        with wave.open(io.BytesIO(content)) as file:
            if file.getsampwidth() != 2:
                raise ValueError("the sound is not 16-bit")
            frames = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
            return _mono(file.getframerate(), frames, file.getnchannels())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"no sound file: {error}") from None


def _mono(rate: int, frames: NDArray[np.int16], channels: int) -> Samples:
    pcm = frames.reshape(-1, channels).mean(axis=1) if channels > 1 else frames
    return Samples(rate, pcm.astype(np.int16))


def _aiff(content: bytes) -> Samples:
    """The form of macOS: AIFF, and AIFF-C with the bytes the other way round."""
    order, channels, bits, rate = ">i2", 1, 16, 0
    sound = b""
    place = 12
    while place + 8 <= len(content):
        name, size = struct.unpack_from(">4sI", content, place)
        chunk = content[place + 8 : place + 8 + size]
        if name == b"COMM":
            channels, _, bits = struct.unpack_from(">hIh", chunk)
            exponent, mantissa = struct.unpack_from(">HQ", chunk, 8)
            rate = round(mantissa * 2.0 ** (exponent - 16383 - 63))
            if chunk[18:22] == b"sowt":
                order = "<i2"
        elif name == b"SSND":
            sound = chunk[8:]
        place += 8 + size + size % 2
    if not rate or bits != 16:
        raise ValueError("the sound is not 16-bit")
    whole = len(sound) // (2 * channels) * 2 * channels
    return _mono(rate, np.frombuffer(sound[:whole], dtype=order), channels)
