"""A known word for one that is not: offered to the speaker, never taken for granted."""

from difflib import get_close_matches

from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.utterance import NotUnderstood, Unclear

_SHORTEST = 4
_LONGEST = 20


def suggest(unclear: NotUnderstood, lexicon: Lexicon) -> str | None:
    """The word that the first unknown one resembles, if any does closely; spelled as usual."""
    if unclear.why is not Unclear.WORDS:
        return None
    word = lexicon.key(unclear.words[0][:_LONGEST])
    if len(word) < _SHORTEST or word in lexicon.spellings:
        return None  # too little to go by, or a word that is known and only misplaced
    known = [key for key in lexicon.spellings if len(key) >= _SHORTEST]
    near = get_close_matches(word, known, n=1, cutoff=0.75)
    return lexicon.spellings[near[0]] if near else None
