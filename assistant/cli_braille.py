"""The commands for braille itself: `braille tables`, `keys` and `read`, and `board`."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import chess

from assistant import data, files
from assistant.cli_devices import settings_of
from assistant.cli_display import spellings
from assistant.cli_translator import need_six_dots, notation_of, open_translator
from assistant.core.braille import embossing, roundtrip, sheet
from assistant.core.braille.keys import MEANINGS, Say
from assistant.core.braille.notation import Notation
from assistant.core.output import boardcells, queries
from assistant.core.output.announcement import Colour, tell
from assistant.core.output.cells import BLANK, Cells, unicode
from assistant.core.output.wording import Phrasebook
from assistant.core.play.position import parse_fen
from assistant.core.record.pgn import pgn
from assistant.core.record.replayed import Replay, replay
from assistant.errors import DataError, FileError, UsageError

_LARGEST = 200_000
"""Bytes; a scoresheet in Unicode braille has a fifth of it."""


def braille(options: argparse.Namespace) -> int:
    actions = {"tables": _tables, "keys": _keys, "read": _read}
    return actions[options.action](options)


def _keys(options: argparse.Namespace) -> int:
    """One line for everything that keys do, with all keys that do it."""
    words = spellings(data.language(options.language)[0])
    meanings: dict[str, list[str]] = {}
    for key, action in data.display_keys().items():
        told = f"says: {words[action.command]}" if isinstance(action, Say) else MEANINGS[action]
        meanings.setdefault(told, []).append(key)
    if options.json:
        rows = [{"keys": keys, "meaning": meaning} for meaning, keys in meanings.items()]
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for meaning, keys in meanings.items():
            print(f"{', '.join(keys)}: {meaning}")
    return 0


def _tables(options: argparse.Namespace) -> int:
    """Every notation with its sample; a broken file is a sentence, and the others follow."""
    if options.positions < 1:
        raise UsageError("The proof needs at least 1 position. Give --positions 100, for example.")
    status = 0
    found = []
    for name in data.notations():
        try:
            notation = data.notation(name)
        except DataError as error:
            print(f"chess-assistant: {error}", file=sys.stderr)
            status = error.status
            continue
        row = _row(notation)
        if options.check:
            proof = roundtrip.prove(notation, options.positions)
            row["moves"], row["lost"] = proof.moves, list(proof.lost)
            row["cells"] = round(proof.cells / proof.moves, 1)
            status = status or bool(proof.lost)
        found.append(row)
        if not options.json:
            _print_row(row)
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    return int(status)


def _row(notation: Notation) -> dict[str, object]:
    text, cells = notation.sample
    header = notation.header
    return {
        "name": notation.name,
        "english": header.english,
        "languages": header.languages,
        "dots": header.dots,
        "text": header.text,
        "sample": text,
        "braille": unicode(cells),
    }


def _print_row(row: dict[str, object]) -> None:
    languages = row["languages"]
    told = ", ".join(languages) if isinstance(languages, list) else ""
    print(f"{row['name']}: {row['english']} ({told}; {row['dots']} dots)")
    print(f"  {row['sample']}: {row['braille']}")
    if "moves" in row:
        lost = row["lost"]
        count = len(lost) if isinstance(lost, list) else 0
        verdict = "all read back" if not count else f"{count} lost"
        print(f"  {row['moves']} moves, {verdict}, {row['cells']} cells a move", flush=True)
        for sentence in (lost if isinstance(lost, list) else [])[:3]:
            print(f"  lost: {sentence}")


def _read(options: argparse.Namespace) -> int:
    path = Path(options.file)
    text = _text(path)
    usable, broken = data.usable_notations()
    notations = [data.notation(options.notation)] if options.notation else usable
    for error in [] if options.notation else broken:
        print(error, file=sys.stderr)
    codes = {one.header.table: one.code for one in usable if one.header.table}
    start = parse_fen(options.fen) if options.fen else chess.Board()
    found = sheet.read(text, notations, codes, start)
    if not found.entries:
        other = "Leave out --notation, or give another" if options.notation else "Give --notation"
        raise FileError(
            f"{path}: no moves were found in this braille. "
            f"{other}; list: chess-assistant braille tables"
        )
    if found.rivals:
        both = " or ".join([found.notation.name, *found.rivals])
        raise UsageError(f"The moves can be read in {both}. Say which one with --notation.")
    game = replay(found, start)
    if options.form == "pgn":
        language = found.notation.header.languages[0]
        known = language if language in data.languages() else "en"
        written = pgn(game.sheet, Phrasebook(data.language(known)[0]))
    else:
        written = found.text
    files.give(written.encode(), options.output, path)
    for sentence in _remarks(found, game, options.form):
        print(sentence, file=sys.stderr)
    return 1 if found.unreadable or game.stopped_at else 0


def _remarks(found: sheet.BrailleSheet, game: Replay, form: str) -> Iterator[str]:
    yield f"Read in the notation {found.notation.name}: {len(found.entries)} entries."
    for foreign in found.foreign[:3]:
        yield f"Line {foreign.line}: {foreign.sign!r} is no braille cell."
    if len(found.foreign) > 3:
        yield f"{len(found.foreign)} signs of the file are no braille cells."
    for wrong in found.misnumbered:
        numbers = f"the number {wrong.written} stands where {wrong.expected} belongs"
        yield f"Line {wrong.line}: {numbers}."
    for entry in found.unreadable:
        yield f"{_place(entry)}: {unicode(entry.cells)} is no move ({entry.text})."
    stopped = game.stopped_at
    if stopped is not None and stopped.moves:
        meant = f", it may be {' or '.join(game.may_be)}" if game.may_be else ""
        where = f"{_place(stopped)}: {stopped.text}"
        ends = "; the PGN ends before it" if form == "pgn" else ""
        yield f"{where} cannot be played there{meant}{ends}."
    elif stopped is not None and form == "pgn":
        yield f"The PGN ends before move {stopped.number}, {_side(stopped)}."


def _place(entry: sheet.Entry) -> str:
    return f"Line {entry.line}, move {entry.number}, {_side(entry)}"


def _side(entry: sheet.Entry) -> str:
    return "White" if entry.colour else "Black"


def _text(path: Path) -> str:
    content = files.read(path)
    if len(content) > _LARGEST:
        raise FileError(f"{path} is too large to be a scoresheet. Check the path.")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")  # every foreign byte is then reported by itself


def board(options: argparse.Namespace) -> int:
    position = parse_fen(options.fen) if options.fen else chess.Board()
    book = Phrasebook(data.language(options.language)[0])
    turn = book.say(tell("turn", side=Colour(position.turn)))
    if options.form == "spoken":
        white, black = (queries.pieces_of(position, colour) for colour in (True, False))
        content = "\n".join([*map(book.say, (*white, *black)), turn, ""]).encode()
    else:
        content = _drawn(options, position, turn)
    files.give(content, options.output, Path())
    return 0


def _drawn(options: argparse.Namespace, position: chess.Board, turn: str) -> bytes:
    """The board as eight rows, and below them who is to move."""
    side = chess.BLACK if options.side == "black" else chess.WHITE
    settings = settings_of(options)
    six = options.form == "brf"
    notation = notation_of(settings, options.language, 6 if six else 8, options.notation)
    if six and options.notation is None and notation.header.dots != 6:
        notation = data.notation_for(options.language, 6)
    if options.form == "text":
        return "\n".join([*_lines_of_text(position, notation, side), turn, ""]).encode()
    if six:
        need_six_dots(notation)
    words = notation.text(turn, open_translator(notation).translate).cells
    page = [*_lines_of_cells(position, notation, side), (), words]
    return embossing.brf([page]) if six else embossing.braille([page])


def _lines_of_cells(
    position: chess.Board, notation: Notation, side: chess.Color
) -> Iterator[Cells]:
    one = notation.header.dots == 8
    edge = max(len(notation.code.encode(str(rank)).cells) for rank in range(1, 9)) + 1
    rows = boardcells.rows(position, notation, side, one_cell=one)
    squares = boardcells.squares(side)
    for row, line in zip(squares, rows, strict=True):
        rank = notation.code.encode(chess.RANK_NAMES[chess.square_rank(row[0])]).cells
        yield rank + (BLANK,) * (edge - len(rank)) + line
    files_line: Cells = (BLANK,) * edge
    for square in squares[-1]:
        name = notation.code.encode(chess.FILE_NAMES[chess.square_file(square)]).cells
        files_line += name if one else (BLANK, *name)
    yield files_line


def _lines_of_text(position: chess.Board, notation: Notation, side: chess.Color) -> Iterator[str]:
    squares = boardcells.squares(side)
    for row in squares:
        signs = []
        for square in row:
            man = position.piece_at(square)
            dark = chess.BB_SQUARES[square] & chess.BB_DARK_SQUARES
            if man is None:
                signs.append("+" if dark else "-")
            else:
                letter = notation.letters.of(man.piece_type)
                signs.append(letter.upper() if man.color else letter.lower())
        yield f"{chess.RANK_NAMES[chess.square_rank(row[0])]} {' '.join(signs)}"
    yield "  " + " ".join(chess.FILE_NAMES[chess.square_file(square)] for square in squares[-1])
