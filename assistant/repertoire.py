"""A voice with a memory: what it has said or prepared once, it says again at once."""

import threading
from collections import OrderedDict

from assistant.core.output.speech import Segment, Utterance
from assistant.ports import Voice
from assistant.samples import Samples, join

_GAP = 0.07
"""Seconds between two stretches of different languages, at the normal rate."""
_BOUND = 24_000_000
"""Bytes of sound that are kept: about nine minutes of speech."""


class Repertoire:
    """Renders whole utterances; the sounds used longest ago are forgotten first."""

    def __init__(self, voice: Voice, rate: float = 1.0, bound: int = _BOUND) -> None:
        """`rate` is how many times faster than normally the voice speaks."""
        self._voice = voice
        self._gap = _GAP / rate
        self._bound = bound
        self._kept: OrderedDict[Segment, Samples] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0
        """Bytes of sound in memory."""

    @property
    def eager(self) -> bool:
        return self._voice.eager

    def utter(self, utterance: Utterance) -> Samples:
        """The whole utterance as sound.

        :raises DeviceError: if the voice cannot render it.
        """
        parts = [self._segment(segment) for segment in utterance]
        if len(parts) == 1:
            return parts[0]
        return join(parts, self._gap, parts[0].rate if parts else 22_050)

    def knows(self, utterance: Utterance) -> bool:
        return all(segment in self._kept for segment in utterance)

    def close(self) -> None:
        self._voice.close()

    def _segment(self, segment: Segment) -> Samples:
        with self._lock:
            if segment in self._kept:
                self._kept.move_to_end(segment)
                return self._kept[segment]
        samples = self._voice.render(segment)
        with self._lock:
            if segment not in self._kept:
                self._kept[segment] = samples
                self.size += samples.pcm.nbytes
            while self.size > self._bound and len(self._kept) > 1:
                self.size -= self._kept.popitem(last=False)[1].pcm.nbytes
        return samples
