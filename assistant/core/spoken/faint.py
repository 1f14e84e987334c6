"""Speech that is too soft to be taken: unless it is told, nobody knows why nothing is heard.

The same rules that find utterances are applied once more with a lower bound, and what they find
there, but not with the real one, is faint. Sound that is hardly louder than the room is not.
"""

from dataclasses import replace

from assistant.core.spoken.endpoint import (
    BLOCK,
    RATE,
    Begun,
    Dropped,
    Ended,
    Endpointer,
    Going,
    Rules,
)
from assistant.core.spoken.loudness import Loudness, Measure, measure

_SOFTEST = -78.0
"""Softer than this is the hiss of the best sound card."""
_CLEARLY = 12.0
"""Decibels over the room that no room reaches by itself."""
_KNOWN = 2 * RATE
"""Samples until the room is known: what begins before may be the room itself."""
_EVERY = 5 * RATE
"""Samples between two remarks: whoever is told must have time to turn a knob."""


class Faint:
    """Takes sound in any pieces and tells of faint speech, not more than once in a while."""

    def __init__(self, rules: Rules | None = None) -> None:
        self._rules = rules or Rules()
        self._begin()

    def hear(self, pcm: bytes) -> Measure | None:
        """How loud the faint speech was that ends in this piece, if it is time to tell."""
        told = None
        for place in range(0, len(pcm), 2 * BLOCK):
            told = self._block(pcm[place : place + 2 * BLOCK]) or told
        return told

    def finish(self) -> Measure | None:
        """The recording ends; if nothing in it was loud enough, how loud it was.

        The next sound has nothing to do with it.
        """
        if any(isinstance(one, Ended) for one in self._real.finish()):
            self._taken = self._ever = True
        found = None
        for boundary in self._soft.finish():
            found = self._judge(boundary)
        if found is None and not self._ever and self._told is None:
            found = self._early
        self._begin()
        return found

    def _begin(self) -> None:
        self._real = Endpointer(self._rules)
        self._soft = Endpointer(replace(self._rules, least=_SOFTEST))
        self._at = 0
        """Samples so far."""
        self._begun = 0
        self._sound = bytearray()
        self._taken = False
        """Something of the sound that goes on was loud enough."""
        self._ever = False
        """Something was, since the beginning."""
        self._early: Measure | None = None
        """What was heard before the room was known."""
        self._told: int | None = None
        """When faint speech was told last."""

    def _block(self, pcm: bytes) -> Measure | None:
        self._at += len(pcm) // 2
        found = None
        if any(isinstance(one, Ended) for one in self._real.hear(pcm)):
            self._taken = self._ever = True
        for boundary in self._soft.hear(pcm):
            found = self._judge(boundary) or found
        return found

    def _judge(self, boundary: Begun | Going | Ended | Dropped) -> Measure | None:
        match boundary:
            case Begun(at, pcm):
                self._begun, self._sound, self._taken = at, bytearray(pcm), False
            case Going(pcm):
                self._sound += pcm
            case Ended() if not (self._taken or self._real.open):
                return self._measured(measure(bytes(self._sound)))
        return None

    def _measured(self, found: Measure) -> Measure | None:
        if found.loudness is not Loudness.QUIET:
            return None
        if self._begun < _KNOWN:
            self._early = max(found, self._early or found, key=lambda one: one.level)
            return None
        soon = self._told is not None and self._at - self._told < _EVERY
        if soon or found.level < self._soft.room + _CLEARLY:
            return None
        self._told = self._at
        return found
