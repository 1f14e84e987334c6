"""Setting up a microphone: every word of it reaches a braille display, and every key is heard."""

import subprocess
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
def test_the_keys_of_a_display_talk_ask_again_and_leave(
    server: Brltty,  # noqa: F811 - the fixture
    tmp_path: Path,
    command: list[str],
) -> None:
    """No screen and no keyboard: standard input is the sound, and brings none yet."""
    display = server.display(80)
    finger = Finger(display, "de")
    options = ["--microphone", "-", "--talk", "push", "--language", "de"]
    table = Game(server, tmp_path, *command, *options)
    try:
        again = "1 von 16" if command[0] == "enroll" else "Ich höre zu"
        finger.feels("Stimmprofil" if command[0] == "enroll" else again)
        display.press("MUTE")
        assert display.await_cells(lambda _: "Bitte" in finger.page), finger.page
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
