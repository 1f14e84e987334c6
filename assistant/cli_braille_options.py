"""The arguments of the commands for braille: braille tables, braille read, board."""

import argparse
from typing import Any

from assistant.cli_options import language_option, output_option, settings_option

_BRAILLE = """\
List the braille notations, the keys of a display, or read a braille scoresheet.

  chess-assistant braille tables
  chess-assistant braille tables --check
  chess-assistant braille keys
  chess-assistant braille read sheet.brf
  chess-assistant settings braille.notation de-6"""

_TABLES = """\
List the braille notations, each with a sample: a pawn, a knight, a queen that takes with check,
castling. --check writes every legal move of many positions in each notation, reads it back, and
says how many were lost; none may be.

  chess-assistant braille tables
  chess-assistant braille tables --check --positions 1000"""

_READ = """\
Read a scoresheet in Braille ASCII (BRF) or Unicode braille, and write its moves as text or PGN.
The notation is found out if it is not named. What is no move is marked and named with its line,
never guessed: a cell without a meaning is shown as ⍰ and its dots. A wrong number of a move is
named with its line too.

  chess-assistant braille read sheet.brf
  chess-assistant braille read sheet.brf --notation en-uk-chess --form pgn --output game.pgn

Exit status: 0 all of it are moves that can be played, 1 something is not, 2 wrong use."""

_BOARD = """\
Show a position: in braille, as text, or in words.

  chess-assistant board --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
  chess-assistant board --form text --side black
  chess-assistant board --form brf --output board.brf

braille: eight rows of eight cells. A square is the small letter of its piece; dot 7 marks a black
piece, dot 8 a dark square: an empty dark square is dot 8 alone, an empty light one is blank. With
a notation of six dots, and with brf for the embosser, a square has two cells: the marks (dot 6 a
black piece, dot 3 a dark square), then the letter.
text: capitals are White, small letters Black, + an empty dark square, - an empty light one.
spoken: the pieces of each side in words."""


_KEYS = """\
Show what the keys of a braille display do in a game, by the names that brltty has for them: its
help and its learn mode tell which keys of your display these are.

  chess-assistant braille keys
  chess-assistant braille keys --language en

On the line: the first cell is dots 1 2 3 if you are to move, dots 4 5 6 if your opponent is, dots
2 3 5 6 if nobody is. The time left follows, if there is a clock and room for it: yours with 18
cells or more, with 40 or more your opponent's after it. It is hours:minutes (1:05 is one hour and
five minutes); below one minute it is :seconds (:09 is nine seconds).
Dots 3 6 before the text: panning forward shows more.
With --braille terminal, a line such as /ROUTE 5 presses a key; < and > pan."""


def braille_commands(commands: Any) -> None:
    form = argparse.RawDescriptionHelpFormatter
    braille = commands.add_parser(
        "braille",
        help="list the braille notations, or read a braille scoresheet",
        description=_BRAILLE,
        formatter_class=form,
    )
    actions = braille.add_subparsers(
        title="commands",
        dest="action",
        metavar="COMMAND",
        required=True,
        parser_class=type(braille),
    )
    tables = actions.add_parser(
        "tables", help="list the notations", description=_TABLES, formatter_class=form
    )
    tables.add_argument("--check", action="store_true", help="prove that no move is lost")
    tables.add_argument(
        "--positions", type=int, default=100, metavar="N", help="positions of the proof (100)"
    )
    tables.add_argument("--json", action="store_true", help="write a JSON list")
    keys = actions.add_parser(
        "keys",
        help="what the keys of a braille display do",
        description=_KEYS,
        formatter_class=form,
    )
    language_option(keys)
    keys.add_argument("--json", action="store_true", help="write a JSON list")
    read = actions.add_parser(
        "read", help="read a braille scoresheet", description=_READ, formatter_class=form
    )
    notation_option(read, "found out")
    read.add_argument("--form", choices=("text", "pgn"), default="text")
    read.add_argument("--fen", help="the position before the first move, if not the usual one")
    output_option(read)
    read.add_argument("file", metavar="FILE")
    board = commands.add_parser(
        "board",
        help="show a position in braille, as text or in words",
        description=_BOARD,
        formatter_class=form,
    )
    language_option(board)
    board.add_argument("--fen", help="the position (default: the start position)")
    board.add_argument("--form", choices=("braille", "brf", "text", "spoken"), default="braille")
    board.add_argument("--side", choices=("white", "black"), default="white", help="seen from here")
    notation_option(board, "by the settings, or the language")
    output_option(board)
    settings_option(board)


def notation_option(parser: Any, default: str) -> None:
    parser.add_argument(
        "--notation",
        metavar="NAME",
        help=f"the braille notation (default: {default}; list: chess-assistant braille tables)",
    )
