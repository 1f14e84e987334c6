"""Commands and questions: what can be asked besides a move, and the patterns that ask it.

A pattern is a line of words with slots: `was steht auf {square}`. `(a|b)` stands for either,
`[a]` for a word that may be left out. A slot takes one or more words of the utterance.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """A side as a player names it."""

    MINE = "mine"
    THEIRS = "theirs"
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    squares: tuple[int, ...] = ()
    piece: int | None = None
    side: Side | None = None
    file: int | None = None
    rank: int | None = None
    number: int | None = None

    def __str__(self) -> str:
        """The command with its arguments, as scripts see it: `square e4`, `where mine knight`."""
        parts = [self.name]
        if self.side is not None:
            parts.append(self.side.value)
        if self.piece is not None:
            parts.append(_PIECES[self.piece])
        parts.extend("abcdefgh"[square & 7] + "12345678"[square >> 3] for square in self.squares)
        if self.file is not None:
            parts.append("abcdefgh"[self.file])
        if self.rank is not None:
            parts.append(str(self.rank + 1))
        if self.number is not None:
            parts.append(str(self.number))
        return " ".join(parts)


_PIECES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")

AT_EVENT = {
    "start_clock": "",
    "press": "",
    "repeated": "",
    "removed": "",
    "placed": "",
    "executed": "",
    "other_board": "",
    "touched": "square",
    "halt": "",
    "go_on": "",
    "claim_threefold": "",
    "claim_fifty": "",
    "flag": "",
    "claim_quickplay": "",
    "reject_claim": "",
    "postpone_claim": "",
    "illegal": "side",
    "pawn_left": "side",
    "no_move": "side",
    "two_hands": "side",
    "wrong_set_up": "",
    "board_turned": "",
    "colours_reversed": "",
    "displaced": "",
    "restore": "number",
    "absent": "side",
    "add_time": "side number",
    "take_time": "side number",
    "set_time": "side number",
    "penalty": "side number",
    "penalties": "",
    "wins": "side",
    "draw_decided": "",
    "adjourn": "",
    "seal": "",
    "open_envelope": "",
    "envelope_lost": "",
    "castle_intended": "",
}
"""Commands of players, assistant and arbiter in a game at an event, each with its slots."""

CLOCK = {
    "time": "|side",
    "own_time": "",
    "their_time": "",
    "to_control": "",
    "hands": "|side",
}
"""Questions about the clock; an answer grows old while it is told."""

SLOTS: dict[str, tuple[frozenset[str], ...]] = {
    name: tuple(frozenset(slots.split()) for slots in alternatives.split("|"))
    for name, alternatives in {
        "repeat": "",
        "last_move": "",
        "last_moves": "number",
        "turn": "",
        "move_number": "",
        "square": "square",
        "where": "piece|side piece",
        "rank": "rank",
        "file": "file",
        "diagonal": "square",
        "pieces": "side",
        "attackers": "square",
        "moves_of": "piece|square|piece square",
        "material": "",
        "check": "",
        "correct": "",
        "take_back": "",
        "offer_draw": "",
        "accept_draw": "",
        "decline_draw": "",
        "claim_draw": "",
        "resign": "",
        **CLOCK,
        "help": "",
        "stop": "",
        "yes": "",
        "no": "",
        "leave": "",
        **AT_EVENT,
    }.items()
}
"""Every command, with the slots that a pattern of it must have (any one of the alternatives)."""

ANSWERS = frozenset({"yes", "no"})
"""Commands that answer a question."""

HARMLESS = frozenset(SLOTS) - AT_EVENT.keys() - ANSWERS - {
    "correct", "take_back", "offer_draw", "accept_draw", "decline_draw", "claim_draw", "resign",
    "leave",
}  # fmt: skip
"""Commands that change nothing in the game: questions, help, silence."""

ABOUT_POSITION = tuple(
    name for name, ways in SLOTS.items() if name not in AT_EVENT and name not in CLOCK and all(ways)
)
"""Questions that name a square, a line, a piece or a side, and change nothing."""

SLOT_NAMES = frozenset({"square", "piece", "side", "file", "rank", "number"})

_PART = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")


def expand(pattern: str) -> Iterator[str]:
    """Every plain pattern that a pattern with `(a|b)` and `[a]` stands for."""
    found = _PART.search(pattern)
    if found is None:
        yield " ".join(pattern.split())
        return
    choices = found[1].split("|") if found[1] is not None else [*found[2].split("|"), ""]
    for choice in choices:
        yield from expand(pattern[: found.start()] + choice + pattern[found.end() :])


def slots(pattern: str) -> list[str]:
    """The slots of a plain pattern, in order."""
    return re.findall(r"\{(\w*)\}", pattern)
