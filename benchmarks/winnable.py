"""How many of the labelled positions are decided within a budget, and how fast; never wrongly.

Times are processor time of this process, so that other work on the machine does not count;
``--wall`` measures by the clock on the wall instead. A budget covers both colours of a position.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import chess

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from assistant.core.deadness.verdict import Outcome, judge_both, mates  # noqa: E402


@dataclass
class Tally:
    """What was counted over a set of positions."""

    times: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    plies: list[int] = field(default_factory=list)
    decided: int = 0
    total: int = 0
    wrong: list[str] = field(default_factory=list)


def run(
    positions: Iterable[tuple[str | None, str]], budget: float, clock: Callable[[], float]
) -> Tally:
    """Judges every position for both colours and holds the verdicts against the labels."""
    tally = Tally()
    for label, fen in positions:
        board = chess.Board(fen)
        start = clock()
        end = start + budget / 1000
        verdicts = judge_both(board, lambda end=end: clock() > end)  # type: ignore[misc]
        tally.times.append((clock() - start) * 1000)
        for winner, verdict in verdicts.items():
            tally.total += 1
            tally.reasons[verdict.reason] += 1
            if verdict.outcome is Outcome.NOT_DECIDED:
                continue
            tally.decided += 1
            can = verdict.outcome is Outcome.CAN_MATE
            if can:
                tally.plies.append(len(verdict.line))
            if (can and not mates(board, verdict.line, winner)) or (
                label is not None and can != ("BW"[winner] in label)
            ):
                tally.wrong.append(f"{'BW'[winner]} {verdict.reason} {fen}")
    return tally


def tell(name: str, tally: Tally) -> None:
    """Prints a tally in plain lines."""
    times = sorted(tally.times)
    share = 100 * tally.decided / tally.total
    print(f"{name}: {share:.2f} % decided, {tally.decided} of {tally.total} colour verdicts")
    print(
        f"  wrong {len(tally.wrong)}; median {median(times):.2f} ms, "
        f"90th percentile {times[len(times) * 9 // 10]:.2f} ms, slowest {times[-1]:.0f} ms"
    )
    if tally.plies:
        print(f"  mate lines: median {median(tally.plies):.0f} plies, longest {max(tally.plies)}")
    print("  " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common()))
    for line in tally.wrong:
        print(f"  WRONG {line}")


def compare(labelled: list[tuple[str, str]]) -> None:
    """Prints what counting material alone makes of the same positions."""
    denied = missed = right = 0
    for label, fen in labelled:
        board = chess.Board(fen)
        for color in chess.COLORS:
            can = "BW"[color] in label
            claim = not board.has_insufficient_material(color)
            right += claim == can
            denied += can and not claim
            missed += claim and not can
    total = right + denied + missed
    print(
        f"python-chess has_insufficient_material: {right} of {total} right, "
        f"{missed} sides called able to mate that cannot, {denied} called unable that can"
    )


def main() -> int:
    """Runs the benchmark; the exit code is 1 if any verdict was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared", help="shared folder")
    parser.add_argument(
        "--budget",
        type=float,
        nargs="+",
        default=[10, 30, 100, 200, 1000, 5000],
        help="milliseconds per position; several draw the curve",
    )
    parser.add_argument("--limit", type=int, help="only so many positions of each file")
    parser.add_argument("--wall", action="store_true", help="measure by the clock on the wall")
    arguments = parser.parse_args()
    clock = time.perf_counter if arguments.wall else time.process_time

    folder = arguments.data / "data" / "deadness"
    if not folder.is_dir():
        print(f"no data in {folder}", file=sys.stderr)
        return 2
    lines = (folder / "positions.txt").read_text(encoding="utf-8").splitlines()
    labelled = [(line[:2], f"{line[3:]} 0 1") for line in lines][: arguments.limit]
    finals = (folder / "timeouts.txt").read_text(encoding="utf-8").splitlines()
    plain = [(None, line) for line in finals if line][: arguments.limit]

    wrong = 0
    for budget in arguments.budget:
        tally = run(labelled, budget, clock)
        tell(f"labelled positions, {budget:g} ms", tally)
        wrong += len(tally.wrong)
    tally = run(plain, 200, clock)
    tell("timed-out games, 200 ms", tally)
    wrong += len(tally.wrong)
    compare(labelled)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
