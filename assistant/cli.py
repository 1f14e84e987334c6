"""The command line: parses arguments, chooses drivers, calls; no logic of chess or of language."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from assistant import __version__
from assistant.cli_options import event_commands, language_option, record_commands
from assistant.errors import AssistantError, UsageError

PROGRAM = "chess-assistant"

_ABOUT = """\
A play assistant for blind and visually disabled chess players.

Moves are announced as in the FIDE Laws' appendix: Springer Gustav eins Felix drei.
Each command has its own help: chess-assistant practice --help"""

_READ = """\
Read an announced move in a position and say what it is.

  chess-assistant read Springer Gustav eins Felix drei
  chess-assistant read --language en knight Felix three
  chess-assistant read --json --fen "8/4P3/8/8/8/k7/8/K7 w - - 0 1" Eva acht Dame

The outcome is exact, ambiguous, illegal, not understood, or command."""

_READ_END = """\
JSON keys: outcome, move (UCI), san, candidates (list of UCI), command (name and arguments),
reason, say. A batch reads lines of FEN, a tab, and words (an empty FEN is the start position)
and writes one JSON object a line, in order.
Exit status: 0 exact or command (a batch: all lines usable), 1 otherwise, 2 wrong use."""

_ANNOUNCE = """\
Give the announcement of a written move (UCI or SAN).

  chess-assistant announce Nf3
  chess-assistant announce --language cs --style short e2e4
  chess-assistant announce --json --fen "8/4P3/8/8/8/k7/8/K7 w - - 0 1" e8=Q"""

_ANNOUNCE_END = """\
JSON keys: text, move (UCI), san. A batch reads lines of FEN, a tab, and a move, and writes one
JSON object a line, in order; a line that cannot be announced has a key reason.
Exit status: 0 announced (a batch: all lines usable), 1 not a legal move, 2 wrong use."""

_PRACTICE = """\
Play a practice game by typing what you would say.

  chess-assistant practice
  chess-assistant practice --language en --colour black --level 5
  chess-assistant practice --resume

Say a move (Eva zwei Eva vier), a question (was steht auf Eva vier), or help (Hilfe).
The game is saved after every move; Ctrl-C, a closed window or a power cut lose nothing."""


class _Parser(argparse.ArgumentParser):
    """Wrong use is answered in one sentence that says where help is."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        self.exit(2, f"{PROGRAM}: {sentence}. For help type: {self.prog} --help\n")


def _language_options(parser: argparse.ArgumentParser) -> None:
    language_option(parser)
    parser.add_argument(
        "--ranks",
        choices=("german", "local"),
        default="german",
        help="numbers said for the ranks: German as in the Laws, or the language's own",
    )


def _style_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--style",
        choices=("full", "short"),
        default="full",
        help="full: from square to square; short: piece and target",
    )
    parser.add_argument("--name-pawns", action="store_true", help="say the word for pawn too")
    for name in ("capture", "check", "mate", "en-passant"):
        parser.add_argument(
            f"--no-{name}",
            dest=name.replace("-", "_"),
            action="store_false",
            help=f"leave out the word for {name.replace('-', ' ')}",
        )
    parser.add_argument(
        "--promotion-word", action="store_true", help="say a word before the piece promoted to"
    )
    parser.add_argument(
        "--castling",
        choices=("words", "squares"),
        default="words",
        help="castling by its name or by the king's two squares",
    )


def _script_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", help="the position (default: the start position)")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    parser.add_argument(
        "--batch", action="store_true", help="read lines of FEN, tab, text from standard input"
    )


def _parser() -> argparse.ArgumentParser:
    form = argparse.RawDescriptionHelpFormatter
    parser = _Parser(prog=PROGRAM, description=_ABOUT, formatter_class=form)
    parser.add_argument("-V", "--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=_Parser
    )

    practice = commands.add_parser(
        "practice",
        help="play a practice game against an engine",
        description=_PRACTICE,
        formatter_class=form,
    )
    _language_options(practice)
    _style_options(practice)
    practice.add_argument(
        "-c", "--colour", "--color", choices=("white", "black", "random"), default="white"
    )
    practice.add_argument("--level", type=int, default=3, help="strength, 1 to 8 (default 3)")
    practice.add_argument("--elo", type=int, help="strength as Elo instead of a level")
    practice.add_argument(
        "--opponent",
        default="auto",
        help="uci, builtin, or auto: Stockfish if it is there (default)",
    )
    practice.add_argument("--engine", metavar="PATH", help="a UCI engine to play against")
    practice.add_argument("--fen", help="start from this position")
    practice.add_argument(
        "--chess960",
        nargs="?",
        const="random",
        metavar="NUMBER",
        help="start from a Chess960 position: 0 to 959, or drawn at random",
    )
    practice.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="continue the last unfinished game, or the game in FILE",
    )
    practice.add_argument("--pgn", metavar="FILE", help="write the game's PGN to this file")
    practice.add_argument("--folder", metavar="FOLDER", help="where games are kept")

    read = commands.add_parser(
        "read",
        help="read an announced move",
        description=_READ,
        epilog=_READ_END,
        formatter_class=form,
    )
    _language_options(read)
    _script_options(read)
    read.add_argument("words", nargs="*", metavar="WORDS", help="what was said")

    announce = commands.add_parser(
        "announce",
        help="announce a written move",
        description=_ANNOUNCE,
        epilog=_ANNOUNCE_END,
        formatter_class=form,
    )
    _language_options(announce)
    _script_options(announce)
    _style_options(announce)
    announce.add_argument("move", nargs="?", metavar="MOVE", help="UCI or SAN")

    event_commands(commands)
    record_commands(commands)

    languages = commands.add_parser(
        "languages",
        help="list the languages, or teach the words of one",
        description="List the languages, or teach the words of one: chess-assistant languages de",
        formatter_class=form,
    )
    languages.add_argument("code", nargs="?", metavar="L", help="the language to be taught")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Runs a command and gives its exit status; every problem is one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    parser = _parser()
    try:
        options = parser.parse_args(arguments)
        if options.command is None:
            parser.print_help()
            return 2
        return _flushed(_dispatch(options))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except AssistantError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        _drop_output()  # its reader has gone
        return 141
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        print(
            f"{PROGRAM}: The system refuses: {reason}. Put that right and try again.",
            file=sys.stderr,
        )
        _drop_output()
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _flushed(status: int) -> int:
    sys.stdout.flush()  # while trouble with it can still be told
    return status


def _drop_output() -> None:
    """Python would complain once more while closing an output that takes nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(options: argparse.Namespace) -> int:
    if options.command == "practice":
        from assistant.cli_practice import practice

        return practice(options)
    if options.command == "event":
        from assistant import cli_event

        work = {"new": cli_event.new, "check": cli_event.check, "sheet": cli_event.sheet}
        return work[options.action](options)
    if options.command in ("journal", "scoresheet"):
        from assistant import cli_record

        if options.command == "journal":
            return cli_record.journal(options)
        return cli_record.scoresheet(options)
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
