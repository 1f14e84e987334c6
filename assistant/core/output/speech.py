"""What a voice is given: text in pieces, each in its own language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an utterance in one language."""

    text: str
    """As it is read; the pieces of an utterance are joined by a blank."""
    language: str
    """The code of the language whose voice says it."""
    phonemes: str | None = None
    """How the text sounds, in espeak-ng's letters of this language, where its spelling misleads."""


Utterance = tuple[Segment, ...]
