"""Real scoresheets of over-the-board games: how far each pair can be reconciled.

Needs the folder with handwritten sheets (`GAME_SHEET.txt`); a report per game, then the figures.

    python benchmarks/reconcile_hcs.py [GAME ...] [--folder FOLDER] [--reports FOLDER]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from assistant import data
from assistant.core.dispute import report, source
from assistant.core.dispute.reconciliation import Paper, Reconciliation, reconcile
from assistant.core.dispute.rows import Row, Status
from assistant.core.dispute.verdict import judge
from assistant.core.dispute.written import WrittenSheet
from assistant.core.output.wording import Phrasebook

_BOTH = (Status.AGREE, Status.SLIP)


def read(path: Path) -> WrittenSheet:
    return source.read(path.read_bytes(), path.name)


def strict(sheet: WrittenSheet) -> int:
    """Half-moves that strict SAN replays before its first failure."""
    board = chess.Board()
    for played, entry in enumerate(sheet.entries):
        try:
            board.push_san(entry.text)
        except ValueError:
            return played
    return len(sheet.entries)


def alone(sheet: WrittenSheet) -> tuple[int, int]:
    """Entries of a sheet read by itself that are explained by legal moves, and all of them."""
    paper = Paper("A", sheet, "en")
    empty = Paper("B", WrittenSheet(()), "en")
    found = reconcile(paper, empty, data.alphabets(), data.slips())
    rows = found.comparison.rows
    read_ = sum(explained(row) for row in rows if row.a is not None and row.a.entry.text)
    return read_, sheet.plies


def explained(row: Row) -> bool:
    return row.move is not None and row.status is not Status.UNREAD


def summary(found: Reconciliation, seconds: float) -> str:
    comparison = found.comparison
    rows = [row for row in comparison.rows if row.a is not None and row.b is not None]
    supported = sum(row.status in _BOTH for row in rows)
    parting = comparison.parting
    where = "no parting"
    if parting is not None:
        side = "White" if parting.colour else "Black"
        texts = [claim.entry.text if claim else "nothing" for claim in (parting.a, parting.b)]
        where = f"parting at {parting.number} {side}: {texts[0]} / {texts[1]}"
        if comparison.rejoined and comparison.rejoined[0] < len(comparison.rows):
            where += f", again from {comparison.rows[comparison.rejoined[0]].number}"
    return f"{supported} of {len(comparison.rows)} half-moves by both, {where}, {seconds:.2f} s"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("games", nargs="*")
    shared = Path(__file__).parents[2] / "shared" / "data" / "hcs"
    arguments.add_argument("--folder", type=Path, default=shared)
    arguments.add_argument("--reports", type=Path, help="write the whole reports here")
    options = arguments.parse_args()
    sheets = {path.stem: read(path) for path in sorted(options.folder.glob("*_*.txt"))}
    if not sheets:
        sys.exit(f"There are no sheets in {options.folder}.")
    grammar, _ = data.language("en")
    book, laws = Phrasebook(grammar), data.laws("2018")
    supported = total = whole = partings = 0
    pairs = [name[:-2] for name in sheets if name.endswith("_0") and f"{name[:-2]}_1" in sheets]
    for game in pairs:
        if options.games and game not in options.games:
            continue
        papers = [Paper(f"sheet {side}", sheets[f"{game}_{side}"]) for side in (0, 1)]
        started = time.process_time()
        found = reconcile(papers[0], papers[1], data.alphabets(), data.slips())
        seconds = time.process_time() - started
        print(f"{game}: {summary(found, seconds)}")
        rows = found.comparison.rows
        supported += sum(row.status in _BOTH for row in rows)
        total += sum(row.a is not None and row.b is not None for row in rows)
        whole += all(explained(row) or row.status is Status.EXTRA for row in rows)
        partings += found.comparison.parting is not None
        if options.reports:
            options.reports.mkdir(parents=True, exist_ok=True)
            verdict = judge(found, laws, report.in_letters(grammar.letters))
            text = report.text(verdict, book, grammar.letters)
            (options.reports / f"{game}.txt").write_text(text)
    print(f"pairs: {len(pairs)}, explained to the end without a doubt: {whole}")
    print(f"pairs with a parting: {partings}")
    print(f"half-moves whose meaning both sheets support: {supported} of {total}")
    if options.games:
        return
    first = [strict(sheet) for sheet in sheets.values()]
    to_end = sum(n == len(s.entries) for n, s in zip(first, sheets.values(), strict=True))
    median = statistics.median(first)
    print(f"strict SAN: {to_end} of {len(sheets)} sheets to the end, median {median}")
    counts = [alone(sheet) for sheet in sheets.values()]
    full = sum(done == of for done, of in counts)
    share = sum(done for done, _ in counts) / sum(of for _, of in counts)
    print(f"each sheet alone: {full} of {len(sheets)} explained to the end, {share:.1%} of entries")


if __name__ == "__main__":
    main()
