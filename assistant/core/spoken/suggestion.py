"""A known word for one that is not: offered to the speaker, never taken for granted."""

from difflib import get_close_matches

from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.utterance import NotUnderstood, Unclear

_LONGEST = 20


def suggest(unclear: NotUnderstood, lexicon: Lexicon) -> str | None:
    """The word that the first unknown one resembles, if any does closely; spelled as usual."""
    if unclear.why is not Unclear.WORDS:
        return None
    word = lexicon.key(unclear.words[0][:_LONGEST])
    known = [key for key in lexicon.spellings if len(key) > 2]
    near = get_close_matches(word, known, n=1, cutoff=0.75)
    return lexicon.spellings[near[0]] if near else None
