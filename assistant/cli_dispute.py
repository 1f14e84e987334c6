"""The arguments of the command `reconcile`, and the help that teaches it."""

import argparse
from typing import Any

from assistant.cli_options import add_devices, language_option

_RECONCILE = """\
The boards differ: compare two scoresheets of one game. Shows where they agree, where they part,
what each side claims, who adjusts which pieces, or to which position the game goes back.

  chess-assistant reconcile anna.txt jan.pgn
  chess-assistant reconcile anna.brf GAME.jsonl --names Anna Jan --language en
  chess-assistant reconcile a.txt b.txt --language-a cs --language-b de --html report.html
  chess-assistant reconcile a.txt b.txt --board-a "FEN" --board-b "FEN"

A sheet is PGN, plain text (running, in columns, or cells between tabs), the journal of a game,
or braille (Unicode or BRF); - reads one from standard input. Piece letters of any language,
long or short notation; slips of the pen are explained. Nothing is decided: the arbiter decides."""

_RECONCILE_END = """\
A board is a FEN, or a list of pieces: "white Ke1 Qd1 e4 black Ke8 e5".
JSON keys: agree, plies_a, plies_b, last_agreed (ply, fen), first_difference (ply, move_number,
side, a, b) or null, entries (ply, move_number, side, a, b, move, status), findings (kind, ply,
sheet, likely, text), ruling (article, who_adjusts: a, b, both or null; go_back_to: FEN or null),
say (the sentences of the verdict), languages.
Exit status: 0 compared, whether the sheets agree or not; 1 a file cannot be used, or the sheets
are of different games; 2 wrong use."""


def reconcile_command(commands: Any) -> None:
    parser = commands.add_parser(
        "reconcile",
        help="compare two scoresheets of one game",
        description=_RECONCILE,
        epilog=_RECONCILE_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    language_option(parser)
    parser.add_argument("sheet_a", metavar="SHEET_A", help="the first sheet")
    parser.add_argument("sheet_b", metavar="SHEET_B", help="the second sheet")
    parser.add_argument(
        "--names", nargs=2, metavar=("A", "B"), help="whose sheets they are (default: the files)"
    )
    for side in "ab":
        parser.add_argument(
            f"--language-{side}",
            type=str.casefold,
            metavar="L",
            help=f"language of the piece letters on sheet {side.upper()} (default: found out)",
        )
    for side in "ab":
        parser.add_argument(
            f"--braille-{side}",
            metavar="NOTATION",
            help=f"sheet {side.upper()} is braille in this notation (default: found out)",
        )
    for side in "ab":
        parser.add_argument(
            f"--board-{side}",
            metavar="FEN",
            help=f"how the board of player {side.upper()} stands now",
        )
    parser.add_argument("--fen", help="where the game began, if the sheets do not say it")
    parser.add_argument(
        "--chess960", metavar="NUMBER", help="the game began in this position, 0 to 959"
    )
    parser.add_argument(
        "--edition", default="2018", metavar="YEAR", help="edition of the Laws (default 2018)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write one JSON object")
    form.add_argument("--html", metavar="FILE", help="write a page for screen and printer")
    form.add_argument("--brf", metavar="FILE", help="write pages for a braille embosser")
    form.add_argument("--speak", action="store_true", help="say the verdict")
    add_devices(parser)
