"""The arguments of the commands about sound: hear."""

import argparse
from typing import Any

from assistant.cli_options import language_option, settings_option

_HEAR = """\
Listen to recorded announcements and say which moves they are.

  chess-assistant hear move.wav
  chess-assistant hear --fen "8/4P3/8/8/8/k7/8/K7 w - - 0 1" promotion.wav
  chess-assistant hear --language en --model ~/vosk-model-small-en-us-0.15 --json move.wav

A move is taken as said only if the sound leaves no doubt; otherwise it is asked back.
Any rate and number of channels will do; 16000 samples a second and one channel are best."""

_HEAR_END = """\
JSON keys: file, those of `chess-assistant read`, decision ("accept", "ask", "not legal",
"not for me"), words (word, start, end in seconds, loudness in decibels), alternatives (text,
score), margin (how far the reading leads the next one, at most the model's figure `unseen`, for
example 6.0: so near may be a reading that was not found), milliseconds (from the last sample to
the decision). A file that cannot be heard has a reason, and null for its decision.
A batch reads lines of a sound file, a tab, and a FEN (no FEN: the start position) and writes one
JSON object a line, in order.
Exit status: 0 accepted (a batch: all lines usable), 1 otherwise, 2 wrong use."""


def hearing_commands(commands: Any) -> None:
    hear = commands.add_parser(
        "hear",
        help="listen to recorded announcements",
        description=_HEAR,
        epilog=_HEAR_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    language_option(hear)
    hear.add_argument(
        "--ranks",
        choices=("german", "local"),
        default="german",
        help="numbers said for the ranks: German as in the Laws, or the language's own",
    )
    hear.add_argument("--fen", help="the position (default: the start position)")
    hear.add_argument(
        "--model",
        metavar="FOLDER",
        help="the speech model (default: that of the settings, then the one installed)",
    )
    hear.add_argument(
        "--profile",
        default="",
        metavar="NAME",
        help="the speaker's profile (default: that of the settings)",
    )
    settings_option(hear)
    hear.add_argument("--json", action="store_true", help="write one JSON object a file")
    hear.add_argument(
        "--batch", metavar="TSV", help="a list of sound files and positions; - is standard input"
    )
    hear.add_argument("files", nargs="*", metavar="FILE", help="WAV, FLAC and others")
