"""Sound as samples."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.samples import Samples, join, read, silence


def note(hertz: float, seconds: float, rate: int = 22_050) -> Samples:
    form = 8000 * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)
    return Samples(rate, form.astype(np.int16))


def pitch(samples: Samples) -> float:
    spectrum = np.abs(np.fft.rfft(samples.pcm.astype(float)))
    return float(spectrum.argmax() * samples.rate / len(samples.pcm))


@given(st.lists(st.integers(-32768, 32767), max_size=300), st.sampled_from([8000, 22050, 48000]))
def test_a_wav_file_gives_back_the_same_samples(values: list[int], rate: int) -> None:
    samples = Samples(rate, np.array(values, dtype=np.int16))
    again = read(samples.wav())
    assert again.rate == rate
    assert np.array_equal(again.pcm, samples.pcm)


@pytest.mark.parametrize("compression", [b"", b"sowt"])
def test_an_aiff_file_is_read_in_both_byte_orders(compression: bytes) -> None:
    values = [0, 1, -2, 30000, -30000]
    rate = struct.pack(">HQ", 16383 + 14, 22050 * 2 ** (63 - 14))
    common = struct.pack(">hIh", 1, len(values), 16) + rate + compression
    order = "<" if compression else ">"
    sound = bytes(8) + struct.pack(f"{order}{len(values)}h", *values)
    chunks = b"".join(
        name + struct.pack(">I", len(body)) + body + b"\0" * (len(body) % 2)
        for name, body in ((b"COMM", common), (b"SSND", sound))
    )
    form = b"AIFC" if compression else b"AIFF"
    found = read(b"FORM" + struct.pack(">I", 4 + len(chunks)) + form + chunks)
    assert (found.rate, found.pcm.tolist()) == (22050, values)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all", b"FORM0000AIFF"])
def test_what_is_no_sound_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"sound"):
        read(content)


def test_trimming_takes_away_silence_and_nothing_else() -> None:
    sound = note(440, 0.2)
    padded = join([silence(22_050, 0.5), sound, silence(22_050, 0.7)], 0, 22_050)
    assert abs(padded.trimmed().seconds - 0.2) < 0.03
    assert silence(22_050, 1).trimmed().seconds == 0


@pytest.mark.parametrize("rate", [8000, 16_000, 44_100, 48_000])
def test_another_rate_keeps_length_and_pitch(rate: int) -> None:
    sound = note(440, 0.5)
    other = sound.at(rate)
    assert other.rate == rate
    assert abs(other.seconds - 0.5) < 0.001
    assert abs(pitch(other) - 440) < 3
    assert abs(int(np.abs(other.pcm[100:-100]).max()) - 8000) < 400


@pytest.mark.parametrize("times", [1.2, 1.6, 2.5])
def test_faster_speech_keeps_its_pitch(times: float) -> None:
    sound = note(220, 1.0)
    fast = sound.faster(times)
    assert abs(fast.seconds - 1.0 / times) < 0.06
    assert abs(pitch(fast) - 220) < 6
    assert 5000 < np.abs(fast.pcm[1000:-1000].astype(int)).max() < 9000


def test_what_is_too_short_or_not_to_be_faster_stays_as_it_is() -> None:
    assert np.array_equal(note(440, 0.05).faster(2).pcm, note(440, 0.05).pcm)
    assert np.array_equal(note(440, 0.5).faster(1).pcm, note(440, 0.5).pcm)


def test_joined_parts_stand_one_after_the_other_with_a_gap() -> None:
    joined = join([note(440, 0.1), note(440, 0.1, 44_100)], 0.05, 22_050)
    assert joined.rate == 22_050
    assert abs(joined.seconds - 0.25) < 0.001
    assert join([], 0.1, 22_050).seconds == 0
