"""Where an utterance begins and ends in a stream of sound: by its loudness over the room's own.

Sound is 16 kHz, mono, 16-bit little-endian; times are counted in samples from the first one.

Guarantees:
- the boundaries depend on the sound alone, not on the pieces in which it comes;
- the sound of an utterance is handed on without gap, from before its first word on;
- utterances never overlap, and none is longer than `Rules.longest`.
"""

from array import array
from collections import deque
from dataclasses import dataclass
from math import log10

RATE = 16_000
"""Samples a second."""
BLOCK = RATE // 50
"""Samples that are judged at once: 20 ms."""
_BYTES = 2 * BLOCK
SILENCE = -96.0
"""The level of no sound at all, in decibels below the loudest possible (dBFS)."""
_FULL = 32_768.0


def level(pcm: bytes) -> float:
    """Loudness in dBFS, without regard to a constant offset that cheap sound cards add."""
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    if not samples:
        return SILENCE
    count = len(samples)
    mean = sum(samples) / count
    power = sum(one * one for one in samples) / count - mean * mean
    return max(SILENCE, 10 * log10(power / _FULL / _FULL)) if power > 0 else SILENCE


@dataclass(frozen=True, slots=True)
class Rules:
    """When sound is speech; durations in blocks of 20 ms, levels in decibels."""

    over_room: float = 8.0
    """So much louder than the room is speech; half of that keeps an utterance going."""
    least: float = -55.0
    """Softer than this is never speech, however quiet the room is."""
    onset: int = 3
    """Loud blocks among the last four that begin an utterance."""
    before: int = 15
    """Blocks before the onset that belong to it: soft consonants."""
    pause: int = 35
    """Soft blocks that end an utterance."""
    after: int = 10
    """Soft blocks that are kept behind the last loud one."""
    shortest: int = 7
    """Fewer loud blocks are a click, a knock, a cough."""
    longest: int = 600
    """No announcement takes 12 seconds."""


@dataclass(frozen=True, slots=True)
class Begun:
    at: int
    """The sample at which the utterance begins."""
    pcm: bytes
    """Its sound so far."""


@dataclass(frozen=True, slots=True)
class Going:
    pcm: bytes
    """What follows without gap."""
    loud: bool
    """It is speech, and no pause in it."""


@dataclass(frozen=True, slots=True)
class Ended:
    at: int
    """The sample behind the last word; what was handed on after it is silence."""
    cut: bool = False
    """It was too long and is not over."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """What had begun was no speech: too short."""


Boundary = Begun | Going | Ended | Dropped

_MEMORY = 100
"""Blocks by whose softest the room is judged: whoever speaks is silent now and then."""
_OVER_SOFTEST = 2.0
"""Decibels by which noise is on average louder than its softest moment."""


class Endpointer:
    """Takes sound in any pieces and tells the boundaries of utterances."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.room = self.rules.least - self.rules.over_room
        """The level of the room without speech; believed to be quiet until it has been heard."""
        self._levels: deque[float] = deque(maxlen=_MEMORY)
        self._rest = b""
        self._at = 0
        """Samples judged so far."""
        self._before: deque[bytes] = deque(maxlen=self.rules.before + 4)
        self._recent: deque[bool] = deque(maxlen=4)
        self._length = 0
        """Blocks of the utterance that goes on; 0 between utterances."""
        self._loud = 0
        self._soft = 0
        self._held = False

    @property
    def open(self) -> bool:
        """An utterance goes on."""
        return self._length > 0

    def hear(self, pcm: bytes) -> list[Boundary]:
        """What the next piece of sound tells."""
        self._rest += pcm
        told: list[Boundary] = []
        whole = len(self._rest) // _BYTES * _BYTES
        for place in range(0, whole, _BYTES):
            told += self._block(self._rest[place : place + _BYTES])
        self._rest = self._rest[whole:]
        return told

    def hold(self) -> list[Boundary]:
        """Push-to-talk: an utterance begins now, whatever its loudness."""
        if self.open:
            return []
        self._held = True
        return [self._begin(b"")]

    def finish(self) -> list[Boundary]:
        """The sound ends, or the key is let go: an utterance that goes on ends here."""
        if not self.open:
            return []
        return [self._end()]

    def _block(self, pcm: bytes) -> list[Boundary]:
        loudness = level(pcm)
        over = self.rules.over_room / 2 if self.open else self.rules.over_room
        loud = loudness > max(self.room + over, self.rules.least)
        self._learn(loudness)
        self._at += BLOCK
        if self.open:
            return self._continue(pcm, loud=loud)
        self._before.append(pcm)
        self._recent.append(loud)
        if sum(self._recent) < self.rules.onset:
            return []
        return [self._begin(b"".join(self._before))]

    def _learn(self, loudness: float) -> None:
        before = self._levels[-1] if self._levels else loudness
        self._levels.append((before + loudness) / 2)
        if len(self._levels) == _MEMORY:
            self.room = min(self._levels) + _OVER_SOFTEST

    def _begin(self, pcm: bytes) -> Begun:
        self._length = max(1, len(pcm) // _BYTES)
        self._loud, self._soft = sum(self._recent), 0
        self._before.clear()
        self._recent.clear()
        return Begun(self._at - len(pcm) // 2, pcm)

    def _continue(self, pcm: bytes, *, loud: bool) -> list[Boundary]:
        self._length += 1
        self._loud += loud
        self._soft = 0 if loud else self._soft + 1
        told: list[Boundary] = [Going(pcm, loud)]
        if self._length >= self.rules.longest:
            told.append(self._end(cut=True))
        elif self._soft >= self.rules.pause and not self._held:
            told.append(self._end())
        return told

    def _end(self, *, cut: bool = False) -> Ended | Dropped:
        short = self._loud < self.rules.shortest and not self._held
        silent = max(0, self._soft - self.rules.after)
        self._length, self._held = 0, False
        return Dropped() if short else Ended(self._at - silent * BLOCK, cut)
