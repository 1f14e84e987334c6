"""The arguments of the commands about hearing: models, enroll, listen."""

import argparse
from typing import Any

_MODELS = """\
Speech models: what the program needs to understand spoken moves, one for each language.

  chess-assistant models list
  chess-assistant models install de
  chess-assistant models install de --from vosk-model-small-de-0.15.zip
  chess-assistant models check
  chess-assistant models remove de

A download that broke off goes on where it stopped. Without a model everything works by keyboard."""


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
    check.add_argument("path", nargs="?", metavar="PATH", help="a model's folder (default: all)")
    remove = actions.add_parser("remove", help="delete the model of a language")
    remove.add_argument("language", type=str.casefold, metavar="LANGUAGE")
