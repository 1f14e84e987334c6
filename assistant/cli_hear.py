"""The command `hear`: sound files in, what was announced out."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess

from assistant import cli_batch, data, files, models, pcm, script
from assistant.cli_batch import Result
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken import vocabulary
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.vocabulary import Vocabulary
from assistant.drivers import decoder_vosk
from assistant.errors import AssistantError, FenError, UsageError

_MOST_SHOWN = 10
_LANGUAGE_KNOWN = 0.9
"""The part of squares and pieces that a model of the right language knows."""


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
        except FenError as error:
            result = script.unheard(sound, f"Line {number}: {error}")
            unusable += 1
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
        grammar, lexicon = data.language(options.language)
        folder = models.find(options.language, options.model)
        model = decoder_vosk.load(folder)
        tuning = data.tuning(folder)
        words = vocabulary.choose(
            grammar, lambda word: decoder_vosk.knows(model, word), local_ranks=local
        )
        _check_language(options.language, words, folder, model)
        self._decoder = decoder_vosk.Driver(model, words, tuning)
        if notes := unknown(words):
            print(f"chess-assistant: {notes}", file=sys.stderr)
        self._lexicon = lexicon
        self._ear = Ear(lexicon, words, tuning)
        self._book = Phrasebook(grammar, Style(local_ranks=local or _local(words, grammar.ranks)))

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
        decision = Spoken(hearing, self._ear).decide(board)
        took = (time.perf_counter() - last) * 1000
        heard = script.heard(board, decision, self._lexicon, self._book)
        best = hearing.general[0].words if hearing.general else ()
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
                    for one in hearing.general[:_MOST_SHOWN]
                ],
                "margin": decision.margin,
                "milliseconds": round(took, 1),
            }
        )


def _local(words: Vocabulary, ranks: dict[str, list[str]]) -> bool:
    """The model cannot hear the German numbers, so the language's own are said as well."""
    return ranks["1"][0].lower() not in words.ranks[0]


def unknown(words: Vocabulary) -> str:
    """What cannot be heard with a model, and what can be said instead; empty if nothing."""
    instead = [f"{one.word} (say {one.instead})" for one in words.unheard if one.instead]
    nothing = [one.word for one in words.unheard if not one.instead]
    parts = []
    if instead:
        parts.append(f"The model does not know {', '.join(instead)}.")
    if nothing:
        parts.append(f"It cannot hear {', '.join(nothing)}: type these instead.")
    return " ".join(parts)


def _check_language(code: str, words: Vocabulary, folder: Path, model: object) -> None:
    """:raises UsageError: if the model is one of another language."""
    if words.share >= _LANGUAGE_KNOWN:
        return
    shares = {
        other: vocabulary.choose(
            data.language(other)[0],
            lambda word: decoder_vosk.knows(model, word),
            local_ranks=True,
        ).share
        for other in data.languages()
    }
    best = max(shares, key=lambda other: shares[other])
    lacking = f"The model in {folder} does not know the words of the language {code}"
    if shares[best] >= _LANGUAGE_KNOWN:
        raise UsageError(f"{lacking}. It is one for {best}: use --language {best}.")
    raise UsageError(f"{lacking}. Choose a model of that language with --model.")
