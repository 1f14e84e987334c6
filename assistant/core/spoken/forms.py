"""Every complete form of an announcement, by the codes of its words."""

import re
from dataclasses import dataclass
from itertools import product

from assistant.core.spoken.lexicon import FILE, FROM, PIECE, PROMOTES, RANK, TAKES


@dataclass(frozen=True, slots=True)
class Form:
    """Where the parts of an announcement stand in its code; -1 if unsaid."""

    piece: int
    file: int
    rank: int
    to: int
    """The file of the target; its rank is next to it."""
    promotion: int
    captured: int
    capture: bool
    promotes: bool


def _all() -> dict[str, Form]:
    """Every complete announcement: [piece] [[from] origin] [takes [piece]] target [promotion]."""
    square = FILE + RANK
    forms: dict[str, Form] = {}

    def add(*parts: str, names: tuple[str, ...]) -> None:
        at = {}
        code = ""
        for name, part in zip(names, parts, strict=True):
            at[name] = len(code) if part else -1
            code += part
        origin = parts[names.index("origin")]
        taking = parts[names.index("taking")]
        promotion = parts[names.index("promotion")]
        forms[code] = Form(
            at["piece"],
            at["origin"] + origin.index(FILE) if FILE in origin else -1,
            at["origin"] + origin.index(RANK) if RANK in origin else -1,
            at["to"],
            at["promotion"] + promotion.index(PIECE) if PIECE in promotion else -1,
            at["taking"] + 1 if PIECE in taking else -1,
            TAKES in code,
            PROMOTES in promotion,
        )

    usual = ("piece", "origin", "taking", "to", "promotion", "end")
    turned = ("piece", "taking", "to", "promotion", "origin")
    for piece, origin, taking, promotion in product(
        ("", PIECE),
        ("", FILE, RANK, square),
        ("", TAKES, TAKES + PIECE),
        ("", PIECE, PROMOTES, PROMOTES + PIECE),
    ):
        if origin == RANK and not piece:
            continue  # "zwei Eva vier" has lost its beginning
        if PIECE in taking and not (piece or origin):
            continue  # "schlägt Springer Felix drei": who takes?
        for start in ("", FROM) if origin else ("",):
            for end in ("", TAKES) if not taking else ("",):
                add(piece, start + origin, taking, square, promotion, end, names=usual)
        if origin:
            add(piece, taking, square, promotion, FROM + origin, names=turned)
    for start, origin, taking in product(("", FROM), ("", FILE, square), ("", TAKES)):
        if origin or not start:
            first = ("promotion", "origin", "taking", "to", "piece")
            add(PROMOTES + PIECE, start + origin, taking, square, "", names=first)
    return forms


FORMS = _all()

_INSIDE_A_SQUARE = re.compile(rf"{FILE}\.+{RANK}")
"""A word between the two parts of a square: "David schlägt fünf" has lost its middle."""


def form_of(codes: str) -> Form | None:
    """The form of codes among which dots stand for words without a place of their own."""
    if _INSIDE_A_SQUARE.search(codes):
        return None
    return FORMS.get(codes.replace(".", ""))
