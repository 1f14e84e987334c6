"""Opens the recogniser of a language: its model found, its words chosen, its figures read."""

from dataclasses import dataclass
from pathlib import Path

from assistant import data, models
from assistant.core.spoken import vocabulary
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.vocabulary import Vocabulary
from assistant.drivers import decoder_vosk
from assistant.errors import UsageError

_LANGUAGE_KNOWN = 0.9
"""The part of squares and pieces that a model of the right language knows."""


@dataclass(frozen=True, slots=True)
class Opened:
    decoder: decoder_vosk.Driver
    ear: Ear
    local_ranks: bool
    """Ranks are heard, and so should be said, in the language's own numbers."""
    note: str
    """What the model cannot hear and what can be said instead, as a sentence; to be said once."""


def open_decoder(
    language: str,
    given: str | None = None,
    profile: str | None = None,
    *,
    local_ranks: bool = False,
) -> Opened:
    """The recogniser for a language, with the model given, the profile's, or the installed one.

    :raises UsageError: if there is no such language, or the model is of another one.
    :raises FileError: if there is no usable model.
    :raises DeviceError: if Vosk is missing.
    """
    grammar, lexicon = data.language(language)
    folder = models.find(language, given, profile)
    model = decoder_vosk.load(folder)
    tuning = data.tuning(folder)
    words = vocabulary.choose(
        grammar, lambda word: decoder_vosk.knows(model, word), local_ranks=local_ranks
    )
    _check_language(language, words, folder, model)
    return Opened(
        decoder_vosk.Driver(model, words, tuning),
        Ear(lexicon, words, tuning),
        local_ranks or grammar.ranks["1"][0].lower() not in words.ranks[0],
        _unknown(words),
    )


def _unknown(words: Vocabulary) -> str:
    """What cannot be heard with a model, and what can be said instead; empty if nothing."""
    instead = [f"{one.word} (say {one.instead})" for one in words.unheard if one.instead]
    nothing = [one.word for one in words.unheard if not one.instead]
    parts = []
    if instead:
        parts.append(f"The model does not know {', '.join(instead)}.")
    if nothing:
        parts.append(f"It cannot hear {', '.join(nothing)}: type these instead.")
    return " ".join(parts)


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
