"""The shape of the file with the costs of slips; the file explains every figure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from assistant.core.table import convert
from assistant.errors import DataError


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class EntryCosts(Table, frozen=True):
    ambiguous: float
    promotion_unsaid: float
    capture_mark: float
    check_mark: float
    blank: float
    unreadable: float


class SignCosts(Table, frozen=True):
    lookalike: float
    case: float
    other_language: float
    wrong: float
    missing: float
    added: float
    exchanged: float


class MeaningCosts(Table, frozen=True):
    legal_as_written: float
    another_move: float
    slip_at_most: float


class OrderCosts(Table, frozen=True):
    omitted: float
    omitted_again: float
    extra: float
    doubled: float
    swapped: float
    both_omitted: float
    same_slip: float


class Search(Table, frozen=True):
    width: int
    gap: float
    proof: float
    doubt: float
    readings: int
    stretch: int
    hopeless: float
    parting: float
    effort: int


class Lookalikes(Table, frozen=True):
    groups: list[str]


class Costs(Table, frozen=True):
    entry: EntryCosts
    sign: SignCosts
    meaning: MeaningCosts
    order: OrderCosts
    search: Search
    lookalikes: Lookalikes
    letters: dict[str, list[str]]
    """King, queen, rook, bishop, knight of languages without a grammar file."""


def check(raw: Mapping[str, Any], file: str) -> Costs:
    """Costs with every key present and usable.

    :raises DataError: naming file, key and remedy.
    """
    costs = convert(raw, Costs, file, "costs")
    for code, letters in costs.letters.items():
        if len(letters) != 5 or len(set(letters)) != 5 or not all(letters):
            raise DataError(
                file, f"letters.{code}", "five different letters are wanted", "Correct the list"
            )
    for table in (costs.entry, costs.sign, costs.meaning, costs.order, costs.search):
        for name in table.__struct_fields__:
            if getattr(table, name) < 0:
                raise DataError(file, name, "a cost below zero", "Give a figure from 0 up")
    return costs
