"""How far an entry is from a move that it does not say: the cheapest slip of the pen.

A pen knows signs, not squares: the entry is compared, sign by sign, with every way in which the
move could have been written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import chess

from assistant.core.dispute import entry
from assistant.core.dispute.alphabet import FIGURINE_OF, Alphabet
from assistant.core.dispute.costs import Costs

_SILENT = str.maketrans("", "", "x×:*-–—‐‑−→=/()[].,;!?+#†‡ \t'\"")
_NEVER = 1e9
Facts = tuple[int, int, int, int, int]
"""Piece, from, to, captured piece and chosen piece, 0 for none; of castling the signs."""
_CASTLING = 0
_UNEVEN = 0.3
_FAR = 3
"""Signs by which two texts may differ in length and still be compared."""
_CLOSE = 2.0
"""Only between readings as near as this does a mark for check tell anything."""


class SlipKind(StrEnum):
    """What went wrong in an entry."""

    AMBIGUOUS = "ambiguous"
    CAPTURE = "capture"
    PROMOTION = "promotion"
    PIECE = "piece"
    LANGUAGE = "language"
    FILE = "file"
    RANK = "rank"
    CASE = "case"
    MISSING = "missing"
    ADDED = "added"
    EXCHANGED = "exchanged"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Slip:
    kind: SlipKind
    had: str = ""
    """The sign that stands there."""
    wanted: str = ""
    """The sign that should, with the sheet's own letters."""


class Slips:
    """The costs of one alphabet; the same comparison is made once."""

    def __init__(self, alphabet: Alphabet, alphabets: Mapping[str, Alphabet], costs: Costs) -> None:
        self.alphabet = alphabet
        self.costs = costs
        self._sign = _sign_costs(alphabet, alphabets.values(), costs)
        self._between = lru_cache(maxsize=200_000)(self._compare)
        self._signs = lru_cache(maxsize=4096)(self._plain)
        self._says = lru_cache(maxsize=4096)(self._meant)
        self._base = lru_cache(maxsize=200_000)(self._move_cost)

    def costs_of(
        self,
        text: str,
        board: chess.Board,
        moves: Sequence[chess.Move],
        told: Sequence[Facts],
    ) -> list[float]:
        """What it costs to take the entry for each of these legal moves."""
        highest = self.costs.meaning.another_move
        marked, checks = "x" in text, "+" in text or "#" in text
        found = []
        for move, known in zip(moves, told, strict=True):
            best = self._base(text, known)
            if best < highest:
                if marked and not known[3]:
                    best += self.costs.entry.capture_mark
                if checks and best < _CLOSE and not board.gives_check(move):
                    best += self.costs.entry.check_mark
            found.append(min(best, highest))
        return found

    def explain(self, text: str, board: chess.Board, move: chess.Move) -> Slip:
        """What the slip is, if the entry was meant to say this move."""
        signs = self._signs(text)
        # Of ways that are about as near, the one of the same length is the simpler explanation.
        ways = min(
            _ways(facts(board, move)),
            key=lambda way: self._between(signs, way) + _UNEVEN * abs(len(way) - len(signs)),
        )
        wrong = [
            (had, wanted)
            for had, wanted in zip(signs, ways, strict=False)
            if not self._same(had, wanted)
        ]
        if len(signs) == len(ways):
            if not wrong:
                marked = "x" in text and not board.is_capture(move)
                return Slip(SlipKind.CAPTURE if marked else SlipKind.AMBIGUOUS)
            if len(wrong) == 1:
                return self._one_wrong(*wrong[0])
            if len(wrong) == 2 and wrong[0] == wrong[1][::-1]:
                return Slip(
                    SlipKind.EXCHANGED,
                    "".join(pair[0] for pair in wrong),
                    "".join(pair[1] for pair in wrong),
                )
        elif abs(len(signs) - len(ways)) == 1:
            longer, shorter = (signs, ways) if len(signs) > len(ways) else (ways, signs)
            for at, sign in enumerate(longer):
                rest = longer[:at] + longer[at + 1 :]
                pairs = zip(rest, shorter, strict=True)
                if all(self._same(*(pair if longer is signs else pair[::-1])) for pair in pairs):
                    if longer is signs:
                        return Slip(SlipKind.ADDED, had=sign)
                    return Slip(SlipKind.MISSING, wanted=self._own(sign))
        return Slip(SlipKind.SEVERAL)

    def _one_wrong(self, had: str, wanted: str) -> Slip:
        cost = self._sign.get((had, wanted))
        if cost == self.costs.sign.case:
            kind = SlipKind.CASE
        elif wanted in FIGURINE_OF.values():
            other = cost == self.costs.sign.other_language and had not in self.alphabet.pieces
            kind = SlipKind.LANGUAGE if other else SlipKind.PIECE
        elif wanted.isdigit():
            kind = SlipKind.RANK
        else:
            kind = SlipKind.FILE if wanted in "abcdefgh" else SlipKind.SEVERAL
        return Slip(kind, had, self._own(wanted))

    def _same(self, had: str, wanted: str) -> bool:
        return self._sign.get((had, wanted)) == 0

    def _own(self, sign: str) -> str:
        """A sign as this sheet writes it."""
        for letter, piece in self.alphabet.pieces.items():
            if letter.isalpha() and FIGURINE_OF[piece] == sign:
                return letter
        return sign

    def _move_cost(self, text: str, known: Facts) -> float:
        return self._cheapest(text, _ways(known))

    def _cheapest(self, text: str, ways: tuple[str, ...]) -> float:
        signs = self._signs(text)
        best = self.costs.meaning.another_move
        if not signs:
            return min(self.costs.entry.unreadable, best)
        said = self._says(signs)
        for written in ways:
            shared = sum(sign in said for sign in written)
            if shared and abs(len(written) - len(signs)) < _FAR:
                best = min(best, self._between(signs, written))
        return best

    def _meant(self, signs: str) -> frozenset[str]:
        """Every sign that one of these stands for exactly."""
        return frozenset(
            wanted for (had, wanted), cost in self._sign.items() if cost == 0 and had in signs
        )

    def _plain(self, text: str) -> str:
        plain = entry.body(text, self.alphabet)
        bare = plain.translate(_SILENT)
        if bare and set(bare) <= set("0Oo"):
            return "O" * len(bare)
        return bare[:8]

    def _compare(self, signs: str, written: str) -> float:
        """The weighted distance of two short texts, with exchanged neighbours as one slip."""
        sign, sign_costs = self.costs.sign, self._sign
        before: list[float] = []
        row = [at * sign.missing for at in range(len(written) + 1)]
        for down, had in enumerate(signs, 1):
            above, row = row, [down * sign.added]
            for across, wanted in enumerate(written, 1):
                cost = min(
                    above[across - 1] + sign_costs.get((had, wanted), sign.wrong),
                    above[across] + sign.added,
                    row[-1] + sign.missing,
                )
                if (
                    down > 1
                    and across > 1
                    and had != signs[down - 2]
                    and sign_costs.get((had, written[across - 2])) == 0
                    and sign_costs.get((signs[down - 2], wanted)) == 0
                ):
                    cost = min(cost, before[across - 2] + sign.exchanged)
                row.append(cost)
            before = above
        return row[-1]


def _sign_costs(
    alphabet: Alphabet, others: Iterable[Alphabet], costs: Costs
) -> dict[tuple[str, str], float]:
    """What it costs that the first sign stands for the second, where it is not just wrong.

    What stands is as written; what is wanted has figurines for pieces.
    """
    table: dict[tuple[str, str], float] = {}

    def put(had: str, wanted: str, cost: float) -> None:
        table[had, wanted] = min(cost, table.get((had, wanted), _NEVER))

    letters = {piece: sign for sign, piece in alphabet.pieces.items() if sign.isalpha()}
    for group in costs.lookalikes.groups:
        for had in group:
            for wanted in group:
                put(had, wanted, costs.sign.lookalike)
                for piece, letter in letters.items():
                    if letter == wanted:
                        put(had, FIGURINE_OF[piece], costs.sign.lookalike)
    for other in others:
        for sign, piece in other.pieces.items():
            if piece != chess.PAWN:
                put(sign, FIGURINE_OF[piece], costs.sign.other_language)
    for sign, piece in alphabet.pieces.items():
        put(sign.lower(), FIGURINE_OF[piece], costs.sign.case)
        put(sign, FIGURINE_OF[piece], 0)
    for sign in "abcdefgh":
        put(sign.upper(), sign, costs.sign.case)
        put(sign, sign, 0)
    for sign in "12345678":
        put(sign, sign, 0)
    for sign in "O0o":
        put(sign, "O", 0)
    return table


def facts(board: chess.Board, move: chess.Move) -> Facts:
    """What a legal move is, as far as it can be written."""
    origin, target = move.from_square, move.to_square
    piece = board.piece_type_at(origin) or chess.PAWN
    if piece == chess.KING and board.is_castling(move):
        return _CASTLING, origin, target, 0, 2 if board.is_kingside_castling(move) else 3
    victim = board.piece_type_at(target) or 0
    if piece == chess.PAWN and not victim and (origin - target) % 8:
        victim = chess.PAWN
    return piece, origin, target, victim, move.promotion or 0


@lru_cache(maxsize=65536)
def _ways(known: Facts) -> tuple[str, ...]:
    """Every way to write the move, without marks and with figurines."""
    piece, origin, target, victim, promotion = known
    if piece == _CASTLING:
        return "O" * promotion, FIGURINE_OF[chess.KING] + chess.square_name(target)
    start, end = chess.square_name(origin), chess.square_name(target)
    if piece == chess.PAWN:
        chosen = FIGURINE_OF[promotion] if promotion else ""
        found = [f"{start}{end}{chosen}"]
        if victim:
            found += [f"{start[0]}{end}{chosen}", f"{start[0]}{end[0]}{chosen}"]
            found += [f"{start[0]}{FIGURINE_OF[victim]}{chosen}"]
            found += [f"{start[0]}{FIGURINE_OF[victim]}{end}{chosen}"]
        else:
            found += [f"{end}{chosen}"]
        return tuple(found)
    letter = FIGURINE_OF[piece]
    found = [f"{letter}{end}", f"{letter}{start[0]}{end}", f"{letter}{start[1]}{end}"]
    found += [f"{letter}{start}{end}"]
    if victim:
        taken = FIGURINE_OF[victim]
        found += [f"{letter}{taken}", f"{letter}{taken}{end}", f"{letter}{end[0]}"]
    return tuple(found)
