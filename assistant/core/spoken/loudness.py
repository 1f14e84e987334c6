"""How loud somebody speaks, in words that help to set a microphone."""

from array import array
from dataclasses import dataclass
from enum import StrEnum

from assistant.core.spoken.endpoint import BLOCK, level

_CLIPPED = 32_700
"""Samples beyond this are cut off by the sound card."""


class Loudness(StrEnum):
    """What a listener can do something about; each is a phrase `level_<name>`."""

    SILENT = "silent"
    """Nothing at all: the microphone is off or muted."""
    QUIET = "quiet"
    GOOD = "good"
    LOUD = "loud"
    CLIPPED = "clipped"
    """Sound is cut off: consonants are lost and moves are misheard."""


_SILENT, _QUIET, _LOUD = -80.0, -42.0, -9.0


@dataclass(frozen=True, slots=True)
class Measure:
    """A stretch of sound, measured."""

    level: float
    """Of its loudest tenth, in dBFS: that is speech, if there is any."""
    peak: float
    """The share of the largest sample in the largest possible one."""
    clipped: int
    """Samples at the edge."""

    @property
    def loudness(self) -> Loudness:
        if self.clipped > 3:
            return Loudness.CLIPPED
        for limit, name in ((_SILENT, Loudness.SILENT), (_QUIET, Loudness.QUIET)):
            if self.level < limit:
                return name
        return Loudness.LOUD if self.level > _LOUD else Loudness.GOOD

    @property
    def percent(self) -> int:
        """0 for silence, 100 for the loudest sound; even steps are heard as even steps."""
        return max(0, min(100, round((self.level + 60) / 60 * 100)))


def measure(pcm: bytes) -> Measure:
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    peak = max((abs(one) for one in samples), default=0)
    size = 2 * BLOCK
    blocks = sorted(level(pcm[at : at + size]) for at in range(0, len(pcm) - size + 1, size))
    loudest = blocks[-max(1, len(blocks) // 10) :] or [level(pcm)]
    clipped = sum(abs(one) >= _CLIPPED for one in samples) if peak >= _CLIPPED else 0
    return Measure(sum(loudest) / len(loudest), peak / 32_768, clipped)


def tone(measured: Measure) -> int:
    """The pitch in hertz that tells the level: two octaves from silence to the loudest."""
    return round(220 * 2 ** (measured.percent / 50))
