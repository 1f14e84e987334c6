"""The command `reconcile`: two sheets in, one report out."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import chess

from assistant import data, files
from assistant.cli_devices import open_outlets, settings_of
from assistant.cli_files import chess960
from assistant.core.braille import sheet as cells
from assistant.core.dispute import boards, embossed, page, report, source
from assistant.core.dispute import cells as cells_of
from assistant.core.dispute.alphabet import Alphabet
from assistant.core.dispute.reconciliation import Paper, Reconciliation
from assistant.core.dispute.reconciliation import reconcile as compare
from assistant.core.dispute.source import BrailleReader
from assistant.core.dispute.verdict import Verdict, judge
from assistant.core.dispute.written import WrittenSheet
from assistant.core.output.wording import Phrasebook
from assistant.core.play import position
from assistant.core.record import brf, document
from assistant.core.spoken.grammar import Grammar
from assistant.errors import FileError, UsageError


def reconcile(options: argparse.Namespace) -> int:
    """Compares the sheets and gives the report in the form that was asked for."""
    grammar, lexicon = data.language(options.language)
    laws = data.laws(options.edition)
    alphabets = data.alphabets()
    for code in (options.language_a, options.language_b):
        if code is not None and code not in alphabets:
            known = ", ".join(sorted(alphabets))
            raise UsageError(f"No piece letters of {code!r} are known. Choose one of: {known}.")
    stands = tuple(
        None if text is None else boards.read(text, lexicon)
        for text in (options.board_a, options.board_b)
    )
    found = compare(*_papers(options), alphabets, data.slips(), _start(options))
    if found.unplayable and not found.strangers:
        raise _unplayable(found, alphabets)
    if found.strangers and not found.comparison.agreed()[0]:
        names = " and ".join(paper.name for paper in found.papers)
        raise FileError(f"{names} have no move in common. Give two sheets of one game.")
    letters = grammar.letters
    own = [alphabets[code] for code in found.languages]
    tell = report.IN_WORDS if options.speak else report.in_letters(letters, own)
    verdict = judge(found, laws, tell, (stands[0], stands[1]))
    book = Phrasebook(grammar)
    if options.speak:
        _speak(options, verdict, book)
    elif options.json:
        print(json.dumps(report.data(verdict, book), ensure_ascii=False, indent=1))
    elif options.html:
        written = page.html(verdict, book, letters, options.language)
        _give(written.encode(), options.html, options)
    elif options.brf:
        _give(_embossed(verdict, book, grammar), options.brf, options)
    else:
        print(report.text(verdict, book, letters), end="")
    return 0


def _unplayable(found: Reconciliation, alphabets: Mapping[str, Alphabet]) -> FileError:
    failing = found.failing(alphabets) or [(paper, True) for paper in found.papers]
    names = " and ".join(paper.name for paper, _ in failing)
    written = " ".join(entry.text for paper, _ in failing for entry in paper.sheet.entries)
    braille = "If it is braille, state its notation with --braille-a or --braille-b."
    if not any(is_sheet for _, is_sheet in failing):
        what = "is no sheet of a game" if len(failing) == 1 else "are no sheets of a game"
        advice = "Check the path." + (f" {braille}" if cells_of.may_be_braille(written) else "")
        return FileError(f"{names} {what}. {advice}")
    advice = "If the game began elsewhere, state it with --fen."
    if cells_of.may_be_braille(written):
        advice = f"{braille} {advice}"
    return FileError(f"{names} cannot be played from the start position. {advice}")


def _papers(options: argparse.Namespace) -> tuple[Paper, Paper]:
    named = (options.sheet_a, options.sheet_b)
    if named == ("-", "-"):
        raise UsageError("Only one sheet can come from standard input. Name a file for the other.")
    names = options.names or [Path(name).stem if name != "-" else "stdin" for name in named]
    if names[0] == names[1]:
        names = [f"{names[0]} (A)", f"{names[1]} (B)"]
    papers = []
    for name, path, language, braille in zip(
        names,
        named,
        (options.language_a, options.language_b),
        (options.braille_a, options.braille_b),
        strict=True,
    ):
        content = sys.stdin.buffer.read() if path == "-" else files.read(Path(path))
        written = source.read(content, path, _braille(path, braille), stated=braille is not None)
        papers.append(Paper(name, written, language))
    return papers[0], papers[1]


def _braille(path: str, notation: str | None) -> BrailleReader:
    """What reads cells in the notation that was stated, or in the one that fits."""
    stated = None if notation is None else data.notation(notation)

    def read(text: str) -> WrittenSheet:
        usable, _ = data.usable_notations()
        found = cells.read(text, usable if stated is None else [stated])
        if found.rivals:
            both = " or ".join([found.notation.name, *found.rivals])
            raise UsageError(
                f"The moves of {path} can be read in {both}. "
                "Say which one with --braille-a or --braille-b."
            )
        return embossed.written(found)

    return read


def _start(options: argparse.Namespace) -> chess.Board | None:
    number = chess960(options.chess960)
    if options.fen is None and number is None:
        return None
    return position.start(options.fen, number)


def _speak(options: argparse.Namespace, verdict: Verdict, book: Phrasebook) -> None:
    with open_outlets(options, settings_of(options), book) as outlets:
        for announcement in report.spoken(verdict):
            outlets.tell(announcement)


def _embossed(verdict: Verdict, book: Phrasebook, grammar: Grammar) -> bytes:
    pages = report.document(verdict, book, grammar.letters, grammar.header.language)
    written, replaced = brf.layout(document.paragraphs(pages), grammar.header.digraphs)
    if replaced:
        print(
            f"Signs that this braille lacks, spelled otherwise: {' '.join(replaced)}",
            file=sys.stderr,
        )
    return written


def _give(content: bytes, output: str, options: argparse.Namespace) -> None:
    files.give(content, output, Path(options.sheet_a))
    if output != "-":
        print(f"The report was written to {output}.")
