"""The arguments of the commands about events and records: play, event, journal, scoresheet."""

import argparse
from typing import Any

from assistant.cli_options import (
    add_devices,
    add_microphone,
    alarms_option,
    language_option,
    output_option,
    settings_option,
    sound_file,
)

_PLAY = """\
Run a game at an event by the Laws: moves are announced, repeated and executed, the clock runs.

  chess-assistant play --event event.toml
  chess-assistant play --resume GAME.jsonl
  chess-assistant play --event event.toml --input - < script.txt

Say start, a move (Eva vier), its repetition (Eva vier), ausgeführt, gedrückt. A line of a script
may begin with its time in seconds: @12.5 Eva vier.
Ask the clock: meine Zeit (t), seine Zeit (tt), Zugnummer (n), Zeitkontrolle (nn), Zeiger (tz).
Every fact is on disk before it is announced; --resume goes on with clocks that stand still."""

_EVENT_NEW = """\
Write the event file of a game: short questions, one a line.

  chess-assistant event new
  chess-assistant event new --language en round3.toml
  chess-assistant event new --white "Anna Berg" --black "Jan Novak" --blind white --yes

An empty line takes the value that the question names. Nothing is written before the last answer."""

_EVENT_SHEET = """\
Print the declaration for the arbiter: what the program can and cannot do in this event, its
settings, version and checksum, and the checklist for tactile board and clock.

  chess-assistant event sheet event.toml
  chess-assistant event sheet event.toml --form html --output sheet.html
  chess-assistant event sheet event.toml --form brf --output sheet.brf"""

_ENVELOPE = """\
Print the seven entries on the envelope of an adjourned game; the sealed move is not among them.

  chess-assistant envelope GAME.jsonl --resumption "Saturday 10:00, hall B"
  chess-assistant envelope GAME.jsonl --form brf --output envelope.brf"""

_JOURNAL = """\
Show, verify or export the journal of a game. The journal itself is never changed.

  chess-assistant journal show GAME.jsonl
  chess-assistant journal verify GAME.jsonl
  chess-assistant journal export --form pgn GAME.jsonl
  chess-assistant journal play GAME.jsonl 23"""

_JOURNAL_PLAY = """\
Hear again what was announced: the sound record of a move, if the event keeps one.

  chess-assistant journal play GAME.jsonl 23
  chess-assistant journal play GAME.jsonl 23 b --wav move23.wav

Every sound is first compared with what the journal says of it."""

_SCORESHEET = """\
Write the scoresheet of a game from its journal.

  chess-assistant scoresheet GAME.jsonl
  chess-assistant scoresheet GAME.jsonl --language cs --notation long
  chess-assistant scoresheet GAME.jsonl --form html --output sheet.html
  chess-assistant scoresheet GAME.jsonl --form brf --output sheet.brf
  chess-assistant scoresheet GAME.jsonl --form braille --notation en-uk-chess

brf is Braille ASCII for an embosser, braille is Unicode: each page begins with the players, the
round and its number, and a pair of moves is never broken between pages."""


def play_command(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="run a game at an event by the Laws",
        description=_PLAY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    play.add_argument("--event", metavar="FILE", help="the regulations of a new game")
    play.add_argument("--resume", metavar="FILE", help="the journal of a game that goes on")
    play.add_argument(
        "--input", metavar="FILE", default="-", help="where lines come from (default -: typed)"
    )
    play.add_argument(
        "--chess960",
        nargs="?",
        const="random",
        metavar="NUMBER",
        help="the start position, 0 to 959, or drawn at random",
    )
    play.add_argument("--folder", metavar="FOLDER", help="where the journal is kept")
    add_microphone(play)
    alarms_option(
        play,
        None,
        "when to warn of short time, if the event allows it (default 10m,5m,1m,10s; or none)",
    )
    add_devices(play)


def event_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    event = commands.add_parser("event", help="settings of an event, and the arbiter's sheet")
    actions = event.add_subparsers(
        title="commands", dest="action", metavar="COMMAND", required=True, parser_class=type(event)
    )
    new = actions.add_parser(
        "new", help="write an event file", description=_EVENT_NEW, formatter_class=form
    )
    language_option(new)
    new.add_argument("--white", metavar="NAME", help="name of White")
    new.add_argument("--black", metavar="NAME", help="name of Black")
    new.add_argument(
        "--blind", choices=("white", "black", "both"), help="who is blind or visually disabled"
    )
    new.add_argument("--time-control", metavar="T", help="like 90+30, or 40/90+30, 30+30")
    new.add_argument("--edition", metavar="YEAR", help="edition of the Laws: 1997, 2009, 2018")
    new.add_argument("-y", "--yes", action="store_true", help="take the defaults for the rest")
    new.add_argument("--force", action="store_true", help="replace a file that is there")
    new.add_argument("file", nargs="?", default="event.toml", metavar="FILE")
    check = actions.add_parser("check", help="say what an event file sets")
    _own_language_option(check)
    check.add_argument("file", metavar="FILE")
    sheet = actions.add_parser(
        "sheet",
        help="print the declaration for the arbiter",
        description=_EVENT_SHEET,
        formatter_class=form,
    )
    _own_language_option(sheet)
    output_option(sheet)
    sheet.add_argument("--form", choices=("text", "html", "brf"), default="text")
    sheet.add_argument("file", metavar="FILE")


def envelope_command(commands: Any) -> None:
    envelope = commands.add_parser(
        "envelope",
        help="print what stands on the envelope of an adjourned game",
        description=_ENVELOPE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _own_language_option(envelope)
    output_option(envelope)
    envelope.add_argument("--form", choices=("text", "html", "brf"), default="text")
    envelope.add_argument(
        "--resumption", metavar="WHEN", help="date, hour and place of the resumption"
    )
    envelope.add_argument("file", metavar="JOURNAL")


def record_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    journal = commands.add_parser(
        "journal",
        help="show, verify or export the journal of a game",
        description=_JOURNAL,
        formatter_class=form,
    )
    actions = journal.add_subparsers(
        title="commands",
        dest="action",
        metavar="COMMAND",
        required=True,
        parser_class=type(journal),
    )
    for name, about in (
        ("show", "one line an event"),
        ("verify", "say whether it is whole"),
        ("export", "write it for other programs"),
    ):
        action = actions.add_parser(name, help=about, description=f"{about.capitalize()}.")
        _own_language_option(action)
        if name == "export":
            output_option(action)
            action.add_argument("--form", choices=("json", "jsonl", "pgn"), default="json")
        action.add_argument("file", metavar="FILE")
    play = actions.add_parser(
        "play",
        help="hear the recording of a move again",
        description=_JOURNAL_PLAY,
        formatter_class=form,
    )
    _own_language_option(play)
    play.add_argument(
        "--wav", type=sound_file, metavar="FILE", help="write the sound to a file instead"
    )
    play.add_argument("file", metavar="FILE", help="the journal of the game")
    play.add_argument("number", type=int, metavar="MOVE", help="the number of the move")
    play.add_argument("side", nargs="?", choices=("w", "b"), help="White's or Black's only")
    scoresheet = commands.add_parser(
        "scoresheet",
        help="write the scoresheet of a game",
        description=_SCORESHEET,
        formatter_class=form,
    )
    _own_language_option(scoresheet)
    output_option(scoresheet)
    forms = ("pgn", "text", "html", "brf", "braille")
    scoresheet.add_argument("--form", choices=forms, default="text")
    scoresheet.add_argument(
        "--notation",
        metavar="NAME",
        help="long or short (default); in braille a name of: chess-assistant braille tables",
    )
    scoresheet.add_argument(
        "--cells", type=int, default=40, metavar="N", help="cells of a braille line (40)"
    )
    scoresheet.add_argument(
        "--lines", type=int, default=25, metavar="N", help="lines of a braille page (25)"
    )
    settings_option(scoresheet)
    scoresheet.add_argument("file", metavar="JOURNAL")


def _own_language_option(parser: argparse.ArgumentParser) -> None:
    """For what was made in a language already."""
    parser.add_argument(
        "-l",
        "--language",
        type=str.casefold,
        metavar="L",
        help="language of the words (default: that of the file)",
    )
