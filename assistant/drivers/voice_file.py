"""The system's synthesiser, which also keeps each utterance as a WAV file in a folder."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from assistant.core.output.speech import Segment
from assistant.core.output.voices import Manner, VoiceInfo
from assistant.errors import DeviceError
from assistant.samples import Samples
from assistant.synthesis import Synthesis

_NAME = re.compile(r"[^\w ]+")


class Driver:
    eager = False

    def __init__(
        self,
        manner: Manner,
        nearest: Mapping[str, Sequence[str]],
        report: Callable[[str], None],
        folder: Path = Path("speech"),
    ) -> None:
        """Starts the synthesiser; the folder is made if it is not there.

        :raises DeviceError: if there is no synthesiser, or the folder cannot be used.
        :raises UsageError: if the synthesiser has no such voice as the manner names.
        """
        self._folder = folder
        self._count = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            problem = (error.strerror or "unknown problem").lower()
            raise DeviceError(f"The folder {folder} cannot be used: {problem}.") from None
        self._synthesis = Synthesis(manner, nearest, report)

    @property
    def engine(self) -> str:
        return self._synthesis.engine

    @property
    def voices(self) -> tuple[VoiceInfo, ...]:
        return self._synthesis.voices

    def render(self, segment: Segment) -> Samples:
        """:raises DeviceError: if the synthesiser fails or the file cannot be written."""
        samples = self._synthesis.render(segment)
        self._count += 1
        words = _NAME.sub("", segment.text)[:60].strip()
        path = self._folder / f"{self._count:04} {segment.language} {words}.wav"
        try:
            path.write_bytes(samples.wav())
        except OSError as error:
            problem = (error.strerror or "unknown problem").lower()
            raise DeviceError(f"{path} cannot be written: {problem}.") from None
        return samples

    def close(self) -> None:
        self._synthesis.close()
