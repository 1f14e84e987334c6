"""The command `event`: new asks for the settings, check tells them, sheet declares them."""

import argparse
import sys
from pathlib import Path

from assistant import __version__, data, drivers, files
from assistant.core.output.announcement import Phrase, tell
from assistant.core.output.durations import control
from assistant.core.output.settingwords import label, line, told_as
from assistant.core.output.wording import Phrasebook
from assistant.core.play import adjournment, regulations, timecontrol
from assistant.core.play.contest import replay
from assistant.core.play.rate import classify
from assistant.core.play.regulations import Player, Regulations, Speech
from assistant.core.play.setting import LONGEST_TEXT, SETTINGS, Kind, Value, raw, values
from assistant.core.record import brf, document, eventfile, journal
from assistant.core.record.checksum import checksum
from assistant.core.record.declaration import Program, declare
from assistant.core.spoken.command import expand
from assistant.core.spoken.grammar import Grammar
from assistant.errors import FileError, JournalError, UsageError
from assistant.interview import Interview, usable


def event(options: argparse.Namespace) -> int:
    return {"new": _new, "check": _check, "sheet": _sheet}[options.action](options)


def _new(options: argparse.Namespace) -> int:
    """Asks, checks, and writes the whole file at the end or nothing at all."""
    path = Path(options.file)
    files.check_new(path, replace=options.force)
    grammar, lexicon = data.language(options.language)
    book = Phrasebook(grammar)
    nobody = Player(name="")
    blank = Regulations(white=nobody, black=nobody, speech=Speech(language=options.language))
    interview = Interview(values(blank), _given(options), lexicon, book, languages=data.languages())
    if not options.yes:
        patterns = expand(grammar.commands["take_back"][0])
        back = min(patterns, key=lambda pattern: pattern.count(" "))
        print(book.say(Phrase("event_intro", {"back": back})))
        _ask(interview, book, path)
    settled = regulations.check(raw(interview.values), path.name)
    files.write(path, eventfile.write(settled, book).encode(), replace=options.force)
    print(book.say(Phrase("event_written", {"file": str(path)})))
    return 0


def _ask(interview: Interview, book: Phrasebook, path: Path) -> None:
    keyboard = drivers.find("recognizer", "text")()
    answers = keyboard.words()
    while not interview.done:
        print(book.say(interview.question()), flush=True)
        keyboard.ready()
        answer = next(answers, None)
        if answer is None:
            if keyboard.interactive:
                print()  # the error begins a line of its own
            raise FileError(f"The answers ended before the last question. {path} was not written.")
        refused = interview.receive(answer)
        if refused is not None:
            print(book.say(refused))


def _given(options: argparse.Namespace) -> dict[str, Value]:
    """The settings that were given as options, each checked like an answer."""
    given: dict[str, Value] = {}
    for side in ("white", "black"):
        name = getattr(options, side)
        if name is not None:
            if not name.strip() or not usable(name.strip()):
                raise UsageError(
                    f"The name after --{side} cannot be used. "
                    f"Give 1 to {LONGEST_TEXT} printable characters."
                )
            given[f"{side}.name"] = name.strip()
        elif options.yes:
            raise UsageError(f"With --yes the names are needed: add --{side} NAME.")
        if options.blind is not None:
            given[f"{side}.visually_disabled"] = options.blind in (side, "both")
        elif options.yes:
            raise UsageError("With --yes say who is visually disabled: --blind white|black|both.")
    if options.time_control is not None:
        given["rules.time_control"] = str(timecontrol.parse(options.time_control))
    if options.edition is not None:
        data.laws(options.edition)
        given["rules.edition"] = options.edition
    return given


def _check(options: argparse.Namespace) -> int:
    """Says line by line what the file sets."""
    path = Path(options.file)
    settled = data.regulations(path)
    book = Phrasebook(data.language(options.language or settled.speech.language)[0])
    print(book.say(Phrase("event_usable", {"file": str(path)})))
    laws = data.laws(settled.rules.edition)
    found = values(settled)
    times = settled.time_control
    rate = Phrase(f"event_rate_{classify(times, laws).rate}")
    for setting in SETTINGS:
        told = [line(setting, found[setting.key])]
        if setting.kind is Kind.TIME_CONTROL:
            told = [told_as(label(setting), control(times)), told_as(Phrase("event_rate"), rate)]
        for sentence in told:
            print(book.say(sentence))
    return 0


def _sheet(options: argparse.Namespace) -> int:
    """The declaration for the arbiter, in the form that was asked for."""
    path = Path(options.file)
    settled = data.regulations(path)
    language = options.language or settled.speech.language
    grammar, _ = data.language(language)
    parts = list(data.program())
    program = Program(__version__, checksum(parts), len(parts))
    laws = data.laws(settled.rules.edition)
    declaration = declare(
        settled, laws, program, Phrasebook(grammar), language=language, spoken=_name(settled)
    )
    _give(declaration, options, grammar, path)
    return 0


def _give(
    page: document.Document, options: argparse.Namespace, grammar: Grammar, source: Path
) -> None:
    """A document in the form that was asked for."""
    if options.form == "brf":
        written, replaced = brf.layout(document.paragraphs(page), grammar.header.digraphs)
        if replaced:
            print(
                f"Signs that this braille lacks, spelled otherwise: {' '.join(replaced)}",
                file=sys.stderr,
            )
    else:
        form = document.html if options.form == "html" else document.text
        written = form(page).encode()
    files.give(written, options.output, source)


def envelope(options: argparse.Namespace) -> int:
    """What stands on the envelope of an adjourned game, to be printed or embossed."""
    path = Path(options.file)
    try:
        contest = replay(journal.read(files.read(path)).events)
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from None
    if contest.adjournment is None or not contest.adjournment.commitment:
        raise JournalError(f"{path}: No move is sealed in this game, so there is no envelope.")
    language = options.language or contest.regulations.speech.language
    grammar, _ = data.language(language)
    book = Phrasebook(grammar)
    lines = [book.say(entry) for entry in adjournment.entries(contest, contest.ms)]
    if options.resumption:
        lines[-1] = book.say(tell("envelope_resumes", when=options.resumption))
    title = book.say(Phrase("envelope_title"))
    section = document.Section(lines[0], tuple(document.Line(line) for line in lines[1:]))
    _give(document.Document(language, title, (section,)), options, grammar, path)
    return 0


def _name(settled: Regulations) -> str:
    return data.language(settled.speech.language)[0].header.name
