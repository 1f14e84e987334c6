"""The commands for scripts: read, announce, languages."""

import argparse
from collections.abc import Callable
from pathlib import Path

import chess

from assistant import cli_batch, data, files, script
from assistant.cli_batch import Result
from assistant.core.output.announcement import tell
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.grammar import FILES, PIECES, RANKS
from assistant.core.spoken.lexicon import Lexicon
from assistant.errors import FenError, MoveError, UsageError

Work = Callable[[chess.Board, str], Result | None]


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
    if not options.batch and not options.words:
        raise UsageError("Say what to read: chess-assistant read Springer Felix drei.")
    lexicon, book = _language(options)

    def work(board: chess.Board, text: str) -> Result:
        return script.read(board, text, lexicon, book)

    if options.batch:
        return _batch(options, work, script.not_understood)
    result = work(_position(options.fen), " ".join(options.words))
    if options.json:
        cli_batch.write(result)
    else:
        say = result["say"]
        print(f"{say} ({result['move']})" if result["move"] else say)
    return 0 if result["outcome"] in ("exact", "command") else 1


def announce(options: argparse.Namespace) -> int:
    if not options.batch and options.move is None:
        raise UsageError("Name the move to announce: chess-assistant announce Nf3.")
    lexicon, book = _language(options)

    def work(board: chess.Board, text: str) -> Result | None:
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
    if options.wav:
        from assistant.cli_sounds import rendered

        move = told(board, board.parse_uci(result["move"]))
        files.write(Path(options.wav), rendered(book, tell("move_alone", move=move), options).wav())
    if options.json:
        cli_batch.write(result)
    else:
        print(result["text"])
    return 0


def _batch(options: argparse.Namespace, work: Work, refuse: Callable[[str], Result]) -> int:
    if getattr(options, "wav", None):
        raise UsageError("A batch writes no sound: leave out --wav.")
    if options.fen is not None or getattr(options, "words", None) or getattr(options, "move", None):
        raise UsageError(
            "A batch takes positions and texts from standard input: leave out --fen and the words."
        )
    last_fen = ""
    board = chess.Board()

    def answer(number: int, line: str) -> tuple[Result, bool]:
        nonlocal last_fen, board
        fen, tab, text = line.partition("\t")
        reason = "The line has no tab. Write FEN, a tab, and the text."
        try:
            if tab and fen != last_fen:  # scripts often ask several things about one position
                board, last_fen = _position(fen.strip()), fen
            if tab:
                reason = f"{text.strip()!r} is not one legal move in this position."
                if result := work(board, text):
                    return result, True
        except FenError as error:
            reason = str(error)
        return refuse(f"Line {number}: {reason}"), False

    return cli_batch.run(answer)


def languages(options: argparse.Namespace) -> int:
    code: str | None = options.code
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
