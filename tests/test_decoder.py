"""The recogniser as a driver: one utterance after the other, each for itself."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from voices import NEEDS_ESPEAK, say, unpacked

from assistant import data, models
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.hypotheses import Hearing
from assistant.core.spoken.vocabulary import choose
from assistant.drivers import decoder_vosk
from assistant.pcm import open_sound
from assistant.ports import Decoder

pytestmark = NEEDS_ESPEAK


@pytest.fixture(scope="module")
def driver(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[decoder_vosk.Driver]:
    folder = unpacked(shared, "vosk-fide-de-lab", tmp_path_factory.mktemp("de"))
    model = decoder_vosk.load(folder)
    words = choose(data.language("de")[0], lambda word: decoder_vosk.knows(model, word))
    made = decoder_vosk.Driver(model, words, data.tuning(folder))
    yield made
    made.close()


@pytest.fixture(scope="module")
def pawn(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path = say("Eva zwei Eva vier", tmp_path_factory.mktemp("sound") / "pawn.wav")
    return list(open_sound(path).pieces())


def listened(decoder: Decoder, chunks: list[bytes]) -> Hearing:
    for chunk in chunks:
        decoder.accept(chunk)
    return decoder.finish()


def test_an_utterance_is_heard_alike_whatever_came_before_it(
    driver: decoder_vosk.Driver, pawn: list[bytes]
) -> None:
    driver.attend(chess.Board())
    first = listened(driver, pawn)
    assert first.general[0].text == "eva zwei eva vier"
    assert listened(driver, pawn) == first
    driver.accept(b"".join(pawn)[:20000])
    driver.reset()
    assert listened(driver, pawn) == first


def test_words_have_their_times_and_their_loudness(
    driver: decoder_vosk.Driver, pawn: list[bytes]
) -> None:
    hearing = listened(driver, pawn)
    words = hearing.general[0].words
    assert [word.text for word in words] == ["eva", "zwei", "eva", "vier"]
    assert all(one.end <= two.start for one, two in pairwise(words))
    assert words[-1].end <= hearing.seconds + 0.1
    assert all(-60 < word.loudness < 0 for word in words)


def test_what_is_legal_decides_what_fits(driver: decoder_vosk.Driver, pawn: list[bytes]) -> None:
    ear = Ear(data.language("de")[1], driver.vocabulary, driver.tuning)
    board = chess.Board()
    driver.attend(board)
    heard = Spoken(listened(driver, pawn), ear)
    assert heard.decide(board).verdict is Verdict.ACCEPT
    after = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 1")
    driver.attend(after)
    assert Spoken(listened(driver, pawn), ear).decide(after).verdict is Verdict.NOT_LEGAL


def test_nothing_at_all_is_heard_as_nothing(driver: decoder_vosk.Driver) -> None:
    assert driver.finish().silent
    driver.accept(b"")
    assert driver.finish().silent


def test_a_long_pause_within_an_announcement_loses_nothing(
    driver: decoder_vosk.Driver, tmp_path: Path
) -> None:
    driver.attend(chess.Board())
    parts = [
        open_sound(say(text, tmp_path / f"{at}.wav")).pcm
        for at, text in enumerate(("Springer Gustav eins", "Felix drei"))
    ]
    chunks = parts[0] + bytes(3 * 32000) + parts[1]
    hearing = listened(driver, [chunks[at : at + 3200] for at in range(0, len(chunks), 3200)])
    assert any(one.text == "springer gustav eins felix drei" for one in hearing.general)


def test_what_is_longer_than_any_announcement_is_not_decoded_and_the_next_is_heard(
    driver: decoder_vosk.Driver, pawn: list[bytes]
) -> None:
    hearing = listened(driver, pawn * 12)
    assert hearing.seconds > 12
    assert hearing.general == hearing.fitting == ()
    assert listened(driver, pawn).general[0].text == "eva zwei eva vier"


def test_castling_that_the_model_knows_as_one_word_is_two_words_with_their_times(
    tmp_path: Path,
) -> None:
    folder = models.included("de")
    assert folder is not None
    model = decoder_vosk.load(folder)
    assert decoder_vosk.knows(model, "kurze_rochade")
    words = choose(data.language("de")[0], lambda word: decoder_vosk.knows(model, word))
    driver = decoder_vosk.Driver(model, words, data.tuning(folder))
    driver.attend(chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    hearing = listened(driver, list(open_sound(say("Kurze Rochade", tmp_path / "o.wav")).pieces()))
    driver.close()
    for heard in (hearing.general[0], hearing.fitting[0]):
        assert heard.text == "kurze rochade"
        assert [word.text for word in heard.words] == ["kurze", "rochade"]
        first, second = heard.words
        assert first.start < first.end == second.start < second.end <= hearing.seconds + 0.1
