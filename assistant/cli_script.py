"""The commands for scripts: read, announce, languages."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator

import chess

from assistant import data, script
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.grammar import FILES, PIECES, RANKS
from assistant.core.spoken.lexicon import Lexicon
from assistant.errors import FenError, MoveError, UsageError

Work = Callable[[chess.Board, str], script.Result | None]


def style(options: argparse.Namespace) -> Style:
    """How moves are announced, as the options say."""
    local = options.ranks == "local"
    if not hasattr(options, "style"):
        return Style(local_ranks=local)
    return Style(
        length=Length(options.style),
        local_ranks=local,
        pawn=options.name_pawns,
        capture=options.capture,
        check=options.check,
        mate=options.mate,
        en_passant=options.en_passant,
        promotion_word=options.promotion_word,
        castling_squares=options.castling == "squares",
    )


def _language(options: argparse.Namespace) -> tuple[Lexicon, Phrasebook]:
    grammar, lexicon = data.language(options.language)
    return lexicon, Phrasebook(grammar, style(options))


def _position(fen: str | None) -> chess.Board:
    return chess.Board() if not fen else parse_fen(fen)


def read(options: argparse.Namespace) -> int:
    lexicon, book = _language(options)

    def work(board: chess.Board, text: str) -> script.Result:
        return script.read(board, text, lexicon, book)

    if options.batch:
        return _batch(options, work, script.not_understood)
    result = work(_position(options.fen), " ".join(options.words))
    if options.json:
        _write(result)
    else:
        say = result["say"] or f"Command: {result['command']}"
        print(f"{say} ({result['move']})" if result["move"] else say)
    return 0 if result["outcome"] in ("exact", "command") else 1


def announce(options: argparse.Namespace) -> int:
    lexicon, book = _language(options)

    def work(board: chess.Board, text: str) -> script.Result | None:
        return script.announce(board, text, lexicon, book)

    if options.batch:
        return _batch(
            options, work, lambda why: {"text": None, "move": None, "san": None, "reason": why}
        )
    board = _position(options.fen)
    result = work(board, options.move)
    if result is None:
        error = MoveError(
            f"{options.move!r} is not one legal move in this position. "
            "Write it as UCI (g1f3) or SAN (Nf3)."
        )
        error.status = 1
        raise error
    if options.json:
        _write(result)
    else:
        print(result["text"])
    return 0


def _write(result: script.Result) -> None:
    sys.stdout.buffer.write(_encoded(result))
    sys.stdout.buffer.flush()


def _encoded(result: script.Result) -> bytes:
    text = json.dumps(result, ensure_ascii=False)
    return text.encode("utf-8", errors="backslashreplace") + b"\n"


def _batch(options: argparse.Namespace, work: Work, refuse: Callable[[str], script.Result]) -> int:
    """One line in, one line out, at once; memory does not grow with the number of lines."""
    if options.fen is not None or getattr(options, "words", None) or getattr(options, "move", None):
        raise UsageError(
            "A batch takes positions and texts from standard input: leave out --fen and the words."
        )
    out = sys.stdout.buffer
    unusable = 0
    last_fen = ""
    board = chess.Board()
    for number, line in enumerate(_lines(), start=1):
        fen, tab, text = line.partition("\t")
        result = None
        reason = "The line has no tab. Write FEN, a tab, and the text."
        try:
            if tab and fen != last_fen:  # scripts often ask several things about one position
                board, last_fen = _position(fen.strip()), fen
            if tab:
                reason = f"{text.strip()!r} is not one legal move in this position."
                result = work(board, text)
        except FenError as error:
            reason = str(error)
        if result is None:
            result = refuse(f"Line {number}: {reason}")
            unusable += 1
        out.write(_encoded(result))
        out.flush()
    if unusable:
        print(
            f"chess-assistant: {unusable} of the lines could not be used; see their reason.",
            file=sys.stderr,
        )
    return 1 if unusable else 0


def _lines() -> Iterator[str]:
    """The lines of standard input; how far we are, now and then, if a person watches."""
    watched = sys.stderr.isatty()
    shown = time.monotonic()
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        if watched and number % 1000 == 0 and time.monotonic() - shown > 5:
            shown = time.monotonic()
            print(f"{number} lines read", file=sys.stderr)
        yield raw.decode("utf-8", errors="replace").rstrip("\r\n")


def languages(code: str | None) -> int:
    if code is None:
        for name in data.languages():
            header = data.language(name)[0].header
            print(f"{name}: {header.name} ({header.english})")
        return 0
    grammar, _ = data.language(code)
    print(f"{grammar.header.name} ({grammar.header.english})")
    print(f"Source: {grammar.header.source}")
    for names, table in ((FILES, grammar.files), (PIECES, grammar.pieces)):
        for name in names:
            print(f"{name}: {', '.join(table[name])}")
    for name in RANKS:
        words = dict.fromkeys([*grammar.ranks[name], *grammar.ranks_local[name]])
        print(f"{name}: {', '.join(words)}")
    for kind in ("castling", "marks"):
        table_of = getattr(grammar, kind)
        for name in table_of.__struct_fields__:
            print(f"{name.replace('_', ' ')}: {', '.join(getattr(table_of, name))}")
    for name, patterns in grammar.commands.items():
        print(f"{name.replace('_', ' ')}: {', '.join(patterns)}")
    return 0
