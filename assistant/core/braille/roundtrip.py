"""The proof of a notation: legal moves of many positions, to cells and back.

Guarantee: the positions are the same in every run. A move is lost if its cells are read as
another move, as several, as none, or are those of another legal move of the same position.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from assistant.core.braille.notation import Notation
from assistant.core.output.cells import Cells, unicode
from assistant.core.spoken.reading import Exact, read_all

_HARD = (
    "1n1r3k/2P1P3/8/8/8/8/8/K7 w - - 0 1",  # promotions
    "k7/8/8/8/8/8/2p1p3/1N1R3K b - - 0 1",
    "rnbqkbnr/p1p1pppp/8/1pPp4/8/8/PP1PPPPP/RNBQKBNR w KQkq b6 0 3",  # en passant
    "8/8/8/1PpP4/6B1/8/8/K6k w - c6 0 1",  # en passant or bishop to the same square
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # castling
    "7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1",  # four knights to one square
    "Q3Q3/8/8/8/4Q3/6k1/8/K7 w - - 0 1",
    "6k1/8/3q4/2Q5/2pP4/1P1B4/P7/K7 w - - 0 1",  # bishop, queen or pawn takes on c4
    "6k1/8/8/8/2n5/1P1B4/3Q4/K7 w - - 0 1",
    "k7/8/8/8/2n5/8/1P1B1B2/K7 w - - 0 1",
    "4k3/8/8/2p5/1P1B4/B7/8/4K3 w - - 0 1",
)


@dataclass(frozen=True, slots=True)
class Proof:
    positions: int
    moves: int
    cells: int
    lost: tuple[str, ...] = ()
    """Each lost move as a sentence."""


def prove(notation: Notation, positions: int) -> Proof:
    """What becomes of every legal move in that many positions."""
    boards = moves = cells = 0
    lost: list[str] = []
    for board in varied(positions):
        boards += 1
        seen: dict[Cells, chess.Move] = {}
        for move in board.legal_moves:
            written = notation.move(board, move).cells
            moves += 1
            cells += len(written)
            spoken = notation.read(written)
            read = read_all(board, spoken) if spoken else None
            if read != Exact(move) or seen.setdefault(written, move) != move:
                fen = board.fen()
                lost.append(f"{board.san(move)} as {unicode(written)} in {fen} is read as {read}")
    return Proof(boards, moves, cells, tuple(lost))


def varied(count: int) -> Iterator[chess.Board]:
    """Hard positions by hand, then the positions of games without a plan."""
    yield from map(chess.Board, _HARD[:count])
    state = 20_180_101
    board = chess.Board()
    for _ in range(count - len(_HARD)):
        for _ in range(3):
            # A plain congruential generator: the core has no chance of its own.
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            choices = list(board.legal_moves)
            board.push(choices[(state >> 33) % len(choices)])
            if board.is_game_over() or board.ply() > 160:
                board = chess.Board()
        yield board
