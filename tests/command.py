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


_NOWHERE = f"{os.devnull}/none"
"""A folder that even root cannot make."""


def environment(home: Path | None = None) -> dict[str, str]:
    """The user's environment, with a data folder of the test's own."""
    changes = {
        "BRLAPI_HOST": "/nonexistent",
        "CHESS_ASSISTANT_VOICE": "",  # what speaks is said by the test
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(Path(tempfile.gettempdir()) / "chess-assistant-test-cache"),
        "XDG_CONFIG_HOME": _NOWHERE,
        "XDG_DATA_HOME": str(home or _NOWHERE),
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
