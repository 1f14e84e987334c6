"""The graphs of the model: how words sound, and which words may follow each other.

`sounds` is a loop over all words, each way of saying them a chain of phones, with an optional
pause after each; `[unk]` is any sequence of phones. Vosk joins it with a grammar that the program
gives at run time, or with `announcements`, the grammar inside the model.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from training import kaldi
from training.fst import Automaton
from training.lexicon import (
    GARBAGE,
    SILENCE,
    Pronunciation,
    grammar,
    lexicon,
    phones,
    together,
    toml,
)


def words() -> dict[str, int]:
    """Every word with its number; 0 is no word."""
    return {word: at for at, word in enumerate(["<eps>", *lexicon(), GARBAGE, *together()])}


def sounds(garbage: dict[str, float] | None = None) -> Automaton:
    """From transitions to words."""
    rules = toml("topology.toml")
    garbage = garbage or rules["garbage"]
    writer = _Sounds(rules["hmm"])
    for word, ways in lexicon().items():
        for way in ways:
            writer.word(words()[word], way)
    writer.garbage(words()[GARBAGE], garbage)
    for word, sayings in together().items():
        for said in sayings:
            writer.together(words()[word], [lexicon()[part] for part in said])
    return writer.made


class _Sounds:
    def __init__(self, hmm: dict[str, float]) -> None:
        self.made = Automaton()
        self.numbers = kaldi.numbers()
        self.stay, self.leave = -math.log(hmm["stay"]), -math.log(1 - hmm["stay"])
        self.pause, self.no_pause = -math.log(hmm["silence"]), -math.log(1 - hmm["silence"])
        self.loop = self.made.state()
        self.made.finals[self.loop] = 0.0
        self.made.arc(0, self.loop, 0, 0, self.no_pause)
        self.rest(0)

    def phone(self, source: int, name: str, label: int = 0, cost: float = 0.0) -> int:
        """A state that lasts as long as the phone does."""
        number, state = self.numbers[name], self.made.state()
        self.made.arc(source, state, kaldi.go(number), label, cost + self.leave)
        self.made.arc(state, state, kaldi.stay(number), 0, self.stay)
        return state

    def rest(self, source: int) -> None:
        silent = self.phone(source, SILENCE, 0, self.pause)
        self.made.arc(silent, self.loop, 0, 0, 0.0)

    def end(self, state: int) -> None:
        self.made.arc(state, self.loop, 0, 0, self.no_pause)
        self.rest(state)

    def word(self, label: int, way: Pronunciation) -> None:
        state = self.loop
        for at, name in enumerate(_placed(way)):
            state = self.phone(state, name, 0 if at else label)
        self.end(state)

    def together(self, label: int, parts: Sequence[Sequence[Pronunciation]]) -> None:
        """One word that is said as several, in any of their ways, perhaps with pauses."""
        source = self.loop
        for at, ways in enumerate(parts):
            is_last = at == len(parts) - 1
            met = self.made.state()
            for way in ways:
                marks = ["I"] * len(way)
                if at == 0:
                    marks[0] = "B"
                if is_last:
                    marks[-1] = "E"
                state = source
                for place, (phone, mark) in enumerate(zip(way, marks, strict=True)):
                    word = 0 if at or place else label
                    state = self.phone(state, f"{phone}_{mark}", word)
                self.made.arc(state, met, 0, 0, 0.0)
            if is_last:
                self.end(met)
                return
            source = self.made.state()
            self.made.arc(met, source, 0, 0, self.no_pause)
            silent = self.phone(met, kaldi.PAUSE_WITHIN, 0, self.pause)
            self.made.arc(silent, source, 0, 0, 0.0)

    def garbage(self, label: int, rules: dict[str, float]) -> None:
        """Phones in any order, `least` at least, with pauses; one phone of Kaldi."""
        each, least = rules["phone"], int(rules["least"])
        hubs = [self.made.state() for _ in range(least - 1)]
        done = self.made.state()
        for phone in phones():
            own = kaldi.inside(phone)

            def one(source: int, target: int, enter: int, word: int, cost: float) -> None:
                state = self.made.state()
                self.made.arc(source, state, enter, word, cost + self.leave)
                self.made.arc(state, state, own.stay, 0, self.stay)  # noqa: B023
                self.made.arc(state, target, 0, 0, 0.0)

            if phone == SILENCE:
                one(hubs[-1], hubs[-1], own.go_on, 0, each)
                continue
            one(self.loop, hubs[0], own.go_on, label, each + rules["word"])
            for hub, following in zip(hubs, [*hubs[1:], hubs[-1]], strict=True):
                one(hub, following, own.go_on, 0, each)
            one(hubs[-1], done, own.end, 0, each)
        self.end(done)


def _placed(way: Pronunciation) -> list[str]:
    if len(way) == 1:
        return [f"{way[0]}_S"]
    return [f"{way[0]}_B", *(f"{phone}_I" for phone in way[1:-1]), f"{way[-1]}_E"]


def one_of(phrases: Sequence[str], numbers: dict[str, int]) -> Automaton:
    """Exactly one of some phrases, `[unk]` perhaps among them, each as likely."""
    made = Automaton()
    end = made.state()
    made.finals[end] = 0.0
    for phrase in phrases:
        _chain(made, 0, end, [numbers[word] for word in phrase.split()])
    return made


def _chain(made: Automaton, source: int, target: int, said: Sequence[int], cost: float = 0) -> None:
    """The words one after the other, from a state to another; the first has the cost."""
    state = source
    for at, word in enumerate(said):
        reached = target if at == len(said) - 1 else made.state()
        made.arc(state, reached, word, word, 0.0 if at else cost)
        state = reached


def announcements(
    numbers: dict[str, int] | None = None, *, garbage: float | None = 0.0
) -> Automaton:
    """Exactly one announcement of a move, or garbage; `garbage` is its cost, None leaves it out.

    `numbers` are the words of a model, of ours if not given.
    """
    table, numbers = grammar(), numbers or words()
    made = Automaton()

    def spell(spellings: Iterable[str], most: int = 9) -> list[list[str]]:
        found = [one.lower().split() for one in spellings]
        return [one for one in found if all(word in numbers for word in one)][:most]

    def join(source: int, target: int, ways: Sequence[Sequence[str]], cost: float = 0.0) -> None:
        for way in ways:
            price = cost + math.log(len(ways))
            _chain(made, source, target, [numbers[word] for word in way], price)

    def named(name: str, keys: Sequence[str] = (), most: int = 1) -> list[list[str]]:
        rows: dict[str, Any] = table[name]
        return [way for key in keys or rows for way in spell(rows[key], most)]

    files, ranks, pieces = named("files"), named("ranks", most=9), named("pieces", most=1)
    takes = spell(table["marks"]["capture"], 1)
    officer, file, square, captured, to_file, reached, turned, end = (
        made.state() for _ in range(8)
    )
    some, few, rare = math.log(2), math.log(4), math.log(12)
    join(0, officer, pieces, some)
    join(0, file, files, some)
    join(officer, file, files)
    join(file, square, ranks)
    join(file, captured, takes, rare)
    join(file, to_file, files, rare)
    join(officer, captured, takes, few)
    join(square, captured, takes, few)
    join(square, to_file, files, some)
    join(captured, to_file, files)
    join(to_file, reached, ranks)
    became = named("pieces", ["queen", "rook", "bishop", "knight"])
    for state in (square, reached):
        join(state, turned, became, rare)
        join(state, end, spell(["schach", "schachmatt", "matt", "en passant"]), rare)
        made.finals[state] = 0.1
    join(turned, end, spell(["schach", "schachmatt", "matt"]), rare)
    made.finals[turned] = made.finals[end] = 0.0
    castled = [*spell(table["castling"]["short"], 3), *spell(table["castling"]["long"], 3)]
    join(0, end, castled, rare)
    if garbage is not None:
        unknown = numbers[GARBAGE]
        made.arc(0, end, unknown, unknown, garbage)
    return made
