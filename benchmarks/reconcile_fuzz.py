"""Files that are no sheets, or were: nothing crashes the reconciler or takes long.

python benchmarks/reconcile_fuzz.py [--seed S] [--seconds N]
"""

import argparse
import random
import sys
import time
from pathlib import Path

import chess

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

import scribes  # noqa: E402

from assistant import data  # noqa: E402
from assistant.core.dispute import report, source  # noqa: E402
from assistant.core.dispute.reconciliation import Paper, reconcile  # noqa: E402
from assistant.core.dispute.verdict import judge  # noqa: E402
from assistant.core.output.wording import Phrasebook  # noqa: E402
from assistant.errors import AssistantError  # noqa: E402

_SIGNS = 'abcdefghKQRBNx+-=O012345678. \n\t?#{}();[]"%'
_MOVES = [
    "Nf3",
    "e4",
    "Qh5",
    "O-O",
    "exd5",
    "a6",
    "Kxg7",
    "R1e2",
    "Nc6",
    "Be7",
    "d5",
    "x",
    "??",
    "Kg1",
    "Rfe1",
]


def file(rng: random.Random, games: list[list[chess.Move]]) -> bytes:
    """Bytes, signs, moves in no order, or a sheet with slips and broken places."""
    kind = rng.random()
    if kind < 0.15:
        return rng.randbytes(rng.randrange(3000))
    if kind < 0.3:
        return "".join(rng.choices(_SIGNS, k=rng.randrange(20000))).encode()
    if kind < 0.36:
        return " ".join(rng.choices(_MOVES, k=rng.randrange(1400))).encode()
    rate = rng.choice([0, 0.02, 0.2, 0.6])
    text = scribes.sheet(rng.choice(games), scribes.scribe(rng), rng, rate).text
    content = bytearray(text.encode())
    for _ in range(rng.randrange(40) if kind > 0.6 else 0):
        at = rng.randrange(len(content) + 1)
        match rng.randrange(3):
            case 0:
                content[at : at + 1] = rng.randbytes(1)
            case 1:
                del content[at : at + rng.randrange(1, 30)]
            case _:
                content[at:at] = content[rng.randrange(len(content) + 1) :][: rng.randrange(1, 200)]
    return bytes(content)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=60)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    games = [scribes.game(rng, rng.randint(10, 300)) for _ in range(12)]
    grammar, _ = data.language("en")
    book, laws, tell = Phrasebook(grammar), data.laws("2018"), report.in_letters(grammar.letters)
    pairs = refused = 0
    worst = 0.0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        pairs += 1
        a, b = file(rng, games), file(rng, games)
        started = time.process_time()
        try:
            papers = [Paper(name, source.read(one, name)) for name, one in (("A", a), ("B", b))]
            found = reconcile(papers[0], papers[1], data.alphabets(), data.slips())
            report.text(judge(found, laws, tell), book, grammar.letters)
            for row in found.comparison.rows:
                assert row.move is None or row.move in row.board.legal_moves
            for side in (0, 1):
                claims = [(row.a, row.b)[side] for row in found.comparison.rows]
                used = sorted(claim.index for claim in claims if claim is not None)
                assert used == list(range(len(papers[side].sheet.entries)))
        except AssistantError:
            refused += 1
        worst = max(worst, time.process_time() - started)
    print(f"{pairs} pairs, {refused} refused in a sentence, at worst {worst:.2f} s (wanted 5)")


if __name__ == "__main__":
    main()
