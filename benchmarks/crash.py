"""Kills scripted games at random instants and checks that nothing announced was lost.

    python benchmarks/crash.py --kills 500 --folder /var/tmp

The folder has to be on a real file system; a new folder is made in it and removed at the end.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from crashes import campaign


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        report = campaign(options.kills, Path(folder), options.seed)
    print(
        f"{report.kills} kills in {report.runs} processes and {report.games} games, "
        f"{report.early} of them during start-up, {report.late} after the last answer, "
        f"{report.torn} torn journals set aside; "
        f"nothing announced was lost ({time.perf_counter() - start:.0f} s)"
    )


if __name__ == "__main__":
    main()
