"""Entries that were read in another order than they are written."""

from collections.abc import Sequence
from dataclasses import replace

from assistant.core.dispute.readings import Reader
from assistant.core.dispute.rows import Row


def in_place(rows: Sequence[Row], side: int, reader: Reader) -> list[Row]:
    """The rows with exchanged entries of a sheet where they are written.

    If they are a legal line in that order too, the claims say so.
    """
    shown = list(rows)
    moved = [at for at, row in enumerate(rows) if (claim := row.of(side)) and claim.swapped]
    for one, two in zip(moved[::2], moved[1::2], strict=False):
        first, second = rows[one].of(side), rows[two].of(side)
        if first is None or second is None:
            continue
        first, second = (
            replace(first, index=second.index, entry=second.entry),
            replace(second, index=first.index, entry=first.entry),
        )
        line = [shown[one].having(side, first), *rows[one + 1 : two]]
        possible = _possible([*line, shown[two].having(side, second)], side, reader)
        shown[one] = shown[one].having(side, replace(first, possible=possible))
        shown[two] = shown[two].having(side, replace(second, possible=possible))
    return shown


def _possible(rows: Sequence[Row], side: int, reader: Reader) -> bool:
    """The entries of a sheet are a legal line as they are written."""
    board = rows[0].board.copy(stack=False)
    for row in rows:
        claim = row.of(side)
        said = [] if claim is None else reader.look(board, claim.entry)
        if len(said) != 1:
            return False
        board.push(said[0])
    return True
