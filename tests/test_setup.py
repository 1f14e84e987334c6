"""Setting up a microphone: every word of it reaches a braille display, and every key is heard."""

import subprocess
import tomllib
from pathlib import Path

import pytest
import soundfile
from brltty import NEEDS_BRLTTY, Brltty
from command import COMMAND, environment, run
from hearings import EAR, GRAMMAR
from pulse import spoken
from test_braille_game import Finger, Game, server  # noqa: F401 - the fixture

from assistant.enrolment import prompts


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that one pass asks for."""
    folder = tmp_path_factory.mktemp("readings")
    for at, prompt in enumerate(prompts(GRAMMAR, EAR.vocabulary, 1)):
        soundfile.write(folder / f"{at}.wav", spoken(prompt.shown), 22_050)
    return folder


def cells_beneath(text: str, output: str) -> str:
    """What the display on the screen showed with this text."""
    lines = output.splitlines()
    found = [lines[at - 1] for at, line in enumerate(lines) if line == f"- {text}"]
    assert found, output
    return found[0]


def test_prompts_and_result_of_an_enrolment_are_on_the_display(
    readings: Path, tmp_path: Path
) -> None:
    sound = ["--microphone", f"file:{readings}"]
    shown = ["--braille", "terminal", "--braille-width", "80"]
    done = run("enroll", "Anna", "--passes", "1", *sound, *shown, home=tmp_path)
    assert done.returncode == 0, done.stderr
    prompt = next(line for line in done.stdout.splitlines() if line.startswith("2 von 8"))
    assert "\u2800" in cells_beneath(prompt, done.stdout)
    result = "Profil Anna gespeichert. 8 von 8 Ansagen gleich verstanden."
    assert "\u2800" in cells_beneath(result, done.stdout)


def test_level_and_words_of_a_microphone_are_on_the_display(readings: Path, tmp_path: Path) -> None:
    shown = ["--braille", "terminal", "--braille-width", "80"]
    done = run("listen", "--microphone", f"file:{readings / '0.wav'}", *shown, home=tmp_path)
    assert done.returncode == 0, done.stderr
    level = next(line for line in done.stdout.splitlines() if line.startswith("Pegel"))
    assert "\u2800" in cells_beneath(level, done.stdout)
    assert any(
        line.startswith("-") and "Gehört: bauer anna eins" in line
        for line in done.stdout.splitlines()
    )


@NEEDS_BRLTTY
@pytest.mark.parametrize("command", [["enroll", "Anna"], ["listen"]])
def test_the_keys_of_a_display_ask_again_and_leave(
    server: Brltty,  # noqa: F811 - the fixture
    tmp_path: Path,
    command: list[str],
) -> None:
    """No screen and no keyboard: standard input is the sound, and brings none yet."""
    display = server.display(80)
    finger = Finger(display, "de")
    options = ["--microphone", "-", "--language", "de"]
    table = Game(server, tmp_path, *command, *options)
    try:
        again = "1 von 16" if command[0] == "enroll" else "Ich höre zu"
        begun = finger.feels("Ich höre mit dem kleinen Modell")
        assert ("Stimmprofil Anna" if command[0] == "enroll" else again) in begun
        display.press("MUTE")  # silence, and nothing else, where sound is heard whole
        finger.types("hm")
        finger.feels(again)
        finger.types("Ende")
        if command[0] == "enroll":
            assert "Nichts wurde gespeichert" in finger.feels("Abgebrochen")
        display.press("FWINRT")
        assert table.process.wait(40) == (1 if command[0] == "enroll" else 0)
    finally:
        table.kill()


@pytest.mark.parametrize("command", [["enroll", "Anna"], ["listen"]])
def test_without_a_microphone_nobody_is_sent_to_a_keyboard(
    tmp_path: Path, command: list[str]
) -> None:
    nothing = {"HOME": str(tmp_path), "PULSE_SERVER": "unix:/nonexistent"}
    done = subprocess.run(
        [*COMMAND, *command],
        env=environment(tmp_path) | nothing,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "There is no microphone. Plug one in." in done.stderr
    assert f"{command[0]} --microphone file:FOLDER" in done.stderr
    assert "keyboard" not in done.stderr


def test_silence_is_named_and_leaves_the_older_profile_which_a_whole_one_replaces(
    readings: Path, tmp_path: Path
) -> None:
    whole = ["--passes", "1", "--microphone", f"file:{readings}"]
    first = run("enroll", "Anna", *whole, home=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Es gibt schon" not in first.stdout
    path = tmp_path / "chess-assistant" / "profiles" / "Anna.toml"
    before = path.read_bytes()
    made = tomllib.loads(path.read_text())["made"].partition(",")[0]
    still = tmp_path / "still.wav"
    soundfile.write(still, [0.0] * 32_000, 16_000)
    none = run("enroll", "Anna", "--microphone", f"file:{still}", home=tmp_path)
    assert none.returncode == 1
    lines = none.stdout.splitlines()
    assert lines[1].startswith(f"Es gibt schon ein Profil Anna vom {made}.")
    assert lines[-2].startswith(
        "Es war keine einzige Ansage zu hören, darum ist nichts gespeichert."
    )
    assert "listen" in lines[-2]
    assert lines[-1] == f"Das Profil Anna vom {made} bleibt, wie es war."
    assert path.read_bytes() == before
    path.write_text("broken")  # an older one all the same
    again = run("enroll", "Anna", *whole, home=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "\nEs gibt schon ein Profil Anna vom " in again.stdout
    assert path.read_bytes() == before


def test_a_recording_that_sounds_like_no_does_not_cancel_an_enrolment(
    readings: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "one-wrong"
    folder.mkdir()
    for path in readings.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    soundfile.write(folder / "3.wav", spoken("nein"), 22_050)
    sound = ["--microphone", f"file:{folder}"]
    done = run("enroll", "Anna", "--passes", "1", *sound, home=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    asked = next(line for line in lines if line.startswith("4 von 8: "))
    passed = f"Nicht verstanden und übergangen: {asked.removeprefix('4 von 8: ')}"
    assert passed in lines
    assert "7 von 8 Ansagen" in done.stdout


def test_trouble_with_a_display_is_told_without_a_game_where_none_is_played(
    readings: Path, tmp_path: Path
) -> None:
    sound = ["--microphone", f"file:{readings / '0.wav'}"]
    done = run("listen", *sound, "--braille", "brlapi", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "brltty is not running" in done.stderr
    assert "Start it, or give --braille off." in done.stderr


def test_what_the_ear_lacks_is_on_the_display_and_nobody_is_sent_to_install_what_is_not(
    readings: Path, tmp_path: Path
) -> None:
    sound = ["--microphone", f"file:{readings / '0.wav'}"]
    shown = ["--braille", "terminal", "--braille-width", "80"]
    for language, begins, ends in (
        ("de", "Ich höre mit dem kleinen Modell", "chess-assistant models install de."),
        ("en", "There is no speech model", "chess-assistant models install en"),
        ("sk", "Pre tento jazyk nie je", "cs, de, en, es, fr, it, pl."),
    ):
        done = run("listen", *sound, *shown, "--language", language, home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        told = done.stdout.splitlines()
        assert any(line.startswith(begins) and line.endswith(ends) for line in told)
        assert any(line.startswith(f"- {begins}") for line in told)
        assert "models install sk" not in done.stdout
