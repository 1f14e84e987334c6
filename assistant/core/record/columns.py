"""A scoresheet for readers: three columns of text, or a table in HTML."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

import chess

from assistant.core.output.announcement import Argument, Colour, Phrase
from assistant.core.output.wording import Phrasebook
from assistant.core.record.document import page
from assistant.core.record.notation import Notation, clock, written
from assistant.core.record.scoresheet import Ply, Sheet
from assistant.core.spoken.grammar import Letters

_HEADERS: tuple[tuple[str, Argument], ...] = (
    ("Event", Phrase("event_name")),
    ("Site", Phrase("event_place")),
    ("Date", Phrase("event_date")),
    ("Round", Phrase("event_round")),
    ("White", Colour(chess.WHITE)),
    ("Black", Colour(chess.BLACK)),
    ("TimeControl", Phrase("event_time_control")),
    ("FEN", Phrase("score_start")),
)
_UNKNOWN = ("", "?", "-", "????.??.??")
_SKIPPED = "..."
"""Stands for White's move where the game begins with Black's."""


@dataclass(frozen=True, slots=True)
class Form:
    """How moves are written on the sheet."""

    book: Phrasebook
    letters: Letters
    language: str
    notation: Notation = Notation.SHORT

    def move(self, ply: Ply) -> str:
        """A move with everything that is written beside it: Kb1 (=) 1:29:45."""
        parts = [written(ply, self.letters, self.notation)]
        if ply.draw_offered:
            parts.append("(=)")
        if ply.clock_ms is not None:
            parts.append(clock(ply.clock_ms))
        return " ".join(parts)

    def say(self, key: str) -> str:
        return self.book.say(Phrase(key))

    def colour(self, colour: chess.Color) -> str:
        name = self.book.word(Colour(colour))
        return name[:1].upper() + name[1:]

    def facts(self, sheet: Sheet) -> Iterator[str]:
        """What stands above the moves, and the result, which a reader wants to know first."""
        told = [(what, sheet.headers.get(name, "")) for name, what in _HEADERS]
        for what, value in [*told, (Phrase("score_result"), sheet.result)]:
            if value not in _UNKNOWN:
                yield self.book.say(Phrase("event_line", {"what": what, "value": value}))

    def notes(self, sheet: Sheet) -> Iterator[str]:
        """Every remark, with the move to which it belongs."""
        for comment in sheet.comments:
            yield self.book.say(comment)
        for ply in sheet.plies:
            for comment in ply.comments:
                side = Colour(ply.colour)
                yield self.book.say(
                    Phrase("score_note", {"number": ply.number, "side": side, "what": comment})
                )


def _rows(sheet: Sheet, form: Form) -> Iterator[tuple[int, str, str]]:
    for number, plies in groupby(sheet.plies, key=lambda ply: ply.number):
        moves = {ply.colour: form.move(ply) for ply in plies}
        yield number, moves.get(chess.WHITE, _SKIPPED), moves.get(chess.BLACK, "")


def text(sheet: Sheet, form: Form) -> str:
    """One line a move: number, White, Black; columns for the eye, in order for the ear."""
    rows = list(_rows(sheet, form))
    white = form.colour(chess.WHITE)
    width = max(len(cell) for cell in (white, *(row[1] for row in rows)))
    head = form.say("score_number")
    edge = max(len(head), 4)
    lines = [form.say("score_title"), *form.facts(sheet)]
    if rows:
        lines += ["", f"{head:>{edge}}  {white:<{width}}  {form.colour(chess.BLACK)}"]
    for number, first, second in rows:
        lines.append(f"{f'{number}.':>{edge}}  {first:<{width}}  {second}".rstrip())
    notes = list(form.notes(sheet))
    if notes:
        lines += ["", form.say("score_notes"), *notes]
    return "\n".join(lines) + "\n"


def html(sheet: Sheet, form: Form) -> str:
    """A table whose cells are announced with their row and column headings."""
    return page(form.language, form.say("score_title"), _body(sheet, form))


def _body(sheet: Sheet, form: Form) -> Iterator[str]:
    yield from _items(form.facts(sheet))
    rows = list(_rows(sheet, form))
    if rows:
        yield "<table>"
        yield f"<caption>{escape(form.say('score_moves'))}</caption>"
        heads = (form.say("score_number"), form.colour(chess.WHITE), form.colour(chess.BLACK))
        cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        yield f"<thead><tr>{cells}</tr></thead>"
        yield "<tbody>"
        for number, first, second in rows:
            moves = f"<td>{escape(first)}</td><td>{escape(second)}</td>"
            yield f'<tr><th scope="row">{number}</th>{moves}</tr>'
        yield "</tbody>"
        yield "</table>"
    notes = list(form.notes(sheet))
    if notes:
        yield f"<h2>{escape(form.say('score_notes'))}</h2>"
        yield from _items(iter(notes))


def _items(lines: Iterator[str]) -> Iterator[str]:
    yield "<ul>"
    for line in lines:
        yield f"<li>{escape(line)}</li>"
    yield "</ul>"
