"""The command line: parses arguments, calls the command, and says every problem in a sentence."""

import argparse
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


def _dispatch(options: argparse.Namespace) -> int:
    if options.command == "practice":
        from assistant.cli_practice import practice

        return practice(options)
    if options.command == "play":
        from assistant.cli_play import play

        return play(options)
    if options.command == "event":
        from assistant import cli_event

        work = {"new": cli_event.new, "check": cli_event.check, "sheet": cli_event.sheet}
        return work[options.action](options)
    if options.command == "envelope":
        from assistant import cli_event

        return cli_event.envelope(options)
    if options.command in ("journal", "scoresheet"):
        from assistant import cli_record

        if options.command == "journal":
            return cli_record.journal(options)
        return cli_record.scoresheet(options)
    if options.command == "winnable":
        from assistant.cli_winnable import winnable

        return winnable(options)
    if options.command in ("clock", "timecontrol"):
        from assistant import cli_clock

        return (cli_clock.clock if options.command == "clock" else cli_clock.describe)(options)
    from assistant import cli_script

    if options.command == "read":
        if not options.batch and not options.words:
            raise UsageError("Say what to read: chess-assistant read Springer Felix drei.")
        return cli_script.read(options)
    if options.command == "announce":
        if not options.batch and options.move is None:
            raise UsageError("Name the move to announce: chess-assistant announce Nf3.")
        return cli_script.announce(options)
    return cli_script.languages(options.code)
