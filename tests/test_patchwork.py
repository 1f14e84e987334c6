"""Words that are cut out of recordings and put together are still those words."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
import vosk

from training.espeak import Samples
from training.lexicon import SILENCE, stressed
from training.patchwork import Cutter, Segment
from training.people import blurred
from training.sentences import sentence
from training.speech import german
from training.utterance import RATE, Piece, spell

MODEL = Path(__file__).parent.parent / "assistant" / "models" / "de"


def recorded(count: int) -> list[tuple[Samples, list[Segment]]]:
    """What one voice has said, with the samples of every phone."""
    rng = random.Random(3)  # noqa: S311
    found: list[tuple[Samples, list[Segment]]] = []
    while len(found) < count:
        made = german(spell(sentence(rng), rng), rng, "de+m3")
        if made is None or made.alignment is None:
            continue
        segments: list[Segment] = []
        passed = 0.0
        for phone, length in made.alignment:
            begin, passed = passed, passed + length
            segments.append((phone, int(begin * RATE / 1000), int(passed * RATE / 1000)))
        found.append((made.sound, segments))
    return found


@pytest.fixture(scope="module")
def cutter() -> Cutter:
    return Cutter("somebody", recorded(250))


def pieces(text: str) -> list[Piece]:
    return [Piece(word, stressed()[word][0]) for word in text.split()]


def test_announcements_of_cut_pieces_are_heard(cutter: Cutter) -> None:
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(MODEL))
    rng = random.Random(5)  # noqa: S311
    said = [
        "springer gustav eins felix drei", "eva vier", "dame hector fünf", "kurze rochade",
        "turm anna acht schlägt david acht", "läufer cesar eins gustav fünf", "bella sieben",
    ]  # fmt: skip
    right = 0
    for text in said:
        sound = cutter.say(pieces(text), rng)
        quiet = np.zeros(RATE // 3, np.float32)
        whole = np.concatenate([quiet, sound / np.abs(sound).max() * 0.5, quiet])
        recognizer = vosk.KaldiRecognizer(model, RATE)
        recognizer.AcceptWaveform(np.round(whole * 32_767).astype("<i2").tobytes())
        right += json.loads(recognizer.FinalResult())["text"] == text
    assert right >= 5


def test_a_phone_that_nobody_said_is_replaced_by_the_nearest() -> None:
    told = [(SILENCE, 0, 800), ("s", 800, 2400), ("O", 2400, 4800), (SILENCE, 4800, 5600)]
    sound = np.random.default_rng(1).normal(0, 0.1, 5600).astype(np.float32)
    cut = Cutter("somebody", [(sound, told)] * 20)
    assert not cut.can_say()
    made = cut.say([Piece("so", ("z", "'o:"))], random.Random(1))  # noqa: S311
    assert RATE // 20 < len(made) < RATE


def test_one_who_has_said_everything_can_say_everything(cutter: Cutter) -> None:
    assert cutter.can_say()


def test_a_foreign_phone_may_be_several_of_ours() -> None:
    assert blurred(["b", "a", "t", "a", "j"]) == ["b", "a|a:|6", "t|d", "aI"]
    assert blurred(["a", "j", "a"]) == ["a|a:|6", "j|I|i:", "a|a:|6"]
    assert blurred(["t", "s", "a", "U"]) == ["ts", "aU"]


def test_what_was_said_in_one_go_mostly_stays_so() -> None:
    rng = np.random.default_rng(2)
    told = [
        (SILENCE, 0, 1600), ("m", 1600, 3200), ("a", 3200, 6400), ("t", 6400, 8000),
        (SILENCE, 8000, 9600),
    ]  # fmt: skip
    others = [(SILENCE, 0, 1600), ("a", 1600, 4000), ("t", 4000, 5600), (SILENCE, 5600, 7200)]
    sound = rng.normal(0, 0.1, 9600).astype(np.float32)
    crowd = [(rng.normal(0, 0.1, 7200).astype(np.float32), others) for _ in range(5)]
    cut = Cutter("somebody", [(sound, told), *crowd])
    whole = 0
    for seed in range(40):
        made = cut.say([Piece("matt", ("m", "a", "t"))], random.Random(seed))  # noqa: S311
        middle = sound[4000:7000].tobytes()
        whole += middle in made.tobytes()
    assert 20 <= whole < 40
