"""Sound from standard input: a WAV stream, or bare 16-bit mono samples of a given rate."""

import struct
import sys
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from assistant.core.spoken.endpoint import RATE
from assistant.errors import FileError
from assistant.pcm import Funnel
from assistant.ports import Frame, Pause, Plugged, Sound

_LONGEST = 1 << 20
"""Bytes of a chunk before the sound; none that a program writes comes near."""


class Driver:
    live = True
    """It may come from a program that records somebody."""
    waits = True

    def __init__(
        self, source: BinaryIO | None = None, rate: int = RATE, channel: int | None = None
    ) -> None:
        # A reader of its own: Python dies if the common one is still being read when it ends.
        self._source = source or open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
        self._rate = rate
        self._channels = 1
        self._channel = channel
        self._closed = False

    def sounds(self) -> Iterator[Sound]:
        """:raises FileError: if it begins like a WAV file and is none that can be used."""
        first = self._source.read(12)
        if first[:4] == b"RIFF" and first[8:] == b"WAVE":
            self._header()
            first = b""
        funnel = Funnel(self._rate, self._channel)
        width = 2 * self._channels
        yield Plugged("standard input")
        at, rest = 0.0, first
        while not self._closed and (piece := self._read()):
            rest += piece
            whole = len(rest) // width * width
            table = np.frombuffer(rest[:whole], dtype="<i2").reshape(-1, self._channels)
            rest = rest[whole:]
            pcm = funnel.put(table.astype(np.float32) / 32_768)
            yield Frame(pcm, at)
            at += len(pcm) / 2 / RATE
        yield Pause("standard input")

    def _read(self) -> bytes:
        """What is there, at most 100 ms of it; empty at the end."""
        size = self._rate // 10 * 2 * self._channels
        try:
            reader = getattr(self._source, "read1", self._source.read)
            return bytes(reader(size))
        except (OSError, ValueError):  # closed under us
            return b""

    def _header(self) -> None:
        """Reads up to the first sample; the length that a stream claims means nothing."""
        form = b""
        while len(head := self._source.read(8)) == 8:
            name, size = head[:4], struct.unpack("<I", head[4:])[0]
            if name == b"data":
                break
            if size > _LONGEST:
                raise FileError("Standard input is a broken WAV stream. Record it again.")
            chunk = self._source.read(size + size % 2)
            form = chunk if name == b"fmt " else form
        if len(form) < 16:
            raise FileError("Standard input is a WAV stream without sound. Record it again.")
        kind, self._channels, self._rate, _, _, bits = struct.unpack("<HHIIHH", form[:16])
        if kind not in (1, 0xFFFE) or bits != 16 or not self._channels or not self._rate:
            raise FileError("Standard input is no 16-bit WAV stream. Convert it to 16-bit PCM.")

    def close(self) -> None:
        self._closed = True
