"""Batches: one line in, one JSON object out, at once and in order, in constant memory."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Result = dict[str, Any]


def write(result: Result) -> None:
    """One JSON object on a line of its own, always in UTF-8."""
    text = json.dumps(result, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", errors="backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def run(answer: Callable[[int, str], tuple[Result, bool]]) -> int:
    """Answers every line of standard input; `answer` says whether the line could be used."""
    unusable = 0
    for number, line in enumerate(_lines(), start=1):
        result, usable = answer(number, line)
        unusable += not usable
        write(result)
    if unusable:
        print(
            f"chess-assistant: {unusable} of the lines could not be used; see their reason.",
            file=sys.stderr,
        )
    return 1 if unusable else 0


def _lines() -> Iterator[str]:
    """The lines of standard input; how far we are, now and then, if a person watches."""
    watched = sys.stderr.isatty()
    shown = time.monotonic()
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        if watched and time.monotonic() - shown > 5:
            shown = time.monotonic()
            print(f"{number} lines read", file=sys.stderr)
        line = raw.decode("utf-8", errors="replace").rstrip("\r\n")
        yield line.removeprefix("\ufeff") if number == 1 else line
