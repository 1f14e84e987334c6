"""The arguments of the commands about events and records: play, event, journal, scoresheet."""

import argparse
import os
from typing import Any

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

_SOUNDS = """\
Explain the short sounds that come before the words of an announcement.

  chess-assistant sounds
  chess-assistant sounds --language en --play
  chess-assistant settings speech.earcons false"""

_VOICES = """\
List the voices of this system, or try one.

  chess-assistant voices
  chess-assistant voices --language cs
  chess-assistant voices --try "German" --rate 2
  chess-assistant voices --try +f3
  chess-assistant settings speech.voice +f3

A voice is named by its name, its id or its language; +f1 to +f5 and +m1 to +m8 are variants of
every voice of espeak-ng."""

_SETTINGS = """\
Show what you like, or change it; every command then uses it.

  chess-assistant settings
  chess-assistant settings speech.driver off
  chess-assistant settings speech.driver --default"""

_DOCTOR = """\
Check speech, sound, braille and engine: one sentence each, with what to do about trouble.

  chess-assistant doctor
  chess-assistant doctor --json

Exit status: 0 all fine, 1 something needs attention."""


def language_option(parser: argparse.ArgumentParser) -> None:
    default = os.environ.get("CHESS_ASSISTANT_LANGUAGE") or "de"
    parser.add_argument(
        "-l",
        "--language",
        type=str.casefold,
        default=default,
        metavar="L",
        help=f"language of words in and out (default {default}; list: chess-assistant languages)",
    )


def _rate(text: str) -> float:
    """How many times faster than normal; only what the settings allow as well."""
    try:
        rate = float(text)
    except ValueError:
        rate = 0
    if not 0.5 <= rate <= 4:
        raise argparse.ArgumentTypeError("a number from 0.5 to 4; 1 is normal, 3 is fast")
    return rate


def sound_file(text: str) -> str:
    """Sound goes to a file with a name: on standard output it would be mixed with the words."""
    if text == "-":
        raise argparse.ArgumentTypeError("the name of a file, like move.wav; not -")
    return text


def add_devices(parser: argparse.ArgumentParser) -> None:
    """How the user listens, reads and speaks; the settings file says it for every command."""
    group = parser.add_argument_group("devices")
    group.add_argument(
        "--braille",
        metavar="DISPLAY",
        help="auto (brltty's display if it runs), off, brlapi, null, or terminal: cells on the "
        "screen; the lines < and > pan, a line such as /ROUTE 5 presses a key",
    )
    group.add_argument(
        "--braille-width", type=int, metavar="CELLS", help="width with --braille terminal"
    )
    group.add_argument(
        "--braille-notation",
        metavar="NAME",
        help="how moves are written; list: chess-assistant braille tables",
    )
    settings_option(group)
    group.add_argument(
        "--voice",
        metavar="V",
        help="auto: speaks in a terminal if there is sound, and wherever --earphone or "
        "--loudspeaker names a device (default); off; pyttsx3; file; null",
    )
    group.add_argument(
        "--rate", type=_rate, metavar="X", help="speed of speech, 0.5 to 4 times normal"
    )
    group.add_argument(
        "--earphone",
        metavar="DEVICE",
        help="what the visually disabled player hears: a sound device, or a FILE.wav",
    )
    group.add_argument(
        "--loudspeaker",
        metavar="DEVICE",
        help="what both players hear: the moves and rulings, not the answers (default off)",
    )


def _name(text: str) -> str:
    """An empty name would be taken for an option that was left out."""
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "a name is missing; leave the option out for the usual one"
        )
    return text


def _channel(text: str) -> int:
    """Only what the settings allow as well."""
    if not (text.isdecimal() and int(text) <= 64):
        raise argparse.ArgumentTypeError("a number from 1 to 64; 0 mixes all channels")
    return int(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("a number of seconds above 0, like 30")
    return number


def model_options(parser: Any) -> None:
    """By which model somebody is heard, and as whom."""
    parser.add_argument(
        "--model",
        type=_name,
        metavar="FOLDER",
        help="the speech model (default: the one installed)",
    )
    parser.add_argument(
        "--profile", type=_name, metavar="NAME", help="the speaker's profile; see enroll --help"
    )


def add_microphone(parser: argparse.ArgumentParser) -> None:
    """How the user is heard."""
    group = parser.add_argument_group("microphone")
    group.add_argument(
        "--microphone",
        type=_name,
        metavar="NAME",
        help="listen to this one: default, a name or a part of it, file:PATH, - or off (default)",
    )
    group.add_argument(
        "--channel",
        type=_channel,
        metavar="N",
        help="listen to this channel of it alone, from 1; 0 mixes all (default)",
    )
    group.add_argument(
        "--opponent-microphone",
        type=_name,
        metavar="NAME",
        help="with play: a second one, for the opponent",
    )
    group.add_argument(
        "--opponent-channel", type=_channel, metavar="N", help="with play: the channel of that one"
    )
    group.add_argument(
        "--talk",
        choices=("open", "push"),
        help="listen all the time, or only between two empty lines (default open)",
    )
    model_options(group)


def alarms_option(parser: argparse.ArgumentParser, default: str | None, help_text: str) -> None:
    parser.add_argument("--alarms", metavar="TIMES", default=default, help=help_text)


def settings_option(parser: Any) -> None:
    parser.add_argument(
        "--settings",
        metavar="FILE",
        help="the settings file (default: see chess-assistant settings)",
    )


def sound_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    sounds = commands.add_parser(
        "sounds",
        help="explain the short sounds before the words",
        description=_SOUNDS,
        formatter_class=form,
    )
    voices = commands.add_parser(
        "voices", help="list the voices, or try one", description=_VOICES, formatter_class=form
    )
    sounds.add_argument("--play", action="store_true", help="play each one")
    sounds.add_argument("--wav", metavar="FOLDER", help="write each one as a file")
    voices.add_argument("--try", dest="try_voice", metavar="NAME", help="hear one voice")
    voices.add_argument("--rate", type=_rate, metavar="X", help="0.5 to 4 times normal")
    voices.add_argument(
        "--wav", type=sound_file, metavar="FILE", help="with --try: write it, do not play it"
    )
    for parser in (sounds, voices):
        language_option(parser)
        settings_option(parser)
        parser.add_argument("--earphone", metavar="DEVICE", help="the sound device")


def house_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    settings = commands.add_parser(
        "settings",
        help="show or change what you like: voice, braille, microphone",
        description=_SETTINGS,
        formatter_class=form,
    )
    settings_option(settings)
    settings.add_argument("--json", action="store_true", help="write one JSON object")
    settings.add_argument("--default", action="store_true", help="take the setting's default again")
    settings.add_argument("key", nargs="?", metavar="KEY", help="for example speech.driver")
    settings.add_argument("value", nargs="?", metavar="VALUE", help="what it shall be")
    doctor = commands.add_parser(
        "doctor",
        help="check speech, sound, braille and engine, and say what to do",
        description=_DOCTOR,
        formatter_class=form,
    )
    settings_option(doctor)
    language_option(doctor)
    doctor.add_argument("--json", action="store_true", help="write a JSON list")


def _own_language_option(parser: argparse.ArgumentParser) -> None:
    """For what was made in a language already."""
    parser.add_argument(
        "-l",
        "--language",
        type=str.casefold,
        metavar="L",
        help="language of the words (default: that of the file)",
    )


def output_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to this file (default: standard output)"
    )


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
