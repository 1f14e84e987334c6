"""Sound from a file: WAV, FLAC or whatever else the sound library reads."""

from collections.abc import Iterator
from pathlib import Path

from assistant.errors import DeviceError, FileError

RATE = 16_000
LOWEST_RATE = 8_000
LONGEST = 120
"""Seconds of sound that are taken from one file; no announcement comes near."""
_CHUNK = 3_200


class Driver:
    """The whole file as 16 kHz mono 16 bit; other rates and channels are converted."""

    def __init__(self, path: Path) -> None:
        """:raises FileError: if it is no sound that can be listened to.
        :raises DeviceError: if the sound library is missing.
        """
        self.path = path
        self.note = ""
        """What had to be converted, as a sentence; empty if nothing had to."""
        self._pcm = self._read()

    def chunks(self) -> Iterator[bytes]:
        """Tenths of a second, as a microphone brings them."""
        for at in range(0, len(self._pcm), _CHUNK):
            yield self._pcm[at : at + _CHUNK]

    def close(self) -> None:
        self._pcm = b""

    def _read(self) -> bytes:
        try:
            import numpy as np  # noqa: PLC0415 - only wanted to hear
            import soundfile  # noqa: PLC0415 - the same
            import soxr  # noqa: PLC0415 - the same
        except (ImportError, OSError) as error:
            raise DeviceError(f"Sound files need the package soundfile: {error}.") from None
        try:
            with self.path.open("rb") as file:
                if not file.read(1):
                    raise FileError(f"{self.path} is empty. Record it again.")
                file.seek(0)
                with soundfile.SoundFile(file) as sound:
                    rate, channels, frames = sound.samplerate, sound.channels, sound.frames
                    self._check(rate, frames)
                    samples = sound.read(LONGEST * rate, dtype="float32", always_2d=True)
        except OSError as error:
            reason = (error.strerror or "unknown problem").lower()
            raise FileError(f"{self.path} cannot be read: {reason}. Check the path.") from None
        except soundfile.SoundFileError:
            raise FileError(
                f"{self.path} is no sound file, or a broken one. Give a WAV or FLAC file."
            ) from None
        if not len(samples):
            raise FileError(f"{self.path} holds no sound. Record it again.")
        mono = samples.mean(axis=1)
        if rate != RATE:
            mono = soxr.resample(mono, rate, RATE)
        self._note(rate, channels, frames)
        whole = np.clip(np.nan_to_num(mono), -1, 1) * 32767
        return bytes(whole.astype("<i2").tobytes())

    def _check(self, rate: int, frames: int) -> None:
        if not frames:
            raise FileError(f"{self.path} holds no sound. Record it again.")
        if rate < LOWEST_RATE:
            raise FileError(
                f"{self.path} has {rate} samples a second, too few to understand speech. "
                "Record it with 16000 or more."
            )

    def _note(self, rate: int, channels: int, frames: int) -> None:
        done = []
        if channels > 1:
            done.append(f"its {channels} channels were mixed to one")
        if rate != RATE:
            done.append(f"it was converted from {rate} to {RATE} samples a second")
        if frames > LONGEST * rate:
            done.append(f"only its first {LONGEST} seconds were listened to")
        self.note = f"{self.path}: {', '.join(done)}." if done else ""
