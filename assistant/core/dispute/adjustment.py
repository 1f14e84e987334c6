"""How a board is brought to the position in which it should stand, piece by piece."""

from collections.abc import Iterator

import chess

from assistant.core.dispute import boards
from assistant.core.dispute.findings import Finding, FindingKind, Telling
from assistant.core.dispute.reconciliation import Reconciliation
from assistant.core.output.announcement import Argument, Colour, Man, Phrase

Boards = tuple[chess.BaseBoard | None, chess.BaseBoard | None]
"""How the boards of A and B stand, if that was told."""


def on_boards(
    found: Reconciliation,
    position: chess.Board,
    stands: Boards,
    tell: Telling,
) -> Iterator[Finding]:
    """What is to be said about each board that was told."""
    positions, moves = _line(found, position)
    for sheet, paper, board in zip("ab", found.papers, stands, strict=True):
        if board is None:
            continue
        name: dict[str, Argument] = {"name": paper.name}
        if boards.same(position, board):
            yield Finding(FindingKind.BOARD, Phrase("dispute_board_right", name), None, sheet)
            continue
        ago = boards.behind(positions, board)
        if ago:
            said = Phrase("dispute_board_behind", name | {"count": ago})
            yield Finding(FindingKind.BOARD, said, None, sheet)
        for one in boards.corrections(position, board, moves):
            yield Finding(FindingKind.BOARD, _correction(one, name, tell), None, sheet)


def where(
    found: Reconciliation,
    position: chess.Board,
    stands: Boards,
    tell: Telling,
) -> Iterator[Finding]:
    """Where each board stands on the way of the longer sheet; none is told to follow it."""
    positions, _ = _line(found, None)
    _, moves = _line(found, position)
    for sheet, paper, board in zip("ab", found.papers, stands, strict=True):
        if board is None:
            continue
        name: dict[str, Argument] = {"name": paper.name}
        at = next((one for one in reversed(positions) if boards.same(one, board)), None)
        if at is None:
            said = Phrase("dispute_board_elsewhere", name)
            yield Finding(FindingKind.BOARD, said, None, sheet)
            for one in boards.corrections(position, board, moves):
                yield Finding(FindingKind.BOARD, _correction(one, name, tell), None, sheet)
            continue
        mover = not at.turn
        after = name | {
            "number": at.fullmove_number - (mover is chess.BLACK),
            "side": Colour(mover),
        }
        yield Finding(FindingKind.BOARD, Phrase("dispute_board_after", after), None, sheet)


def _line(
    found: Reconciliation, position: chess.Board | None
) -> tuple[list[chess.Board], list[chess.Move]]:
    """The positions and moves that lead to a position of the game, or to its end."""
    goal = None if position is None else position.board_fen()
    positions = [found.comparison.start]
    moves: list[chess.Move] = []
    for row in found.comparison.rows:
        if positions[-1].board_fen() == goal or row.parts:
            break
        if row.move is not None:
            after = row.board.copy(stack=False)
            after.push(row.move)
            after.clear_stack()
            positions.append(after)
            moves.append(row.move)
    return positions, moves


def _correction(one: boards.Correction, name: dict[str, Argument], tell: Telling) -> Phrase:
    told = name | {"man": Man(one.piece.piece_type, one.piece.color)}
    if one.belongs is None and one.stands is not None:
        return Phrase("dispute_piece_off", told | {"square": tell.square(one.stands)})
    if one.belongs is None:
        return Phrase("dispute_board_right", name)
    told["to"] = tell.square(one.belongs)
    if one.stands is None:
        return Phrase("dispute_piece_missing", told)
    told["square"] = tell.square(one.stands)
    if one.came_from is not None:
        return Phrase("dispute_piece_came", told | {"origin": tell.square(one.came_from)})
    return Phrase("dispute_piece_stands", told)
