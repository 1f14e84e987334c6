"""How long it takes to read an announced move, against python-chess reading the same move as SAN.

Positions come from random play with a fixed seed. For each position all its legal moves are
announced in the full form, then read from words; python-chess parses their SAN. Both run on the
same boards in the same process, in turns; the figure that counts is the ratio of the two.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import chess

from assistant import data
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import understand


def positions(count: int, seed: int) -> list[chess.Board]:
    chance = random.Random(seed)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(chance.randint(4, 120)):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            board.push(chance.choice(moves))
        if any(board.legal_moves):
            boards.append(chess.Board(board.fen()))
    return boards


def fastest(action: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(
    boards: list[chess.Board], book: Phrasebook, lexicon: Lexicon, rounds: int
) -> tuple[float, float, float]:
    """Median ratio over the positions; phrases read and moves parsed per second."""
    ratios, ours, theirs, count = [], 0.0, 0.0, 0
    for board in boards:
        moves = list(board.legal_moves)
        phrases = [book.move(told(board, move)) for move in moves]
        sans = [board.san(move) for move in moves]

        def read(board: chess.Board = board, phrases: list[str] = phrases) -> None:
            for phrase in phrases:
                heard = understand(phrase, lexicon)
                assert isinstance(heard, tuple)
                assert isinstance(read_all(board, heard), Exact), phrase

        def parse(board: chess.Board = board, sans: list[str] = sans) -> None:
            for san in sans:
                board.parse_san(san)

        reading, parsing = fastest(read, rounds), fastest(parse, rounds)
        ratios.append(reading / parsing)
        ours, theirs, count = ours + reading, theirs + parsing, count + len(moves)
    return statistics.median(ratios), count / ours, count / theirs


def main() -> None:
    parser = argparse.ArgumentParser(description="Reading announced moves against parse_san")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--languages", default=",".join(data.languages()))
    options = parser.parse_args()
    boards = positions(options.positions, options.seed)
    worst = 0.0
    for code in options.languages.split(","):
        grammar, lexicon = data.language(code)
        for length in Length:
            book = Phrasebook(grammar, Style(length=length))
            ratio, read, parsed = measure(boards, book, lexicon, options.rounds)
            worst = max(worst, ratio)
            print(
                f"{code} {length.value}: median ratio {ratio:.2f}, "
                f"read {read:,.0f} phrases/s, parse_san {parsed:,.0f} moves/s"
            )
    print(f"Largest median ratio {worst:.2f}; it should be at most 4.")


if __name__ == "__main__":
    main()
