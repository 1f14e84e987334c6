"""Inputs a second through conversation and journal, memory of a long game, and a long soak.

python benchmarks/session.py [--games 10000] [--folder /var/tmp]
"""

import argparse
import gc
import os
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from contests import BOOK, LEXICON, everyone_mates, started

from assistant import data
from assistant.core.output.moves import told
from assistant.core.play.case import rulebook
from assistant.core.play.contest import begin
from assistant.core.play.events import Event
from assistant.core.play.timecontrol import parse
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.messages import Announce, Heard, Record
from assistant.tournament import Tournament

Keep = Callable[..., None]


class Unsynced(Keeper):
    """The same writes, without waiting for the disk."""

    def _sync(self) -> None:
        pass


def lines(seed: int, plies: int) -> list[str]:
    """The words of a random game: four lines a half-move."""
    chance = random.Random(seed)
    board = chess.Board()
    words = ["start"]
    for _ in range(plies):
        moves = list(board.legal_moves)
        chance.shuffle(moves)
        # Captures and pawns are saved for when a draw is near, so that the game can be long.
        moves.sort(key=board.is_capture)
        moves.sort(key=board.is_zeroing, reverse=board.halfmove_clock > 60)
        move = next((m for m in moves if not _ends(board, m)), None)
        if move is None:
            break
        words += [BOOK.move(told(board, move)), "wiederholt", "ausgeführt", "gedrückt"]
        board.push(move)
    return words


def _ends(board: chess.Board, move: chess.Move) -> bool:
    """Such moves are left out, so that a game gets as long as is wanted."""
    board.push(move)
    over = not any(board.legal_moves) or board.is_fivefold_repetition()
    over = over or board.is_seventyfive_moves() or board.is_insufficient_material()
    board.pop()
    return over


def play(script: list[str], keep: Keep) -> int:
    first = started(rules={"time_control": "90+30"})
    keep(first)
    book = rulebook(data.laws("2018"), parse("90+30"), supervised=True, can_mate=everyone_mates)
    talk = Tournament(begin(first), book, LEXICON, nonce=str, envelope=lambda: None)
    ms = 0
    for text in script:
        ms += 500
        outputs = talk.receive(Heard(text, ms, ms))
        facts = [output.event for output in outputs if isinstance(output, Record)]
        if facts:
            keep(*facts)
        for output in outputs:
            if isinstance(output, Announce):
                BOOK.say(output.what)
    return len(talk.contest.board.move_stack)


def nowhere(*_events: Event) -> None:
    pass


def rate(name: str, script: list[str], keep: Keep) -> None:
    start = time.perf_counter()
    play(script, keep)
    seconds = time.perf_counter() - start
    print(f"{name}: {len(script) / seconds:,.0f} inputs/s ({len(script)} inputs)")


def resident_kb() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    script = lines(1, 160)
    play(script, nowhere)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        rate("conversation alone", script, nowhere)
        for name, kind in (("journal, not synced", Unsynced), ("journal, synced", Keeper)):
            keeper = kind.create(Path(folder), "game")
            rate(name, script, keeper.keep)
            keeper.close()
    long = lines(2, 600)
    tracemalloc.start()
    plies = play(long, nowhere)
    current, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"a game of {plies // 2} moves: peak {peak / 1e6:.1f} MB, {current / 1e3:.0f} kB after it"
    )
    soak(options.games)


def soak(games: int) -> None:
    """Short games, one after the other; memory is read after each tenth of them."""
    scripts = [lines(seed, 20) for seed in range(20)]
    readings = []
    start = time.perf_counter()
    for number in range(games):
        play(scripts[number % len(scripts)], nowhere)
        if (number + 1) % max(1, games // 10) == 0:
            gc.collect()
            readings.append(resident_kb())
    seconds = time.perf_counter() - start
    print(f"soak: {games} games in {seconds:.0f} s; resident kB after each tenth: {readings}")


if __name__ == "__main__":
    main()
