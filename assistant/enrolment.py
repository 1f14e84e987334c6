"""The conversation in which a speaker reads words, so that his ear is fitted; without I/O.

Every file, every rank and the pieces come in each pass, in an order that nobody expects: whoever
reads letters in a row sings them, and a move is never sung.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.core.output.announcement import Announcement, Listing, Phrase, tell
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.evidence import audible
from assistant.core.spoken.grammar import FILES, PIECES, RANKS, Grammar
from assistant.core.spoken.loudness import Loudness, measure
from assistant.core.spoken.profile import Profile, Reading, learn, learn_talk, understood
from assistant.core.spoken.tuning import Tuning
from assistant.core.spoken.vocabulary import Vocabulary

_TRIES = 2
"""How often a reading is asked for again; then the next one is."""
_POOR = 1.0
"""A weight from which a confusion is worth telling."""


@dataclass(frozen=True, slots=True)
class Prompt:
    shown: str
    """As a person reads it."""
    said: str
    """In the recogniser's words."""


def prompts(grammar: Grammar, words: Vocabulary, passes: int = 2) -> list[Prompt]:
    """What is to be read: in each pass every file and rank twice, and every piece."""
    files = [
        _one(known, grammar.files[name]) for known, name in zip(words.files, FILES, strict=True)
    ]
    first, second = grammar.ranks, grammar.ranks_local
    ranks = [
        _one(known, [*first[name], *second[name]])
        for known, name in zip(words.ranks, RANKS, strict=True)
    ]
    pieces = [
        _one(known, grammar.pieces[name])
        for known, name in zip(words.pieces[1:], PIECES, strict=True)
    ]
    made = []
    for turn in range(passes):
        for at in range(8):
            parts = (
                pieces[(at + 3 * turn) % len(pieces)],
                files[(at * 5 + turn) % 8],
                ranks[(at * 3 + 2 * turn) % 8],
                files[(at * 3 + turn + 4) % 8],
                ranks[(at * 5 + 2 * turn + 5) % 8],
            )
            known = [part for part in parts if part is not None]
            shown, said = (" ".join(one[side] for one in known) for side in (0, 1))
            made.append(Prompt(shown, said))
    return made


def _one(known: tuple[str, ...], spellings: Iterable[str]) -> tuple[str, str] | None:
    """A word as the grammar writes it, and as the recogniser knows it."""
    if not known:
        return None
    return next((one for one in spellings if one.lower() == known[0]), known[0]), known[0]


class Enrolment:
    """Asks for one reading after the other; `readings` are those that can be learned from."""

    def __init__(self, name: str, asked: list[Prompt], tuning: Tuning, *, patient: bool) -> None:
        """`patient`: somebody is there who can be asked once more."""
        self.readings: list[Reading] = []
        self._name = name
        self._asked = asked
        self._tuning = tuning
        self._patient = patient
        self._at = 0
        self._tries = 0
        self._right = 0
        self._levels: list[float] = []
        self._all: list[Reading] = []

    @property
    def done(self) -> bool:
        return self._at >= len(self._asked)

    @property
    def in_vain(self) -> bool:
        """Not one announcement was understood: there is nothing to learn from."""
        return not self._right

    def give_up(self) -> list[Announcement]:
        """The last words if it was in vain, or the sound ended before everything was read."""
        count = len(self._asked)
        if not self._at:
            return [tell("enroll_unheard")]
        if not self.done:
            return [tell("enroll_short", number=self._at, count=count)]
        return [tell("enroll_nothing", count=count)]

    def open(self) -> list[Announcement]:
        return [tell("enroll_begin", name=self._name, count=len(self._asked)), self.ask()]

    def ask(self) -> Announcement:
        """What is to be read now."""
        prompt = self._asked[self._at]
        count = len(self._asked)
        return tell("enroll_say", number=self._at + 1, count=count, words=prompt.shown)

    def receive(self, spoken: Spoken) -> list[Announcement]:
        """What follows from a reading: the next one, or the same once more."""
        prompt = self._asked[self._at]
        measured = measure(spoken.sound)
        usable = _usable(prompt.said, spoken, self._tuning)
        loud = measured.loudness in (Loudness.GOOD, Loudness.LOUD)
        told: list[Announcement] = []
        if not loud:
            told.append(tell("enroll_level", level=Phrase(f"level_{measured.loudness}")))
        if self._patient and not (usable and loud) and self._tries < _TRIES:
            self._tries += 1
            return [*told, tell("enroll_again", words=prompt.shown)]
        if usable:
            self.readings.append((prompt.said, spoken.hearing))
            self._levels.append(measured.level)
            self._right += understood(prompt.said, spoken.hearing, self._tuning)
        else:
            told.append(tell("enroll_missed", words=prompt.shown))
        self._all.append((prompt.said, spoken.hearing))
        self._tries = 0
        self._at += 1
        return told if self.done else [*told, self.ask()]

    def profile(self, language: str, made: str, model: str) -> Profile:
        """What was learned."""
        level = sum(self._levels) / len(self._levels) if self._levels else -25.0
        return Profile(
            name=self._name,
            language=language,
            made=made,
            model=model,
            level=round(level, 1),
            talk=learn_talk([hearing for _, hearing in self._all], self._tuning),
            confusions=learn(self.readings, self._tuning),
        )

    def close(self, profile: Profile) -> list[Announcement]:
        """The last words: what was understood, and what will be asked more often."""
        count = len(self._asked)
        told = [tell("enroll_done", name=self._name, right=self._right, count=count)]
        pairs = [
            (weight, f"{said} / {heard}")
            for said, others in profile.confusions.items()
            for heard, weight in others.items()
            if weight >= _POOR and weight > (self._tuning.confusion(said, heard) or 0.0)
        ]
        if pairs:
            worst = tuple(pair for _, pair in sorted(pairs, reverse=True)[:5])
            told.append(tell("enroll_poor", words=Listing(worst)))
        return told


def _usable(said: str, spoken: Spoken, tuning: Tuning) -> bool:
    """It was this that was read: as many words, and at least half of them as they should be."""
    wanted = said.split()
    for one in spoken.hearing.general[:3]:
        words = audible(one, tuning).split()
        if len(words) == len(wanted):
            alike = sum(a == b for a, b in zip(words, wanted, strict=True))
            if 2 * alike >= len(wanted):
                return True
    return False
