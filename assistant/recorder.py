"""The child that records: one device through PortAudio, opened again as long as it takes.

`python -m assistant.recorder NAME CHANNEL` writes records to its standard output: a kind byte, a
length, and bytes; `s` is sound, `f` the device was found, `l` it was lost. It ends with its
standard input. A process of its own because PortAudio sees a microphone that was plugged in again
only when it is started afresh, which would end every other stream of the process.
"""

import json
import os
import queue
import struct
import sys
import threading
import time
from typing import Any, BinaryIO

_STALLED = 2.0
"""Seconds without sound after which a microphone is given up: a real one always gives some."""
_RETRY = 1.0
_HEAD = struct.Struct(">cI")


def read(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    """The next record: its kind and its bytes; None at the end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, size = _HEAD.unpack(head)
    body = stream.read(size)
    return (kind, body) if len(body) == size else None


class Source:
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
