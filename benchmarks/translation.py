"""Translations a second: the locked liblouis driver with position maps, against bare liblouis.

Both translate the same lines word by word in the same run, in turns. The driver is measured with
an empty memory of words and again with a full one; the built-in translator stands beside it.
"""

import ctypes
import statistics
import time
from collections.abc import Callable, Sequence

from assistant import data
from assistant.cli_translator import built_in
from assistant.drivers import translator_louis
from assistant.errors import LibraryError

ROUNDS = 7
LINES = [
    f"{number}. {white} {black} 1:{number:02}:{59 - number % 60:02}"
    for number, (white, black) in enumerate(
        [("e4", "e5"), ("Sf3", "Sc6"), ("Lb5", "a6"), ("Lxc6", "dxc6"), ("0-0", "Dd6")] * 40, 1
    )
]
TABLES = ("de-de-comp8.ctb", "de-g0-detailed.utb", "en-ueb-g1.ctb")


class Bare:
    """The fewest steps from a word to its cells: no lock, no maps, no check of the table."""

    def __init__(self) -> None:
        self.call = ctypes.CDLL("liblouis.so.20").lou_translateString
        self.out = (ctypes.c_uint32 * 1024)()

    def translate(self, text: str, table: str) -> None:
        name = table.encode()
        for word in text.split(" "):
            given = (ctypes.c_uint32 * len(word))(*map(ord, word))
            used, made = ctypes.c_int(len(word)), ctypes.c_int(1024)
            self.call(name, given, ctypes.byref(used), self.out, ctypes.byref(made), None, None, 4)


def a_second(translate: Callable[[str, str], object], lines: Sequence[str], table: str) -> float:
    begin = time.perf_counter()
    for line in lines:
        translate(line, table)
    return len(lines) / (time.perf_counter() - begin)


def main() -> None:
    try:
        translator_louis.Driver()
    except LibraryError as error:
        print(error)
        return
    bare, small = Bare(), built_in()
    for table in TABLES:
        figures: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            driver = translator_louis.Driver()
            driver.translate("a", table)
            for name, translate in (
                ("bare liblouis", bare.translate),
                ("driver, every word new", driver.translate),
                ("driver, words seen before", driver.translate),
                ("built-in translator", small.translate),
            ):
                figures.setdefault(name, []).append(a_second(translate, LINES, table))
        print(f"{table}: lines of a move pair and a clock, a second")
        base = statistics.median(figures["bare liblouis"])
        for name, values in figures.items():
            rate = statistics.median(values)
            print(f"  {name}: {rate:,.0f} ({rate / base:.2f} of bare liblouis)")
    notation = data.notation("de-8")
    begin = time.perf_counter()
    count = 0
    while time.perf_counter() - begin < 1:
        notation.code.encode("Sg1xf3+")
        count += 1
    print(f"A written move in cells by a notation file: {count:,} a second")


if __name__ == "__main__":
    main()
