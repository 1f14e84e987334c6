"""A microphone of this system through PortAudio, in a child process; it may go and come back.

The child (`python -m assistant.drivers.microphone_sounddevice NAME CHANNEL`) writes records to its
standard output: a kind byte, a length, and bytes. It ends with its standard input. A process of
its own because PortAudio sees a microphone that was plugged in again only when it is started
afresh, which would end every other stream of the process.
"""

import contextlib
import json
import os
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from assistant.core.settings import Settings
from assistant.core.spoken.endpoint import RATE
from assistant.core.spoken.loudness import Loudness, measure
from assistant.errors import DeviceError, UsageError
from assistant.ports import Finding, Frame, Plugged, Sound, Unplugged

_STALLED = 2.0
"""Seconds without sound after which a microphone is given up: a real one always gives some."""
_RETRY = 1.0
_START = 15.0
"""Seconds until the child must be there; a busy machine is slow."""
_HEAD = struct.Struct(">cI")
_ROOT = str(Path(__file__).resolve().parents[2])


class Driver:
    live = True

    def __init__(self, name: str = "", channel: int | None = None) -> None:
        """Opens a microphone by its name or a part of it; an empty name is the system's choice.

        :raises UsageError: if there is no such microphone; the message lists those there are.
        :raises DeviceError: if there is none at all, or no sound library.
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
            raise DeviceError("The sound system does not answer. Go on with the keyboard.")
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
            while (record := _read(stream)) is not None:
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
            [sys.executable, "-m", __spec__.name, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
        )
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise DeviceError(f"The microphone cannot be started: {reason}.") from None


def _read(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, size = _HEAD.unpack(head)
    body = stream.read(size)
    return (kind, body) if len(body) == size else None


def _refused(name: str, channel: int | None, news: dict[str, Any]) -> DeviceError | UsageError:
    names = news["names"]
    if not names:
        why = "" if news["why"] == "there is none" else f": {news['why']}"
        return DeviceError(f"There is no microphone{why}. Plug one in, or go on with the keyboard.")
    if name and news["why"] == "not there":
        known = "; ".join(names)
        return UsageError(f"There is no one microphone {name!r}. Choose one of: {known}.")
    if channel and news["why"] == "no such channel":
        return UsageError(
            f"The microphone has {news['channels']} channels. Give a channel from 1 to that."
        )
    return DeviceError(
        f"The microphone {name or 'of the system'} cannot be opened: {news['why']}. "
        "Close other programs that use it, or choose another with --microphone."
    )


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether the microphone of the settings is there and gives sound."""
    name = settings.microphone.driver
    if name in ("off", "-") or name.startswith("file:"):
        return
    try:
        microphone = Driver("" if name == "default" else name, settings.microphone.channel or None)
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


# The child


class Source:
    """The child's side: one device, opened again as long as it takes."""

    def __init__(self, library: Any, name: str, channel: int, target: BinaryIO) -> None:
        self._sd = library
        self._name = name
        self._channel = channel
        self._target = target
        self._pieces: queue.SimpleQueue[tuple[Any, bool]] = queue.SimpleQueue()
        self._why: str | None = None

    def run(self) -> None:
        """Until the parent goes."""
        while True:
            stream = self._open()
            if stream is None:
                time.sleep(_RETRY)
            else:
                self._pass_on(stream)
            self._sd._terminate()  # noqa: SLF001 - only a fresh start sees what was plugged in
            self._sd._initialize()  # noqa: SLF001 - as above

    def _say(self, kind: bytes, **news: Any) -> None:
        self._write(kind, json.dumps(news).encode())

    def _write(self, kind: bytes, body: bytes) -> None:
        self._target.write(_HEAD.pack(kind, len(body)) + body)
        self._target.flush()

    def _lose(self, why: str, **more: Any) -> None:
        if why != self._why:
            self._why = why
            self._say(b"l", why=why, names=names(self._sd), **more)

    def _open(self) -> Any:
        from assistant.pcm import Funnel  # noqa: PLC0415 - the parent needs no numpy

        try:
            number = resolve(self._sd, self._name)
            if number is None:
                self._lose("not there" if self._name else "there is none")
                return None
            device = self._sd.query_devices(number)
            channels = min(device["max_input_channels"], max(self._channel, 2))
            if self._channel > channels:
                self._lose("no such channel", channels=device["max_input_channels"])
                return None
            rate = device["default_samplerate"]
            self._funnel = Funnel(rate, self._channel or None)
            self._channels = channels
            stream = self._sd.RawInputStream(
                samplerate=rate,
                blocksize=int(rate / 50),
                device=number,
                channels=channels,
                dtype="int16",
                callback=self._heard,
            )
            stream.start()
        except (self._sd.PortAudioError, ValueError, OSError) as error:
            self._lose(str(error).splitlines()[0])
            return None
        self._why = None
        self._say(b"f", name=device["name"])
        return stream

    def _heard(self, data: Any, _count: int, _times: Any, status: Any) -> None:
        self._pieces.put((bytes(data), bool(status)))

    def _pass_on(self, stream: Any) -> None:
        """Sound to the parent, until the device gives none any more."""
        import numpy as np  # noqa: PLC0415 - as above

        while True:
            try:
                data, _ = self._pieces.get(timeout=_STALLED)
            except queue.Empty:
                break
            table = np.frombuffer(data, dtype="<i2").reshape(-1, self._channels)
            pcm = self._funnel.put(table.astype(np.float32) / 32_768)
            if pcm:
                self._write(b"s", pcm)
            if not stream.active:
                break
        self._lose("it has gone")
        try:
            stream.abort()
            stream.close()
        except self._sd.PortAudioError:
            return  # it was lost, as we know


def names(library: Any) -> list[str]:
    """The names of the devices that can record."""
    try:
        found = [dict(device) for device in library.query_devices()]
    except library.PortAudioError:
        return []
    return list(dict.fromkeys(d["name"] for d in found if d["max_input_channels"] > 0))


def resolve(library: Any, name: str) -> int | None:
    """The number of the one device that is meant: by its whole name, or by a part only it has."""
    if not name:
        number = library.default.device[0]
        return int(number) if number >= 0 else None
    known = names(library)
    folded = name.casefold()
    whole = [one for one in known if one.casefold() == folded]
    part = [one for one in known if folded in one.casefold()]
    chosen = whole or (part if len(part) == 1 else [])
    if not chosen:
        return None
    for number, device in enumerate(library.query_devices()):
        if device["name"] == chosen[0] and device["max_input_channels"] > 0:
            return number
    return None


def main() -> None:
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the records

    def watch() -> None:
        while sys.stdin.buffer.read(1):
            continue
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    try:
        import sounddevice  # noqa: PLC0415 - it may be missing, or its library
    except (ImportError, OSError) as error:
        body = json.dumps({"why": f"no sound library: {error}", "names": []}).encode()
        target.write(_HEAD.pack(b"l", len(body)) + body)
        target.flush()
        return
    try:
        Source(sounddevice, sys.argv[1], int(sys.argv[2]), target).run()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
