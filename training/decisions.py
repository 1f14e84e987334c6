"""What the program makes of a model: announcements by unseen voices in random positions, decided.

Accepted and right, asked, refused, and accepted but wrong, by voice and model.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess

from assistant import data
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.vocabulary import choose
from assistant.drivers import decoder_vosk
from training.unseen import engines, pcm

CHUNK = 3200


@dataclass(frozen=True, slots=True)
class Announced:
    group: str
    board: chess.Board
    move: chess.Move
    said: str
    pcm: bytes


def positions(count: int, rng: random.Random) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Legal moves in positions that chance has led to; every length of game is as likely."""
    while count:
        board = chess.Board()
        for _ in range(rng.randrange(80)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            count -= 1
            yield board, rng.choice(list(board.legal_moves))


SEED = 960


def announced(count: int, seed: int = SEED) -> list[Announced]:
    """So many announcements by each unseen voice; every third in the short form."""
    grammar, _ = data.language("de")
    books = [Phrasebook(grammar, Style(length=length)) for length in (Length.FULL, Length.SHORT)]
    rng = random.Random(seed)
    found = []
    for group, say in engines().items():
        places = list(positions(count, rng))
        texts = [
            books[at % 3 == 2].move(told(board, move)).lower().replace(",", "")
            for at, (board, move) in enumerate(places)
        ]
        for at, samples in say([tuple(text.split()) for text in texts], rng):
            found.append(Announced(group, *places[at], texts[at], pcm(samples)))
    return found


def decide(folder: Path, rows: list[Announced], *, details: bool) -> None:
    """Prints the outcome for the model in a folder."""
    grammar, lexicon = data.language("de")
    model = decoder_vosk.load(folder)
    vocabulary = choose(grammar, lambda word: decoder_vosk.knows(model, word))
    tuning = data.tuning(folder)
    driver = decoder_vosk.Driver(model, vocabulary, tuning)
    ear = Ear(lexicon, vocabulary, tuning)
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        driver.attend(row.board)
        for at in range(0, len(row.pcm), CHUNK):
            driver.accept(row.pcm[at : at + CHUNK])
        decision = Spoken(driver.finish(), ear).decide(row.board)
        outcome = str(decision.verdict)
        if decision.verdict is Verdict.ACCEPT:
            outcome = "right" if decision.moves[:1] == (row.move,) else "WRONG"
        counts.setdefault(row.group, Counter())[outcome] += 1
        if details and outcome != "right":
            print(f"    {row.group}: {row.said}: {outcome}, heard {decision.text}")
    driver.close()
    counts["all"] = sum(counts.values(), Counter())
    print("Decided in random positions: right and accepted, asked, refused, WRONG and accepted")
    for group, found in counts.items():
        total = found.total()
        refused = found["not legal"] + found["not for me"]
        parts = (found["right"], found["ask"], refused, found["WRONG"])
        shown = ", ".join(f"{part} ({100 * part / total:.1f} %)" for part in parts)
        print(f"  {group}, of {total}: {shown}", flush=True)
