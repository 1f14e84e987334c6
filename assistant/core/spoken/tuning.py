"""How much evidence is asked before an utterance is believed: figures learned for each model."""

from collections.abc import Mapping
from typing import Any

import msgspec

from assistant.core.table import convert


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Tuning(Table, frozen=True, kw_only=True):
    """Differences of scores are logarithms of likelihoods, as in `hypotheses`."""

    source: str
    """What these figures were learned from."""
    accept: float
    """A reading that leads every other one by this much is taken as said."""
    near: float
    """Readings that are at most this much behind are offered when it is asked."""
    unseen: float
    """How far behind a reading is at least that the recogniser did not name."""
    illegal: float
    """So much more is a legal move expected than one that is not legal."""
    nothing: float
    """So much more is an announcement expected than words that are none."""
    command: float
    """So much more is a move expected than a command."""
    repetition: float
    """So much more is the announced move expected while its repetition is awaited."""
    talk: float
    """Below this lead over the background, a second of speech, it was no announcement."""
    doubtful: float
    """Below this lead it may have been none: it is asked, never accepted."""
    two_words: float
    """The same for an announcement of two words, which ordinary talk resembles most."""
    broken: float
    """At this lead, words of a move that make no announcement are asked for again."""
    senseless: float | None = None
    """So much better may words without sense fit than a move that is taken; if not told, accept."""
    quiet: float
    """Decibels below the loudest word at which a word was not spoken but imagined."""
    brief: float
    """Seconds that the shortest spoken word takes."""
    background_words: list[str] = []
    """Common words of the language besides those of the game, to tell talk by."""
    confusions: dict[str, dict[str, float]] = {}
    """By the word said, then the word heard: how much more evidence the heard one needs."""

    def confusion(self, said: str, heard: str) -> float | None:
        """The further evidence that `heard` needs against `said`; None if never confused."""
        return self.confusions.get(said, {}).get(heard)

    def mistaken_for(self, heard: str) -> list[tuple[str, float]]:
        """The words that have been heard as this one, with the further evidence it needs."""
        return [
            (said, others[heard]) for said, others in self.confusions.items() if heard in others
        ]


def check(raw: Mapping[str, Any], file: str) -> Tuning:
    """The figures in a file.

    :raises DataError: naming file, key and remedy.
    """
    return convert(raw, Tuning, file, "hearing")
