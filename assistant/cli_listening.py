"""The arguments of the commands for setting up a microphone: listen, enroll, models."""

import argparse
from typing import Any

from assistant.cli_options import (
    add_devices,
    add_microphone,
    language_option,
    seconds,
    settings_option,
)

_MODELS = """\
Speech models: what the program needs to understand spoken moves, one for each language.

  chess-assistant models list
  chess-assistant models install de
  chess-assistant models install de --from vosk-model-small-de-0.15.zip
  chess-assistant models check
  chess-assistant models remove de

A small model for German comes with the program; a larger one hears more. A download that broke off
goes on where it stopped, if the server can. Without a model everything works by keyboard."""


_LISTEN = """\
Set up a microphone: for every utterance the level, the words, and how a game would read them.

  chess-assistant listen
  chess-assistant listen --microphone headset --language en
  chess-assistant listen --microphone file:moves/ --fen "8/4P3/8/8/8/k7/8/K7 w - - 0 1"
  chess-assistant listen --tone

With --tone a tone follows the level: low is soft, high is loud; wear headphones for it.
Ctrl-C ends."""

_ENROLL = """\
Fit the ear to a speaker: he reads letters, ranks and pieces for about a minute.

  chess-assistant enroll Anna
  chess-assistant enroll Anna --language en --passes 1
  chess-assistant enroll Anna --show
  chess-assistant enroll Anna --delete
  chess-assistant practice --microphone default --profile Anna

The profile is a plain text file in your own folder: how loud you speak and which of your words
are confused. It holds no sound. Without a name the profiles are listed."""


def _ranks_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ranks",
        choices=("german", "local"),
        default="german",
        help="numbers said for the ranks: German as in the Laws, or the language's own",
    )


def listening_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    listen = commands.add_parser(
        "listen",
        help="show live what a microphone hears, to set it up",
        description=_LISTEN,
        formatter_class=form,
    )
    listen.add_argument("--fen", help="the position (default: the start position)")
    listen.add_argument("--tone", action="store_true", help="a tone whose pitch is the level")
    listen.add_argument("--seconds", type=seconds, metavar="N", help="end after so many seconds")
    enroll = commands.add_parser(
        "enroll",
        help="fit the ear to a speaker",
        description=_ENROLL,
        formatter_class=form,
    )
    enroll.add_argument("name", nargs="?", metavar="NAME", help="what the profile is called")
    enroll.add_argument(
        "--passes", type=int, choices=(1, 2), default=2, help="read once or twice (default 2)"
    )
    enroll.add_argument("--show", action="store_true", help="say what the profile holds")
    enroll.add_argument("--delete", action="store_true", help="delete the profile")
    for parser in (listen, enroll):
        language_option(parser)
        _ranks_option(parser)
        add_microphone(parser)
        add_devices(parser)
    models_command(commands)


def models_command(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    models = commands.add_parser(
        "models",
        help="list, install and check the speech models",
        description=_MODELS,
        formatter_class=form,
    )
    actions = models.add_subparsers(
        title="commands", dest="action", metavar="COMMAND", required=True, parser_class=type(models)
    )
    listing = actions.add_parser("list", help="which models are here, and which can be had")
    listing.add_argument("--json", action="store_true", help="write one JSON object")
    install = actions.add_parser("install", help="fetch and install the model of a language")
    install.add_argument("language", type=str.casefold, metavar="LANGUAGE", help="for example de")
    install.add_argument(
        "--from", dest="source", metavar="FILE", help="a zip file that you have already"
    )
    install.add_argument("--site", metavar="URL", help="a copy of the official site")
    check = actions.add_parser("check", help="say whether models are whole and can be loaded")
    check.add_argument(
        "path", nargs="?", metavar="PATH", help="a model's folder (default: what would listen)"
    )
    settings_option(check)
    remove = actions.add_parser("remove", help="delete the model of a language")
    remove.add_argument("language", type=str.casefold, metavar="LANGUAGE")
