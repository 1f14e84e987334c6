"""A position in braille cells.

With eight dots a square is one cell: the small letter of the piece, with dot 7 if it is black and
dot 8 if the square is dark. With six dots it is two: a cell for the marks (dot 6 a black piece,
dot 3 a dark square), then the letter. The marks are data of the notation.
"""

import chess

from assistant.core.braille.notation import Notation
from assistant.core.output.cells import BLANK, Cells, from_unicode


def of_square(
    board: chess.Board, square: chess.Square, notation: Notation, *, one_cell: bool
) -> Cells:
    """What stands on a square: one cell, or two of six dots."""
    marks = notation.board
    man = board.piece_at(square)
    black = man is not None and not man.color
    dark = bool(chess.BB_SQUARES[square] & chess.BB_DARK_SQUARES)
    letter = BLANK
    if man is not None:
        (letter,) = notation.code.encode(notation.letters.of(man.piece_type).lower()).cells
    signs = (marks.black, marks.dark) if one_cell else (marks.black_before, marks.dark_before)
    mark = 0
    for sign, wanted in zip(signs, (black, dark), strict=True):
        if wanted:
            mark |= from_unicode(sign)[0]
    return (letter | mark,) if one_cell else (mark, letter)


def squares(perspective: chess.Color = chess.WHITE) -> tuple[tuple[chess.Square, ...], ...]:
    """Eight rows of squares as that side sees them, its opponent's side first."""
    ranks, files = range(7, -1, -1), range(8)
    if not perspective:
        ranks, files = range(8), range(7, -1, -1)
    return tuple(tuple(chess.square(file, rank) for file in files) for rank in ranks)


def rows(
    board: chess.Board,
    notation: Notation,
    perspective: chess.Color = chess.WHITE,
    *,
    one_cell: bool = True,
) -> tuple[Cells, ...]:
    """Eight rows of cells, one or two a square, as `squares` orders them."""
    return tuple(
        tuple(
            cell for square in row for cell in of_square(board, square, notation, one_cell=one_cell)
        )
        for row in squares(perspective)
    )


def sixty_four(
    board: chess.Board, notation: Notation, perspective: chess.Color = chess.WHITE
) -> tuple[Cells, tuple[chess.Square, ...]]:
    """The whole board in a row, one cell a square, and the square of each cell."""
    cells = tuple(cell for row in rows(board, notation, perspective) for cell in row)
    return cells, tuple(square for row in squares(perspective) for square in row)
