"""Every microphone gives 16 kHz mono sound in order; one that goes is waited for."""

import io
import os
import shutil
import signal
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from command import COMMAND, environment, run
from pulse import Card, spoken

from assistant import drivers, pcm
from assistant.core.spoken.endpoint import RATE
from assistant.core.spoken.loudness import measure
from assistant.drivers import microphone_file, microphone_sounddevice, microphone_stdin
from assistant.errors import DeviceError, FileError, UsageError
from assistant.ports import Frame, Microphone, Pause, Plugged, Sound, Unplugged

NEEDS_PULSE = pytest.mark.skipif(
    shutil.which("pulseaudio") is None, reason="pulseaudio is not installed"
)


def tone(rate: int, seconds: float = 1.0, pitch: float = 440, channels: int = 1) -> np.ndarray:
    wave = 0.5 * np.sin(2 * np.pi * pitch * np.arange(int(rate * seconds)) / rate)
    return np.repeat(wave[:, None], channels, axis=1).astype(np.float32)


def pitch(sound: bytes) -> float:
    """The loudest frequency."""
    samples = np.frombuffer(sound, dtype="<i2").astype(np.float64)
    return float(np.abs(np.fft.rfft(samples)).argmax() * RATE / len(samples))


def heard(sounds: Iterator[Sound]) -> bytes:
    return b"".join(one.pcm for one in sounds if isinstance(one, Frame))


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_a_file_of_any_rate_becomes_16_khz_mono(tmp_path: Path, rate: int, channels: int) -> None:
    path = tmp_path / "tone.wav"
    soundfile.write(path, tone(rate, channels=channels), rate)
    sound = heard(microphone_file.Driver(path).sounds())
    assert abs(len(sound) / 2 - RATE) < 20
    assert abs(pitch(sound) - 440) < 2


def test_a_folder_is_heard_in_the_order_of_names_with_a_pause_after_each(tmp_path: Path) -> None:
    for name, high in (("b.flac", 880), ("a.wav", 440)):
        soundfile.write(tmp_path / name, tone(RATE, pitch=high), RATE)
    (tmp_path / "notes.txt").write_text("no sound")
    sounds = list(microphone_file.Driver(tmp_path).sounds())
    assert [one for one in sounds if not isinstance(one, Frame)] == [
        Plugged("a.wav"), Pause("a.wav"), Plugged("b.flac"), Pause("b.flac"),
    ]  # fmt: skip
    times = [one.at for one in sounds if isinstance(one, Frame)]
    assert times == sorted(times)


def test_one_channel_of_two_is_heard_alone(tmp_path: Path) -> None:
    path = tmp_path / "two.wav"
    soundfile.write(path, np.hstack([tone(RATE), tone(RATE, pitch=880)]), RATE)
    assert pitch(heard(microphone_file.Driver(path, 2).sounds())) == pytest.approx(880, abs=2)
    with pytest.raises(UsageError, match="no channel 3"):
        heard(microphone_file.Driver(path, 3).sounds())


def broken(folder: Path) -> dict[str, str]:
    """Files that hold no sound, with a word of the sentence about each."""
    soundfile.write(folder / "none.wav", np.zeros((0, 1)), RATE)
    (folder / "empty.wav").write_bytes(b"")
    (folder / "text.wav").write_text("no sound at all, just text")
    soundfile.write(folder / "slow.wav", tone(RATE), 1000)
    return {
        "none.wav": "holds no sound",
        "empty.wav": "is empty",
        "text.wav": "no sound file",
        "slow.wav": "too few",
    }


def test_a_file_without_sound_is_one_sentence(tmp_path: Path) -> None:
    for name, word in broken(tmp_path).items():
        with pytest.raises(FileError, match=word) as told:
            heard(microphone_file.Driver(tmp_path / name).sounds())
        assert name in str(told.value)
    with pytest.raises(FileError, match="no such file"):
        microphone_file.Driver(tmp_path / "missing.wav")
    (tmp_path / "nothing").mkdir()
    with pytest.raises(FileError, match="no sound file in"):
        microphone_file.Driver(tmp_path / "nothing")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "secret.wav"
    soundfile.write(path, tone(RATE), RATE)
    path.chmod(0)
    with pytest.raises(FileError, match="permission"):
        heard(microphone_file.Driver(path).sounds())


@pytest.mark.parametrize("rate", [16_000, 44_100])
@pytest.mark.parametrize("channels", [1, 2])
def test_standard_input_takes_a_wav_stream_of_any_length(rate: int, channels: int) -> None:
    file = io.BytesIO()
    soundfile.write(file, tone(rate, channels=channels), rate, format="WAV", subtype="PCM_16")
    stream = bytearray(file.getvalue())
    at = stream.index(b"data")
    stream[at + 4 : at + 8] = struct.pack("<I", 0xFFFFFFFF)  # as a recording program writes it
    sound = heard(microphone_stdin.Driver(io.BytesIO(bytes(stream))).sounds())
    assert abs(len(sound) / 2 - RATE) < 800
    assert abs(pitch(sound) - 440) < 3


def test_standard_input_takes_bare_samples_and_refuses_other_wav_streams() -> None:
    samples = (tone(RATE) * 32_767).astype("<i2").tobytes()
    assert heard(microphone_stdin.Driver(io.BytesIO(samples)).sounds()) == samples
    assert heard(microphone_stdin.Driver(io.BytesIO(b"")).sounds()) == b""
    file = io.BytesIO()
    soundfile.write(file, tone(RATE), RATE, format="WAV", subtype="PCM_24")
    for stream in (file.getvalue(), b"RIFF\0\0\0\0WAVE", b"RIFF\0\0\0\0WAVEjunk\xff\xff\xff\xff"):
        with pytest.raises(FileError):
            heard(microphone_stdin.Driver(io.BytesIO(stream)).sounds())


def test_pieces_that_are_resampled_fit_together() -> None:
    whole = tone(48_000, 2)
    funnel = pcm.Funnel(48_000)
    parts = [
        funnel.put(whole[at : at + 960], last=at + 960 >= len(whole))
        for at in range(0, len(whole), 960)
    ]
    once = pcm.Funnel(48_000).put(whole, last=True)
    joined = b"".join(parts)
    assert len(joined) == len(once)
    difference = np.frombuffer(joined, "<i2").astype(int) - np.frombuffer(once, "<i2").astype(int)
    assert np.abs(difference).max() <= 1


def test_every_microphone_can_be_closed_twice_over_and_ends(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "tone.wav", tone(RATE), RATE)
    made: list[Microphone] = [
        drivers.find("microphone", "null")([b"\0\0" * RATE]),
        drivers.find("microphone", "file")(tmp_path / "tone.wav"),
        drivers.find("microphone", "stdin")(io.BytesIO(b"\0\0" * RATE)),
    ]
    assert {"file", "null", "sounddevice", "stdin"} == set(drivers.names("microphone"))
    for microphone in made:
        sounds = microphone.sounds()
        assert isinstance(next(sounds), Plugged)
        microphone.close()
        microphone.close()
        assert len(heard(sounds)) < 2 * RATE


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    found = Card(tmp_path / "card")
    for name, value in found.environment.items():
        monkeypatch.setenv(name, value)
    found.plug()
    yield found
    found.unplug()


@NEEDS_PULSE
def test_a_real_microphone_is_heard_lost_and_heard_again(card: Card) -> None:
    with pytest.raises(UsageError, match=r"Choose one of: .*pulse"):
        microphone_sounddevice.Driver("no such thing")
    microphone = microphone_sounddevice.Driver("pulse", 1)
    got: list[Sound] = []

    def listen() -> None:
        got.extend(iter(microphone.sounds()))

    thread = threading.Thread(target=listen)
    thread.start()

    def wait_for(wanted: type[Sound], after: int) -> int:
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for place in range(after, len(got)):
                if isinstance(got[place], wanted):
                    return place
            time.sleep(0.02)
        raise AssertionError(f"no {wanted.__name__} in time")

    try:
        wait_for(Frame, 0)
        card.play(spoken("Gustav"), 22_050)
        time.sleep(0.3)
        assert measure(heard(iter(got))).level > -30
        card.unplug()
        gone = wait_for(Unplugged, 0)
        card.plug()
        back = wait_for(Plugged, gone)
        first = wait_for(Frame, back)
        card.play(spoken("Felix"), 22_050)
        time.sleep(0.3)
        assert measure(heard(iter(got[first:]))).level > -30
    finally:
        microphone.close()
        thread.join(5)
    assert not thread.is_alive()


@NEEDS_PULSE
@pytest.mark.usefixtures("card")
def test_a_listening_process_that_dies_is_replaced() -> None:
    microphone = microphone_sounddevice.Driver()
    sounds = microphone.sounds()
    assert isinstance(next(sounds), Plugged)
    os.kill(microphone.pid, 9)
    seen = []
    for one in sounds:
        if not isinstance(one, Frame):
            seen.append(type(one))
        elif seen == [Unplugged, Plugged]:
            break
    microphone.close()


@NEEDS_PULSE
@pytest.mark.usefixtures("card")
def test_a_level_is_heard_as_a_tone_and_a_recording_is_played_to_its_end() -> None:
    microphone = microphone_sounddevice.Driver()
    got: list[Sound] = []
    thread = threading.Thread(target=lambda: got.extend(iter(microphone.sounds())))
    thread.start()
    sounding = drivers.find("tone", "sounddevice")()
    sounding.set(660)
    patience = time.monotonic() + 15
    while time.monotonic() < patience and not np.any(np.frombuffer(heard(iter(list(got))), "<i2")):
        time.sleep(0.1)  # its process takes a while to begin
    time.sleep(0.8)
    sounding.set(0)
    sounding.close()
    time.sleep(0.3)
    first = len(got)
    drivers.find("playback", "sounddevice")().play(
        (tone(RATE, pitch=990) * 9_000).astype("<i2").tobytes()
    )
    time.sleep(0.5)  # what was played reaches the microphone a little later
    microphone.close()
    thread.join(5)
    assert pitch(heard(iter(got[:first]))) == pytest.approx(660, abs=5)
    played = heard(iter(got[first:]))
    assert pitch(played) == pytest.approx(990, abs=5)
    loud = np.abs(np.frombuffer(played, "<i2").astype(int)) > 500
    assert loud.sum() > 0.6 * RATE
    null = drivers.find("tone", "null")()
    null.set(660)
    null.close()
    assert null.pitches == [660]
    silent = drivers.find("playback", "null")()
    silent.play(b"aa")
    assert silent.played == [b"aa"]


def test_without_any_microphone_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    with pytest.raises(DeviceError, match="Plug one in"):
        microphone_sounddevice.Driver()


@pytest.fixture(params=["others", "none"])
def without(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system where the headset is unplugged, with other microphones or with none at all."""
    if request.param == "none":
        monkeypatch.setenv("HOME", "/nonexistent")
        monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    elif shutil.which("pulseaudio") is None:
        pytest.skip("pulseaudio is not installed")
    else:
        request.getfixturevalue("card")


@pytest.fixture
def headset(tmp_path: Path) -> Path:
    """Settings that name a microphone."""
    path = tmp_path / "settings.toml"
    path.write_text('[microphone]\ndriver = "Headset"\n', encoding="utf-8")
    return path


def games(folder: Path) -> list[tuple[str, ...]]:
    """The commands that can do without a microphone."""
    event = folder / "event.toml"
    event.write_text(
        '[white]\nname = "Anna"\nvisually_disabled = true\n[black]\nname = "Sven"\n',
        encoding="utf-8",
    )
    kept = ("--folder", str(folder), "--voice", "off")
    return [
        ("practice", "--opponent", "builtin", "--level", "1", *kept),
        ("play", "--event", str(event), *kept),
    ]


@pytest.mark.usefixtures("without")
def test_a_microphone_of_the_settings_that_is_unplugged_is_told_and_the_game_begins(
    tmp_path: Path, headset: Path
) -> None:
    for command in games(tmp_path):
        done = run(*command, "--settings", str(headset))
        assert (done.returncode, done.stderr) == (0, "")
        first = done.stdout.splitlines()[0]
        assert first.startswith("Das Mikrofon Headset ist nicht da, es geht mit der Tastatur")
        assert "chess-assistant doctor" in first
        assert "chess-assistant settings microphone.driver NAME" in first
        assert done.stdout.count("Mikrofon ") == 1
        assert "Die Partie ist gesichert" in done.stdout
    doctor = run("doctor", "--settings", str(headset))
    assert "microphone 'Headset'" in doctor.stdout


@pytest.mark.usefixtures("without")
def test_a_microphone_that_an_option_names_or_that_is_all_there_is_to_hear_must_be_there(
    tmp_path: Path, headset: Path
) -> None:
    told = [(*command, "--microphone", "Headset") for command in games(tmp_path)]
    for command in (*told, ("listen", "--settings", str(headset))):
        done = run(*command)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "'Headset'" in done.stderr
        assert "Choose one of" in done.stderr or "Plug one in" in done.stderr
    assert not list(tmp_path.glob("*.jsonl"))


@NEEDS_PULSE
@pytest.mark.usefixtures("card")
def test_a_channel_that_a_microphone_lacks_is_refused_as_an_option_and_told_as_a_setting(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\ndriver = "default"\nchannel = 64\n', encoding="utf-8")
    for command in games(tmp_path):
        done = run(*command, "--settings", str(settings))
        assert (done.returncode, done.stderr.count("\n")) == (0, 1)
        assert "or 0 to mix all" in done.stderr
        assert done.stdout.splitlines()[1] == "Es geht mit der Tastatur weiter."
        refused = run(*command, "--settings", str(settings), "--channel", "63")
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert "or 0 to mix all" in refused.stderr


@NEEDS_PULSE
@pytest.mark.usefixtures("card")
def test_the_opponents_microphone_that_is_unplugged_is_told_while_the_other_one_listens(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\ndriver = "default"\nopponent = "Table"\n', encoding="utf-8")
    done = run(*games(tmp_path)[1], "--settings", str(settings), stdin="Ende\n")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()[:2]
    assert "Das Mikrofon Table ist nicht da" in first
    assert "chess-assistant settings microphone.opponent NAME" in first
    assert "Ich höre" in second
    assert "Choose one of" in run("doctor", "--settings", str(settings)).stdout


def test_ctrl_c_while_sound_is_awaited_on_standard_input_is_a_sentence(tmp_path: Path) -> None:
    talk = subprocess.Popen(
        [*COMMAND, "enroll", "Anna", "--microphone", "-"],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with talk:
        assert talk.stdout is not None
        talk.stdout.readline()
        time.sleep(2)  # by then a thread waits for sound
        talk.send_signal(signal.SIGINT)
        assert talk.wait(timeout=30) == 130
        assert "Fatal" not in (talk.stderr.read() if talk.stderr else "")


def test_ctrl_c_ends_listening_with_a_sentence_that_counts_what_was_heard(tmp_path: Path) -> None:
    talk = subprocess.Popen(
        [*COMMAND, "listen", "--voice", "off", "--microphone", "-"],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    funnel = pcm.Funnel(22_050)
    move = funnel.put(spoken("Eva zwei Eva vier").astype(np.float32) / 32_768, last=True)
    with talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        talk.stdin.write(bytes(2 * RATE) + move + bytes(4 * RATE))
        talk.stdin.flush()
        for line in iter(talk.stdout.readline, b""):
            if "Verstanden: Eva zwei Eva vier" in line.decode():
                break
        talk.send_signal(signal.SIGINT)
        assert talk.wait(timeout=30) == 130
        last = talk.stdout.read().decode().splitlines()[-1]
        assert last == "Ich höre nicht mehr zu. Ansagen gehört: 1, als Zug verstanden: 1."
        assert talk.stderr is not None
        assert talk.stderr.read() == b""


def test_listening_that_ends_by_itself_ends_with_the_same_sentence(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "tone.wav", tone(RATE) / 5, RATE)
    sound = ("--microphone", f"file:{tmp_path / 'tone.wav'}", "--voice", "off")
    for language, last in (
        ("de", "Ich höre nicht mehr zu. Ansagen gehört: "),
        ("cs", "Už neposlouchám. Bez řečového modelu se hlásila jen hlasitost."),
    ):
        done = run("listen", *sound, "--language", language, home=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1].startswith(last)
