"""A grammar as it is said aloud: numbers in words, and which words belong to another language.

`spoken` gives a grammar whose phrases are worded like any other, but in which the words of the
Laws stand between two marks; `segments` takes the marks away again and gives each stretch to the
voice of its language, with the words that a voice would misread spelled otherwise.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from assistant.core.output.plurals import PLURALS
from assistant.core.output.speech import Segment, Utterance
from assistant.core.spoken.grammar import Forms, Grammar, Sound, Spellings

_BEGIN, _END = "\ue000", "\ue001"
"""Signs that no text has: they have no meaning in Unicode and are never printable."""
_EDGE = re.compile(f"[{_BEGIN}{_END}]")
_CLOSING = re.compile(rf"{_END}([\s,.;:!?…)]+)")
_WORD = re.compile(r"\w+")
_ARTICLE = re.compile(r"(?<=[0-9A-Z])\.(?=[0-9])")
"""The dots of an article's number, which some voices read as decimals: D.2.10.4."""


def unmarked(text: str) -> str:
    """A text from outside, without the signs that this module uses itself."""
    return text.replace(_BEGIN, "").replace(_END, "")


def spoken(grammar: Grammar) -> Grammar:
    """The grammar as it is said aloud; for `segments`, not for people's eyes."""
    theirs = {names[0] for names in grammar.files.values()}
    theirs |= {names[0] for names in grammar.ranks.values()}
    theirs -= {name for names in grammar.ranks_local.values() for name in names}
    of_laws = re.compile(rf"(?<![\w'’])(?:{'|'.join(map(re.escape, sorted(theirs)))})\b")

    def marked(text: str) -> str:
        return of_laws.sub(lambda found: _mark(found[0]), text)

    phrases = {
        key: marked(phrase)
        if isinstance(phrase, str)
        else {form: marked(text) for form, text in phrase.items()}
        for key, phrase in grammar.phrases.items()
    }
    return replace(
        grammar,
        files=_marked(grammar.files),
        ranks=_marked(grammar.ranks),
        phrases=phrases | _counted(grammar, phrases),
    )


def segments(text: str, grammar: Grammar) -> Utterance:
    """The worded text in stretches of one language each."""
    text = _ARTICLE.sub(" ", text)
    pronunciation = grammar.pronunciation
    return tuple(
        _segment(stretch, language, pronunciation.words.get(language, {}))
        for stretch, language in _stretches(text, grammar.header.language, pronunciation.laws)
    )


def _mark(word: str) -> str:
    return f"{_BEGIN}{word}{_END}"


def _marked(table: Mapping[str, Spellings]) -> dict[str, Spellings]:
    return {name: [_mark(first), *rest] for name, (first, *rest) in table.items()}


def _counted(grammar: Grammar, phrases: Mapping[str, str | Forms]) -> dict[str, Forms]:
    """The phrases that count, with a form of its own for every number that has a word."""
    plural = PLURALS[grammar.header.plural]
    counted: dict[str, Forms] = {}
    for inflected in grammar.numerals.before:
        numbers = {str(number): word for number, word in enumerate(grammar.numerals.words)}
        numbers |= inflected.words
        for key in inflected.phrases:
            forms = phrases[key]
            if isinstance(forms, str):
                continue
            counted[key] = forms | {
                number: _with_number(forms[plural(int(number))], word)
                for number, word in numbers.items()
            }
    return counted


def _with_number(phrase: str, word: str) -> str:
    """The phrase with its number in words; an elided one leans on the next word: un'ora."""
    return phrase.replace("{count} " if word.endswith("'") else "{count}", word)


def _stretches(text: str, language: str, laws: str) -> Iterator[tuple[str, str]]:
    """The text without marks, cut where the language changes; punctuation stays with its word."""
    if language == laws:
        joined = unmarked(text)
    else:
        joined = _CLOSING.sub(rf"\1{_END}", text).replace(_END + _BEGIN, "")
    for number, stretch in enumerate(_EDGE.split(joined)):
        if stretch.strip():
            yield stretch.strip(), laws if number % 2 else language


def _segment(text: str, language: str, sounds: Mapping[str, Sound]) -> Segment:
    said = _WORD.sub(lambda w: sounds[w[0]].respelled if w[0] in sounds else w[0], text)
    phonemes = _WORD.sub(lambda w: _phonemes(w[0], sounds.get(w[0])), text)
    return Segment(said, language, phonemes if "[[" in phonemes else None)


def _phonemes(word: str, sound: Sound | None) -> str:
    if sound is None:
        return word
    return f"[[{sound.phonemes}]]" if sound.phonemes else sound.respelled
