"""A microphone of this system, recorded by a child process; it may go and come back."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from assistant import recorder
from assistant.core.settings import Settings
from assistant.core.spoken.endpoint import RATE
from assistant.core.spoken.loudness import Loudness, measure
from assistant.errors import DeviceError, NoMicrophoneError, UsageError
from assistant.ports import Finding, Frame, Plugged, Sound, Unplugged

_RETRY = 1.0
_START = 15.0
"""Seconds until the child must be there; a busy machine is slow."""
_ROOT = str(Path(__file__).resolve().parents[2])


class Driver:
    live = True
    waits = False

    def __init__(self, name: str = "", channel: int | None = None) -> None:
        """Opens a microphone by its name or a part of it; an empty name is the system's choice.

        :raises NoMicrophoneError: if there is none of that name; the message lists those there are.
        :raises UsageError: if it has no such channel.
        :raises DeviceError: if the system has none to choose, or no sound library.
        """
        self._arguments = (name, str(channel or 0))
        self._records: queue.SimpleQueue[Sound | None] = queue.SimpleQueue()
        self._ready = threading.Event()
        self._refusal: dict[str, Any] = {}
        self._count = 0
        """Samples so far."""
        self._closed = threading.Event()
        self._child = _started(*self._arguments)
        threading.Thread(target=self._serve, daemon=True).start()
        if not self._ready.wait(_START):
            self.close()
            raise DeviceError("The sound system does not answer. Start it again.")
        if self._refusal:
            self.close()
            raise _refused(name, channel, self._refusal)

    def sounds(self) -> Iterator[Sound]:
        """Never raises: a microphone that goes is `Unplugged`, one that comes back `Plugged`."""
        while (record := self._records.get()) is not None:
            yield record

    @property
    def pid(self) -> int:
        """The process that listens now."""
        return self._child.pid

    def close(self) -> None:
        self._closed.set()
        _end(self._child)
        self._records.put(None)

    def _serve(self) -> None:
        """Hands on what the child says; a child that has died is replaced."""
        while not self._closed.is_set():
            self._receive()
            if self._closed.is_set():
                return
            if not self._ready.is_set():
                self._refusal = {"why": "the sound system has failed", "names": []}
                self._ready.set()
                return
            self._records.put(Unplugged("the sound system has failed"))
            _end(self._child)
            time.sleep(_RETRY)
            self._child = _started(*self._arguments)
            if self._closed.is_set():
                _end(self._child)

    def _receive(self) -> None:
        with cast("BinaryIO", self._child.stdout) as stream:
            while (record := recorder.read(stream)) is not None:
                kind, body = record
                if kind == b"s":
                    self._records.put(Frame(body, self._count / RATE))
                    self._count += len(body) // 2
                    continue
                news = json.loads(body)
                if kind == b"f":
                    self._records.put(Plugged(news["name"]))
                elif not self._ready.is_set():
                    self._refusal = news
                else:
                    self._records.put(Unplugged(news["why"]))
                self._ready.set()


def _end(child: "subprocess.Popen[bytes]") -> None:
    """The child has ended and was waited for when this returns."""
    with contextlib.suppress(OSError):
        cast("BinaryIO", child.stdin).close()
    try:
        child.wait(1)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _started(*arguments: str) -> "subprocess.Popen[bytes]":
    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    try:
        return subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", recorder.__name__, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
        )
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise DeviceError(f"The microphone cannot be started: {reason}.") from None


def _refused(name: str, channel: int | None, news: dict[str, Any]) -> DeviceError | UsageError:
    names = news["names"]
    if news["why"] == "not there":
        if not names:
            return NoMicrophoneError(f"There is no microphone {name!r}, nor another. Plug one in.")
        known = "; ".join(names)
        return NoMicrophoneError(f"There is no one microphone {name!r}. Choose one of: {known}.")
    if not names:
        why = "" if news["why"] == "there is none" else f": {news['why']}"
        return DeviceError(f"There is no microphone{why}. Plug one in.")
    if channel and news["why"] == "no such channel":
        return UsageError(
            f"The microphone has {news['channels']} channels. "
            f"Give a channel from 1 to {news['channels']}, or 0 to mix all."
        )
    return DeviceError(
        f"The microphone {name or 'of the system'} cannot be opened: {news['why']}. "
        "Close other programs that use it, or choose another with --microphone."
    )


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether the microphones of the settings are there and give sound."""
    own = settings.microphone
    yield from _examine(own.driver, own.channel)
    yield from _examine(own.opponent, own.opponent_channel)


def _examine(name: str, channel: int) -> Iterator[Finding]:
    if name in ("off", "-") or name.startswith("file:"):
        return
    try:
        microphone = Driver("" if name == "default" else name, channel or None)
    except (DeviceError, UsageError) as error:
        yield Finding(fine=False, sentence=str(error))
        return
    heard, device = b"", ""
    end = time.monotonic() + 3
    for sound in microphone.sounds():
        if isinstance(sound, Frame):
            heard += sound.pcm
        elif isinstance(sound, Plugged):
            device = sound.name
        if len(heard) > RATE or time.monotonic() > end:
            break
    microphone.close()
    silent = measure(heard).loudness is Loudness.SILENT
    told = "gives no sound at all. Unmute it" if silent else "is there and gives sound"
    yield Finding(fine=not silent, sentence=f"The microphone {device} {told}.")
