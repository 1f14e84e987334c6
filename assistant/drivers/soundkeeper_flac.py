"""Keeps the sounds of a game as FLAC files in a folder beside its journal."""

import io
import os
from pathlib import Path

from assistant import files
from assistant.core.spoken.endpoint import RATE
from assistant.errors import FileError


class Driver:
    def __init__(self, folder: Path) -> None:
        """The folder is made when the first sound comes."""
        self.folder = folder

    def keep(self, name: str, pcm: bytes) -> None:
        """FLAC loses nothing: what is read again is, sample by sample, what was heard."""
        try:
            import numpy as np  # noqa: PLC0415 - wanted only where sounds are kept
            import soundfile  # noqa: PLC0415 - as above
        except (ImportError, OSError) as error:
            raise FileError(f"Sounds cannot be kept: soundfile is missing: {error}.") from None
        flac = io.BytesIO()
        samples = np.frombuffer(pcm, dtype="<i2")
        soundfile.write(flac, samples, RATE, format="FLAC", subtype="PCM_16")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or "unknown problem").lower()
            raise FileError(f"{self.folder} cannot be made: {reason}.") from None
        files.write(self.folder / name, flac.getvalue())
        self._sync()

    def sound(self, name: str) -> bytes:
        if Path(name).name != name:
            raise FileError(f"{name!r} is no sound of this game.")
        from assistant.pcm import open_sound  # noqa: PLC0415 - as above

        return open_sound(self.folder / name).pcm

    def _sync(self) -> None:
        """A new file survives a power cut only when its folder is on disk too."""
        if os.name == "nt":
            return
        for folder in (self.folder, self.folder.parent):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
