"""From words to a spoken move or a command. No board is needed, and nothing is guessed.

Every word is a piece, a file, a rank, a castling, a mark (capture, check, mate, en passant)
or filling. The pieces, files and ranks in their order form a code; `FORMS` holds every code
that is a complete announcement. A word that is not known, or a code that is not in the
table, makes the utterance not understood: half of a move is no move.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import chess

from assistant.core.spoken.command import Command
from assistant.core.spoken.forms import FORMS, Form, form_of
from assistant.core.spoken.lexicon import (
    CASTLE,
    CHECK,
    EN_PASSANT,
    FILE,
    MATE,
    PIECE,
    RANK,
    TAKES,
    Lexicon,
    Meaning,
)
from assistant.core.spoken.question import as_command, without_politeness
from assistant.core.spoken.words import meanings, parts, split

LONGEST = 400
"""Characters of an utterance that are looked at; no announcement comes near it."""
MOST_WORDS = 40


class Castle(StrEnum):
    SHORT = "short"
    LONG = "long"
    EITHER = "either"
    """Castling was said, its side was not."""


_CASTLES = (Castle.SHORT, Castle.LONG, Castle.EITHER)


@dataclass(frozen=True, slots=True)
class SpokenMove:
    """A move as it was said or written: what was not said is None."""

    piece: chess.PieceType | None = None
    file: int | None = None
    rank: int | None = None
    to: chess.Square | None = None
    """None only for castling."""
    promotion: chess.PieceType | None = None
    castle: Castle | None = None
    capture: bool = False
    en_passant: bool = False
    check: bool = False
    mate: bool = False
    captured: chess.PieceType | None = None
    """The piece that is said to be taken."""
    promotes: bool = False
    """Promotion was said, with or without its piece."""


class Unclear(StrEnum):
    WORDS = "words"
    """Some words are not known."""
    INCOMPLETE = "incomplete"
    """All words are known; the move lacks a part."""
    FORM = "form"
    """All words are known; together they are no announcement."""
    EMPTY = "empty"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    why: Unclear
    words: tuple[str, ...] = ()
    """The words that were not understood, as they came."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """Less than a move: enough to choose between moves that were offered."""

    piece: chess.PieceType | None = None
    file: int | None = None
    rank: int | None = None
    castle: Castle | None = None
    claims: SpokenMove = SpokenMove()
    """What was said of capture, check, mate and en passant, and nothing else."""


Understood = tuple[SpokenMove, ...] | Command | NotUnderstood
"""A move (several if a word leaves two ways to take it), a command, or neither."""


def understand(text: str, lexicon: Lexicon) -> Understood:
    """What the words say; never raises, and takes bounded time whatever the text."""
    codes = ""
    values = []
    marks = 0
    quick = lexicon.quick
    if len(text) > LONGEST:
        return NotUnderstood(Unclear.LONG, tuple(text[:LONGEST].split()[:3]))
    words = text.split()
    if not words or (words[0] in lexicon.heads and _may_ask(words, lexicon)):
        return _understand(text, lexicon)
    for at, word in enumerate(words):
        meaning = quick.get(word) or _meaning(words, at, lexicon)
        if meaning is None:
            return _understand(text, lexicon)
        code, value = meaning
        if code:
            codes += code
            values.append(value)
        else:
            codes += "."
            marks |= value
    form = FORMS.get(codes) or form_of(codes)
    if form is None:
        return _understand(text, lexicon)
    return (_compose(form, values, marks),)


def _may_ask(words: list[str], lexicon: Lexicon) -> bool:
    """Whether some question begins with these words."""
    node = lexicon.commands.words.get(lexicon.key(words[0]))
    if node is None:
        return False
    if len(words) == 1:
        return node.command is not None
    return bool(node.slots) or lexicon.key(words[1]) in node.words


def _meaning(words: list[str], at: int, lexicon: Lexicon) -> Meaning | None:
    """The meaning of a word before a comma, or of one that only might begin a phrase."""
    word = words[at].rstrip(",")
    if word in lexicon.quick:
        return lexicon.quick[word]
    small = word.casefold()
    following = lexicon.openers.get(small)
    if following is None or len(word) < 2:
        return None
    if at + 1 < len(words) and lexicon.key(words[at + 1].rstrip(",")) in following:
        return None
    return lexicon.plain[small]


def _compose(form: Form, values: list[int], marks: int) -> SpokenMove:
    passing = marks & EN_PASSANT != 0
    return SpokenMove(
        values[form.piece] if form.piece >= 0 else None,
        values[form.file] if form.file >= 0 else None,
        values[form.rank] if form.rank >= 0 else None,
        values[form.to] + 8 * values[form.to + 1],
        values[form.promotion] if form.promotion >= 0 else None,
        None,
        form.capture or passing,
        passing,
        marks & CHECK != 0,
        marks & MATE != 0,
        values[form.captured] if form.captured >= 0 else None,
        form.promotes,
    )


def _understand(text: str, lexicon: Lexicon) -> Understood:
    words = split(text)
    if not words:
        return NotUnderstood(Unclear.EMPTY)
    if len(words) > MOST_WORDS:
        return NotUnderstood(Unclear.LONG, tuple(words[:3]))
    command = as_command(words, lexicon)
    if command is not None:
        return command
    words = parts(without_politeness(words, lexicon) or words, lexicon)
    if len(words) > MOST_WORDS:
        return NotUnderstood(Unclear.LONG, tuple(words[:3]))
    said, doubts, unknown = meanings(words, lexicon)
    if unknown:
        return NotUnderstood(Unclear.WORDS, tuple(unknown))
    moves = (_as_move(taken) for taken in _ways(said, doubts))
    spoken = tuple(dict.fromkeys(move for move in moves if move is not None))
    if spoken:
        return spoken
    codes = "".join(code for code, _ in said)
    if any(form.startswith(codes) or form.endswith(codes) for form in FORMS):
        return NotUnderstood(Unclear.INCOMPLETE, tuple(words))
    return NotUnderstood(Unclear.FORM, tuple(words))


_MOST_DOUBTS = 4


def _ways(said: list[Meaning], doubts: list[int]) -> Iterator[list[Meaning]]:
    """The ways to take the words: every doubtful one as a file, or as mere filling."""
    doubts = doubts[:_MOST_DOUBTS]
    for count in range(len(doubts) + 1):
        for dropped in combinations(doubts, count):
            yield [meaning for at, meaning in enumerate(said) if at not in dropped]


def _as_move(said: list[Meaning]) -> SpokenMove | None:
    codes = "".join(code or "." for code, _ in said)
    values = [value for code, value in said if code]
    bare = codes.replace(".", "")
    if bare in (CASTLE, CASTLE + TAKES):
        return replace(_claims(said), castle=_CASTLES[values[0]])
    form = form_of(codes)
    return None if form is None else _compose(form, values, _marks(said))


def _marks(said: list[Meaning]) -> int:
    marks = 0
    for code, value in said:
        if not code:
            marks |= value
    return marks


def _claims(said: list[Meaning]) -> SpokenMove:
    """What the words claim about the move, apart from which move it is."""
    marks = _marks(said)
    passing = marks & EN_PASSANT != 0
    return SpokenMove(
        capture=passing or any(code == TAKES for code, _ in said),
        en_passant=passing,
        check=marks & CHECK != 0,
        mate=marks & MATE != 0,
    )


def as_fragment(text: str, lexicon: Lexicon) -> Fragment | None:
    """Part of a move: a piece, a file, a rank, a square, a side of castling; None if not."""
    words = parts(split(text[:LONGEST])[:MOST_WORDS], lexicon)[:MOST_WORDS]
    words = without_politeness(words, lexicon)
    sides = {lexicon.sides_of_castling.get(lexicon.key(word)) for word in words} - {None}
    castle = _CASTLES[sides.pop() or 0] if len(sides) == 1 else None
    sided = None if castle is None else Fragment(castle=castle)
    known, doubts, unknown = meanings(words, lexicon)
    if unknown:
        return sided
    for taken in _ways(known, doubts):
        said = dict(taken)
        codes = "".join(code for code, _ in taken if code in (PIECE, FILE, RANK, CASTLE))
        if codes in _FRAGMENTS:
            claims = _claims(taken)
            return Fragment(said.get(PIECE), said.get(FILE), said.get(RANK), castle, claims)
    return sided


_FRAGMENTS = (PIECE, FILE, RANK, FILE + RANK, PIECE + FILE, PIECE + FILE + RANK)


_OFFER = "offer_draw"
_WRITTEN_OFFER = "(=)"


def without_offer(text: str, lexicon: Lexicon) -> str | None:
    """The words before a draw offer that ends the utterance; None if there is none.

    A draw is offered with the move (9.1.2.1): "Eva vier, remis", or "e4 (=)" as it is written.
    """
    words = text[:LONGEST].split()[:MOST_WORDS]
    if words and words[-1] == _WRITTEN_OFFER:
        return " ".join(words[:-1]) or None
    for start in range(1, len(words)):
        command = as_command(split(" ".join(words[start:])), lexicon)
        if command is not None and command.name == _OFFER:
            return " ".join(words[:start])
    return None
