"""Questions about the position, as phrases to listen for.

They are listened for because a word that the recogniser does not expect becomes one that it does:
"Feld Eva vier" was heard as Felix Eva vier, which may be a legal move. By a decoding of their own,
because their small words would spoil the announcements.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from assistant.core.spoken.command import ABOUT_POSITION, expand, slots
from assistant.core.spoken.grammar import Grammar

Of = Callable[[Sequence[str]], list[str]]
"""The spellings that a model knows, as it writes them."""

_WAYS = 2
"""Spellings of a side that are listened for: mein, meine."""


def phrases(grammar: Grammar, of: Of, files: Sequence[str], ranks: Sequence[str]) -> Iterator[str]:
    """Every pattern that the model knows, with every word of its slots in some phrase."""
    sides = grammar.sides
    fills: dict[str, Sequence[str]] = {
        "file": files,
        "rank": ranks,
        "square": list(_squares(files, ranks)),
        "piece": [
            words
            for spellings in grammar.pieces.values()  # the plural sounds like it, and is not heard
            for words in of(spellings)[:1]
        ],
        "side": [
            words
            for spellings in (sides.mine, sides.theirs, sides.white, sides.black)
            for words in of(spellings)[:_WAYS]
        ],
    }
    for name in ABOUT_POSITION:
        for pattern in chain.from_iterable(map(expand, grammar.commands.get(name, ()))):
            wanted = slots(pattern)
            words = [word for word in pattern.split() if "{" not in word]
            fillable = wanted and all(fills.get(slot) for slot in wanted)
            if fillable and words and of([" ".join(words)]):
                yield from _filled(pattern, wanted, fills)


def _squares(files: Sequence[str], ranks: Sequence[str]) -> Iterator[str]:
    """Every file and every rank: which of them follow each other, announcements tell."""
    for at, file in enumerate(files if ranks else ()):
        yield f"{file} {ranks[at % len(ranks)]}"


def _filled(
    pattern: str, wanted: Sequence[str], fills: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    for turn in range(max(len(fills[name]) for name in wanted)):
        said = pattern
        for at, name in enumerate(wanted):
            choices = fills[name]
            said = said.replace(f"{{{name}}}", choices[(turn + 3 * at) % len(choices)], 1)
        yield said.lower()
