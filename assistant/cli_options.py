"""Options that several commands have: language, devices, microphone, model, settings, output."""

import argparse
import os
from typing import Any


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


def speed(text: str) -> float:
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
        "--rate", type=speed, metavar="X", help="speed of speech, 0.5 to 4 times normal"
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


def output_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to this file (default: standard output)"
    )
