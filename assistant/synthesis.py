"""The supervised synthesiser: text in, samples out, through a child that may hang or die."""

import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assistant import samples
from assistant.children.child import Child
from assistant.core.output.speech import Segment
from assistant.core.output.voices import Chosen, Manner, VoiceInfo, choose, named
from assistant.errors import DeviceError, UsageError
from assistant.samples import Samples

_MODULE = "assistant.children.synthesiser"
_START = 10.0
"""Seconds until the synthesiser must be there; a busy machine is slow."""
_ANSWER = 2.0
"""Seconds for an utterance, and as much for every so many characters:"""
_LONG = 200
_FASTEST = {"sapi5": 440, "nsss": 450}
"""Words a minute beyond which an engine fails; what is missing is made up for afterwards."""
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
"""Files here are never written to a disk."""


class Synthesis:
    """Renders one stretch of text at a time; a child that hangs or dies is replaced."""

    def __init__(
        self,
        manner: Manner,
        nearest: Mapping[str, Sequence[str]],
        report: Callable[[str], None],
    ) -> None:
        """Starts the synthesiser.

        :raises DeviceError: if there is none that works.
        :raises UsageError: if it has no such voice as the manner names.
        """
        self._manner = manner
        self._nearest = nearest
        self._report = report
        self._lock = threading.Lock()
        self._chosen: dict[str, Chosen] = {}
        self._folder: Path | None = None
        self._child: Child | None = None
        self.engine = ""
        self.voices, self.variants = self._known_voices()
        wish = manner.voice
        if wish.partition("+")[0] and named(self.voices, wish) is None:
            self.close()
            raise UsageError(f"There is no voice {wish!r}. List: chess-assistant voices")
        _, plus, variant = wish.partition("+")
        if plus and self.variants and variant not in self.variants:
            self.close()
            # The plain ones (f1, m1) first: whoever listens to the list may stop early.
            known = sorted(self.variants, key=lambda one: (not one[1:].isdigit(), one.casefold()))
            told = ", ".join(f"+{one}" for one in known)
            raise UsageError(f"There is no voice {wish!r}. Choose one of the variants: {told}.")

    @property
    def pid(self) -> int | None:
        """The process that renders now."""
        return self._child.pid if self._child is not None else None

    def render(self, segment: Segment) -> Samples:
        """The text as sound, without silence at its ends.

        :raises DeviceError: if a second synthesiser failed like the first.
        """
        chosen = self._voice_for(segment.language)
        wpm = min(self._manner.wpm, _FASTEST.get(self.engine, self._manner.wpm))
        request = {
            "do": "render",
            "text": segment.text,
            "phonemes": segment.phonemes,
            "voice": chosen.id,
            "wpm": wpm,
            "volume": self._manner.volume / 100,
            "pitch": self._manner.pitch,
        }
        patience = _ANSWER * (1 + len(segment.text) // _LONG)
        with self._lock:
            _, body = self._ask_twice(request, patience)
        try:
            return samples.read(body).trimmed().faster(self._manner.wpm / wpm)
        except ValueError as error:
            raise DeviceError(f"The synthesiser gave no sound: {error}.") from None

    def close(self) -> None:
        with self._lock:
            self._end(Child.close)

    def _known_voices(self) -> tuple[tuple[VoiceInfo, ...], tuple[str, ...]]:
        """The voices, and what may stand behind a plus sign, if the engine tells that."""
        head, _ = self._ask_twice({"do": "voices"}, _START)
        voices = (
            VoiceInfo(voice["id"], voice["name"], tuple(voice["languages"]))
            for voice in head["voices"]
        )
        return tuple(voices), tuple(head["variants"])

    def _voice_for(self, language: str) -> Chosen:
        """The voice for a language; that it is only the nearest is said once."""
        if language not in self._chosen:
            found = choose(self.voices, language, self._manner.voice, self._nearest)
            if found is None:
                raise DeviceError("The synthesiser has no voice at all. Install one.")
            self._chosen[language] = found
            if found.language.split("-")[0] != language:
                self._report(
                    f"There is no voice for the language {language}: the voice {found.id} "
                    "speaks instead."
                )
        return self._chosen[language]

    def _ask_twice(self, request: dict[str, Any], patience: float) -> tuple[dict[str, Any], bytes]:
        try:
            return self._ask(request, patience)
        except DeviceError:
            self._end(Child.kill)
        try:
            return self._ask(request, patience)
        except DeviceError:
            self._end(Child.kill)
            raise

    def _ask(self, request: dict[str, Any], patience: float) -> tuple[dict[str, Any], bytes]:
        child = self._child or self._start()
        child.send(request)
        answer = child.receive(patience)
        if answer is None:
            raise DeviceError("The synthesiser does not answer.")
        if "error" in answer[0]:
            raise DeviceError(f"The synthesiser failed: {answer[0]['error']}")
        return answer

    def _start(self) -> Child:
        memory = _MEMORY if _MEMORY.is_dir() else None
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="chess-assistant-", dir=memory))
        except OSError:
            self._folder = Path(tempfile.mkdtemp(prefix="chess-assistant-"))
        self._child = Child(_MODULE, str(self._folder))
        ready = self._child.receive(_START)
        if ready is None:
            raise DeviceError("The synthesiser does not start.")
        if "error" in ready[0]:
            raise DeviceError(str(ready[0]["error"]))
        self.engine = ready[0]["ready"]
        return self._child

    def _end(self, by: Callable[[Child], None]) -> None:
        child, self._child = self._child, None
        if child is not None:
            by(child)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
