"""The command `hear`: sound files in, what was announced out."""

import argparse
import contextlib
import sys
import time
from pathlib import Path

import chess

from assistant import cli_batch, files, pcm, script
from assistant.cli_batch import Result
from assistant.cli_decoder import Fitted, fit, remarks
from assistant.cli_devices import settings_of
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.decision import Spoken
from assistant.errors import AssistantError, UsageError

_MOST_SHOWN = 10
_WANTED = "Give a text with a sound file, a tab and a FEN on each line."


def hear(options: argparse.Namespace) -> int:
    if bool(options.batch) == bool(options.files):
        raise UsageError("Name sound files, or a list of them with --batch; not both.")
    if options.batch and options.fen:
        raise UsageError("A batch gives each file its own position: leave out --fen.")
    if options.batch:
        lines = _lines(options.batch)
        return _batch(options.batch, lines, Listener(options))
    board = _position(options.fen)
    listener = Listener(options)
    status = 0
    for name in options.files:
        try:
            result = listener.hear(Path(name), board)
        except AssistantError as error:
            print(f"chess-assistant: {error}", file=sys.stderr)
            status = 1
            if options.json:  # whoever counts on an object a file can match them by their order
                cli_batch.write(script.unheard(name, str(error)))
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
    say = result["say"]
    line = f"{say} ({result['move']})" if result["move"] else say
    print(f"{result['file']}: {line}" if named else line)


def _batch(name: str, lines: list[str], listener: "Listener") -> int:
    place = Path() if name == "-" else Path(name).parent
    unusable = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        sound, _, fen = line.partition("\t")
        try:
            result = listener.hear(_found(Path(sound.strip()), place), _position(fen.strip()))
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


def _found(path: Path, place: Path) -> Path:
    """The file as it was named, or beside the list if it is there and not here."""
    with contextlib.suppress(OSError):  # what hinders a look at it is told when it is opened
        if not path.exists() and (place / path).exists():
            return place / path
    return path


def _lines(name: str) -> list[str]:
    """The lines of a list, before anything is heard.

    :raises UsageError: if it is empty, or no list at all.
    :raises FileError: if it cannot be read.
    """
    content = sys.stdin.buffer.read() if name == "-" else files.read(Path(name))
    called = "The list on standard input" if name == "-" else f"The list {name}"
    lines = content.decode("utf-8-sig", errors="replace").splitlines()
    if _is_binary(content, len(lines)):
        raise UsageError(
            f"{called} is no list: it is no text. {_WANTED} "
            "To hear one sound file, name it without --batch."
        )
    if not any(line.strip() for line in lines):
        raise UsageError(f"{called} is empty. {_WANTED}")
    return lines


def _is_binary(content: bytes, lines: int) -> bool:
    """A stray NUL is one bad line; sound has them everywhere, or is no UTF-8 besides."""
    nuls = content.count(b"\0")
    if nuls > lines:
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return nuls > 0
    return False


def _fitted(options: argparse.Namespace, *, local_ranks: bool) -> Fitted:
    """The ear that the options name, and otherwise the settings.

    What the settings name and cannot be used is told and left out: it was not asked for now.

    :raises AssistantError: if there is no usable model of the language.
    """
    own = settings_of(options).microphone
    wishes = dict.fromkeys(
        (options.model or model, options.profile or profile)
        for model in (own.model, "")
        for profile in (own.profile, "")
    )
    problems: list[AssistantError] = []
    for model, profile in wishes:
        try:
            found = fit(options.language, model=model, profile=profile, local_ranks=local_ranks)
        except AssistantError as error:
            problems.append(error)
            continue
        if problems:
            print(
                f"chess-assistant: Left out, though the settings name it: {problems[0]}",
                file=sys.stderr,
            )
        return found
    raise problems[-1]


class Listener:
    """One model, one language, any number of files."""

    def __init__(self, options: argparse.Namespace) -> None:
        """:raises AssistantError: if there is no usable model of the language."""
        local = options.ranks == "local"
        fitted = _fitted(options, local_ranks=local)
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
