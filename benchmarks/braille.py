"""From an event to the cells of a display: brltty's virtual one, against a bare BrlAPI write.

python benchmarks/braille.py [--events 300]

Both are measured in the same run, in turn: a bare write of ready cells, and an announcement that
goes through wording, translation and layout. Each ends when the display has the cells. Exit
status 1 if the median or the worst is more than 3 times the bare one plus 5 ms.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from brltty import Brltty, Display, until

from assistant import data
from assistant.brailleoutlet import BrailleOutlet
from assistant.brltty import Connection
from assistant.cli_display import spellings
from assistant.cli_translator import open_translator
from assistant.core.braille import brlapi
from assistant.core.braille.reader import Reader
from assistant.core.braille.script import Script
from assistant.core.output.announcement import Announcement, Colour, Urgency, tell
from assistant.core.output.cells import Cells
from assistant.core.output.moves import told
from assistant.core.output.scene import Scene
from assistant.drivers.display_brlapi import Driver

TIMES, MORE_MS = 3, 5
WIDTH = 40


def there(display: Display, cells: Cells) -> float:
    """When these cells stand on the display."""
    with display.changed:
        if not display.changed.wait_for(lambda: display.cells == cells, 10):
            sys.exit("The display does not show what it was given.")
        return time.perf_counter()


def bare(connection: Connection, display: Display, cells: Cells) -> float:
    start = time.perf_counter()
    connection.send(brlapi.write(cells))
    return (there(display, cells) - start) * 1000


def announced(
    outlet: BrailleOutlet, display: Display, announcement: Announcement, cells: Cells
) -> float:
    outlet.heard("")  # so that it takes the line from the one before
    start = time.perf_counter()
    outlet.tell(announcement, "")
    return (there(display, cells) - start) * 1000


def announcements(count: int) -> list[Announcement]:
    """News and answers in turn, no two neighbours alike."""
    board = chess.Board()
    found: list[Announcement] = []
    while len(found) < count:
        if board.is_game_over() or board.fullmove_number > 60:
            board = chess.Board()
        move = list(board.legal_moves)[len(found) * 7 % board.legal_moves.count()]
        said = told(board, move)
        found.append(tell("played", Urgency.MOVE, side=Colour(board.turn), move=said))
        found.append(tell("last_move", side=Colour(board.turn), move=said))
        board.push(move)
    return found[:count]


def reader(board: chess.Board) -> Reader:
    grammar, _ = data.language("de")
    notation = data.notation_for("de", 8)
    translator = open_translator(notation)
    script = Script(grammar, notation, translator.translate, translator.back)
    found = Reader(script, data.display_keys(), spellings(grammar))
    found.see(Scene(board, chess.WHITE))
    return found


def pictures(said: list[Announcement]) -> list[Cells]:
    """What has to stand on the display after each of them."""
    line = reader(chess.Board())
    line.resize(WIDTH)
    found = []
    for one in said:
        line.asked()
        line.tell(one, 0)
        found.append((*line.paint(0).cells, *(0,) * WIDTH)[:WIDTH])
    return found


def measure(folder: Path, events: int) -> tuple[list[float], list[float]]:
    said = announcements(events)
    wanted = pictures(said)
    server = Brltty(folder)
    server.start()
    try:
        display = server.display(WIDTH)
        alone = Connection(server.host, "none")
        alone.done(brlapi.enter((1,)))
        writes = [bare(alone, display, cells) for cells in wanted]
        alone.close()
        driver = Driver(server.host, "none", "1", data.display_keys())
        outlet = BrailleOutlet(driver, reader(chess.Board()))
        until(lambda: bool(display.cells) and not any(display.cells[2:]), "no line is there")
        told_in = [
            announced(outlet, display, one, cells) for one, cells in zip(said, wanted, strict=True)
        ]
        outlet.close()
    finally:
        server.kill()
    return writes[10:], told_in[10:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=300)
    options = parser.parse_args()
    if shutil.which("brltty") is None:
        print("Left out: this needs brltty. Install it: apt install brltty")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        writes, told_in = measure(Path(folder), max(20, options.events))
    status = 0
    for name, figure in (("median", statistics.median), ("worst", max)):
        alone, whole = figure(writes), figure(told_in)
        most = TIMES * alone + MORE_MS
        fine = whole <= most
        status |= not fine
        print(
            f"{name}: bare write {alone:.2f} ms, announcement {whole:.2f} ms, "
            f"at most {most:.2f} ms: {'fine' if fine else 'too slow'}"
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
