"""The commands for the record of a game: `journal` and `scoresheet`."""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from assistant import data, drivers, files
from assistant.core.output.announcement import Listing, Phrase
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import Event
from assistant.core.record import columns, soundrecord
from assistant.core.record import journal as journals
from assistant.core.record.columns import Form
from assistant.core.record.history import history
from assistant.core.record.notation import Notation
from assistant.core.record.pgn import pgn
from assistant.core.record.scoresheet import Sheet, sheet_of
from assistant.core.spoken.grammar import Grammar
from assistant.errors import FileError, JournalError, UsageError


def journal(options: argparse.Namespace) -> int:
    path = Path(options.file)
    reading = _read(path)
    if options.action == "verify":
        return _verify(options, reading)
    _note_torn(reading)
    if options.action == "play":
        _play(options, reading.events, path)
    elif options.action == "export":
        files.give(_exported(options, reading.events).encode(), options.output, path)
    else:
        _show(options, reading.events)
    return 0


def _play(options: argparse.Namespace, events: tuple[Event, ...], path: Path) -> None:
    """Lets the recordings of a move be heard, or writes them.

    :raises JournalError: if there is none, or one is not as it was heard.
    """
    mover = {"w": True, "b": False}.get(options.side)
    found = soundrecord.of_move(events, options.number, mover)
    if not found:
        which = f"move {options.number}{options.side or ''}"
        raise JournalError(f"{path} has no recording of {which}. See: chess-assistant journal show")
    folder = drivers.find("soundkeeper", "flac")(path.with_suffix(".sounds"))
    book = Phrasebook(_grammar(options, events))
    sounds = []
    for event in found:
        pcm = folder.sound(event.file)
        if soundrecord.digest(pcm) != event.sha256:
            raise JournalError(
                f"The recording {event.file} is not as it was heard: it was changed or damaged."
            )
        sounds.append(pcm)
    if options.wav:
        if Path(options.wav).exists() and Path(options.wav).samefile(path):
            raise FileError(f"{options.wav} is the journal itself. Give another file.")
        files.write(Path(options.wav), soundrecord.wav(soundrecord.together(sounds)))
    player = None if options.wav else drivers.find("playback", "sounddevice")()
    for event, pcm in zip(found, sounds, strict=True):
        print(book.say(soundrecord.told(event)), flush=True)
        if player is not None:
            player.play(pcm)


def scoresheet(options: argparse.Namespace) -> int:
    path = Path(options.file)
    reading = _read(path)
    _note_torn(reading)
    grammar = _grammar(options, reading.events)
    in_braille = options.form in ("brf", "braille")
    form = Form(
        Phrasebook(grammar),
        grammar.letters,
        grammar.header.language,
        Notation.SHORT if in_braille else _notation(options.notation),
    )
    sheet = _sheet(reading.events, path)
    if in_braille:
        content = _on_paper(options, sheet, form)
    elif options.form == "pgn":
        content = pgn(sheet, form.book).encode()
    else:
        content = (columns.html if options.form == "html" else columns.text)(sheet, form).encode()
    files.give(content, options.output, path)
    return 0


def _notation(name: str | None) -> Notation:
    try:
        return Notation(name or "short")
    except ValueError:
        raise UsageError(
            f"A sheet of this form has no notation {name!r}. Give long or short, "
            "or --form brf or braille for a braille notation."
        ) from None


def _on_paper(options: argparse.Namespace, sheet: Sheet, form: Form) -> bytes:
    from assistant.cli_devices import settings_of
    from assistant.cli_translator import need_six_dots, notation_of, open_translator
    from assistant.core.braille import embossing
    from assistant.core.record.paper import Paper, Writer

    paper = Paper(options.cells, options.lines)
    named = options.notation
    notation = notation_of(settings_of(options), form.language, 6, named)
    if options.form == "brf":
        if named is None and notation.header.dots != 6:
            notation = data.notation_for(form.language, 6)  # what a display shows is not for paper
        need_six_dots(notation)
    pages = Writer(notation, open_translator(notation).translate, form, paper).pages(sheet)
    return embossing.brf(pages) if options.form == "brf" else embossing.braille(pages)


def player() -> str:
    """What a person without a name in the journal is called on a sheet."""
    return os.environ.get("USER") or "Player"


def _read(path: Path) -> journals.Reading:
    """The journal in a file, which stays as it is.

    :raises JournalError: naming the first line that is not as it was written.
    """
    content = files.read(path)
    if not content:
        raise JournalError(f"{path} is empty: there is no game in it. Name another file.")
    if b'"hash":"' not in content and b'{"v":' not in content[:5]:
        raise JournalError(f"{path} is no journal of a game. Check the path.")
    try:
        return journals.read(content)
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from None


def _note_torn(reading: journals.Reading) -> None:
    if reading.torn:
        print(f"Line {len(reading.events) + 1} is torn and was left out.", file=sys.stderr)


def _verify(options: argparse.Namespace, reading: journals.Reading) -> int:
    if reading.torn:
        number = len(reading.events) + 1
        raise JournalError(
            f"Line {number} of {options.file} is torn: {len(reading.torn)} bytes without an end. "
            "The lines before it are whole; --resume sets the torn one aside."
        )
    book = Phrasebook(_grammar(options, reading.events))
    print(book.say(Phrase("journal_whole", {"count": len(reading.events)})))
    folder = Path(options.file).with_suffix(".sounds")
    named = dict.fromkeys(soundrecord.files_of(reading.events))
    missing = tuple(name for name in named if not _is_there(folder / name))
    if missing:
        print(book.say(Phrase("journal_sounds_missing", {"files": Listing(missing, ",")})))
    return 0


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder that may not be looked into
        return False


def _show(options: argparse.Namespace, events: Iterable[Event]) -> None:
    book = Phrasebook(_grammar(options, events))
    day = ""
    for event, phrase in history(events):
        date, _, time = _moment(event.at).partition(" ")
        told = time if date == day else f"{date} {time}".strip()
        day = date
        print(book.say(Phrase("journal_line", {"news": book.say(phrase), "time": told})))


def _moment(at: int) -> str:
    try:
        moment = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return str(at)
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def _exported(options: argparse.Namespace, events: tuple[Event, ...]) -> str:
    if options.form == "pgn":
        sheet = _sheet(events, Path(options.file))
        return pgn(sheet, Phrasebook(_grammar(options, events)))
    told = [{"event": type(event).__name__, **asdict(event)} for event in events]
    if options.form == "jsonl":
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in told)
    return f"{json.dumps(told, ensure_ascii=False, indent=1)}\n"


def _sheet(events: Iterable[Event], path: Path) -> Sheet:
    try:
        return sheet_of(events, player())
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from None


def _grammar(options: argparse.Namespace, events: Iterable[Event]) -> Grammar:
    """The language that was asked for, or else the one in which the game was played."""
    played = (getattr(event, "language", None) for event in events)
    code = options.language or next(filter(None, played), None)
    known = options.language or code in data.languages()
    return data.language(code if code and known else "de")[0]
