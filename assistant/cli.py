"""The command line: parses arguments, calls the command, and says every problem in a sentence."""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence

from assistant.cli_commands import PROGRAM, parser
from assistant.errors import AssistantError, UsageError


def run(arguments: Sequence[str]) -> int:
    """Runs a command and gives its exit status; every problem is one sentence."""
    _mend_streams()
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone; Python would complain once more while closing it.
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        reason = (error.strerror or "unknown problem").lower()
        print(f"{PROGRAM}: The answer could not be written: {reason}.", file=sys.stderr)
        return 1
    return status


def _run(arguments: Sequence[str]) -> int:
    commands = parser()
    try:
        options, strange = commands.parse_known_args(arguments)
        if strange:
            words = [PROGRAM, options.command, getattr(options, "action", None)]
            command = " ".join(word for word in words if word)
            raise UsageError(f"Unknown: {' '.join(strange)}. For help type: {command} --help")
        options.language_given = any(word.startswith(("-l", "--language")) for word in arguments)
        if options.command is None:
            commands.print_help()
            return 2
        return _dispatch(options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except AssistantError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        print(f"\n{PROGRAM}: Interrupted; nothing more was written.", file=sys.stderr)
        return 128 + signal.SIGINT


def _mend_streams() -> None:
    """A closed standard stream becomes an empty one; what cannot be encoded is escaped."""
    null = os.open(os.devnull, os.O_RDWR)
    while null <= 2:
        null = os.dup(null)
    os.close(null)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - open for as long as we run
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115 - as above
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8")  # noqa: SIM115 - as above
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_WORK = {
    "announce": "cli_script",
    "board": "cli_braille",
    "braille": "cli_braille",
    "clock": "cli_clock",
    "doctor": "cli_doctor",
    "enroll": "cli_enroll",
    "envelope": "cli_event",
    "event": "cli_event",
    "hear": "cli_hear",
    "journal": "cli_record",
    "languages": "cli_script",
    "listen": "cli_listen",
    "models": "cli_models",
    "play": "cli_play",
    "practice": "cli_practice",
    "read": "cli_script",
    "reconcile": "cli_reconcile",
    "scoresheet": "cli_record",
    "settings": "cli_settings",
    "sounds": "cli_sounds",
    "timecontrol": "cli_clock",
    "voices": "cli_sounds",
    "winnable": "cli_winnable",
}
"""Where the function of each command is; it has the command's name."""


def _dispatch(options: argparse.Namespace) -> int:
    """Imports only what the command needs: a blind player waits for every millisecond."""
    module = importlib.import_module(f"assistant.{_WORK[options.command]}")
    status: int = getattr(module, options.command)(options)
    return status
