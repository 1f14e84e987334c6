"""Varied positions for tests: random play with a fixed seed, Chess960, and hard cases by hand."""

import random
from functools import lru_cache

import chess

BY_HAND = (
    # promotions by push and capture, both colours
    "1n1r3k/2P1P3/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/8/2p1p3/1N1R3K b - - 0 1",
    # en passant from both sides, and pinned en passant
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    # castling both ways, and through attacked squares
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1",
    # three and more pieces that can go to one square
    "7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1",
    "Q6Q/8/8/8/8/6k1/8/Q2K4 w - - 0 1",
    "3R4/8/3K4/R6R/8/8/6k1/3R4 w - - 0 1",
    "7k/8/2B1B3/8/2B1B3/8/8/K7 w - - 0 1",
    "6k1/8/8/1n1n4/8/1n1n4/8/7K b - - 0 1",
    "Q3Q3/8/8/8/4Q3/6k1/8/K7 w - - 0 1",
    "4k3/8/R6R/8/8/8/R6R/2K5 w - - 0 1",
    # pins that decide which piece may go
    "4r1k1/8/8/8/8/2N1N3/8/4K3 w - - 0 1",
    # check, double check, mate in one
    "4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
    # Chess960 castling: king beside, on, and across his target; rook on the king's target
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1",
    "5kr1/8/8/8/8/8/8/1R3KR1 w GBg - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1",
    "2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1",
)


@lru_cache(maxsize=4)
def varied(count: int, seed: int = 7) -> tuple[chess.Board, ...]:
    """That many positions that are not over, an eighth of them from Chess960 starts."""
    chance = random.Random(seed)  # noqa: S311 - a fixed choice, not a secret
    boards = [chess.Board(fen, chess960=True) for fen in BY_HAND]
    for board in boards:
        board.chess960 = board.has_chess960_castling_rights()
    while len(boards) < count:
        if chance.random() < 0.125:
            board = chess.Board.from_chess960_pos(chance.randrange(960))
        else:
            board = chess.Board()
        pawns_run = chance.random() < 0.3
        for _ in range(chance.randint(0, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            rare = board.has_legal_en_passant() or any(board.generate_castling_moves())
            if rare and chance.random() < 0.3:
                break
            pawns = [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN]
            board.push(chance.choice(pawns if pawns_run and pawns else moves))
        if any(board.legal_moves):
            boards.append(board.copy(stack=False))
    return tuple(boards)
