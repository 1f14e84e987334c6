"""Sound as a recogniser wants it: 16 kHz, mono, 16-bit; from any rate, width and channels."""

from pathlib import Path
from typing import Any

import numpy as np

from assistant.core.spoken.endpoint import RATE
from assistant.errors import FileError, UsageError

_LEAST, _MOST = 4_000, 384_000
"""Rates that a file may have, samples a second."""


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
                "Give another channel."
            )
        if self._resampler is not None:
            mono = self._resampler.resample_chunk(np.ascontiguousarray(mono), last=last)
        whole = np.clip(np.rint(mono * 32_768), -32_768, 32_767)
        return bytes(whole.astype("<i2").tobytes())


def read(source: Any, name: str, channel: int | None = None) -> bytes:
    """The whole sound in a WAV, FLAC, Ogg or AIFF file, or an open file.

    :raises FileError: if it cannot be read, holds no sound, or a rate that no microphone has.
    :raises UsageError: if the channel is not there.
    """
    try:
        import soundfile  # noqa: PLC0415 - wanted only when there is a file
    except (ImportError, OSError) as error:
        raise FileError(
            f"{name} cannot be read: the library soundfile is missing: {error}."
        ) from None
    try:
        samples, rate = soundfile.read(source, dtype="float32", always_2d=True)
    except FileNotFoundError:
        raise FileError(f"{name} cannot be read: no such file. Check the path.") from None
    except (soundfile.LibsndfileError, RuntimeError, OSError, ValueError, TypeError):
        raise FileError(
            f"{name} cannot be read as sound. Give a WAV or FLAC file that another program plays."
        ) from None
    if not len(samples):
        raise FileError(f"{name} holds no sound: it is empty. Record it again.")
    if not _LEAST <= rate <= _MOST:
        raise FileError(f"{name} has a rate of {rate} samples a second. Record it with 16000 Hz.")
    return Funnel(rate, channel).put(np.nan_to_num(samples), last=True)


def open_sound(path: Path, channel: int | None = None) -> bytes:
    """The whole sound in a file.

    :raises FileError: as `read`, and if it may not be opened.
    """
    try:
        with path.open("rb") as file:
            return read(file, str(path), channel)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"{path} cannot be read: {reason}. Check the path.") from None
