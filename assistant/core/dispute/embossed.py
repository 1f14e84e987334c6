"""A sheet in braille, read in a braille notation, as the reconciler wants it."""

import chess

from assistant.core.braille.sheet import BrailleSheet
from assistant.core.braille.sheet import Entry as Cell
from assistant.core.dispute.written import Entry, WrittenSheet

_ENGLISH = "  NBRQK"
"""By the piece types of python-chess; a pawn has no letter."""


def written(sheet: BrailleSheet) -> WrittenSheet:
    """The entries as they stand there; letters that no language has become English ones."""
    small = sheet.notation.letters.of(chess.KING).islower()
    return WrittenSheet(
        tuple(
            Entry(
                _text(cell, sheet.notation.letters.pawn) if small else cell.text,
                cell.number,
                cell.colour,
                _ms(cell.clock),
                cell.draw_offered,
            )
            for cell in sheet.entries
        ),
        notes=sheet.notes,
        result=sheet.result,
    )


def _text(cell: Cell, pawn: str) -> str:
    """An entry of a code with small piece letters, such as the British: sf3 is Nf3.

    What may be a bishop or a pawn of the b-file is the bishop: there that pawn has a letter.
    """
    kinds = {move.piece for move in cell.moves} - {chess.PAWN, None}
    if len(kinds) != 1:
        return cell.text.removeprefix(pawn)
    return _ENGLISH[kinds.pop() or 0] + cell.text[1:]


def _ms(clock: str) -> int | None:
    if not clock:
        return None
    hours, minutes, *seconds = map(int, clock.split(":"))
    return ((hours * 60 + minutes) * 60 + sum(seconds)) * 1000
