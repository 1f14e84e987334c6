"""Runs the command as a user would, in a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "assistant"]


def environment(home: Path | None = None) -> dict[str, str]:
    """The user's environment, with a data folder of the test's own."""
    changes = {
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(home or "/nonexistent"),
        "XDG_CACHE_HOME": str(Path(tempfile.gettempdir()) / "chess-assistant-test-cache"),
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CHESS_ASSISTANT_L")}
    return kept | changes


def run(
    *arguments: str, stdin: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env=environment(home),
    )


def read(*words: str, **options: str) -> dict[str, Any]:
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    result: dict[str, Any] = json.loads(run("read", "--json", *flags, *words).stdout)
    return result
