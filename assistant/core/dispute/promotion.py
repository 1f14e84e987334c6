"""Promotions of which a sheet does not name the piece."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import chess

from assistant.core.dispute.rows import Row
from assistant.core.dispute.slip import SlipKind


def choices(moves: Iterable[chess.Move], move: chess.Move) -> list[chess.Move]:
    """Those of the moves that are this promotion, whatever the piece; none if it is none."""
    if move.promotion is None:
        return []
    way = (move.from_square, move.to_square)
    return [one for one in moves if (one.from_square, one.to_square) == way]


def left_open(rows: Sequence[Row]) -> list[Row]:
    """The rows, with those marked in which neither a sheet nor what follows tells the piece."""
    return [
        replace(row, open=True) if _unnamed(row) and not _told_later(rows, at) else row
        for at, row in enumerate(rows)
    ]


def _unnamed(row: Row) -> bool:
    claims = [claim for claim in (row.a, row.b) if claim is not None and claim.entry.text]
    return bool(claims) and all(
        claim.slip is not None and claim.slip.kind is SlipKind.PROMOTION for claim in claims
    )


def _told_later(rows: Sequence[Row], at: int) -> bool:
    """Only one piece can have made the moves that follow."""
    row = rows[at]
    if row.move is None:
        return True
    fitting = [
        move
        for move in choices(row.board.legal_moves, row.move)
        if after(rows, at, move) is not None
    ]
    return fitting == [row.move]


def after(rows: Sequence[Row], at: int, move: chess.Move) -> chess.Board | None:
    """The position to which the rows lead with another move in one place; None if they cannot."""
    board = rows[at].board.copy(stack=False)
    board.push(move)
    for row in rows[at + 1 :]:
        if row.parts:
            break
        if row.move is None:
            continue
        mover = row.board.piece_at(row.move.from_square)
        if board.piece_at(row.move.from_square) != mover or not board.is_legal(row.move):
            return None
        board.push(row.move)
    board.clear_stack()
    return board
