"""What is known of one speaker: how loud he speaks, and which words of his are confused.

Learned from a minute of announcements that he reads (`enrolment`), kept as plain data in his own
folder. A profile makes the program ask where it would have passed over this speaker or misheard
him; where he is heard well it takes off at most half of the general caution.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from assistant.core.spoken.endpoint import Rules
from assistant.core.spoken.evidence import audible, spoken_seconds
from assistant.core.spoken.hypotheses import Hearing
from assistant.core.spoken.tuning import Tuning
from assistant.core.table import convert

_FEW = 3.0
"""So many readings of a word weigh as much as what is known of all speakers."""
_LEFT = 0.5
"""The part of the general caution that always stays."""
_BELOW = 22.0
"""Decibels below his speech at which a sound is not his any more."""


_SPARE = 1.0
"""A reading is more careful than a game."""
_MOST_OFF = 6.0
"""Ordinary talk lies further below the announcements of any speaker."""


class Profile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    name: str
    language: str
    made: str = ""
    """When, and from how much."""
    model: str = ""
    """The folder of the model that he uses; empty: the one of his language."""
    level: float = -25.0
    """How loud his speech arrives, in dBFS."""
    talk: float | None = None
    """Below this lead over the background he has announced nothing; None: as for everybody."""
    confusions: dict[str, dict[str, float]] = {}
    """By the word said, then the word heard: how much more evidence the heard one needs."""

    def fit(self, tuning: Tuning) -> Tuning:
        """The figures of a model, fitted to this speaker."""
        fitted = {said: dict(heard) for said, heard in tuning.confusions.items()}
        for said, heard in self.confusions.items():
            fitted.setdefault(said, {}).update(heard)
        talk = tuning.talk if self.talk is None else min(self.talk, tuning.talk)
        return msgspec.structs.replace(tuning, confusions=fitted, talk=talk)

    @property
    def rules(self) -> Rules:
        """What is so much softer than this speaker is another board, not he."""
        return Rules(least=max(Rules().least - 10, self.level - _BELOW))


def check(raw: Mapping[str, Any], file: str) -> Profile:
    """The profile in a file.

    :raises DataError: naming file, key and remedy.
    """
    return convert(raw, Profile, file, "profile")


Reading = tuple[str, Hearing]
"""What was to be said, in the recogniser's own words, and what was heard."""


def learn(readings: Sequence[Reading], tuning: Tuning) -> dict[str, dict[str, float]]:
    """How much more evidence each word needs against each other, for this speaker."""
    leads: dict[str, list[dict[str, float]]] = {}
    for said, hearing in readings:
        for word, rivals in _leads(said.split(), hearing, tuning):
            leads.setdefault(word, []).append(rivals)
    learned: dict[str, dict[str, float]] = {}
    for word, seen in sorted(leads.items()):
        general = tuning.confusions.get(word, {})
        for other in sorted({*general, *(rival for rivals in seen for rival in rivals)}):
            before = general.get(other, 0.0)
            worst = max(rivals.get(other, -tuning.unseen) for rivals in seen)
            count = len(seen)
            own = (before * _FEW + worst * count) / (_FEW + count)
            weight = round(max(own, before * _LEFT, 0.0), 2)
            if weight != before:
                learned.setdefault(word, {})[other] = weight
    return learned


def _leads(
    truth: list[str], hearing: Hearing, tuning: Tuning
) -> Iterable[tuple[str, dict[str, float]]]:
    """For every word that was said: how far each other word in its place led it."""
    scores: dict[tuple[str, ...], float] = {}
    for one in hearing.general:
        words = tuple(audible(one, tuning).split())
        if len(words) == len(truth):
            scores.setdefault(words, one.score)
    top = hearing.general[0].score if hearing.general else 0.0
    right = scores.get(tuple(truth), top - tuning.unseen)
    rivals: list[dict[str, float]] = [{} for _ in truth]
    for words, score in scores.items():
        wrong = [place for place, word in enumerate(words) if word != truth[place]]
        if 0 < len(wrong) <= 2:
            for place in wrong:
                lead = (score - right) / len(wrong)
                before = rivals[place].get(words[place], lead)
                rivals[place][words[place]] = max(lead, before)
    return zip(truth, rivals, strict=True)


def learn_talk(heard: Sequence[Hearing], tuning: Tuning) -> float | None:
    """How little his announcements may lead the background: an accent makes it less.

    `heard` is everything that he read, understood or not. What lies between this and the general
    figure is asked, and never accepted unasked.
    """
    leads = sorted(
        (hearing.general[0].score - hearing.background) / max(spoken_seconds(hearing.general), 0.2)
        for hearing in heard
        if hearing.general and hearing.background is not None
    )
    if not leads:
        return None
    least = leads[len(leads) // 10] - _SPARE
    return round(max(least, tuning.talk - _MOST_OFF), 2) if least < tuning.talk else None


def understood(said: str, hearing: Hearing, tuning: Tuning) -> bool:
    """The recogniser's first thought was what was said."""
    return bool(hearing.general) and audible(hearing.general[0], tuning) == said
