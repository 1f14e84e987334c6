"""The families of plural rules: which form of a phrase a number takes."""

from collections.abc import Callable


def _one_other(count: int) -> str:
    return "one" if count == 1 else "many"


def _zero_one_other(count: int) -> str:
    return "one" if count in (0, 1) else "many"


def _one_few_many(count: int) -> str:
    return "one" if count == 1 else "few" if count in (2, 3, 4) else "many"


def _one_few_many_tens(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


PLURALS: dict[str, Callable[[int], str]] = {
    "one-other": _one_other,
    "zero-one-other": _zero_one_other,
    "one-few-many": _one_few_many,
    "one-few-many-tens": _one_few_many_tens,
}
