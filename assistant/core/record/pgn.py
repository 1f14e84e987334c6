"""A scoresheet as PGN, for other programs; python-chess reads the same game back."""

import chess
import chess.pgn

from assistant.core.output.announcement import Phrase
from assistant.core.output.wording import Phrasebook
from assistant.core.record.scoresheet import Sheet

_PLAIN = str.maketrans({"{": "(", "}": ")", "\n": " ", "\r": " "})
"""A brace would end the comment."""
_QUOTED = str.maketrans({'"': "'", "\\": "/", "\n": " ", "\r": " "})
"""Not every reader undoes the escapes that PGN has for these."""


def pgn(sheet: Sheet, book: Phrasebook) -> str:
    """The game with (=) and remarks as comments, in the language of the book."""
    record = chess.pgn.Game()
    if "FEN" in sheet.headers:
        chess960 = sheet.headers.get("Variant") == "Chess960"
        record.setup(chess.Board(sheet.headers["FEN"], chess960=chess960))
    for name, value in sheet.headers.items():
        record.headers[name] = value.translate(_QUOTED)
    record.comment = _comment(sheet.comments, book)
    node: chess.pgn.GameNode = record
    for ply in sheet.plies:
        node = node.add_variation(ply.move)
        offered = ["(=)"] if ply.draw_offered else []
        node.comment = "; ".join([*offered, *filter(None, [_comment(ply.comments, book)])])
        if ply.clock_ms is not None:
            node.set_clock(max(0, ply.clock_ms) // 1000)
    return f"{record}\n"


def _comment(comments: tuple[Phrase, ...], book: Phrasebook) -> str:
    return "; ".join(book.say(comment).translate(_PLAIN) for comment in comments)
