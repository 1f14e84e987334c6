"""Piece letters: those of a stated language, or those that fit what is written.

A sheet is read with one alphabet; a letter of another language within it is a slip.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import chess

from assistant.core.spoken.grammar import Letters

FIGURINES = "♔♕♖♗♘"
PAWN = "♙"
_BLACK = str.maketrans("♚♛♜♝♞♟", FIGURINES + PAWN)
_PIECES = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
FIGURINE_OF = dict(zip(_PIECES, FIGURINES, strict=True)) | {chess.PAWN: PAWN}


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of one language; figurines are understood in every one."""

    code: str
    pieces: Mapping[str, chess.PieceType] = field(hash=False)
    """By single signs: letters and figurines; a pawn may be P where no piece is."""
    longer: tuple[tuple[str, str], ...] = ()
    """Letters of more than one sign, with the figurine that stands for them."""

    def plain(self, text: str) -> str:
        """The text with one sign a piece."""
        if text.isascii() and not self.longer:
            return text
        for letters, figurine in self.longer:
            text = text.replace(letters, figurine)
        return text.translate(_BLACK).replace("\ufe0e", "").replace("\ufe0f", "")


def alphabet(code: str, letters: Iterable[str]) -> Alphabet:
    """The alphabet of king, queen, rook, bishop and knight in that order."""
    named = tuple(letters)
    pieces = dict(zip(FIGURINES, _PIECES, strict=True)) | {PAWN: chess.PAWN}
    longer = []
    for letter, piece in zip(named, _PIECES, strict=True):
        if len(letter) == 1:
            pieces[letter] = piece
        else:
            longer.append((letter, FIGURINE_OF[piece]))
    pieces.setdefault("P", chess.PAWN)
    return Alphabet(code, pieces, tuple(longer))


def of_grammar(code: str, letters: Letters) -> Alphabet:
    return alphabet(
        code, (letters.king, letters.queen, letters.rook, letters.bishop, letters.knight)
    )


def candidates(texts: Iterable[str], alphabets: Mapping[str, Alphabet]) -> list[Alphabet]:
    """The alphabets that have the most of the piece letters in these entries, in their order.

    Languages with the same letters are one candidate. Without any letter, all fit.
    """
    first = Counter(text[0] for text in texts if text and _may_name_piece(text[0]))
    different: dict[tuple[tuple[str, int], ...], Alphabet] = {}
    for one in alphabets.values():
        different.setdefault(tuple(sorted(one.pieces.items())) + _key(one.longer), one)
    scores = {
        id(one): sum(count for sign, count in first.items() if _has(one, sign))
        for one in different.values()
    }
    best = max(scores.values(), default=0)
    # Two letters in a hundred may be slips; whoever has fewer than that is out.
    return [one for one in different.values() if scores[id(one)] >= best * 0.98]


def _key(longer: tuple[tuple[str, str], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((letters, ord(figurine)) for letters, figurine in longer)


def _may_name_piece(sign: str) -> bool:
    return sign.isupper() and sign != "O"


def _has(one: Alphabet, sign: str) -> bool:
    piece = one.pieces.get(sign)
    if piece is not None:
        return piece != chess.PAWN
    return any(letters.startswith(sign) for letters, _ in one.longer)
