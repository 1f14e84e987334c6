"""The child that plays sound: sounddevice, on one output device, which may come and go.

`python -m assistant.children.player DEVICE RATE LATENCY` (an empty name is the system's own
choice) reads requests as frames and sends news:

    {"do": "play", "id"} and 16-bit mono samples   → {"news": "started", "id", "at"},
                                                     {"news": "ended", "id"}
    {"do": "stop"}                                 → {"news": "stopped", "id"}, if it played
    the device is there, with what it can          → {"news": "open", "rate", "device"}
    the device is not there or has gone            → {"news": "lost", "why", "devices"}

While the device is away, PortAudio is started afresh every second: only so does it see a headset
that was plugged in again. `python -m assistant.children.player` alone tells what devices there are.
"""

import array
import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, BinaryIO

from assistant.children import frames

if TYPE_CHECKING:
    from assistant.children.frames import Head

AWAY, NONE = "it is not there", "there is none"
"""Why a device is lost that is not among those there are: the named one, or any."""
_BLOCK = 0.01
"""Seconds in a block; a stop is heard after one block and the device's latency."""
_STALLED = 4.0
"""Seconds without a callback after which a device is given up."""
_RETRY = 0.7


def main() -> None:
    requests, replies = frames.child_streams()
    waiting: queue.SimpleQueue[tuple[Head, bytes]] = queue.SimpleQueue()

    def listen() -> None:
        while (frame := frames.read(requests)) is not None:
            waiting.put(frame)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    try:
        import sounddevice  # noqa: PLC0415 - it may be missing, or its library
    except (ImportError, OSError) as error:
        frames.write(replies, {"news": "lost", "why": f"no sound library: {error}", "devices": []})
        return
    if len(sys.argv) < 2:
        found = outputs(sounddevice)
        frames.write(replies, {"devices": found, "default": default(sounddevice)})
        return
    _, device, rate, latency = sys.argv
    player = Player(sounddevice, device, int(rate), float(latency), replies)
    while True:
        player.look()
        try:
            head, body = waiting.get(timeout=player.patience)
        except queue.Empty:
            continue
        if head["do"] == "play":
            player.play(head["id"], body)
        else:
            player.stop()


def outputs(sounddevice: Any) -> list[str]:
    """The names of the devices that can play."""
    try:
        found = [dict(device) for device in sounddevice.query_devices()]
    except sounddevice.PortAudioError:
        return []
    return list(dict.fromkeys(d["name"] for d in found if d["max_output_channels"] > 0))


def default(sounddevice: Any) -> str | None:
    """The name of the device that plays when none is named."""
    try:
        name: str = sounddevice.query_devices(kind="output")["name"]
    except (sounddevice.PortAudioError, ValueError):
        return None
    return name


def resolve(name: str, names: list[str]) -> str | None:
    """The one device that is meant: by its whole name, or by a part that only one has."""
    folded = name.casefold()
    whole = [known for known in names if known.casefold() == folded]
    part = [known for known in names if folded in known.casefold()]
    return whole[0] if whole else part[0] if len(part) == 1 else None


class Player:
    def __init__(
        self, sounddevice: Any, device: str, rate: int, latency: float, replies: BinaryIO
    ) -> None:
        self._sd = sounddevice
        self._device = device
        self._rate = rate
        self._latency = latency
        self._replies = replies
        self._stream: Any = None
        self._why: str | None = None
        self._tried = 0.0
        self._data = memoryview(b"")
        self._id: int | None = None
        self._stop = False
        self._heard = False
        self._told = False
        self._begun = 0.0
        self._called = 0.0
        self._ends: float | None = None

    @property
    def patience(self) -> float:
        """Seconds until the device has to be looked at again."""
        return 0.005 if self._id is not None else 0.1

    def play(self, number: int, samples: bytes) -> None:
        if self._stream is None:
            self._tell("lost", why=self._why, devices=outputs(self._sd))
            return
        self._data, self._ends = memoryview(samples), None
        self._stop = self._heard = self._told = False
        self._id = number

    def stop(self) -> None:
        if self._id is not None:
            self._stop = True

    def look(self) -> None:
        """Tells what has happened since the last look, and opens a device that is away."""
        now = time.monotonic()
        if self._stream is None:
            if now - self._tried >= _RETRY:
                self._open()
            return
        if not self._stream.active or now - self._called > _STALLED:
            self._lose("it has gone")
            return
        if self._id is not None and self._heard and not self._told:
            self._told = True
            self._tell("started", id=self._id, at=self._begun)
        if self._id is not None and self._ends is not None and now >= self._ends:
            self._tell("stopped" if self._stop else "ended", id=self._id)
            self._id = None

    def _tell(self, news: str, **more: Any) -> None:
        frames.write(self._replies, {"news": news, **more})

    def _open(self) -> None:
        self._tried = time.monotonic()
        if self._why is not None:
            self._sd._terminate()  # noqa: SLF001 - there is no public way to see new devices
            self._sd._initialize()  # noqa: SLF001 - as above
        names = outputs(self._sd)
        name = resolve(self._device, names) if self._device else default(self._sd)
        if name is None:
            return self._lose(AWAY if self._device else NONE)
        for rate in (self._rate, None):
            try:
                self._start(name, rate)
            except (self._sd.PortAudioError, ValueError, OSError) as error:
                why = str(error)
            else:
                self._why = None
                self._tell("open", rate=int(self._stream.samplerate), device=name)
                return None
        return self._lose(why)

    def _start(self, name: str, rate: int | None) -> None:
        """Opens and runs the device, silent; at its own rate if none is given."""
        rates = {d["name"]: d["default_samplerate"] for d in self._sd.query_devices()}
        number = [d["name"] for d in self._sd.query_devices()].index(name)
        rate = rate or int(rates[name])
        stream = self._sd.RawOutputStream(
            samplerate=rate,
            blocksize=int(rate * _BLOCK),
            device=number,
            channels=1,
            dtype="int16",
            latency=self._latency,
            callback=self._fill,
        )
        try:
            stream.start()
        except self._sd.PortAudioError:
            stream.close()
            raise
        self._called = time.monotonic()
        self._stream = stream

    def _lose(self, why: str) -> None:
        stream, self._stream = self._stream, None
        self._id = None
        if stream is not None:
            try:
                stream.abort()
                stream.close()
            except self._sd.PortAudioError:
                pass  # it was lost, as we know
        if why != self._why:
            self._why = why
            self._tell("lost", why=why, devices=outputs(self._sd))

    def _fill(self, out: Any, count: int, times: Any, status: Any) -> None:  # noqa: ARG002 - sounddevice calls it so
        """Runs in PortAudio's thread: the next block, or silence."""
        now = self._called = time.monotonic()
        size = count * 2
        block = self._data[:size]
        if self._stop:
            block = memoryview(_faded(block) if self._heard else b"")
            self._data = memoryview(b"")
        else:
            self._data = self._data[size:]
        out[: len(block)] = block
        out[len(block) : size] = bytes(size - len(block))
        if self._id is None or self._ends is not None:
            return
        if block and not self._heard:
            self._begun = now
            self._heard = True
        if not len(self._data):
            self._ends = now + self._stream.latency if self._stream is not None else now


def _faded(block: memoryview) -> bytes:
    """The block falling to silence, so that a stop makes no click."""
    samples = array.array("h", bytes(block))
    length = len(samples)
    return array.array("h", [s * (length - i) // length for i, s in enumerate(samples)]).tobytes()


if __name__ == "__main__":
    main()
