"""The position on the line: eight rows or all squares at once; each can be asked about."""

import chess

from assistant.core.braille.line import Part
from assistant.core.braille.notation import Notation
from assistant.core.output import boardcells
from assistant.core.output.announcement import Place


def _single(notation: Notation) -> bool:
    """A square is one cell; a code of six dots has no room in it for the marks."""
    return notation.header.dots == 8


def width(notation: Notation) -> int:
    """Cells for all squares at once."""
    return 64 if _single(notation) else 128


def rows(
    board: chess.Board, notation: Notation, player: chess.Color | None, *, whole: bool
) -> list[list[Part]]:
    """The rows as the player sees them, his opponent's side first; one row if `whole`.

    A row begins with the number of its rank, unless all are in one.
    """
    found = []
    for squares in boardcells.squares(chess.WHITE if player is None else player):
        name = chess.RANK_NAMES[chess.square_rank(squares[0])]
        parts = [_square(board, square, notation) for square in squares]
        if not whole:
            parts.insert(0, Part(name, notation.code.encode(name).cells))
            parts[1] = Part(parts[1].text, parts[1].cells, parts[1].about, gap=1)
        found.append(parts)
    return [[part for row in found for part in row]] if whole else found


def _square(board: chess.Board, square: chess.Square, notation: Notation) -> Part:
    man = board.piece_at(square)
    cells = boardcells.of_square(board, square, notation, one_cell=_single(notation))
    return Part(man.symbol() if man else ".", cells, Place(square), gap=0)
