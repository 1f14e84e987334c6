"""The verdict for the arbiter's screen and printer: a page that needs nothing from elsewhere.

Both sheets side by side, the parting marked in words and by a rule, the board before it as a
table that a screen reader walks square by square.
"""

from collections.abc import Iterable, Iterator
from html import escape

import chess

from assistant.core.dispute.findings import Telling
from assistant.core.dispute.report import further, in_letters, position_lines, table
from assistant.core.dispute.rows import Row, Status
from assistant.core.dispute.verdict import Verdict
from assistant.core.output.announcement import Man, Phrase
from assistant.core.output.wording import Phrasebook
from assistant.core.record.document import page
from assistant.core.spoken.grammar import Letters

_STYLE = """\
.news a { color: inherit; }
.news { font-size: 1.3em; font-weight: bold; border: 2px solid #000; padding: 0.5em 0.7em; }
.sides { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-start; }
table.board { border: 2px solid #000; margin: 0.5em 0; }
table.board th { padding: 0 0.4em; text-align: center; font-weight: normal; border: 0;
  vertical-align: middle; }
table.board td { width: 2.1em; height: 2.1em; padding: 0; text-align: center; border: 0;
  vertical-align: middle; font-size: 1.15em; }
table.board thead td { height: auto; }
table.board td.dark { background: #c8c8c8; }
table.board .man { font-size: 1.35em; line-height: 1; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
table.sheets td, table.sheets th { padding: 0.15em 1.2em 0.15em 0.3em; }
table.sheets tbody tr { border-bottom: 1px solid #ccc; }
table.sheets tr.part { border-top: 4px solid #000; border-bottom: 2px solid #000; }
table.sheets tr.part td, table.sheets tr.part th { font-weight: bold; background: #fff2b3; }
table.sheets tr.noted td { background: #f3f3f3; }
table.sheets tr.own td { font-style: italic; }
.fen { font-family: monospace; overflow-wrap: anywhere; }
@media print { table.sheets tr.part td, table.sheets tr.part th, table.board td.dark {
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .board-part { break-inside: avoid; } }
"""
_OWN = (Status.PARTED, Status.UNREAD)


def html(verdict: Verdict, book: Phrasebook, letters: Letters, language: str) -> str:
    title = book.say(Phrase("dispute_title"))
    names = " – ".join(paper.name for paper in verdict.found.papers)
    return page(language, f"{title}: {names}", _body(verdict, book, letters), _STYLE)


def _body(verdict: Verdict, book: Phrasebook, letters: Letters) -> Iterator[str]:
    news = escape(book.say(verdict.headline))
    parts = verdict.found.comparison.parting is not None
    if parts:
        news = f'<a href="#parting">{news}</a>'
    yield f'<p class="news">{news}</p>'
    yield from _section(book.say(Phrase("dispute_ruling")))
    yield from _items(book.say(one) for one in (*verdict.ruling.said, *verdict.explanation))
    yield '<div class="board-part">'
    yield from _section(book.say(Phrase("dispute_position")))
    fen = book.say(Phrase("dispute_fen", {"fen": verdict.position.fen()}))
    yield '<div class="sides">'
    yield from _board(verdict.position, book)
    yield "<div>"
    yield from _items(position_lines(verdict.position, book, letters))
    yield "</div></div>"
    yield f'<p class="fen">{escape(fen)}</p>'
    yield "</div>"
    if others := further(verdict):
        yield from _section(book.say(Phrase("dispute_findings")))
        yield from _items(map(book.say, others))
    yield from _sheets(verdict, book, in_letters(letters))


def _section(heading: str) -> Iterator[str]:
    yield f"<h2>{escape(heading)}</h2>"


def _items(lines: Iterable[str]) -> Iterator[str]:
    yield "<ul>"
    for line in lines:
        yield f"<li>{escape(line)}</li>"
    yield "</ul>"


def _board(board: chess.Board, book: Phrasebook) -> Iterator[str]:
    """Rank by rank from White's side; each piece is drawn, and told by its name."""
    yield '<table class="board">'
    yield f'<caption class="heard">{escape(book.say(Phrase("dispute_position")))}</caption>'
    files = "".join(f'<th scope="col">{name}</th>' for name in "abcdefgh")
    yield f"<thead><tr><td></td>{files}</tr></thead><tbody>"
    for rank in range(7, -1, -1):
        cells = [f'<th scope="row">{rank + 1}</th>']
        for file in range(8):
            square = chess.square(file, rank)
            dark = (file + rank) % 2 == 0
            shade = ' class="dark"' if dark else ""
            piece = board.piece_at(square)
            cells.append(f"<td{shade}>{_man(piece, book) if piece else ''}</td>")
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"


def _man(piece: chess.Piece, book: Phrasebook) -> str:
    name = escape(book.word(Man(piece.piece_type, piece.color)))
    # The text form of the sign, or some browsers draw a coloured picture of a pawn.
    sign = f"{piece.unicode_symbol()}\ufe0e"
    return f'<span class="man" aria-hidden="true">{sign}</span><span class="heard">{name}</span>'


def _sheets(verdict: Verdict, book: Phrasebook, tell: Telling) -> Iterator[str]:
    heading = book.say(Phrase("dispute_table"))
    yield from _section(heading)
    yield '<table class="sheets">'
    yield f'<caption class="heard">{escape(heading)}</caption>'
    names = [paper.name for paper in verdict.found.papers]
    heads = [book.say(Phrase("score_number")), *names, book.say(Phrase("dispute_meaning"))]
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    parting = verdict.found.comparison.parting
    for row, (number, first, second, remark) in table(verdict, book, tell):
        inner = "".join(f"<td>{escape(cell)}</td>" for cell in (first, second, remark))
        yield f'<tr{_class(row, parting)}><th scope="row">{number}</th>{inner}</tr>'
    yield "</tbody></table>"


def _class(row: Row, parting: Row | None) -> str:
    if row is parting:
        return ' class="part" id="parting"'
    if row.status in _OWN:
        return ' class="own"'
    return "" if row.status is Status.AGREE else ' class="noted"'
