"""Time to reconcile two sheets: a clean pair against python-chess, damaged pairs, long games.

python benchmarks/reconcile.py
"""

import io
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

import scribes  # noqa: E402

from assistant import data  # noqa: E402
from assistant.core.dispute import source  # noqa: E402
from assistant.core.dispute.reconciliation import Paper, reconcile  # noqa: E402


def compare(a: str, b: str) -> None:
    papers = [Paper(name, source.read(text.encode(), name)) for name, text in (("A", a), ("B", b))]
    reconcile(papers[0], papers[1], data.alphabets(), data.slips())


def seconds(work: Callable[[], None], times: int) -> float:
    measured = []
    for _ in range(times):
        started = time.process_time()
        work()
        measured.append(time.process_time() - started)
    return statistics.median(measured)


def long_game(rng: random.Random, length: int) -> list[chess.Move]:
    """A game of just that length; attempts that end early are thrown away."""
    while True:
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < length and not board.is_game_over(claim_draw=False):
            legal = list(board.legal_moves)
            quiet = [move for move in legal if not board.is_capture(move)] or legal
            moves.append(rng.choice(quiet if rng.random() < 0.97 else legal))
            board.push(moves[-1])
        if len(moves) == length:
            return moves


def main() -> None:
    rng = random.Random(1)
    english = scribes.Scribe(data.alphabets()["en"])
    german = scribes.Scribe(data.alphabets()["de"], long=True, layout="tabs")
    data.slips()
    moves = long_game(rng, 120)
    texts = [scribes.sheet(moves, english, rng).text for _ in range(2)]
    foreign = scribes.sheet(moves, german, rng).text

    def parse() -> None:
        for text in texts:
            chess.pgn.read_game(io.StringIO(text))

    def parse_san() -> None:
        for text in texts:
            board = chess.Board()
            for word in text.split():
                if not word[0].isdigit():
                    board.push_san(word)

    pgn, san = seconds(parse, 15), seconds(parse_san, 15)
    same = seconds(lambda: compare(*texts), 15)
    other = seconds(lambda: compare(texts[0], foreign), 15)
    print(f"60 moves, python-chess parses both: PGN {pgn * 1000:.1f} ms, SAN {san * 1000:.1f} ms")
    ratios = f"{same / pgn:.2f} of PGN (wanted 3), {same / san:.2f} of SAN"
    print(f"clean pair: {same * 1000:.1f} ms, {ratios}")
    print(f"in two languages, short and long: {other * 1000:.1f} ms, {other / pgn:.2f} of PGN")
    for rate in (0.03, 0.1, 0.2):
        worst = 0.0
        for _ in range(6):
            a, b = (scribes.sheet(moves, english, rng, rate).text for _ in range(2))
            worst = max(worst, seconds(lambda: compare(a, b), 1))  # noqa: B023
        print(f"damaged pair, {rate:.0%} slips in each sheet: at worst {worst:.2f} s (wanted 2)")
    for length in (60, 150, 300):
        game = long_game(rng, 2 * length)
        a, b = (scribes.sheet(game, english, rng).text for _ in range(2))
        clean = seconds(lambda: compare(a, b), 5)  # noqa: B023
        c, d = (scribes.sheet(game, english, rng, 0.02).text for _ in range(2))
        slips = seconds(lambda: compare(c, d), 1)  # noqa: B023
        print(
            f"{length} moves: clean {clean * 1e6 / length:.0f} µs a move, "
            f"2 % slips {slips * 1000 / length:.1f} ms a move"
        )


if __name__ == "__main__":
    main()
