"""The command `chess-assistant`, also `python -m assistant`."""

import sys

from assistant import __version__


def main() -> int:
    if sys.argv[1:] in (["--version"], ["-V"]):  # answered before anything heavy is loaded
        print(f"chess-assistant {__version__}")
        return 0
    from assistant.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
