"""The child that turns text into sound: pyttsx3, one utterance at a time.

`python -m assistant.children.synthesiser FOLDER` reads requests as frames:

    {"do": "voices"}                          → {"engine", "voices": [{id, name, languages}]}
    {"do": "render", "text", "phonemes", "voice", "wpm", "volume", "pitch"}   → {} and a sound file
    anything that goes wrong                  → {"error": sentence}

The sound files stand in FOLDER for a moment. Reading goes on while the engine works, so that the
child ends with its parent even if the engine hangs.
"""

import ctypes
import importlib.util
import os
import queue
import shutil
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from assistant.children import frames
from assistant.children.frames import Head

if TYPE_CHECKING:
    from collections.abc import Callable

_ESPEAK = ("libespeak-ng.so.1", "libespeak.so.1")
"""What pyttsx3 looks for on Linux, as installed by the system."""

_FINISH = 1.0
"""Seconds for the engine to return after its last sample."""


def main() -> None:
    folder = Path(sys.argv[1])
    requests, replies = frames.child_streams()
    waiting: queue.SimpleQueue[Head] = queue.SimpleQueue()

    def listen() -> None:
        while (frame := frames.read(requests)) is not None:
            waiting.put(frame[0])
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    try:
        synthesiser = Synthesiser(folder)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent has to be told
        frames.write(replies, {"error": f"No speech synthesiser can be used here: {error}"})
        return
    frames.write(replies, {"ready": synthesiser.engine})
    while True:
        request = waiting.get()
        try:
            head, body = synthesiser.answer(request)
        except Exception as error:  # noqa: BLE001 - as above
            head, body = {"error": str(error)}, b""
        frames.write(replies, head, body)


def _load_espeak() -> None:
    """Makes the bundled espeak-ng known where the system has none; pyttsx3 finds it by its name."""
    if not sys.platform.startswith("linux") or importlib.util.find_spec("espeakng_loader") is None:
        return
    if os.environ.get("CHESS_ASSISTANT_ESPEAK") != "bundled" and any(map(_loads, _ESPEAK)):
        return
    import espeakng_loader  # noqa: PLC0415 - loads a library when imported

    os.environ["ESPEAK_DATA_PATH"] = str(espeakng_loader.get_data_path())
    ctypes.CDLL(str(espeakng_loader.get_library_path()), ctypes.RTLD_GLOBAL)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


class Synthesiser:
    def __init__(self, folder: Path) -> None:
        """:raises Exception: of any kind, if there is no engine that works."""
        _load_espeak()
        import pyttsx3  # noqa: PLC0415 - it loads the engine, found just now

        self._file = folder / "utterance.wav"
        self._engine = pyttsx3.init()
        self.engine = str(self._engine)
        self._problem: Exception | None = None
        self._done = threading.Event()
        self._wait: Callable[[float], object] = lambda _: None
        self._set: dict[str, object] = {}
        self._engine.connect("error", self._failed)
        if self.engine == "espeak":
            self._tune_espeak()

    def _failed(self, name: str | None, exception: Exception) -> None:  # noqa: ARG002 - by name
        self._problem = exception

    def _tune_espeak(self) -> None:
        """Three things that pyttsx3 2.99 has no setting for.

        Phonemes in [[brackets]] are sounds. An utterance ends when espeak's own thread has
        returned from it, not up to 10 ms later and never earlier; and it is not cancelled from
        within that thread, which would now and then swallow the next one.
        """
        from pyttsx3.drivers import _espeak, espeak  # noqa: PLC0415 - only where it is used

        driver = self._engine.proxy._driver
        synth = _espeak.Synth

        def with_phonemes(text: bytes, flags: int = 0, **rest: Any) -> Any:
            return synth(text, flags=flags | _espeak.PHONEMES, **rest)

        def receive(samples: Any, count: int, events: Any) -> Any:
            speaking = driver._speaking
            try:
                return driver._onSynth(samples, count, events)
            finally:
                if speaking and not driver._speaking:
                    self._done.set()

        _espeak.Synth = with_phonemes
        _espeak.SetSynthCallback(receive)
        driver.stop = lambda: None
        espeak.time = SimpleNamespace(sleep=self._done.wait)
        self._wait = self._done.wait

    def answer(self, request: Head) -> tuple[Head, bytes]:
        """:raises Exception: of any kind, with what went wrong."""
        if request["do"] == "voices":
            voices, variants = self._voices(), self._variants()
            return {"engine": self.engine, "voices": voices, "variants": variants}, b""
        text = request["text"]
        if self.engine == "espeak":
            text = request.get("phonemes") or text.replace("[[", "[").replace("]]", "]")
        self._problem = None
        self._use(request)
        return {}, self._render(text)

    def _voices(self) -> list[Head]:
        return [
            {"id": voice.id, "name": voice.name, "languages": list(map(_code, voice.languages))}
            for voice in self._engine.getProperty("voices")
        ]

    def _variants(self) -> list[str]:
        """What espeak-ng takes behind a plus sign; one that it has not it would leave out."""
        if self.engine != "espeak":
            return []
        from pyttsx3.drivers import _espeak  # noqa: PLC0415 - only where it is used

        wanted = _espeak.VOICE(languages=b"variant")
        found = _espeak.ListVoices(ctypes.byref(wanted))
        return [voice.identifier.decode().rpartition("/")[2] for voice in found]

    def _use(self, request: Head) -> None:
        """Sets what has changed, and what a change of voice may have undone."""
        wanted = {
            "voice": request["voice"],
            "rate": request["wpm"],
            "volume": request["volume"],
            "pitch": request["pitch"],
        }
        if self.engine != "espeak":
            del wanted["pitch"]  # the other engines have none
        if wanted == self._set:
            return
        for name, value in wanted.items():
            if value is not None:
                self._engine.setProperty(name, value)
        self._set = wanted

    def _render(self, text: str) -> bytes:
        self._file.unlink(missing_ok=True)
        self._done.clear()
        self._engine.save_to_file(text, str(self._file))
        self._engine.runAndWait()
        self._wait(_FINISH)
        if self._problem is not None:
            self._set = {}
            raise self._problem
        try:
            return self._file.read_bytes()
        finally:
            self._file.unlink(missing_ok=True)


def _code(language: object) -> str:
    """`de`, `en-gb`; some engines write bytes or underscores."""
    text = language.decode("ascii", "ignore") if isinstance(language, bytes) else str(language)
    return text.strip("\x00\x05").replace("_", "-").lower()


if __name__ == "__main__":
    main()
