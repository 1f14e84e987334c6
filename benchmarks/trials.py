"""What is said to the recogniser in the benchmarks, and what it made of it."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import chess
import testspeech
from testspeech import Voice

from assistant import data
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.spoken.hypotheses import Hearing
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.utterance import understand
from assistant.core.spoken.vocabulary import GARBAGE, announcements, choose
from assistant.drivers import decoder_vosk

CHUNK = 3200
"""Bytes that a microphone would bring at a time: a tenth of a second."""

Condition = tuple[str, int] | None
"""A kind of noise and its distance in decibels; None is clean."""


@dataclass(frozen=True, slots=True)
class Item:
    kind: str
    """legal, illegal, talk, near, noise, silence."""
    board: chess.Board
    move: chess.Move | None
    text: str
    voice: Voice
    condition: Condition
    seed: int


@dataclass(frozen=True, slots=True)
class Trial:
    item: Item
    hearing: Hearing
    baseline: str
    """The single best text of a plain list of words."""
    seconds: float
    decided_ms: float
    """From the last sample until everything is known that a decision needs."""
    vosk_ms: float
    """Vosk's own final result for the plain list of words, in the same run."""
    work_s: float
    """Processor time for the whole utterance, all decodings."""


class Studio:
    """Speaks items in one language and has them heard by one model."""

    def __init__(self, language: str, folder: Path) -> None:
        self.language = language
        grammar, self.lexicon = data.language(language)
        local = language != "de"
        self.full = Phrasebook(grammar, Style(local_ranks=local))
        self.short = Phrasebook(grammar, Style(local_ranks=local, length=Length.SHORT))
        self.model = decoder_vosk.load(folder)
        self.tuning = data.tuning(folder)
        vocabulary = choose(
            grammar, lambda word: decoder_vosk.knows(self.model, word), local_ranks=local
        )
        self.driver = decoder_vosk.Driver(self.model, vocabulary, self.tuning)
        words = {word for said in announcements(self.driver.vocabulary) for word in said.split()}
        self._words = json.dumps([*sorted(words), GARBAGE], ensure_ascii=False)

    def moves(
        self,
        voices: tuple[Voice, ...],
        conditions: tuple[Condition, ...],
        step: int = 1,
        *,
        every: bool = False,
    ) -> Iterator[Item]:
        """Every `step`th ply of every game by one voice, or every voice; every third is short."""
        count = 0
        for game in testspeech.GAMES:
            for board, move in testspeech.plies(game):
                count += 1
                if count % step:
                    continue
                turn = count // step
                book = self.short if turn % 3 == 0 else self.full
                text = book.move(told(board, move))
                chosen = voices if every else (voices[turn % len(voices)],)
                for condition, (at, voice) in product(conditions, enumerate(chosen)):
                    yield Item("legal", board, move, text, voice, condition, count + 1000 * at)

    def illegal(
        self, voices: tuple[Voice, ...], conditions: tuple[Condition, ...], step: int = 1
    ) -> Iterator[Item]:
        """Announcements of moves that are not legal: half at random, half one word from legal."""
        chance = random.Random(3)
        for count, (board, move) in enumerate(
            ply for game in testspeech.GAMES for ply in testspeech.plies(game)
        ):
            if count % step:
                continue
            text = self._illegal(board, move, chance, near=count // step % 2 == 0)
            for condition in conditions:
                voice = voices[count // step % len(voices)]
                yield Item("illegal", board, None, text, voice, condition, count)

    def _illegal(
        self, board: chess.Board, move: chess.Move, chance: random.Random, *, near: bool
    ) -> str:
        while True:
            start, end = move.from_square, move.to_square
            piece = board.piece_type_at(start) or chess.PAWN
            if not near:
                start, end = chance.randrange(64), chance.randrange(64)
                piece = chance.randrange(2, 7)
            elif chance.random() < 0.5:
                end = chess.square(chance.randrange(8), chess.square_rank(end))
            else:
                end = chess.square(chess.square_file(end), chance.randrange(8))
            name = self.full._pieces[piece] if piece != chess.PAWN else ""  # noqa: SLF001
            text = f"{name} {self.full.square(start)} {self.full.square(end)}".strip()
            said = understand(text, self.lexicon)
            if isinstance(said, tuple):
                reading = read_all(board, said)
                if not isinstance(reading, Exact | Ambiguous):
                    return text

    def talk(
        self,
        sentences: Sequence[str],
        voices: tuple[Voice, ...],
        conditions: tuple[Condition, ...],
        kind: str = "talk",
    ) -> Iterator[Item]:
        boards = [board for game in testspeech.GAMES for board, _ in testspeech.plies(game)]
        for at, sentence in enumerate(sentences):
            for turn, voice in enumerate(voices):
                board = boards[(at * 7 + turn * 13) % len(boards)]
                for condition in conditions:
                    yield Item(kind, board, None, sentence, voice, condition, at)

    def sound(self, item: Item) -> testspeech.Sound:
        if item.kind in ("noise", "silence"):
            length = 4 * testspeech.RATE
            kind = item.condition[0] if item.condition else "white"
            level = 0.02 if item.kind == "noise" else 0.0002
            return level * testspeech.noise(kind, length, item.seed, self.language)
        spoken = testspeech.padded(testspeech.speak(item.text, item.voice, self.language))
        if item.condition is None:
            return spoken
        return testspeech.noisy(spoken, *item.condition, item.seed, self.language)

    def listen(self, item: Item) -> Trial:
        pcm = testspeech.pcm(self.sound(item))
        self.driver.attend(item.board)
        began = time.process_time()
        for at in range(0, len(pcm), CHUNK):
            self.driver.accept(pcm[at : at + CHUNK])
        last = time.perf_counter()
        hearing = self.driver.finish()
        decided = time.perf_counter() - last
        work = time.process_time() - began
        baseline, plain = self._baseline(pcm)
        return Trial(item, hearing, baseline, len(pcm) / 32000, decided * 1000, plain * 1000, work)

    def _baseline(self, pcm: bytes) -> tuple[str, float]:
        vosk = decoder_vosk.library()
        plain = vosk.KaldiRecognizer(self.model, testspeech.RATE, self._words)
        texts = [
            _text(plain.Result())
            for at in range(0, len(pcm), CHUNK)
            if plain.AcceptWaveform(pcm[at : at + CHUNK])
        ]
        last = time.perf_counter()
        final = plain.FinalResult()
        took = time.perf_counter() - last
        return " ".join([*texts, _text(final)]).strip(), took


def _text(result: str) -> str:
    found: Any = json.loads(result)
    text: str = found["text"]
    return text


def listened(studio: Studio, items: list[Item]) -> list[Trial]:
    """All items, one after the other; how far it is, now and then."""
    trials = []
    for count, item in enumerate(items, start=1):
        trials.append(studio.listen(item))
        if count % 200 == 0:
            print(f"{count} of {len(items)} heard", flush=True)
    return trials
