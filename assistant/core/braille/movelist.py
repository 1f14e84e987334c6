"""The moves of a game as lines of braille: one line a pair of moves."""

from collections.abc import Sequence
from typing import overload

import chess

from assistant.core.braille.line import Part
from assistant.core.braille.script import Script
from assistant.core.output.moves import told


def count(board: chess.Board | None) -> int:
    """How many lines there are."""
    if board is None or not board.move_stack:
        return 0
    return (len(board.move_stack) + _begins(board) + 1) // 2


def _begins(board: chess.Board) -> int:
    """1 if Black made the first move, else 0; without going back to it."""
    return int((len(board.move_stack) % 2 == 0) != (board.turn == chess.WHITE))


class Rows(Sequence[Sequence[Part]]):
    """Every pair of moves with its number, each written when it is asked for."""

    def __init__(self, board: chess.Board | None, script: Script) -> None:
        self._board = board
        self._script = script

    def __len__(self) -> int:
        return count(self._board)

    @overload
    def __getitem__(self, row: int) -> list[Part]: ...
    @overload
    def __getitem__(self, row: slice) -> list[list[Part]]: ...
    def __getitem__(self, row: int | slice) -> list[Part] | list[list[Part]]:
        if isinstance(row, slice):
            return [self[one] for one in range(*row.indices(len(self)))]
        if self._board is None or not 0 <= row < len(self):
            raise IndexError(row)
        first = 2 * row - _begins(self._board)
        last = min(first + 2, len(self._board.move_stack))
        past = self._board.copy()
        moves = []
        while len(past.move_stack) > max(0, first):
            move = past.pop()
            if len(past.move_stack) < last:
                moves.append((told(past, move), past.fullmove_number, past.turn))
        parts: list[Part] = []
        for move_told, number, side in reversed(moves):
            before = None if parts else number
            parts.append(self._script.move(move_told, before, black=side == chess.BLACK))
        return parts
