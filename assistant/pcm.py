"""Sound as a recogniser wants it: 16 kHz, mono, 16-bit; from any rate, width and channels."""

import atexit
import os
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from assistant import files
from assistant.core.spoken.endpoint import RATE
from assistant.errors import FileError, UsageError

_LEAST, _MOST = 8_000, 384_000
"""Rates that a file may have, samples a second."""
_LONGEST = 600
"""Seconds that are read of one file; no announcement comes near."""
_CHUNKS = 64
"""Parts of a WAV file among which its sound is looked for."""
_UNKNOWN = 0x7FFF_0000
"""From here on the length in a WAV file says that its writer did not know it."""
_PIECE = RATE // 10 * 2
"""Bytes of a tenth of a second."""


_FUNNELS: "weakref.WeakSet[Funnel]" = weakref.WeakSet()


@atexit.register
def _release() -> None:
    """A resampler that outlives the program's end would complain to the user about it."""
    for funnel in tuple(_FUNNELS):
        funnel.release()


class Funnel:
    """Takes pieces of sound with any rate and channels, and gives them as a recogniser wants them.

    Pieces that follow each other fit without a click.
    """

    def __init__(self, rate: float, channel: int | None = None) -> None:
        """`channel` counts from 1; None mixes all."""
        self._channel = channel
        self._resampler: Any = None
        if rate != RATE:
            import soxr  # noqa: PLC0415 - only for sound that has another rate

            self._resampler = soxr.ResampleStream(rate, RATE, 1, dtype="float32")
            _FUNNELS.add(self)

    def release(self) -> None:
        """No more sound will be put in."""
        self._resampler = None

    def put(self, samples: Any, *, last: bool = False) -> bytes:
        """`samples`: float32 from −1 to 1, one row a moment, one column a channel.

        :raises UsageError: if the channel is not there.
        """
        table = samples if samples.ndim == 2 else samples[:, None]
        if self._channel is None:
            mono = table.mean(axis=1, dtype=np.float32)
        elif self._channel <= table.shape[1]:
            mono = table[:, self._channel - 1]
        else:
            raise UsageError(
                f"There is no channel {self._channel}: this sound has {table.shape[1]}. "
                "Give --channel 0 to mix all, or forget the setting: "
                "chess-assistant settings microphone.channel --default "
                "(microphone.opponent_channel for the opponent's)."
            )
        if self._resampler is not None:
            mono = self._resampler.resample_chunk(np.ascontiguousarray(mono), last=last)
        whole = np.clip(np.rint(mono * 32_768), -32_768, 32_767)
        return bytes(whole.astype("<i2").tobytes())


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole sound as a recogniser wants it."""

    pcm: bytes
    note: str = ""
    """What is to be known about it, as sentences: that it is cut off, what had to be converted."""

    def pieces(self) -> Iterator[bytes]:
        """Tenths of a second, as a microphone brings them."""
        for place in range(0, len(self.pcm), _PIECE):
            yield self.pcm[place : place + _PIECE]


def read(source: Any, name: str, channel: int | None = None) -> Recording:
    """The whole sound in a WAV, FLAC, Ogg or AIFF file, or an open file.

    Of a very long one only the first ten minutes are read.

    :raises FileError: if it is no sound, holds none, or has a rate that no microphone has.
    :raises UsageError: if the channel is not there.
    """
    try:
        import soundfile  # noqa: PLC0415 - wanted only when there is a file
    except (ImportError, OSError) as error:
        raise FileError(
            f"{name} cannot be read: the library soundfile is missing: {error}."
        ) from None
    try:
        with soundfile.SoundFile(source) as file:
            rate = file.samplerate
            samples = file.read(_LONGEST * rate, dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, RuntimeError, ValueError, TypeError):
        raise FileError(
            f"{name} is no sound file, or a broken one. Give a WAV or FLAC file."
        ) from None
    if not len(samples):
        raise FileError(f"{name} holds no sound. Record it again.")
    if not _LEAST <= rate <= _MOST:
        many = "few" if rate < _LEAST else "many"
        raise FileError(
            f"{name} has {rate} samples a second, too {many} to understand speech. "
            "Record it with 16000."
        )
    sound = Funnel(rate, channel).put(np.nan_to_num(samples), last=True)
    return Recording(sound, _note(name, rate, samples.shape[1] if channel is None else 1))


def _note(name: str, rate: int, channels: int) -> str:
    done = []
    if channels > 1:
        done.append(f"its {channels} channels were mixed to one")
    if rate != RATE:
        done.append(f"it was converted from {rate} to {RATE} samples a second")
    return f"{name}: {' and '.join(done)}." if done else ""


def _cut(file: BinaryIO, path: Path) -> str:
    """That a WAV file lacks a part, as a sentence; empty if it does not.

    The library passes over that: it gives what is there, as if it were the whole.
    """
    file.seek(0)
    head, at = file.read(12), 12
    if head[:4] != b"RIFF" or head[8:] != b"WAVE":
        return ""
    end = file.seek(0, os.SEEK_END)
    for _ in range(_CHUNKS):
        file.seek(at)
        head = file.read(8)
        promised, there = int.from_bytes(head[4:], "little"), end - at - 8
        if head[:4] == b"data" and there < promised < _UNKNOWN:
            return (
                f"{path} is cut off: of {promised} bytes of sound only {there} are there. "
                "Copy or record it again."
            )
        if head[:4] == b"data" or there < 0:
            break
        at += 8 + promised + promised % 2
    return ""


def open_sound(path: Path, channel: int | None = None) -> Recording:
    """The whole sound in a file.

    :raises FileError: as `read`, and if it may not be opened.
    """
    try:
        with path.open("rb") as file:
            if not file.read(1):
                raise FileError(f"{path} is empty. Record it again.")
            cut = _cut(file, path)
            file.seek(0)
            sound = read(file, str(path), channel)
            return replace(sound, note=f"{cut} {sound.note}".strip()) if cut else sound
    except OSError as error:
        raise files.unreadable(path, error) from None
    except ValueError:  # a NUL, which only a list can bring in
        raise FileError(f"{str(path)!r} is no name of a file. Check the path.") from None
