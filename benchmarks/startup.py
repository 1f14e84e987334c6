"""How long `chess-assistant --version` takes, against `python -c "import chess"`, in turns."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 21


def seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own commands
    return time.perf_counter() - begin


def main() -> None:
    ours = [str(Path(sys.executable).with_name("chess-assistant")), "--version"]
    theirs = [sys.executable, "-c", "import chess"]
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
    version = statistics.median(pair[0] for pair in pairs)
    chess = statistics.median(pair[1] for pair in pairs)
    print(f"chess-assistant --version: {1000 * version:.0f} ms")
    print(f'python -c "import chess": {1000 * chess:.0f} ms')
    print(f"Ratio {version / chess:.2f}; it should be at most 2.5.")


if __name__ == "__main__":
    main()
