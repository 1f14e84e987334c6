"""The verdict for readers: plain text, the pages of an embosser, JSON, and sentences to be heard.

None of them says more than the others; the news comes first in each.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import chess

from assistant.core.dispute.alphabet import FIGURINE_OF, Alphabet
from assistant.core.dispute.findings import MoveWords, Telling
from assistant.core.dispute.rows import Claim, Row, Status
from assistant.core.dispute.verdict import Verdict
from assistant.core.output import moves, queries
from assistant.core.output.announcement import Announcement, Argument, Colour, Phrase, Place
from assistant.core.output.wording import Phrasebook
from assistant.core.record.document import Document, Line, Section
from assistant.core.record.notation import Notation, written
from assistant.core.record.scoresheet import Ply
from assistant.core.spoken.grammar import Letters

EMPTY = "–"
"""Stands in the table where a sheet has nothing."""


def in_letters(letters: Letters, sheets: Sequence[Alphabet] = ()) -> Telling:
    """Moves as sheets write them, squares by letter and digit.

    `sheets` are the alphabets of the two sheets, for what is told beside their entries.
    """
    own = tuple(_writer(_letters(one)) for one in sheets)
    return Telling(_writer(letters), chess.square_name, (own[0], own[1]) if own else None)


def _writer(letters: Letters) -> MoveWords:
    def tell(board: chess.Board, move: chess.Move) -> Argument:
        passing = board.is_en_passant(move)
        ply = Ply(board.fullmove_number, board.turn, move, board.san(move), en_passant=passing)
        return written(ply, letters, Notation.SHORT)

    return tell


def _letters(alphabet: Alphabet) -> Letters:
    known = {piece: sign for sign, piece in alphabet.pieces.items() if sign.isalpha()}
    longer = {figurine: sign for sign, figurine in alphabet.longer}
    named = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
    signs = [known.get(piece) or longer[FIGURINE_OF[piece]] for piece in named]
    return Letters(*signs)


IN_WORDS = Telling(moves.told, Place)
"""Moves and squares as they are announced."""


def table(verdict: Verdict, book: Phrasebook, tell: Telling) -> Iterator[tuple[Row, list[str]]]:
    """A row for each half-move: its number, what each sheet has, and a remark if there is one."""
    for row in verdict.found.comparison.rows:
        number = f"{row.number}." if row.colour else f"{row.number}..."
        yield row, [number, _cell(row.a), _cell(row.b), _remark(row, book, tell)]


def _cell(claim: Claim | None) -> str:
    return claim.entry.text or EMPTY if claim is not None else EMPTY


def _remark(row: Row, book: Phrasebook, tell: Telling) -> str:
    if row.status is Status.AGREE:
        return ""
    status = book.say(Phrase(f"status_{row.status}"))
    if row.move is None or row.open or row.status is Status.DIFFER:
        return status
    return f"{status}: {book.word(tell.move(row.board, row.move))}"


def position_lines(board: chess.Board, book: Phrasebook, letters: Letters) -> list[str]:
    """The position piece by piece in letters, and who is to move."""
    own = ("", "", letters.knight, letters.bishop, letters.rook, letters.queen, letters.king)
    lines = []
    for colour in (chess.WHITE, chess.BLACK):
        places = [
            f"{own[piece]}{chess.square_name(square)}"
            for piece in range(chess.KING, 0, -1)
            for square in sorted(board.pieces(piece, colour), key=_by_file)
        ]
        name = book.word(Colour(colour))
        lines.append(f"{name[:1].upper()}{name[1:]}: {', '.join(places)}")
    return [*lines, book.say(_to_move(board))]


def _by_file(square: chess.Square) -> tuple[int, int]:
    return chess.square_file(square), chess.square_rank(square)


def further(verdict: Verdict) -> list[Phrase]:
    """What was found besides the explanation, which tells some of it already."""
    told = set(map(repr, verdict.explanation))
    return [one.said for one in verdict.findings if repr(one.said) not in told]


def _to_move(board: chess.Board) -> Phrase:
    return Phrase("dispute_to_move", {"side": Colour(board.turn)})


def _read_as(verdict: Verdict) -> Iterator[Phrase]:
    for paper, code in zip(verdict.found.papers, verdict.found.languages, strict=True):
        yield Phrase("dispute_read_as", {"name": paper.name, "language": code})


def text(verdict: Verdict, book: Phrasebook, letters: Letters) -> str:
    """One sentence, the procedure, the position, single entries, and the table."""
    say, tell = book.say, in_letters(letters)
    lines = [say(verdict.headline)]
    lines += [say(one) for one in (*verdict.ruling.said, *verdict.explanation)]
    lines += ["", say(Phrase("dispute_position"))]
    lines += [say(Phrase("dispute_fen", {"fen": verdict.position.fen()}))]
    lines += [*_diagram(verdict.position), *position_lines(verdict.position, book, letters)]
    if others := further(verdict):
        lines += ["", say(Phrase("dispute_findings")), *map(say, others)]
    lines += ["", say(Phrase("dispute_table"))]
    lines += [say(one) for one in _read_as(verdict)]
    names = [paper.name for paper in verdict.found.papers]
    rows = [cells for _, cells in table(verdict, book, tell)]
    head = [say(Phrase("score_number")), *names, ""]
    widths = [max(len(cells[at]) for cells in (head, *rows)) for at in range(3)]
    for cells in (head, *rows):
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
        lines.append("  ".join([*padded, cells[3]]).rstrip())
    return "\n".join(lines) + "\n"


def _diagram(board: chess.Board) -> list[str]:
    """The board for the eye: capitals are White's, as in FEN."""
    rows = str(chess.BaseBoard(board.board_fen())).split("\n")
    return [f"{8 - at} {row}" for at, row in enumerate(rows)] + ["  a b c d e f g h"]


def document(verdict: Verdict, book: Phrasebook, letters: Letters, language: str) -> Document:
    """The report for the embosser."""
    say, tell = book.say, in_letters(letters)
    news = [verdict.headline, *verdict.ruling.said, *verdict.explanation]
    fen = say(Phrase("dispute_fen", {"fen": verdict.position.fen()}))
    sections = [
        Section(say(Phrase("dispute_ruling")), tuple(Line(say(one)) for one in news)),
        Section(
            say(Phrase("dispute_position")),
            tuple(map(Line, [*position_lines(verdict.position, book, letters), fen])),
        ),
    ]
    if others := further(verdict):
        found = tuple(Line(say(one)) for one in others)
        sections.append(Section(say(Phrase("dispute_findings")), found))
    rows = tuple(Line(_in_a_line(cells)) for _, cells in table(verdict, book, tell))
    names = ", ".join(paper.name for paper in verdict.found.papers)
    sections.append(Section(f"{say(Phrase('dispute_table'))}: {names}", rows))
    return Document(language, say(Phrase("dispute_title")), tuple(sections))


def _in_a_line(cells: list[str]) -> str:
    number, first, second, remark = cells
    both = first if first == second and not remark else f"{first}, {second}"
    return f"{number} {both}" + (f"; {remark}" if remark else "")


def spoken(verdict: Verdict) -> list[Announcement]:
    """The verdict to be heard: the news, the procedure, the explanation, the position."""
    phrases = [verdict.headline, *verdict.ruling.said, *verdict.explanation]
    phrases += [one.said for one in verdict.findings if one.kind == "board"]
    said = [Announcement(one.key, one.args) for one in phrases]
    for colour in (chess.WHITE, chess.BLACK):
        said += queries.pieces_of(verdict.position, colour)
    to_move = _to_move(verdict.position)
    return [*said, Announcement(to_move.key, to_move.args)]


def data(verdict: Verdict, book: Phrasebook) -> dict[str, Any]:
    """The verdict for other programs."""
    comparison = verdict.found.comparison
    ply, agreed = comparison.agreed()
    parting = comparison.parting
    back = verdict.ruling.go_back_to
    return {
        "agree": comparison.agree,
        "plies_a": verdict.found.papers[0].sheet.plies,
        "plies_b": verdict.found.papers[1].sheet.plies,
        "last_agreed": {"ply": ply, "fen": agreed.fen()},
        "first_difference": None if parting is None else _difference(parting),
        "entries": [_entry(row) for row in comparison.rows],
        "findings": [
            {
                "kind": str(one.kind),
                "ply": one.ply,
                "sheet": one.sheet,
                "likely": one.likely,
                "text": book.say(one.said),
            }
            for one in verdict.findings
        ],
        "ruling": {
            "article": verdict.ruling.article or None,
            "who_adjusts": verdict.ruling.who_adjusts,
            "go_back_to": None if back is None else back.fen(),
        },
        "say": [
            book.say(one) for one in (verdict.headline, *verdict.ruling.said, *verdict.explanation)
        ],
        "languages": list(verdict.found.languages),
    }


def _difference(row: Row) -> dict[str, Any]:
    return {
        "ply": row.ply,
        "move_number": row.number,
        "side": "white" if row.colour else "black",
        "a": _text(row.a),
        "b": _text(row.b),
    }


def _entry(row: Row) -> dict[str, Any]:
    return {
        "ply": row.ply,
        "move_number": row.number,
        "side": "white" if row.colour else "black",
        "a": _text(row.a),
        "b": _text(row.b),
        "move": row.move.uci() if row.move and not row.open else None,
        "status": str(row.status),
    }


def _text(claim: Claim | None) -> str | None:
    return claim.entry.text or None if claim is not None else None
