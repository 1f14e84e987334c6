"""Words as they come, looked up one by one: accents, punctuation, written notation, phrases."""

import re

import chess

from assistant.core.spoken.lexicon import (
    CASTLE,
    CHECK,
    EDGES,
    EN_PASSANT,
    FILE,
    MARK,
    MATE,
    PIECE,
    RANK,
    TAKES,
    Lexicon,
    Meaning,
)

_MOVE_NUMBER = re.compile(r"^\s*[0-9]{1,3}\.(?:\.\.)?(?=\s*[^\s.0-9])")
_SEAMS = re.compile(r"[-–—‐‑−/_]+")
_WORD_AND_DIGIT = re.compile(r"(?P<word>[^\W\d]+)(?P<digit>[1-8])")


def split(text: str) -> list[str]:
    """The words without punctuation at their edges; signs that mean something stay.

    Capitals tell a piece letter from a file, unless everything is in capitals.
    """
    text = _MOVE_NUMBER.sub("", text)
    words = [bare for word in text.split() if (bare := word.strip(EDGES))]
    if text.isupper() and any(len(word) > 2 and word.isalpha() for word in words):
        words = [word.casefold() for word in words]
    return words


def parts(words: list[str], lexicon: Lexicon) -> list[str]:
    """The words, those taken apart at their hyphens that mean nothing as a whole."""
    return [
        part
        for word in words
        for part in ([word] if single(word, lexicon) else _SEAMS.split(word))
        if part
    ]


def meanings(words: list[str], lexicon: Lexicon) -> tuple[list[Meaning], list[int], list[str]]:
    """The meanings in order, which of them are doubtful, and the words that have none."""
    known: list[Meaning] = []
    doubts: list[int] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        phrase = _phrase(words, at, lexicon)
        if phrase is not None:
            length, meaning = phrase
            known.append(meaning)
            at += length
            continue
        word = words[at]
        at += 1
        found = single(word, lexicon)
        if found == [lexicon.doubtful.get(word.casefold())]:
            doubts.append(len(known))
        if found:
            known.extend(found)
        else:
            unknown.append(word)
    return known, doubts, unknown


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


def single(word: str, lexicon: Lexicon) -> list[Meaning]:
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
        return [before, (RANK, int(joined["digit"]) - 1)] if before[0] == FILE else []
    return []


_BARE_CAPITALS = re.compile(r"(?P<squares>(?:[A-H][1-8][-–x:]?)?[A-H][1-8])(?P<promotion>=?[A-Z])?")


def _written(word: str, lexicon: Lexicon) -> list[Meaning]:
    if word in ("+", "†", "++"):
        return [(MARK, CHECK)]
    if word in ("#", "‡"):
        return [(MARK, CHECK | MATE)]
    if word in ("x", "×"):
        return [(TAKES, 0)]
    found = lexicon.written.fullmatch(word) or lexicon.written.fullmatch(_without_caps_lock(word))
    if found is None:
        return []
    marks = (CHECK if found["check"] or found["mate"] else 0) | (MATE if found["mate"] else 0)
    if found["castle"]:
        return [(CASTLE, 1 if found["long"] else 0), (MARK, marks)]
    marks |= EN_PASSANT if found["en_passant"] else 0
    meanings: list[Meaning] = []
    if found["piece"]:
        meanings.append((PIECE, lexicon.letters[found["piece"]]))
    if found["file"]:
        meanings.append((FILE, ord(found["file"]) - ord("a")))
    if found["rank"]:
        meanings.append((RANK, int(found["rank"]) - 1))
    if found["capture"]:
        meanings.append((TAKES, 0))
    meanings.append((FILE, ord(found["to"][0]) - ord("a")))
    meanings.append((RANK, int(found["to"][1]) - 1))
    if letter := found["promotion"]:
        piece = lexicon.letters.get(letter) or lexicon.letters.get(letter.upper())
        if letter in "qrbn" and piece in (None, chess.KING):
            piece = chess.Piece.from_symbol(letter).piece_type  # as UCI writes it
        if piece is None:
            return []
        meanings.append((PIECE, piece))
    return [*meanings, (MARK, marks)]


def _without_caps_lock(word: str) -> str:
    """The word as it was meant, where capitals throughout leave no doubt about it."""
    if bare := _BARE_CAPITALS.fullmatch(word):
        return bare["squares"].lower() + (bare["promotion"] or "")
    if word.isupper() and word[0] not in "ABCDEFGH":
        return word[0] + word[1:].lower()
    return word
