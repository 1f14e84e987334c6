"""The words of a language that a recogniser's model knows, and the phrases to listen for.

A narrow choice is heard better than a wide one: of the spellings of a file or a piece, the first
that the model knows is listened for, with everything that the grammar file says sounds like it.
Small words between the parts of a move are not listened for at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import chess

from assistant.core.output.moves import told
from assistant.core.spoken import questions
from assistant.core.spoken.command import expand
from assistant.core.spoken.grammar import FILES, PIECES, RANKS, Grammar

GARBAGE = "[unk]"
"""The word of a model for everything that is none of the words."""

_SEVERAL = 3

Known = Callable[[str], bool]
"""Whether a model knows a word."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """A word that the model does not know."""

    word: str
    instead: str
    """What can be said in its place; empty if nothing can."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    files: tuple[tuple[str, ...], ...]
    ranks: tuple[tuple[str, ...], ...]
    pieces: tuple[tuple[str, ...], ...]
    """By the piece types of python-chess; the first place is empty."""
    short: tuple[str, ...]
    long: tuple[str, ...]
    capture: tuple[str, ...]
    check: tuple[str, ...]
    mate: tuple[str, ...]
    en_passant: tuple[str, ...]
    promotion: tuple[str, ...]
    commands: tuple[str, ...]
    questions: tuple[str, ...]
    """About the position: was steht auf Eva vier."""
    spelled: Mapping[str, str]
    """Words that only sound like one of ours, with the word they stand for."""
    unheard: tuple[Unheard, ...]

    @property
    def complete(self) -> bool:
        """Every square, piece and castling can be said in some way."""
        needed = (*self.files, *self.ranks, *self.pieces[1:], self.short, self.long)
        return all(needed)

    @property
    def share(self) -> float:
        """The part of the squares and pieces that can be said."""
        needed = (*self.files, *self.ranks, *self.pieces[1:])
        return sum(map(bool, needed)) / len(needed)

    def of_moves(self, text: str) -> bool:
        """Several words, and all of them words of moves: squares, pieces, marks."""
        meanings = (*self.files, *self.ranks, *self.pieces, self.capture, self.check, self.mate)
        known = {word for words in meanings for word in words}
        said = text.split()
        return len(said) >= _SEVERAL and known.issuperset(said)

    def spell(self, text: str) -> str:
        """Words of the model in the spelling of the grammar."""
        for heard, word in self.spelled.items():
            if heard in text:
                text = f" {text} ".replace(f" {heard} ", f" {word} ").strip()
        return text


def choose(grammar: Grammar, known: Known, *, local_ranks: bool = False) -> Vocabulary:
    """The words to listen for with a model that knows some of the grammar's words."""
    return _Choice(grammar, known).vocabulary(local_ranks=local_ranks)


class _Choice:
    def __init__(self, grammar: Grammar, known: Known) -> None:
        self.grammar = grammar
        self.known = known
        self.spelled: dict[str, str] = {}
        self.unheard: list[Unheard] = []

    def vocabulary(self, *, local_ranks: bool) -> Vocabulary:
        grammar, marks = self.grammar, self.grammar.marks
        first, second = grammar.ranks, grammar.ranks_local
        if local_ranks:
            first, second = second, first
        files = tuple(self.one(grammar.files[name]) for name in FILES)
        ranks = tuple(self.every(first[name], or_else=self.of(second[name])) for name in RANKS)
        pieces = ((), *(self.one(grammar.pieces[name]) for name in PIECES))
        short, long = (
            self.every(spellings)[:3]
            for spellings in (grammar.castling.short, grammar.castling.long)
        )
        capture, check, mate, passing, promotion = (
            self.one(getattr(marks, name))
            for name in ("capture", "check", "mate", "en_passant", "promotion")
        )
        return Vocabulary(
            files=files,
            ranks=ranks,
            pieces=pieces,
            short=short,
            long=long,
            capture=capture,
            check=check,
            mate=mate,
            en_passant=passing,
            promotion=promotion,
            commands=tuple(self.commands()),
            questions=tuple(
                dict.fromkeys(
                    questions.phrases(
                        grammar,
                        self.of,
                        [words[0] for words in files if words],
                        [words[0] for words in ranks if words],
                    )
                )
            ),
            spelled=self.spelled,
            unheard=tuple(self.unheard),
        )

    def of(self, spellings: Iterable[str]) -> list[str]:
        """The spellings that the model knows, as it writes them."""
        small = dict.fromkeys(spelling.lower() for spelling in spellings)
        return [words for words in small if all(map(self.known, words.split()))]

    def alike(self, spellings: Sequence[str]) -> list[str]:
        """What the model knows that sounds like one of the spellings."""
        alike = [
            (words, spelling)
            for spelling in spellings
            for words in self.of(self.grammar.sounds_like.get(spelling, ()))
        ]
        for words, spelling in alike:
            self.spelled.setdefault(words, spelling)
        return [words for words, _ in alike]

    def one(self, spellings: Sequence[str]) -> tuple[str, ...]:
        """The first spelling that is known, and what sounds like it."""
        return self.settled(spellings[0], self.of(spellings)[:1] + self.alike(spellings))

    def every(self, spellings: Sequence[str], or_else: Sequence[str] = ()) -> tuple[str, ...]:
        found = self.of(spellings) + self.alike(spellings)
        return self.settled(spellings[0], found or list(or_else))

    def settled(self, wanted: str, found: list[str]) -> tuple[str, ...]:
        if wanted.lower() not in found and wanted not in map(self.spelled.get, found):
            self.unheard.append(Unheard(wanted, found[0] if found else ""))
        return tuple(dict.fromkeys(found))

    def commands(self) -> Iterator[str]:
        """The first way to say each command that the model knows; the others can be typed.

        Every further word is one more that an announcement can be mistaken for. Commands of the
        arbiter that name a side are typed, and so are single letters, which stand for keys.
        """
        for patterns in self.grammar.commands.values():
            for pattern in patterns:
                plain = [words for words in expand(pattern) if "{" not in words and len(words) > 1]
                if known := self.of(plain):
                    yield from known
                    break


def announcements(vocabulary: Vocabulary) -> list[str]:
    """Phrases in which every word of an announcement follows every word that it may follow.

    A recogniser that learns from a list which word follows which then hears any announcement,
    legal or not, and little else.
    """
    v = vocabulary
    files, ranks = [words[0] for words in v.files if words], [w[0] for w in v.ranks if w]
    pieces = [words[0] for words in v.pieces if words]
    takes = v.capture[0] if v.capture else ""
    said: list[str] = []
    everywhere = list(product(enumerate(files), enumerate(ranks)))
    for turn, piece in enumerate(("", *pieces)):
        for (column, file), (row, rank) in everywhere:
            to_file = files[(column + row + turn) % len(files)]
            to_rank = ranks[(column + 3 * row + turn) % len(ranks)]
            said += (
                f"{piece} {file} {rank} {to_file} {to_rank}",
                f"{piece} {to_file} {to_rank} {takes} {file} {rank}",
                f"{piece} {file} {rank}",
                f"{piece} {takes} {file} {rank}" if piece else f"{to_file} {takes} {file} {rank}",
            )
        for row, rank in enumerate(ranks if piece else ()):
            said.append(f"{piece} {rank} {files[(row + turn) % len(files)]} {rank}")
    for turn, (file, to_file) in enumerate(product(files, files)):
        piece, rank = pieces[turn % len(pieces)] if pieces else "", ranks[turn % len(ranks)]
        said += (f"{piece} {file} {to_file} {rank}", f"{file} {to_file} {rank}")
    said += _endings(v, files, ranks)
    said += v.short + v.long + v.commands
    said += [f"{words} {mark}" for words in v.short + v.long for mark in v.check[:1] + v.mate[:1]]
    said += list(_with_other_words(v, said))
    return list(dict.fromkeys(" ".join(words.split()) for words in said))


def _endings(v: Vocabulary, files: Sequence[str], ranks: Sequence[str]) -> Iterator[str]:
    promoted = [v.pieces[piece][0] for piece in range(chess.KNIGHT, chess.KING) if v.pieces[piece]]
    marks = [*v.check, *v.mate, *v.en_passant]
    for at, rank in enumerate(ranks):
        for turn, ending in enumerate((*marks, *promoted)):
            yield f"{files[(at + turn) % len(files)]} {rank} {ending}"
        for word, piece in product(v.promotion[:1], promoted):
            yield f"{files[at % len(files)]} {rank} {word} {piece}"
    for piece, mark in product(promoted, v.check[:1] + v.mate[:1]):
        yield f"{files[0]} {ranks[-1]} {piece} {mark}"


def _with_other_words(v: Vocabulary, said: Sequence[str]) -> Iterator[str]:
    """The phrases again with every further word of a meaning in place of its first."""
    meanings = (*v.files, *v.ranks, *v.pieces, v.capture, v.check, v.mate)
    others = [(words[0], other) for words in meanings for other in words[1:]]
    for (first, other), phrase in product(others, said):
        if f" {first} " in f" {phrase} ":
            yield f" {phrase} ".replace(f" {first} ", f" {other} ")


def legal(board: chess.Board, vocabulary: Vocabulary) -> list[str]:
    """Every way to announce every legal move: full and short, with and without its marks."""
    said: list[str] = []
    for move in board.legal_moves:
        said += _ways(board, move, vocabulary)
    return list(dict.fromkeys(" ".join(words.split()) for words in said))


def _ways(board: chess.Board, move: chess.Move, v: Vocabulary) -> Iterator[str]:
    facts = told(board, move)
    marks = ("", *v.check[:1]) if facts.check else ("",)
    marks += v.mate[:1] if facts.mate else ()
    file, rank = v.files[chess.square_file(facts.origin)], v.ranks[chess.square_rank(facts.origin)]
    origins = list(_joined(file, rank))
    target = list(
        _joined(v.files[chess.square_file(facts.to)], v.ranks[chess.square_rank(facts.to)])
    )
    if facts.castle:
        yield from _joined(v.short if facts.castle == "short" else v.long, marks)
        if facts.squares_tell:
            yield from _joined(v.pieces[chess.KING], origins, target, marks)
        return
    if facts.piece == chess.PAWN:
        pieces: tuple[str, ...] = ("", *v.pieces[chess.PAWN])
        brief = file if facts.capture else ("",)
    else:
        pieces = v.pieces[facts.piece]
        brief = tuple(_joined(file if facts.by_file else ("",), rank if facts.by_rank else ("",)))
    takes = ("", *v.capture) if facts.capture else ("",)
    became = v.pieces[facts.promotion] if facts.promotion else ("",)
    word = ("", *v.promotion[:1]) if facts.promotion else ("",)
    passing = ("", *v.en_passant[:1]) if facts.en_passant else ("",)
    for start in dict.fromkeys((*origins, *brief)):
        yield from _joined(pieces, (start,), takes, target, word, became, passing, marks)


def _joined(*parts: Iterable[str]) -> Iterator[str]:
    return (" ".join(words) for words in product(*parts))
