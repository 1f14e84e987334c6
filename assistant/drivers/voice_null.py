"""A voice that says nothing, for as long as saying it would take, and remembers everything."""

from collections.abc import Callable, Mapping, Sequence

from assistant.core.output.speech import Segment
from assistant.core.output.voices import Manner, VoiceInfo
from assistant.samples import Samples, silence

_RATE = 22_050
_LETTER = 0.06
"""Seconds that a letter takes at the normal rate."""


class Driver:
    eager = False
    engine = "null"
    voices: tuple[VoiceInfo, ...] = ()

    def __init__(
        self,
        manner: Manner,
        nearest: Mapping[str, Sequence[str]] | None = None,  # noqa: ARG002 - it has no voice to choose
        report: Callable[[str], None] | None = None,  # noqa: ARG002 - nothing can go wrong
    ) -> None:
        self._manner = manner
        self.rendered: list[Segment] = []

    def render(self, segment: Segment) -> Samples:
        self.rendered.append(segment)
        return silence(_RATE, len(segment.text) * _LETTER / self._manner.rate)

    def close(self) -> None:
        """There is nothing to let go."""
