"""A speaker that writes what it plays to one WAV file, each sound after the other."""

import wave
from pathlib import Path

import numpy as np

from assistant.errors import DeviceError
from assistant.samples import Samples

_RATE = 22_050
_PAUSE = 0.3
"""Seconds between two sounds."""


class Driver:
    def __init__(self, device: str, latency_ms: int = 0) -> None:  # noqa: ARG002 - a file does not wait
        """`device` is the path of the file, which is replaced.

        :raises DeviceError: if it cannot be written.
        """
        self.path = Path(device)
        try:
            self._stream = self.path.open("wb")
        except OSError as error:
            raise DeviceError(
                f"{self.path} cannot be written: {(error.strerror or 'unknown problem').lower()}."
            ) from None
        self._file = wave.open(self._stream, "wb")  # noqa: SIM115 - open until `close`
        self._file.setnchannels(1)
        self._file.setsampwidth(2)
        self._file.setframerate(_RATE)

    def begin(self, samples: Samples) -> None:
        """:raises DeviceError: if the disk is full."""
        pause = np.zeros(int(_RATE * _PAUSE), dtype="<i2")
        try:
            self._file.writeframes(samples.at(_RATE).pcm.astype("<i2").tobytes() + pause.tobytes())
        except OSError as error:
            raise DeviceError(
                f"{self.path} cannot be written: {(error.strerror or 'unknown problem').lower()}."
            ) from None

    def wait(self) -> bool:
        return True

    def stop(self) -> None:
        """What is in the file is in the file."""

    def close(self) -> None:
        self._file.close()
        self._stream.close()
