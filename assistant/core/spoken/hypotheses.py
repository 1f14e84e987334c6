"""What a recogniser makes of one utterance: several texts with their scores, none believed yet.

Scores are logarithms of likelihoods: within one list, and between the lists of one utterance up
to the cost of their grammars, a difference of 1 means e times as likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import product


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    start: float
    """Seconds since the utterance began."""
    end: float
    loudness: float = 0.0
    """Decibels below full scale, so never above 0."""


@dataclass(frozen=True, slots=True)
class Alternative:
    text: str
    score: float
    words: tuple[Word, ...] = ()


Alternatives = tuple[Alternative, ...]
"""Best first."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """One utterance, listened to in several ways at once."""

    general: Alternatives
    """As an announcement of any move, legal or not, or as a command."""
    fitting: Alternatives
    """As an announcement of a legal move."""
    background: float | None = None
    """The score as talk that is no announcement; None if the model cannot tell."""
    seconds: float = 0.0
    loudness: float = 0.0
    """Decibels of the whole below full scale."""
    asked: Alternatives = ()
    """As a question about the position; empty if the model knows too few words for any."""

    @property
    def silent(self) -> bool:
        """Nothing was said, as far as the recogniser can tell."""
        return not any(alternative.text for alternative in self.general + self.fitting)


_MOST = 12


def joined(segments: Sequence[Alternatives]) -> Alternatives:
    """The alternatives of an utterance that a pause has divided; silence keeps its score."""
    spoken = [segment for segment in segments if segment]
    if not spoken:
        return ()
    whole = spoken[0]
    for segment in spoken[1:]:
        whole = tuple(
            nlargest(
                _MOST,
                (
                    Alternative(
                        f"{one.text} {two.text}".strip(),
                        one.score + two.score,
                        one.words + two.words,
                    )
                    for one, two in product(whole, segment)
                ),
                key=lambda alternative: alternative.score,
            )
        )
    return whole
