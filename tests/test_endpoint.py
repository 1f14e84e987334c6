"""Where utterances begin and end in sound, and how loud they are."""

import itertools
import math
from array import array

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.spoken.endpoint import (
    BLOCK,
    RATE,
    SILENCE,
    Begun,
    Boundary,
    Dropped,
    Ended,
    Endpointer,
    Going,
    Rules,
    level,
)
from assistant.core.spoken.faint import Faint
from assistant.core.spoken.loudness import Loudness, measure, tone

HISS = np.random.default_rng(1).normal(0, 1, RATE)


def sound(*parts: tuple[float, float]) -> bytes:
    """Noise of each level (dBFS) for so many seconds."""
    stretches = [
        np.resize(HISS, int(seconds * RATE)) * 32_768 * 10 ** (loudness / 20)
        for loudness, seconds in parts
    ]
    return np.clip(np.concatenate(stretches), -32_768, 32_767).astype("<i2").tobytes()


def heard(pcm: bytes, piece: int = 640, rules: Rules | None = None) -> list[Boundary]:
    ear = Endpointer(rules)
    told = [one for at in range(0, len(pcm), piece) for one in ear.hear(pcm[at : at + piece])]
    return told + ear.finish()


def spans(told: list[Boundary]) -> list[tuple[float, float]]:
    """Beginning and end of every utterance, in seconds."""
    begun = [one.at for one in told if isinstance(one, Begun)]
    ended = [one for one in told if isinstance(one, Ended | Dropped)]
    assert len(begun) == len(ended)
    return [
        (start / RATE, end.at / RATE)
        for start, end in zip(begun, ended, strict=True)
        if isinstance(end, Ended)
    ]


def test_a_word_in_a_quiet_room_is_one_utterance_with_its_margins() -> None:
    ((start, end),) = spans(heard(sound((-70, 1), (-25, 0.8), (-70, 1.5))))
    assert 0.6 <= start <= 1.0
    assert 1.8 <= end <= 2.1


def test_a_pause_within_an_announcement_does_not_split_it_and_a_long_one_does() -> None:
    pause = sound((-70, 1), (-25, 0.5), (-70, 0.4), (-25, 0.5), (-70, 2))
    assert len(spans(heard(pause))) == 1
    two = sound((-70, 1), (-25, 0.5), (-70, 1.5), (-25, 0.5), (-70, 2))
    assert len(spans(heard(two))) == 2


def test_a_room_that_grows_loud_is_no_speech_for_ever() -> None:
    loud = sound((-70, 1), (-40, 60))
    told = spans(heard(loud))
    assert sum(end - start for start, end in told) < 5
    ear = Endpointer()
    ear.hear(sound((-45, 5)))
    assert -48 < ear.room < -42
    later = ear.hear(sound((-45, 1), (-30, 0.6), (-45, 2)))
    assert sum(isinstance(one, Ended) for one in later) == 1


def test_a_click_is_dropped() -> None:
    told = heard(sound((-70, 1), (-10, 0.08), (-70, 2)))
    assert [type(one) for one in told if not isinstance(one, Going)] == [Begun, Dropped]


def test_whoever_talks_on_and_on_is_cut() -> None:
    rules = Rules(longest=100)
    told = heard(sound((-70, 1), (-25, 5), (-70, 1)), rules=rules)
    cuts = [one.cut for one in told if isinstance(one, Ended)]
    assert cuts[0]
    assert all(end - start <= 2.01 for start, end in spans(told))


def test_a_key_held_down_hears_the_softest_word_until_it_is_let_go() -> None:
    ear = Endpointer(Rules(shortest=0))
    ear.hear(sound((-70, 1)))
    first = ear.hold()
    assert isinstance(first[0], Begun)
    assert ear.hold() == []
    going = ear.hear(sound((-70, 3)))
    assert all(isinstance(one, Going) for one in going)
    assert isinstance(ear.finish()[0], Ended)
    assert ear.finish() == []


SOUNDS = st.lists(
    st.tuples(st.sampled_from([-90.0, -60.0, -40.0, -20.0, -6.0]), st.floats(0.02, 1.5)),
    min_size=1,
    max_size=8,
).map(lambda parts: sound(*parts))


@settings(max_examples=40)
@given(SOUNDS, st.integers(1, 5000))
def test_the_pieces_in_which_sound_comes_do_not_matter(pcm: bytes, piece: int) -> None:
    assert heard(pcm, piece) == heard(pcm)


@settings(max_examples=40)
@given(SOUNDS)
def test_the_sound_of_an_utterance_is_a_stretch_of_the_sound_that_came(pcm: bytes) -> None:
    begin, got, last = 0, b"", 0
    for one in heard(pcm):
        if isinstance(one, Begun):
            begin, got = one.at, one.pcm
            assert begin >= last, "utterances overlap"
        elif isinstance(one, Going):
            got += one.pcm
        else:
            assert pcm[2 * begin : 2 * begin + len(got)] == got
            last = begin + len(got) // 2
            assert len(got) // 2 <= Rules().longest * BLOCK
            if isinstance(one, Ended):
                assert begin < one.at <= last


@settings(max_examples=40)
@given(st.binary(max_size=4000))
def test_no_bytes_break_it(pcm: bytes) -> None:
    heard(pcm, 7)
    measure(pcm)


def test_levels_are_told_in_words() -> None:
    assert level(b"") == SILENCE
    assert math.isclose(level(sound((-30, 1))), -30, abs_tol=0.5)
    wanted = {-90: "silent", -55: "quiet", -25: "good", -3: "clipped"}
    for loudness, name in wanted.items():
        assert measure(sound((-95, 1), (loudness, 0.5))).loudness == name
    full = array("h", [round(20_000 * math.sin(at / 5)) for at in range(RATE)]).tobytes()
    assert measure(full).loudness is Loudness.LOUD
    assert tone(measure(b"")) == 220 < tone(measure(sound((-30, 1)))) < tone(measure(full)) <= 880


def faint(pcm: bytes, piece: int = 640) -> list[float]:
    """The seconds at which faint speech is told of while the sound goes on."""
    ear = Faint()
    return [at / 2 / RATE for at in range(0, len(pcm), piece) if ear.hear(pcm[at : at + piece])]


def test_speech_above_the_room_that_is_too_soft_to_be_taken_is_told() -> None:
    whisper = sound((-78, 3), (-60, 0.8), (-78, 2))
    assert spans(heard(whisper)) == []
    (told,) = faint(whisper)
    assert 3.8 < told < 5
    assert faint(whisper, 3_200)


def test_faint_speech_is_told_only_every_few_seconds() -> None:
    told = faint(sound((-78, 3), *[(-60, 0.6), (-78, 1.2)] * 10))
    assert 2 <= len(told) <= 4
    assert all(later - sooner >= 5 for sooner, later in itertools.pairwise(told))


def test_what_is_taken_and_what_is_no_speech_is_not_called_faint() -> None:
    assert faint(sound((-78, 3), (-60, 0.2), (-30, 0.6), (-60, 0.3), (-78, 2))) == []
    assert faint(sound((-78, 3), (-60, 0.06), (-78, 2))) == []
    assert faint(sound((-70, 3), (-64, 5), (-70, 5))) == []
    assert faint(sound((-70, 20))) == []
    assert faint(sound((-90, 20))) == []


def test_a_short_recording_without_a_room_is_faint_if_nothing_in_it_was_taken() -> None:
    ear = Faint()
    assert ear.hear(sound((-60, 1))) is None
    found = ear.finish()
    assert found is not None
    assert found.loudness is Loudness.QUIET
    ear.hear(sound((-60, 0.5), (-30, 1), (-90, 1)))
    assert ear.finish() is None
    ear.hear(sound((-95, 1)))
    assert ear.finish() is None
