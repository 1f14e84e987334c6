"""From words to a spoken move or a command. No board is needed, and nothing is guessed.

Every word is a piece, a file, a rank, a castling, a mark (capture, check, mate, en passant)
or filling. The pieces, files and ranks in their order form a code; `FORMS` holds every code
that is a complete announcement. A word that is not known, or a code that is not in the
table, makes the utterance not understood: half of a move is no move.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.spoken.command import Command, Side
from assistant.core.spoken.lexicon import (
    CAPTURE,
    CASTLE,
    CHECK,
    EN_PASSANT,
    FILE,
    MARK,
    MATE,
    PIECE,
    RANK,
    Lexicon,
    Meaning,
    Node,
)

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


_Form = tuple[int, int, int, int, int]
"""Where piece, file, rank, target file (rank next to it) and promotion stand; -1 if unsaid."""


def _forms() -> dict[str, _Form]:
    forms = {}
    for piece in ("", PIECE):
        for origin in ("", FILE, RANK, FILE + RANK):
            if origin == RANK and not piece:
                continue  # "zwei Eva vier" has lost its beginning
            for promotion in ("", PIECE):
                code = piece + origin + FILE + RANK + promotion
                start = len(piece)
                forms[code] = (
                    0 if piece else -1,
                    start if FILE in origin else -1,
                    start + len(origin) - 1 if RANK in origin else -1,
                    start + len(origin),
                    len(code) - 1 if promotion else -1,
                )
    return forms


FORMS = _forms()

Understood = tuple[SpokenMove, ...] | Command | NotUnderstood
"""A move (several if a word leaves two ways to take it), a command, or neither."""


def understand(text: str, lexicon: Lexicon) -> Understood:
    """What the words say; never raises, and takes bounded time whatever the text."""
    codes = ""
    values = []
    marks = 0
    plain = lexicon.plain
    if len(text) > LONGEST:
        return NotUnderstood(Unclear.LONG, tuple(text[:LONGEST].split()[:3]))
    words = text.split()
    if not words or words[0] in lexicon.heads:
        return _understand(text, lexicon)
    for word in words:
        meaning = plain.get(word)
        if meaning is None:
            return _understand(text, lexicon)
        code, value = meaning
        if code:
            codes += code
            values.append(value)
        else:
            marks |= value
    form = FORMS.get(codes)
    if form is None:
        return _understand(text, lexicon)
    return (_compose(form, values, marks),)


def _compose(form: _Form, values: list[int], marks: int) -> SpokenMove:
    piece, file, rank, to, promotion = form
    return SpokenMove(
        values[piece] if piece >= 0 else None,
        values[file] if file >= 0 else None,
        values[rank] if rank >= 0 else None,
        values[to] + 8 * values[to + 1],
        values[promotion] if promotion >= 0 else None,
        None,
        marks & CAPTURE != 0,
        marks & EN_PASSANT != 0,
        marks & CHECK != 0,
        marks & MATE != 0,
    )


# The thorough way: accents, punctuation, written notation, phrases, commands.

_EDGES = " \t\n\r\f\v.,;:!?\"'`´„“”‚‘’«»‹›¿¡()[]…"
_SEAMS = re.compile(r"[-–‐‑/_]+")
_WORD_AND_DIGIT = re.compile(r"(?P<word>[^\W\d]+)(?P<digit>[1-8])")


def _understand(text: str, lexicon: Lexicon) -> Understood:
    words = _words(text)
    if not words:
        return NotUnderstood(Unclear.EMPTY)
    if len(words) > MOST_WORDS:
        return NotUnderstood(Unclear.LONG, tuple(words[:3]))
    command = as_command(words, lexicon)
    if command is not None:
        return command
    meanings, doubts, unknown = _meanings(words, lexicon)
    if unknown:
        return NotUnderstood(Unclear.WORDS, tuple(unknown))
    spoken: list[SpokenMove] = []
    for dropped in (False, True) if doubts else (False,):
        kept = [m for i, m in enumerate(meanings) if not (dropped and i in doubts)]
        move = _as_move(kept)
        if move is not None and move not in spoken:
            spoken.append(move)
    if spoken:
        return tuple(spoken)
    codes = "".join(code for code, _ in meanings)
    if any(form.startswith(codes) or form.endswith(codes) for form in FORMS):
        return NotUnderstood(Unclear.INCOMPLETE, tuple(words))
    return NotUnderstood(Unclear.FORM, tuple(words))


def _words(text: str) -> list[str]:
    words = (word.strip(_EDGES) or (word if word in ("(=)",) else "") for word in text.split())
    return [word for word in words if word]


def _as_move(meanings: list[Meaning]) -> SpokenMove | None:
    codes = "".join(code for code, _ in meanings)
    values = [value for code, value in meanings if code]
    marks = 0
    for code, value in meanings:
        if not code:
            marks |= value
    if codes == CASTLE:
        return SpokenMove(
            castle=_CASTLES[values[0]],
            capture=marks & CAPTURE != 0,
            check=marks & CHECK != 0,
            mate=marks & MATE != 0,
        )
    form = FORMS.get(codes)
    return None if form is None else _compose(form, values, marks)


def _meanings(words: list[str], lexicon: Lexicon) -> tuple[list[Meaning], set[int], list[str]]:
    """The meanings in order, which of them are doubtful, and the words that have none."""
    meanings: list[Meaning] = []
    doubts: set[int] = set()
    unknown: list[str] = []
    words = [
        part
        for word in words
        for part in ([word] if _single(word, lexicon) else _SEAMS.split(word))
        if part
    ]
    at = 0
    while at < len(words):
        phrase = _phrase(words, at, lexicon)
        if phrase is not None:
            length, meaning = phrase
            meanings.append(meaning)
            at += length
            continue
        word = words[at]
        at += 1
        if word.casefold() in lexicon.doubtful:
            doubts.add(len(meanings))
        found = _single(word, lexicon)
        if found:
            meanings.extend(found)
        else:
            unknown.append(word)
    return meanings, doubts, unknown


def _phrase(words: list[str], at: int, lexicon: Lexicon) -> tuple[int, Meaning] | None:
    for head in dict.fromkeys((words[at].casefold(), lexicon.key(words[at]))):
        for parts, meaning in lexicon.phrases.get(head, ()):
            said = words[at : at + len(parts)]
            if len(said) == len(parts) and all(
                part in (word.casefold(), lexicon.key(word))
                for part, word in zip(parts, said, strict=True)
            ):
                return len(parts), meaning
    return None


def _single(word: str, lexicon: Lexicon) -> list[Meaning]:
    """The meanings of one token: a word, a piece letter, or a piece of written notation."""
    piece = lexicon.letters.get(word)
    if piece is not None and len(word) == 1 and word == word.upper():
        return [(PIECE, piece)]  # notation knows capitals: D is the queen, d the file
    small = word.casefold()
    meaning = (
        lexicon.plain.get(small)
        or lexicon.doubtful.get(small)
        or lexicon.plain.get(lexicon.key(word))
    )
    if meaning is not None:
        return [meaning]
    if written := _written(word, lexicon):
        return written
    if (joined := _WORD_AND_DIGIT.fullmatch(word)) and (
        before := lexicon.plain.get(lexicon.key(joined["word"]))
    ):
        return [before, (RANK, int(joined["digit"]) - 1)]
    return []


_BARE_CAPITALS = re.compile(r"(?:[A-H][1-8][-–x:]?)?[A-H][1-8]")


def _written(word: str, lexicon: Lexicon) -> list[Meaning]:
    if word in ("+", "†", "++"):
        return [(MARK, CHECK)]
    if word in ("#", "‡"):
        return [(MARK, CHECK | MATE)]
    if word in ("x", "×"):
        return [(MARK, CAPTURE)]
    found = lexicon.written.fullmatch(word)
    if found is None and _BARE_CAPITALS.fullmatch(word):
        found = lexicon.written.fullmatch(word.lower())
    if found is None:
        return []
    marks = (CHECK if found["check"] or found["mate"] else 0) | (MATE if found["mate"] else 0)
    if found["castle"]:
        return [(CASTLE, 1 if found["long"] else 0), (MARK, marks)]
    marks |= CAPTURE if found["capture"] else 0
    marks |= CAPTURE | EN_PASSANT if found["en_passant"] else 0
    meanings: list[Meaning] = [(MARK, marks)]
    if found["piece"]:
        meanings.append((PIECE, lexicon.letters[found["piece"]]))
    if found["file"]:
        meanings.append((FILE, ord(found["file"]) - ord("a")))
    if found["rank"]:
        meanings.append((RANK, int(found["rank"]) - 1))
    meanings.append((FILE, ord(found["to"][0]) - ord("a")))
    meanings.append((RANK, int(found["to"][1]) - 1))
    if letter := found["promotion"]:
        piece = lexicon.letters.get(letter) or lexicon.letters.get(letter.upper())
        meanings.append((PIECE, piece or chess.Piece.from_symbol(letter).piece_type))
    return meanings


def as_fragment(text: str, lexicon: Lexicon) -> Fragment | None:
    """Part of a move: a piece, a file, a rank, a square; None if it is anything else."""
    words = _words(text[:LONGEST])[:MOST_WORDS]
    meanings, _, unknown = _meanings(words, lexicon)
    said = [(code, value) for code, value in meanings if code]
    codes = "".join(code for code, _ in said)
    if unknown or codes not in (PIECE, FILE, RANK, FILE + RANK, PIECE + FILE, PIECE + FILE + RANK):
        return None
    parts = dict(said)
    return Fragment(parts.get(PIECE), parts.get(FILE), parts.get(RANK))


def as_command(words: list[str], lexicon: Lexicon) -> Command | None:
    """The command whose pattern the words fill, with or without words of politeness."""
    keys = [lexicon.key(word) for word in words]
    command = _match(lexicon.commands, words, keys, 0, Command(""), lexicon)
    if command is None and lexicon.polite.intersection(keys):
        kept = [i for i, key in enumerate(keys) if key not in lexicon.polite]
        words, keys = [words[i] for i in kept], [keys[i] for i in kept]
        command = _match(lexicon.commands, words, keys, 0, Command(""), lexicon)
    return command


def _match(
    node: Node, words: list[str], keys: list[str], at: int, filled: Command, lexicon: Lexicon
) -> Command | None:
    if at == len(words):
        if node.command is None:
            return None
        return _filled(filled, name=node.command)
    following = node.words.get(keys[at])
    if following is not None:
        command = _match(following, words, keys, at + 1, filled, lexicon)
        if command is not None:
            return command
    for slot, behind in node.slots.items():
        for taken, more in _fill(slot, words, keys, at, filled, lexicon):
            command = _match(behind, words, keys, at + taken, more, lexicon)
            if command is not None:
                return command
    return None


def _filled(command: Command, **changes: object) -> Command:
    values = {name: getattr(command, name) for name in Command.__dataclass_fields__}
    return Command(**(values | changes))


def _fill(
    slot: str, words: list[str], keys: list[str], at: int, filled: Command, lexicon: Lexicon
) -> list[tuple[int, Command]]:
    """The ways to fill a slot from here: how many words it takes, and the command then."""
    word, key = words[at], keys[at]
    if slot == "side":
        side: Side | None = lexicon.sides.get(key)
        return [] if side is None else [(1, _filled(filled, side=side))]
    if slot == "number":
        number = _number(word, key, lexicon)
        return [] if number is None else [(1, _filled(filled, number=number))]
    if slot == "piece" and key in lexicon.many:
        return [(1, _filled(filled, piece=lexicon.many[key]))]
    here = [m for m in _single(word, lexicon) if m[0]]
    codes = "".join(code for code, _ in here)
    if slot == "square":
        taken = 1
        if codes == FILE and at + 1 < len(words):
            here += _single(words[at + 1], lexicon)
            taken = 2
        if "".join(code for code, _ in here) != FILE + RANK:
            return []
        square = here[0][1] + 8 * here[1][1]
        return [(taken, _filled(filled, squares=(*filled.squares, square)))]
    wanted = {"piece": PIECE, "file": FILE, "rank": RANK}[slot]
    if codes != wanted:
        return []
    return [(1, _filled(filled, **{slot: here[0][1]}))]


def _number(word: str, key: str, lexicon: Lexicon) -> int | None:
    if re.fullmatch(r"[0-9]{1,3}", word):
        return int(word)
    if key in lexicon.numbers:
        return lexicon.numbers[key]
    meaning = lexicon.plain.get(key)
    return meaning[1] + 1 if meaning is not None and meaning[0] == RANK else None
