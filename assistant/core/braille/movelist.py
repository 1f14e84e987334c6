"""The moves of a game as lines of braille: one line a pair of moves."""

import chess

from assistant.core.braille.line import Part
from assistant.core.braille.script import Script
from assistant.core.output.announcement import MoveTold
from assistant.core.output.moves import told

_Pair = tuple[int, MoveTold | None, MoveTold | None]


def count(board: chess.Board | None) -> int:
    """How many lines there are."""
    if board is None or not board.move_stack:
        return 0
    root = board.root()
    return (len(board.move_stack) + (root.turn == chess.BLACK) + 1) // 2


def rows(board: chess.Board | None, script: Script) -> list[list[Part]]:
    """Every pair of moves with its number; each move can be asked about."""
    found = []
    for number, white, black in _pairs(board):
        parts = [] if white is None else [script.move(white, number)]
        if black is not None:
            parts.append(script.move(black, number if white is None else None, black=True))
        found.append(parts)
    return found


def _pairs(board: chess.Board | None) -> list[_Pair]:
    if board is None:
        return []
    past = board.root()
    pairs: list[_Pair] = []
    for move in board.move_stack:
        said = told(past, move)
        if past.turn == chess.WHITE:
            pairs.append((past.fullmove_number, said, None))
        elif pairs:
            pairs[-1] = (*pairs[-1][:2], said)
        else:
            pairs.append((past.fullmove_number, None, said))
        past.push(move)
    return pairs
