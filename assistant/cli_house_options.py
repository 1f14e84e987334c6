"""The arguments of the commands about the house: sounds, voices, settings, doctor."""

import argparse
from typing import Any

from assistant.cli_options import (
    language_option,
    settings_option,
    sound_file,
    speed,
)

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
    voices.add_argument("--rate", type=speed, metavar="X", help="0.5 to 4 times normal")
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
