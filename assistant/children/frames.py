"""What a child process and its parent say to each other: a line of JSON, then bytes if it has any.

A child talks through its standard streams. `child_streams` keeps these for frames alone: what a
library prints goes nowhere, and Ctrl-C at the keyboard is left to the parent.
"""

import json
import os
import signal
import sys
from typing import Any, BinaryIO

Head = dict[str, Any]


def write(stream: BinaryIO, head: Head, body: bytes = b"") -> None:
    """Sends one frame whole.

    :raises OSError: if nobody reads any more.
    """
    line = json.dumps(head | {"bytes": len(body)}, ensure_ascii=True)
    stream.write(line.encode() + b"\n" + body)
    stream.flush()


def read(stream: BinaryIO) -> tuple[Head, bytes] | None:
    """The next frame; None if the other side has gone, even in the middle of one."""
    try:
        line = stream.readline()
        if not line.endswith(b"\n"):
            return None
        head: Head = json.loads(line)
        size = head.pop("bytes")
        body = stream.read(size) if size else b""
    except (OSError, ValueError, KeyError):
        return None
    return (head, body) if len(body) == size else None


def child_streams() -> tuple[BinaryIO, BinaryIO]:
    """Where a child reads requests and writes replies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    sys.stdin = sys.stdout = sys.stderr = open(os.devnull, "r+", encoding="utf-8")  # noqa: PTH123, SIM115 - open for as long as we run
    return requests, replies
