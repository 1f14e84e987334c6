"""The commands with their options and the help that teaches them."""

import argparse
from typing import Any, NoReturn

from assistant import __version__
from assistant.cli_braille_options import braille_commands
from assistant.cli_dispute import reconcile_command
from assistant.cli_game_options import (
    envelope_command,
    event_commands,
    play_command,
    record_commands,
)
from assistant.cli_hearing import hearing_commands
from assistant.cli_house_options import house_commands, sound_commands
from assistant.cli_listening import listening_commands
from assistant.cli_options import (
    add_devices,
    add_microphone,
    alarms_option,
    language_option,
    settings_option,
    sound_file,
)

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
  chess-assistant announce --json --fen "8/4P3/8/8/8/k7/8/K7 w - - 0 1" e8=Q
  chess-assistant announce --wav nf3.wav Nf3"""

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
If it speaks: Enter alone, or stopp, stops the talking; wiederhole says it again.
With --braille terminal, the lines < and > pan, and a line such as /ROUTE 5 presses a key of the
display; all keys: chess-assistant braille keys
The game is saved after every move; Ctrl-C, a closed window or a power cut lose nothing."""


_CLOCK = """\
Keep time for a game that is played on a board.

  chess-assistant clock --time-control 90+30
  chess-assistant clock -t "40/90+30, 30+30" --alarms 10m,5m,1m,10s
  chess-assistant clock --resume

Keys: f White presses, j Black presses (both can be felt), space whoever is to move,
w b t times, m moves made, c moves to the time control, d hands of a tactile clock, p pause,
u undo a press, s and r arbiter's stop and go, e set a clock (e w +2:00), h help, x silence,
a say it again, q quit.
In the terminal a single key acts at once, without Enter. Words (my time, repeat) are understood
where whole lines come in: with --input -, or typed on a braille display.
The clock is saved at every press; after a power cut it stands still and can be resumed."""

_CONTROL = """\
Say a time control in words.

  chess-assistant timecontrol 90+30
  chess-assistant timecontrol "40/120, 20/60, 30"
  chess-assistant timecontrol "G/60 delay 5"
  chess-assistant timecontrol "10 bronstein 5"
  chess-assistant timecontrol "W 5+3 B 4+3"

Numbers are minutes, behind the plus sign seconds; h, min and s may be written too."""


_WINNABLE = """\
Say for each side whether it can still mate by any legal sequence of moves, as the Laws ask
when a flag falls (6.9) and for a dead position (5.2.2).

  chess-assistant winnable "8/8/8/8/8/k7/8/KB6 w - - 0 1"
  chess-assistant winnable --budget 5000 --json "FEN"

A verdict is certain: can mate (with a line that ends in mate), cannot mate (with the reason),
or not decided within the time. Move counters and repetitions do not matter for it."""

_WINNABLE_END = """\
JSON keys: fen, white and black; each of these has verdict ("can mate", "cannot mate",
"not decided"), line (list of UCI moves) and reason. A batch reads one FEN a line and writes one
JSON object a line, in order. Exit status: 0 judged (a batch: all lines usable), 1 a batch had
unusable lines, 2 wrong use."""


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


def _edition_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edition", default="2018", metavar="YEAR", help="edition of the Laws (default 2018)"
    )


def _script_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", help="the position (default: the start position)")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    parser.add_argument(
        "--batch", action="store_true", help="read lines of FEN, tab, text from standard input"
    )


def _practice_command(commands: Any) -> None:
    practice = commands.add_parser(
        "practice",
        help="play a practice game against an engine",
        description=_PRACTICE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _language_options(practice)
    _style_options(practice)
    practice.add_argument(
        "-c",
        "--colour",
        "--color",
        choices=("white", "black", "random"),
        help="the side you play (default white)",
    )
    practice.add_argument("--level", type=int, help="strength, 1 to 8 (default 3)")
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
    add_microphone(practice)
    add_devices(practice)


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    form = argparse.RawDescriptionHelpFormatter
    root = _Parser(prog=PROGRAM, description=_ABOUT, formatter_class=form)
    root.add_argument("-V", "--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = root.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=_Parser
    )

    _practice_command(commands)

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
    announce.add_argument(
        "--wav",
        type=sound_file,
        metavar="FILE",
        help="write the announcement as the voice says it, to a file with a name (not -)",
    )
    settings_option(announce)
    announce.add_argument("move", nargs="?", metavar="MOVE", help="UCI or SAN")

    clock = commands.add_parser(
        "clock",
        help="a chess clock in the terminal",
        description=_CLOCK,
        formatter_class=form,
    )
    _language_options(clock)
    clock.add_argument(
        "-t", "--time-control", default="90+30", metavar="T", help="as people write it (90+30)"
    )
    _edition_option(clock)
    clock.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="continue the last clock, or the clock in FILE",
    )
    clock.add_argument("--folder", metavar="FOLDER", help="where clocks are kept")
    alarms_option(clock, "none", "say when less time is left, like 10m,5m,1m,10s (default none)")
    add_devices(clock)
    clock.add_argument(
        "--input",
        choices=("-",),
        help="read keys as lines from standard input; @seconds before a key gives its time",
    )

    control = commands.add_parser(
        "timecontrol",
        help="say a time control in words, and what it is in each edition of the Laws",
        description=_CONTROL,
        formatter_class=form,
    )
    _language_options(control)
    control.add_argument("--json", action="store_true", help="write one JSON object")
    control.add_argument("control", metavar="CONTROL", help="for example 40/90+30, 30+30")

    winnable = commands.add_parser(
        "winnable",
        help="say whether a side can still mate by any legal sequence of moves",
        description=_WINNABLE,
        epilog=_WINNABLE_END,
        formatter_class=form,
    )
    _language_options(winnable)
    winnable.add_argument("--json", action="store_true", help="write one JSON object")
    winnable.add_argument(
        "--batch", action="store_true", help="read one FEN a line from standard input"
    )
    winnable.add_argument(
        "--budget", type=int, default=200, metavar="MS", help="milliseconds a position (200)"
    )
    winnable.add_argument("fen", nargs="*", metavar="FEN", help="the position")

    play_command(commands)
    event_commands(commands)
    envelope_command(commands)
    record_commands(commands)
    braille_commands(commands)
    sound_commands(commands)
    reconcile_command(commands)
    hearing_commands(commands)
    house_commands(commands)
    listening_commands(commands)

    languages = commands.add_parser(
        "languages",
        help="list the languages, or teach the words of one",
        description="List the languages, or teach the words of one: chess-assistant languages de",
        formatter_class=form,
    )
    languages.add_argument("code", nargs="?", metavar="L", help="the language to be taught")
    return root
