"""Speech at the command line: what is wrong is said in a sentence, and the text goes on."""

import os
import pty
import subprocess
from pathlib import Path

import numpy as np
import pytest
from command import COMMAND, environment
from sound import SoundCard, sound_card

from assistant.samples import read

__all__ = ["sound_card"]

GAME = "Eva vier\nwas steht auf Eva vier\n"


def call(
    *arguments: str, home: Path, stdin: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs on a machine without a sound device, unless `more` of the environment gives one."""
    silent = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PULSE_SERVER": "unix:/nowhere"}
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
        env=environment(home) | silent | more,
    )


def practice(*arguments: str, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    options = ("--opponent", "builtin", "--level", "1", *arguments)
    return call("practice", *options, home=home, stdin=GAME, **more)


def games(home: Path) -> list[Path]:
    return list(home.rglob("practice-*"))


def test_a_game_can_be_heard_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "heard.wav"
    done = practice("--voice", "pyttsx3", "--earphone", str(file), "--rate", "2", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Eva vier: weißer Bauer." in done.stdout
    heard = read(file.read_bytes())
    assert heard.seconds > 5
    assert np.abs(heard.pcm.astype(int)).max() > 5000


def test_without_a_sound_device_one_sentence_says_so_and_the_text_goes_on(tmp_path: Path) -> None:
    done = practice("--voice", "pyttsx3", home=tmp_path)
    assert done.returncode == 0
    assert "Weiß: Eva zwei Eva vier" in done.stdout
    assert "Eva vier: weißer Bauer." in done.stdout
    first, *rest = done.stderr.splitlines()
    assert "Text goes on" in first
    assert len(rest) <= 1  # how much was not spoken
    assert "Traceback" not in done.stderr


def test_in_a_pipe_nothing_is_spoken_unless_it_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "heard.wav"
    for voice, device in (("", "off"), ("auto", "off"), ("off", str(file))):
        done = practice("--earphone", device, home=tmp_path, CHESS_ASSISTANT_VOICE=voice)
        assert (done.returncode, done.stderr) == (0, "")
        assert not file.exists()
    assert practice(home=tmp_path).stderr == ""  # no voice is missed where nobody listens
    done = practice("--earphone", str(file), "--voice", "off", home=tmp_path)
    assert (done.stderr, file.exists()) == ("", False)


@pytest.mark.parametrize("voice", ["", "auto", "pyttsx3"])
def test_who_names_an_earphone_hears_it_also_in_a_pipe(voice: str, tmp_path: Path) -> None:
    file = tmp_path / "heard.wav"
    done = practice("--earphone", str(file), home=tmp_path, CHESS_ASSISTANT_VOICE=voice)
    assert (done.returncode, done.stderr) == (0, "")
    assert read(file.read_bytes()).seconds > 2
    named = practice("--earphone", "radio", home=tmp_path, CHESS_ASSISTANT_VOICE=voice)
    assert named.returncode == 0
    assert named.stderr.startswith("The sound device radio is away")


def test_in_a_terminal_without_sound_nothing_is_complained_of(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    silent = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, "practice", "--opponent", "builtin"],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE,
        env=environment(tmp_path) | silent | {"PULSE_SERVER": "unix:/nowhere"},
    )
    os.write(master, b"Eva vier\nEnde\n")
    _, complaints = process.communicate(timeout=60)
    os.close(slave)
    os.close(master)
    assert (process.returncode, complaints) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--voice", "magic"],
            "Unknown voice 'magic'. Choose one of: auto, off, file, null, pyttsx3.",
        ),
        (["--voice", "pyttsx3", "--rate", "9"], "--rate: a number from 0.5 to 4"),
    ],
)
def test_a_wrong_option_is_refused_before_a_game_is_begun(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    done = practice(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert games(tmp_path) == []


@pytest.mark.parametrize("channel", ["earphone", "loudspeaker"])
@pytest.mark.parametrize("in_settings", [False, True])
def test_a_wrong_device_is_answered_with_those_there_are_and_the_game_goes_on(
    channel: str, in_settings: bool, sound_card: SoundCard, tmp_path: Path
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[speech]\n{channel} = "radio"\n' if in_settings else "")
    event = tmp_path / "event.toml"
    event.write_text('[white]\nname = "A"\nvisually_disabled = true\n[black]\nname = "B"\n')
    wrong = [] if in_settings else [f"--{channel}", "radio"]
    other = ["--earphone", str(tmp_path / "x.wav")] if channel == "loudspeaker" else []
    done = call(
        *("play", "--event", str(event), "--folder", str(tmp_path), "--input", "-"),
        *("--voice", "pyttsx3", "--settings", str(settings), *wrong, *other),
        home=tmp_path,
        stdin="start\nEva vier\nEva vier\n",
        **sound_card.environment,
    )
    assert done.returncode == 0
    assert "Weiß: Eva zwei Eva vier" in done.stdout
    sentence = next(line for line in done.stderr.splitlines() if "radio" in line)
    assert sentence.startswith("The sound device radio is away: it is not there; there is: ")
    assert "default" in sentence
    assert "Text goes on" in sentence
    assert done.stderr.count("radio") == 1


def test_a_wrong_voice_or_device_in_the_settings_is_a_sentence_and_the_text_goes_on(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    for line, sentence in (
        ('voice = "nobody"', "There is no voice 'nobody'."),
        ('earphone = "radio"', "The sound device radio is away: it is not there"),
    ):
        settings.write_text(f"[speech]\n{line}\n")
        file = ["--earphone", str(tmp_path / "x.wav")] if "voice" in line else []
        done = practice("--voice", "pyttsx3", *file, "--settings", str(settings), home=tmp_path)
        assert done.returncode == 0
        assert "Eva vier: weißer Bauer." in done.stdout
        assert done.stderr.startswith(sentence)
        assert "Text goes on" in done.stderr


def test_one_earphone_for_two_visually_disabled_players_is_said_at_the_start(
    tmp_path: Path,
) -> None:
    event = tmp_path / "event.toml"
    rest = ["--voice", "pyttsx3", "--loudspeaker", "off", "--folder", str(tmp_path), "--input", "-"]
    for blind, ear, told in (
        ("true", "x.wav", True),
        ("false", "x.wav", False),
        ("true", "off", False),
    ):
        event.write_text(
            '[white]\nname = "Anna"\nvisually_disabled = true\n'
            f'[black]\nname = "Sven"\nvisually_disabled = {blind}\n'
        )
        device = ear if ear == "off" else str(tmp_path / ear)
        done = call("play", "--event", str(event), "--earphone", device, *rest, home=tmp_path)
        assert done.returncode == 0
        assert done.stdout.startswith("Beide Spieler haben nur einen Kopfhörer") == told
        assert not done.stderr


def test_the_file_voice_keeps_each_utterance(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[speech]\nfolder = "{tmp_path / "said"}"\n')
    done = practice("--voice", "file", "--settings", str(settings), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    said = {path.stem[5:] for path in (tmp_path / "said").iterdir()}
    assert {"de Weiß Eva zwei Eva vier", "de Eva vier weißer Bauer"} <= said


def test_the_sounds_are_explained_in_every_language_and_written(tmp_path: Path) -> None:
    german = call("sounds", home=tmp_path).stdout.splitlines()
    english = call("sounds", "-l", "en", "--wav", str(tmp_path / "ear"), home=tmp_path)
    assert len(german) == 6
    assert german[0] == "Ein kurzer hoher Ton: ein Zug, er gilt."
    assert english.returncode == 0
    names = {path.stem for path in (tmp_path / "ear").iterdir()}
    assert names == {"move", "question", "refusal", "alarm", "flag", "connection_lost"}


@pytest.mark.parametrize("words", [("sounds", "--play"), ("voices", "--try", "German")])
def test_without_a_sound_device_it_is_said_what_to_do(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = call(*words, home=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "chess-assistant: There is no sound device. Plug in a headset or switch the sound on. "
        "Or write the sound to a file with --wav.\n"
    )


def test_voices_are_listed_and_tried(tmp_path: Path) -> None:
    assert call("voices", "-l", "cs", home=tmp_path).stdout == "cs: Czech (zlw/cs)\n"
    assert len(call("voices", home=tmp_path).stdout.splitlines()) > 50
    file = tmp_path / "try.wav"
    done = call("voices", "--try", "+f3", "-l", "cs", "--wav", str(file), home=tmp_path)
    assert done.stdout == f"Written: {file}\n"
    assert read(file.read_bytes()).seconds > 1
    wrong = call("voices", "--try", "nobody", home=tmp_path)
    assert wrong.returncode == 2
    assert "List: chess-assistant voices" in wrong.stderr


def test_a_variant_that_there_is_not_is_refused_with_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for words in (
        ("voices", "--try", "+q9", "--wav", str(tmp_path / "x.wav")),
        ("settings", "--settings", str(path), "speech.voice", "+q9"),
        ("settings", "--settings", str(path), "speech.loudspeaker_voice", "German+q9"),
    ):
        done = call(*words, home=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "There is no voice" in done.stderr
        assert "Choose one of the variants: +f1, +f2" in done.stderr
    assert not (tmp_path / "x.wav").exists()
    assert not path.exists()
    well = call("settings", "--settings", str(path), "speech.voice", "+f3", home=tmp_path)
    assert (well.returncode, well.stdout) == (0, 'speech.voice = "+f3"\n')


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("voices", "--wav", "x.wav"), "Say with --try which voice"),
        (("voices", "--try", "+f3", "--wav", "-"), "the name of a file"),
        (("announce", "--wav", "-", "Nf3"), "the name of a file"),
    ],
)
def test_sound_needs_a_voice_and_a_file(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = call(*words, home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert sentence in done.stderr


def test_a_move_is_announced_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "nf3.wav"
    done = call("announce", "--wav", str(file), "-l", "cs", "Nf3", home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "jezdec Gustav eins Felix drei\n")
    assert 1 < read(file.read_bytes()).seconds < 4
    lost = call("announce", "--wav", str(tmp_path / "no" / "x.wav"), "Nf3", home=tmp_path)
    assert lost.returncode == 1
    assert len(lost.stderr.splitlines()) == 1
    assert call("announce", "--batch", "--wav", "x", home=tmp_path).returncode == 2


def test_the_doctor_examines_voice_and_sound(sound_card: SoundCard, tmp_path: Path) -> None:
    well = call("doctor", home=tmp_path, **sound_card.environment).stdout
    assert "Fine: The sound device default plays." in well
    assert "Fine: The synthesiser espeak speaks, with" in well
    ill = call("doctor", home=tmp_path)
    assert ill.returncode == 1
    assert "Not fine: There is no sound device" in ill.stdout
