"""What a voice is given: text in pieces, each in its own language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an utterance in one language."""

    text: str
    """For any voice of the language; a word that synthesisers misread is respelled."""
    language: str
    phonemes: str | None = None
    """The same for espeak-ng, which is given `[[sounds]]` in place of such a word; None if there
    is none. Needs its flag `espeakPHONEMES`; without it, the brackets would be read out."""


Utterance = tuple[Segment, ...]
