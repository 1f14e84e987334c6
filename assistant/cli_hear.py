"""The command `hear`: sound files in, what was announced out."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess

from assistant import cli_batch, files, pcm, script
from assistant.cli_batch import Result
from assistant.cli_decoder import fit, remarks
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.decision import Spoken
from assistant.errors import AssistantError, UsageError

_MOST_SHOWN = 10


def hear(options: argparse.Namespace) -> int:
    if bool(options.batch) == bool(options.files):
        raise UsageError("Name sound files, or a list of them with --batch; not both.")
    if options.batch and options.fen:
        raise UsageError("A batch gives each file its own position: leave out --fen.")
    board = _position(options.fen)
    listener = Listener(options)
    if options.batch:
        return _batch(options.batch, listener)
    status = 0
    for name in options.files:
        try:
            result = listener.hear(Path(name), board)
        except AssistantError as error:
            print(f"chess-assistant: {error}", file=sys.stderr)
            status = 1
            continue
        if options.json:
            cli_batch.write(result)
        else:
            _show(result, named=len(options.files) > 1)
        status = status if result["decision"] == "accept" else 1
    return status


def _position(fen: str | None) -> chess.Board:
    return chess.Board() if not fen else parse_fen(fen)


def _show(result: Result, *, named: bool) -> None:
    say = result["say"] or f"Command: {result['command']}"
    line = f"{say} ({result['move']})" if result["move"] else say
    print(f"{result['file']}: {line}" if named else line)


def _batch(name: str, listener: "Listener") -> int:
    place = Path() if name == "-" else Path(name).parent
    unusable = 0
    for number, line in enumerate(_lines(name), start=1):
        if not line.strip():
            continue
        sound, _, fen = line.partition("\t")
        path = Path(sound.strip())
        if not path.exists() and (place / path).exists():
            path = place / path
        try:
            result = listener.hear(path, _position(fen.strip()))
        except AssistantError as error:
            result = script.unheard(sound, f"Line {number}: {error}")
            unusable += 1
        cli_batch.write(result)
    if unusable:
        print(
            f"chess-assistant: {unusable} of the lines could not be used; see their reason.",
            file=sys.stderr,
        )
    return 1 if unusable else 0


def _lines(name: str) -> Iterator[str]:
    content = sys.stdin.buffer.read() if name == "-" else files.read(Path(name))
    yield from content.decode("utf-8-sig", errors="replace").splitlines()


class Listener:
    """One model, one language, any number of files."""

    def __init__(self, options: argparse.Namespace) -> None:
        """:raises AssistantError: if there is no usable model of the language."""
        local = options.ranks == "local"
        fitted = fit(
            options.language, model=options.model, profile=options.profile or "", local_ranks=local
        )
        self._ear = fitted.ear
        self._decoder = fitted.decoder()
        self._lexicon = fitted.ear.lexicon
        if notes := remarks(fitted):
            print(f"chess-assistant: {notes}", file=sys.stderr)
        style = Style(local_ranks=local or fitted.local_ranks)
        self._book = Phrasebook(fitted.grammar, style)

    def hear(self, path: Path, board: chess.Board) -> Result:
        """:raises FileError: if it is no sound that can be listened to."""
        sound = pcm.open_sound(path)
        if sound.note:
            print(f"chess-assistant: {sound.note}", file=sys.stderr)
        self._decoder.attend(board)
        for chunk in sound.pieces():
            self._decoder.accept(chunk)
        last = time.perf_counter()
        hearing = self._decoder.finish()
        spoken = Spoken(hearing, self._ear)
        decision = spoken.decide(board)
        took = (time.perf_counter() - last) * 1000
        heard = script.heard(board, decision, self._lexicon, self._book)
        best = spoken.alternatives[0].words if spoken.alternatives else ()
        return (
            {"file": str(path)}
            | heard
            | {
                "decision": decision.verdict.value,
                "words": [
                    {
                        "word": word.text,
                        "start": round(word.start, 2),
                        "end": round(word.end, 2),
                        "loudness": word.loudness,
                    }
                    for word in best
                ],
                "alternatives": [
                    {"text": one.text, "score": round(one.score, 2)}
                    for one in spoken.alternatives[:_MOST_SHOWN]
                ],
                "margin": decision.margin,
                "milliseconds": round(took, 1),
            }
        )
