"""Two sheets of known games, corrupted by a published error model: is the truth found again?

The error model is in `tests/scribes.py`. Games are played by Stockfish with few nodes after some
random moves, or made of plausible moves where there is no Stockfish.

    python benchmarks/reconcile_truth.py [--games N] [--seed S]
"""

import argparse
import random
import shutil
import sys
import time
from collections import Counter
from pathlib import Path

import chess
import chess.engine

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

import scribes  # noqa: E402

from assistant import data  # noqa: E402
from assistant.core.dispute import source  # noqa: E402
from assistant.core.dispute.reconciliation import Paper, reconcile  # noqa: E402
from assistant.core.dispute.rows import Comparison  # noqa: E402


def engine_games(count: int, rng: random.Random) -> list[list[chess.Move]]:
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if path is None:
        return [scribes.game(rng, rng.randint(40, 120)) for _ in range(count)]
    games = []
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Threads": 1})
        for _ in range(count):
            board = chess.Board()
            length = rng.randint(40, 130)
            while not board.is_game_over() and len(board.move_stack) < length:
                if len(board.move_stack) < 6 or rng.random() < 0.1:
                    board.push(rng.choice(list(board.legal_moves)))
                    continue
                found = engine.play(board, chess.engine.Limit(nodes=150)).move
                if found is None:
                    break
                board.push(found)
            games.append(list(board.move_stack))
    return games


def compare(a: str, b: str) -> Comparison:
    papers = [Paper(name, source.read(text.encode(), name)) for name, text in (("A", a), ("B", b))]
    return reconcile(papers[0], papers[1], data.alphabets(), data.slips()).comparison


def parted(
    moves: list[chess.Move], rng: random.Random
) -> tuple[list[chess.Move], list[chess.Move], int]:
    """Two games that are one up to a half-move: misheard moves, or two different continuations."""
    while True:
        at = rng.randrange(4, len(moves) - 2)
        board = chess.Board()
        for move in moves[:at]:
            board.push(move)
        others = [move for move in board.legal_moves if move != moves[at]]
        if others:
            break
    other = rng.choice(others)
    mine, theirs = board.copy(), board.copy()
    mine.push(moves[at])
    theirs.push(other)
    if rng.random() < 0.5:
        # The boards differ and nobody knows: moves are announced as long as both boards allow.
        for move in moves[at + 1 :]:
            if move not in mine.legal_moves or move not in theirs.legal_moves:
                break
            mine.push(move)
            theirs.push(move)
    else:
        theirs_on = scribes.game(rng, rng.randint(1, 20), theirs)
        for move in theirs_on:
            theirs.push(move)
        mine_on = moves[at + 1 : at + 1 + rng.randint(1, 20)]
        for move in mine_on:
            mine.push(move)
    return list(mine.move_stack), list(theirs.move_stack), at + 1


def readable_there(
    moves: list[chess.Move], at: int, rng: random.Random, rate: float
) -> scribes.Sheet:
    """A sheet without a slip on the disputed half-move: with one, it claims something else."""
    while True:
        sheet = scribes.sheet(moves, scribes.scribe(rng), rng, rate)
        if at not in dict(sheet.slips):
            return sheet


def readable_together(
    moves: list[chess.Move], rng: random.Random, rate: float
) -> tuple[scribes.Sheet, scribes.Sheet]:
    """Two sheets with slips, never on the same half-move: then the truth is not on paper."""
    first = scribes.sheet(moves, scribes.scribe(rng), rng, rate)
    while True:
        second = scribes.sheet(moves, scribes.scribe(rng), rng, rate)
        if not dict(first.slips).keys() & dict(second.slips).keys():
            return first, second


def true_parting(found: Comparison, at: int, slips: dict[int, str]) -> bool:
    """The parting is the true one; a slip that makes another legal move may be told before it.

    Such a slip is a different claim as it stands: it must be at its place and be called likely.
    """
    likely = {one.row for one in found.likely}
    for place, row in enumerate(found.rows):
        if row.parts and row.ply == at:
            return True
        if row.parts and not (place in likely and row.ply in slips):
            return False
    return False


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--verbose", action="store_true")
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    games = engine_games(options.games, rng)
    plies = sum(map(len, games))
    print(f"{len(games)} games, {plies} half-moves, seed {options.seed}")

    alarms = 0
    for moves in games:
        a, b = (scribes.sheet(moves, scribes.scribe(rng), rng) for _ in range(2))
        found = compare(a.text, b.text)
        meant = [row.move for row in found.rows]
        if not found.agree or meant != moves:
            alarms += 1
            if options.verbose:
                print("ALARM", a.text, b.text, found.parting, sep="\n")
    print(f"notation only: {alarms} false alarms in {len(games)} pairs (wanted 0)")

    for rate in (0.0, 0.01):
        right = 0
        for moves in games:
            mine, theirs, at = parted(moves, rng)
            first = readable_there(mine, at, rng, rate)
            second = readable_there(theirs, at, rng, rate)
            found = compare(first.text, second.text)
            hit = true_parting(found, at, dict(first.slips + second.slips))
            right += hit
            if not hit and options.verbose:
                print("MISSED", at, found.parting and found.parting.ply, first.slips, second.slips)
                print(first.text, second.text, sep="\n")
        share = 100 * right / len(games)
        print(f"one real disagreement, slips {rate:.0%}: {share:.1f} % found (wanted 99)")

    started = time.process_time()
    slips: Counter[str] = Counter()
    explained: Counter[str] = Counter()
    for moves in games:
        a, b = readable_together(moves, rng, 0.03)
        found = compare(a.text, b.text)
        read = {row.ply: row.move for row in found.rows if row.move is not None}
        for ply, kind in a.slips + b.slips:
            slips[kind] += 1
            hit = read.get(ply) == moves[ply - 1]
            explained[kind] += hit
            if not hit and options.verbose:
                print("WRONG", ply, kind, moves[ply - 1], read.get(ply), a.slips, b.slips)
                print(a.text, b.text, sep="\n")
    share = 100 * sum(explained.values()) / max(1, sum(slips.values()))
    seconds = time.process_time() - started
    print(f"slips: {share:.1f} % of {sum(slips.values())} explained (wanted 97), {seconds:.1f} s")
    for kind, count in sorted(slips.items()):
        print(f"  {kind}: {explained[kind]} of {count}")


if __name__ == "__main__":
    main()
