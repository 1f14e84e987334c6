"""Training speech is varied on its features: another utterance, and still the same words."""

import numpy as np
import pytest
from voices import NEEDS_ESPEAK, say

from assistant.pcm import open_sound
from training.features import mfcc
from training.vary import (
    Table,
    coloured,
    echoing,
    gated,
    levelled,
    paced,
    vary,
    voiced,
    whistling,
)

pytestmark = NEEDS_ESPEAK


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    wav = say("Springer Felix drei", tmp_path_factory.mktemp("said") / "said.wav")
    pcm = b"".join(open_sound(wav).pieces())
    return mfcc(np.frombuffer(pcm, "<i2"))


@pytest.mark.parametrize("seed", range(20))
def test_an_utterance_becomes_another_one_that_can_still_be_said(table: Table, seed: int) -> None:
    made = vary(table, np.random.default_rng(seed), least=60)
    assert np.isfinite(made).all()
    assert len(made) >= 60
    assert made.shape[1] == table.shape[1]
    assert not np.array_equal(made, table[: len(made)])


def test_where_the_time_of_phones_is_known_it_stays(table: Table) -> None:
    assert len(vary(table, np.random.default_rng(1))) == len(table)


def test_a_pace_changes_when_frames_come_and_not_what_they_are(table: Table) -> None:
    made = paced(table, np.random.default_rng(2), least=10)
    assert np.allclose(made[0], table[0])
    assert np.allclose(made[-1], table[-1])
    assert made.min() >= table.min()
    assert made.max() <= table.max()


def test_a_longer_throat_and_another_microphone_keep_every_frame() -> None:
    bands = np.random.default_rng(3).normal(10, 3, (50, 40))
    for change in (voiced, coloured):
        made = change(bands, np.random.default_rng(4))
        assert made.shape == bands.shape
        assert not np.allclose(made, bands)


def test_a_room_goes_on_after_the_voice_and_adds_only() -> None:
    bands = np.full((60, 40), 2.0)
    bands[20:30] = 15.0
    made = echoing(bands, np.random.default_rng(5))
    assert (made >= bands - 1e-9).all()
    assert made[31].mean() > 6
    assert made[31].mean() > made[45].mean()
    assert np.allclose(made[:20].mean(), 2.0, atol=1.0)


def test_a_steady_tone_fills_a_band_or_two_and_adds_only() -> None:
    bands = np.random.default_rng(3).normal(4, 1, (60, 40))
    bands[20:30] += 12
    for seed in range(10):
        made = whistling(bands, np.random.default_rng(seed))
        assert (made >= bands).all()
        loud = np.flatnonzero((made - bands)[:20].min(0) > 1e-2)
        assert 1 <= len(loud) <= 2
        assert made[:20, loud[0]].std() < 0.5 < bands[:20, loud[0]].std()


def test_a_microphone_that_turns_itself_up_raises_what_is_quiet_and_never_all_of_it() -> None:
    bands = np.full((120, 40), 12.0)
    bands[50:70] = 20.0
    raised = levelled(bands, np.random.default_rng(7)) - bands
    assert raised.min() >= 0
    assert raised[60].mean() < raised[5].mean() < 8
    assert np.allclose(raised, raised[:, :1])


def test_a_gate_opens_for_the_voice_and_is_shut_elsewhere() -> None:
    bands = np.full((60, 40), 12.0)
    bands[20:30] = 20.0
    made = gated(bands, np.random.default_rng(6))
    assert np.array_equal(made[22:30], bands[22:30])
    assert not np.array_equal(made[0], bands[0])
    assert not np.array_equal(made[-1], bands[-1])
