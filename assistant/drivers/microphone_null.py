"""A microphone that gives sound it was given, piece by piece, and then ends."""

from collections.abc import Iterable, Iterator

from assistant.core.spoken.endpoint import RATE
from assistant.ports import Frame, Plugged, Sound

_PIECE = 3_200
"""Bytes: 100 ms."""


class Driver:
    live = False
    waits = True

    def __init__(self, sounds: Iterable[bytes | Sound] = ()) -> None:
        self._given = list(sounds)
        self.closed = False

    def sounds(self) -> Iterator[Sound]:
        yield Plugged("null")
        at = 0.0
        for given in self._given:
            if not isinstance(given, bytes):
                yield given
                continue
            for place in range(0, len(given), _PIECE):
                if self.closed:
                    return
                pcm = given[place : place + _PIECE]
                yield Frame(pcm, at)
                at += len(pcm) / 2 / RATE

    def close(self) -> None:
        self.closed = True
