"""An ear for a language: model, words and figures, fitted to a speaker if one is named."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from assistant import data, models, profiles
from assistant.core.output.announcement import Announcement, Listing, Phrase, tell
from assistant.core.output.wording import Phrasebook
from assistant.core.spoken import vocabulary
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.grammar import Grammar
from assistant.core.spoken.profile import Profile
from assistant.core.spoken.vocabulary import Vocabulary
from assistant.drivers import decoder_vosk
from assistant.errors import UsageError
from assistant.offers import catalogue

_LANGUAGE_KNOWN = 0.9
"""The part of squares and pieces that a model of the right language knows."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Everything that is needed to hear one speaker."""

    grammar: Grammar
    folder: Path
    model: Any
    ear: Ear
    profile: Profile | None = None

    def decoder(self) -> decoder_vosk.Driver:
        """A decoder of its own: each microphone needs one."""
        return decoder_vosk.Driver(self.model, self.ear.vocabulary, self.ear.tuning)

    @property
    def local_ranks(self) -> bool:
        """The model cannot hear the German numbers: the language's own are said instead."""
        return self.grammar.ranks["1"][0].lower() not in self.ear.vocabulary.ranks[0]


_loaded = lru_cache(maxsize=2)(decoder_vosk.load)
"""Two microphones share one model: it takes most of the memory."""


def fit(
    language: str, *, model: str | None = None, profile: str = "", local_ranks: bool = False
) -> Fitted:
    """The ear for a language, fitted to a speaker if his profile is named.

    :raises UsageError: if the model is one of another language, or there is no such profile.
    :raises AssistantError: if there is no usable model.
    """
    speaker = profile_for(language, profile) if profile else None
    grammar, lexicon = data.language(language)
    folder = models.find(language, model, speaker.model if speaker else None)
    loaded = _loaded(folder)
    words = vocabulary.choose(
        grammar, lambda word: decoder_vosk.knows(loaded, word), local_ranks=local_ranks
    )
    _check_language(language, words, folder, loaded)
    tuning = data.tuning(folder)
    if speaker is not None:
        tuning = speaker.fit(tuning)
    return Fitted(grammar, folder, loaded, Ear(lexicon, words, tuning), speaker)


def profile_for(language: str, name: str) -> Profile:
    """The profile of that name.

    :raises UsageError: if there is none, or it is for another language.
    :raises AssistantError: if it is broken.
    """
    speaker = profiles.read(name)
    if speaker.language != language:
        raise UsageError(
            f"The profile {speaker.name} is for the language {speaker.language}, not {language}. "
            f"Make one: chess-assistant enroll {speaker.name} --language {language}"
        )
    return speaker


def notes(fitted: Fitted) -> list[Announcement]:
    """What the listener's user should know: that it is the small model, what it cannot hear."""
    found = []
    if models.came_along(fitted.folder):
        found.append(tell("model_small", command=models.installing(fitted.folder.name)))
    unheard = fitted.ear.vocabulary.unheard
    instead = [
        Phrase("model_instead", {"word": one.word, "instead": one.instead})
        for one in unheard
        if one.instead
    ]
    nothing = [one.word for one in unheard if not one.instead]
    if instead:
        found.append(tell("model_lacks", words=Listing(tuple(instead), ";")))
    if nothing:
        found.append(tell("model_deaf", words=Listing(tuple(nothing), ",")))
    return found


def lacking(language: str) -> Announcement:
    """That there is no model: how one is installed, or which languages have one."""
    offered = catalogue().models
    if language in offered:
        return tell("model_missing", command=models.installing(language))
    return tell("model_none", languages=Listing(tuple(sorted(offered)), ","))


def remarks(fitted: Fitted) -> str:
    """The same as one line of the language, where there is no conversation to tell it in."""
    return " ".join(map(Phrasebook(fitted.grammar).say, notes(fitted)))


def _check_language(code: str, words: Vocabulary, folder: Path, model: object) -> None:
    """:raises UsageError: if the model is one of another language."""
    if words.complete:
        return
    known = {
        other: vocabulary.choose(
            data.language(other)[0], lambda word: decoder_vosk.knows(model, word), local_ranks=True
        )
        for other in data.languages()
    }
    whole = [other for other in known if known[other].complete]
    lacking = f"The model in {folder} does not know the words of the language {code}"
    if whole:
        best = min(whole, key=lambda other: len(known[other].unheard))
        raise UsageError(f"{lacking}. It is one for {best}: use --language {best}.")
    if words.share < _LANGUAGE_KNOWN:
        raise UsageError(f"{lacking}. Choose a model of that language with --model.")
