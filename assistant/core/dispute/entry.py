"""One entry of a sheet: which legal moves it says as it stands.

Short (Nf3), long (Ng1-f3), bare (ed4, ed, Rxh, QxQ), with or without marks, in any alphabet.
What it could mean by a slip is the matter of `slip`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import chess

from assistant.core.dispute.alphabet import FIGURINE_OF, Alphabet

SHORT, LONG = 2, 3
"""How many signs castling has."""


@dataclass(frozen=True, slots=True)
class Form:
    """What an entry says, before any board is looked at."""

    piece: chess.PieceType | None = None
    """None: whatever stands on the square it comes from."""
    origins: chess.Bitboard = chess.BB_ALL
    targets: chess.Bitboard = chess.BB_ALL
    capture: bool = False
    victim: chess.PieceType | None = None
    promotion: chess.PieceType | None = None
    castle: int = 0
    check: bool = False


_MARKS = re.compile(
    r"(?:\s*(?:e\.?\s?p\.?|\(=\)|\(\+\)|[+#†‡!?…]|ch\b\.?|dbl\b\.?|mate?\b|matt\b|mat\b))+$"
)
_CHECK = re.compile(r"[+#†‡]|ch\b|mat")
_LEAD = re.compile(r"^(?:\.{2,}|…)\s*")
_CASTLE = re.compile(r"([0Oo])[-–—‐‑−.\s]*\1(?:[-–—‐‑−.\s]*(\1))?")
_CAPTURES = "x×X:*"
_JOINTS = "-–—‐‑−→"


@lru_cache(maxsize=64)
def _patterns(alphabet: Alphabet) -> tuple[re.Pattern[str], re.Pattern[str]]:
    pieces = "".join(re.escape(sign) for sign in alphabet.pieces)
    small = "".join(
        sign.lower() for sign in alphabet.pieces if sign.isalpha() and len(sign.lower()) == 1
    )
    chosen = rf"(?:[=/(]?(?P<promotion>[{pieces}]|(?<=[18])[=/(]?[{small}])\)?)?"
    captures = rf"(?P<capture>[{_CAPTURES}])?"
    whole = (
        rf"(?P<piece>[{pieces}])?(?P<file>[a-h])?(?P<rank>[1-8])?[{_JOINTS}]?{captures}"
        rf"(?P<victim>[{pieces}])?(?P<to_file>[a-h])(?P<to_rank>[1-8])(?P<late>:)?{chosen}"
    )
    bare = (
        rf"(?:(?P<piece>[{pieces}])|(?P<file>[a-h]))(?P<rank>(?!))?{captures}"
        rf"(?P<victim>[{pieces}])?(?P<to_file>[a-h])?(?P<to_rank>[1-8])?(?P<late>(?!))?{chosen}"
    )
    return re.compile(whole), re.compile(bare)


def body(text: str, alphabet: Alphabet) -> str:
    """The entry without the marks that say nothing about the squares."""
    text = _LEAD.sub("", alphabet.plain(text.strip()))
    return _MARKS.sub("", text).strip()


@lru_cache(maxsize=8192)
def form(text: str, alphabet: Alphabet) -> Form | None:
    """What the entry says; None if it has no form of a move."""
    plain = body(text, alphabet)
    check = bool(_CHECK.search(text))
    if castled := _CASTLE.fullmatch(plain):
        return Form(castle=LONG if castled[2] else SHORT, check=check)
    plain = plain.replace(" ", "")
    whole, bare = _patterns(alphabet)
    found = whole.fullmatch(plain)
    if found is None:
        found = bare.fullmatch(plain)
        if found is None or not _says_enough(found):
            return None
    return _form(found, alphabet, check=check)


def _says_enough(found: re.Match[str]) -> bool:
    """A bare entry is a capture, marked as one or from file to file."""
    if found["victim"]:
        return True
    if not (found["to_file"] or found["to_rank"]):
        return False
    return bool(found["capture"]) or bool(found["file"] and found["to_file"])


def _form(found: re.Match[str], alphabet: Alphabet, *, check: bool) -> Form:
    pieces = alphabet.pieces
    piece = pieces[found["piece"]] if found["piece"] else None
    origins, targets = chess.BB_ALL, chess.BB_ALL
    if found["file"]:
        origins &= chess.BB_FILES[ord(found["file"]) - 97]
    if found["rank"]:
        origins &= chess.BB_RANKS[int(found["rank"]) - 1]
    if found["to_file"]:
        targets &= chess.BB_FILES[ord(found["to_file"]) - 97]
    if found["to_rank"]:
        targets &= chess.BB_RANKS[int(found["to_rank"]) - 1]
    capture = bool(found["capture"] or found["victim"] or found["late"])
    long = bool(found["file"] and found["rank"])
    if piece is None and not long:
        piece = chess.PAWN
        if not found["file"] and found["to_file"] and not capture:
            origins = chess.BB_FILES[ord(found["to_file"]) - 97]
    chosen = (found["promotion"] or "").lstrip("=/(")
    promotion = pieces.get(chosen) or pieces.get(chosen.upper()) if chosen else None
    victim = pieces[found["victim"]] if found["victim"] else None
    return Form(piece, origins, targets, capture, victim, promotion, check=check)


def exact(board: chess.Board, said: Form) -> list[chess.Move]:
    """Every legal move that the form says; several if it does not say enough."""
    if said.castle:
        kingside = said.castle == SHORT
        return [
            move
            for move in board.generate_castling_moves()
            if board.is_kingside_castling(move) == kingside
        ]
    origins, turn = said.origins, board.turn
    if said.piece is None:
        origins &= board.occupied_co[turn]
    else:
        origins &= board.pieces_mask(said.piece, turn)
    if not origins:
        return []
    found = []
    king_steps = said.piece == chess.KING and said.origins == chess.BB_ALL
    for move in board.generate_legal_moves(origins, said.targets):
        if move.promotion:
            if said.promotion and move.promotion != said.promotion:
                continue
        elif said.promotion:
            continue
        if said.capture and not board.is_capture(move):
            continue
        if said.victim and (board.piece_type_at(move.to_square) or chess.PAWN) != said.victim:
            continue
        if king_steps and board.is_castling(move):
            continue  # castling has a sign of its own; from square to square it may be written
        found.append(move)
    return found


def figurine(piece: chess.PieceType) -> str:
    return FIGURINE_OF[piece]
