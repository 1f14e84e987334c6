"""The speech model that comes with the program: it is what its weights make, and it hears."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soxr
import vosk

from training import export, graph, lexicon
from training.fst import Automaton

MODEL = export.SHIPPED
CARD = "CARD.md"
ADDED = {CARD, "hearing.toml"}
"""What is no product of the export: the card, and the figures that the decision has learned."""


@pytest.fixture(scope="module")
def model() -> Any:
    vosk.SetLogLevel(-1)
    return vosk.Model(str(MODEL))


def spoken(text: str, voice: str = "de+f2") -> bytes:
    """espeak-ng says it; a quarter of a second of near silence stands before and after."""
    made = subprocess.run(
        ["espeak-ng", "-v", voice, "-s", "150", "--stdout", text],  # noqa: S607
        capture_output=True,
        check=True,
    ).stdout
    samples = np.frombuffer(made[44:], "<i2").astype(np.float32)
    rest = np.random.default_rng(1).standard_normal(6000).astype(np.float32) * 3
    sound = soxr.resample(samples, 22_050, 16_000)
    return np.concatenate([rest, sound, rest]).clip(-32768, 32767).astype("<i2").tobytes()


def heard(model: Any, sound: bytes, phrases: list[str] | None = None) -> str:
    listed = [] if phrases is None else [json.dumps(phrases, ensure_ascii=False)]
    recognizer = vosk.KaldiRecognizer(model, 16_000, *listed)
    recognizer.AcceptWaveform(sound)
    text: str = json.loads(recognizer.FinalResult())["text"]
    return text


def test_every_word_of_the_german_grammar_has_a_pronunciation() -> None:
    assert lexicon.missing() == []


def test_a_new_word_of_the_grammar_would_be_missed() -> None:
    grammar = lexicon.grammar()
    grammar["pieces"]["knight"].append("Rössel")
    assert "rössel" in lexicon.spoken_words(grammar)
    assert "rössel" not in lexicon.lexicon()


def test_the_shipped_files_are_what_the_export_makes_from_the_shipped_weights() -> None:
    made = export.files()
    shipped = {
        path.relative_to(MODEL).as_posix(): path.read_bytes()
        for path in MODEL.rglob("*")
        if path.is_file() and path.name not in ADDED
    }
    assert sorted(shipped) == sorted(made)
    assert [name for name, content in made.items() if shipped[name] != content] == []


def test_other_weights_would_make_another_model(tmp_path: Path) -> None:
    with np.load(export.WEIGHTS) as found:
        weights = {name: found[name].copy() for name in found.files}
    weights["bias0"][0] += 1
    np.savez(tmp_path / "other.npz", **weights)
    other = export.files(tmp_path / "other.npz")
    assert other["am/final.mdl"] != (MODEL / "am/final.mdl").read_bytes()


def test_the_model_is_small_and_has_a_card() -> None:
    assert sum(path.stat().st_size for path in MODEL.rglob("*") if path.is_file()) < 10_000_000
    assert "licence" in (MODEL / CARD).read_text("utf-8").lower()


def test_the_model_knows_every_word_of_the_grammar(model: Any) -> None:
    words = lexicon.spoken_words(lexicon.grammar())
    assert [word for word in words if model.vosk_model_find_word(word) < 0] == []
    assert model.vosk_model_find_word("waschmaschine") == -1


@pytest.mark.parametrize("voice", ["de", "de+f2", "de+m3"])
def test_an_announcement_is_heard_with_the_grammar_inside_the_model(model: Any, voice: str) -> None:
    sound = spoken("Springer Gustav eins Felix drei", voice)
    assert heard(model, sound) == "springer gustav eins felix drei"


def test_an_announcement_is_heard_with_a_list_of_phrases(model: Any) -> None:
    phrases = ["springer gustav eins felix drei", "läufer felix eins bella fünf", "[unk]"]
    assert heard(model, spoken("Läufer Felix eins Bella fünf"), phrases) == phrases[1]


def test_exactly_one_of_a_list_is_heard_where_a_list_at_run_time_mixes_its_words(
    model: Any, tmp_path: Path
) -> None:
    phrases = ["könig", "kurze rochade"]  # two words, not the one that the program would list
    sound = spoken("König Rochade")
    assert heard(model, sound, phrases) == "könig rochade"
    shutil.copytree(MODEL, tmp_path / "model")
    made = graph.one_of(phrases, graph.words())
    (tmp_path / "model/graph/Gr.fst").write_bytes(made.const(by_output=False))
    assert heard(vosk.Model(str(tmp_path / "model")), sound) in phrases


@pytest.mark.parametrize("text", ["Kurze Rochade", "Kurze, Rochade"])
def test_castling_that_the_model_knows_as_one_word_is_heard_also_with_a_pause_in_it(
    model: Any, text: str
) -> None:
    assert heard(model, spoken(text), ["könig", "turm", "kurze_rochade"]) == "kurze_rochade"


@pytest.mark.parametrize(
    "sentence",
    ["Können Sie bitte das Licht ausmachen?", "Meine Tochter studiert in München."],
)
def test_ordinary_talk_is_garbage_and_no_move(model: Any, sentence: str) -> None:
    assert "[unk]" in heard(model, spoken(sentence)).split()


def test_an_automaton_is_written_with_its_arcs_in_order() -> None:
    made = Automaton()
    end = made.state()
    made.arc(0, end, 1, 9, 0.5)
    made.arc(0, end, 2, 3, 0.25)
    made.finals[end] = 0.0
    content = made.const(by_output=True)
    arcs = np.frombuffer(content[-32:], np.dtype("<i4, <i4, <f4, <i4"))
    assert arcs.tolist() == [(2, 3, 0.25, 1), (1, 9, 0.5, 1)]
    arcs = np.frombuffer(made.const(by_output=False)[-32:], np.dtype("<i4, <i4, <f4, <i4"))
    assert arcs.tolist() == [(1, 9, 0.5, 1), (2, 3, 0.25, 1)]
