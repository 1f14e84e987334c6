"""A spoken game through a real sound server: heard, recorded, and carried on without a microphone."""

import json
import queue
import shutil
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from command import COMMAND, environment, run
from pulse import Card, spoken

from assistant.core.play.contestevents import MoveAnnounced, MoveRepeated, SoundKept
from assistant.core.play.events import MovePlayed
from assistant.core.record import journal
from assistant.core.record.soundrecord import digest
from assistant.core.spoken.loudness import measure
from assistant.pcm import open_sound

pytestmark = pytest.mark.skipif(
    shutil.which("pulseaudio") is None, reason="pulseaudio is not installed"
)

EVENT = """\
[white]
name = "Anna"
visually_disabled = true
[black]
name = "Sven"
[speech]
keep_sound = {keep}
"""
WAIT = 25


@pytest.fixture(scope="module")
def model(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    with zipfile.ZipFile(shared / "data" / "models" / "vosk-fide-de-lab.zip") as archive:
        archive.extractall(folder)
    return folder / "vosk-fide-de-lab"


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    found = Card(tmp_path / "card")
    found.plug()
    yield found
    found.unplug()


class Table:
    """The program in a process of its own; somebody types and somebody speaks."""

    def __init__(self, card: Card, model: Path, folder: Path, *options: str) -> None:
        self.card = card
        self.folder = folder
        self.process = subprocess.Popen(
            [*COMMAND, "play", "--folder", str(folder), "--model", str(model), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(folder) | card.environment,
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.said: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def speak(self, text: str) -> None:
        self.card.play(spoken(text), 22_050)

    def until(self, wanted: str) -> str:
        """Reads on until the program has said this."""
        end = time.monotonic() + WAIT
        while True:
            try:
                line = self.lines.get(timeout=max(0.1, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"never said: {wanted}; but: {self.said}") from None
            self.said.append(line)
            if wanted in line:
                return line

    def move(self, words: str, told: str) -> None:
        """One move by all its steps, announced and repeated aloud."""
        self.speak(words)
        self.until(told)
        self.speak(words)
        self.until("Wiederholt")
        self.type("ausgeführt")
        self.until("Notiert")
        self.type("gedrückt")
        self.until("läuft")

    def leave(self) -> Path:
        self.type("Ende")
        self.until("gesichert")
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(WAIT) == 0
        return next(self.folder.glob("*.jsonl"))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def table(card: Card, model: Path, tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "event.toml").write_text(EVENT.format(keep="true"))
    made = Table(
        card, model, tmp_path / "games", "--event", str(tmp_path / "event.toml"),
        "--microphone", "pulse",
    )  # fmt: skip
    yield made
    made.kill()


def test_a_spoken_game_is_heard_kept_and_played_again(table: Table, tmp_path: Path) -> None:
    table.until("Anna")
    table.type("start")
    table.until("läuft")
    table.move("Eva zwei Eva vier", "Weiß: Eva zwei Eva vier")
    table.move("Springer Gustav acht Felix sechs", "Schwarz: Springer Gustav acht Felix sechs")
    path = table.leave()
    events = journal.read(path.read_bytes()).events
    assert [event.move for event in events if isinstance(event, MovePlayed)] == ["e2e4", "g8f6"]
    steps = [
        type(event)
        for event in events
        if isinstance(event, MoveAnnounced | MoveRepeated | SoundKept)
    ]
    assert steps == [MoveAnnounced, SoundKept, MoveRepeated, SoundKept] * 2
    kept = [event for event in events if isinstance(event, SoundKept)]
    assert [(one.number, one.mover, one.side, one.what, one.move) for one in kept] == [
        (1, True, True, "announced", "e2e4"),
        (1, True, False, "repeated", "e2e4"),
        (1, False, False, "announced", "g8f6"),
        (1, False, True, "repeated", "g8f6"),
    ]
    folder = path.with_suffix(".sounds")
    assert sorted(one.name for one in folder.iterdir()) == sorted(one.file for one in kept)
    for one in kept:
        sound = open_sound(folder / one.file).pcm
        assert digest(sound) == one.sha256
        assert 1000 < one.length_ms < 4000
        assert measure(sound).level > -35
    assert run("journal", "verify", str(path)).returncode == 0
    assert "Tonaufnahme: Weiß, Zug 1." in run("journal", "show", str(path)).stdout

    wav = tmp_path / "one.wav"
    done = run("journal", "play", str(path), "1", "w", "--wav", str(wav))
    assert done.stdout.splitlines()[0].startswith("Zug 1, Weiß, Ansage, Sekunden: ")
    assert len(done.stdout.splitlines()) == 2
    samples, rate = soundfile.read(wav)
    both = sum(one.length_ms for one in kept[:2]) / 1000
    assert rate == 16_000
    assert both < len(samples) / rate < both + 0.5
    heard = run("hear", "--json", "--model", str(model_of(table)), str(folder / kept[0].file))
    assert json.loads(heard.stdout)["move"] == "e2e4"

    played = subprocess.run(
        [*COMMAND, "journal", "play", str(path), "1", "b"],
        env=environment() | table.card.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (played.returncode, played.stderr.count("\n")) == (0, 0), played.stderr

    for number, side in (("2", "w"), ("1", "x"), ("0", "b")):
        wrong = run("journal", "play", str(path), number, side)
        assert wrong.returncode in (1, 2)
        assert wrong.stderr.count("\n") == 1
    soundfile.write(folder / kept[0].file, np.zeros(1600), 16_000, format="FLAC")
    assert "not as it was heard" in run("journal", "play", str(path), "1").stderr
    (folder / kept[0].file).unlink()
    gone = run("journal", "play", str(path), "1")
    assert (gone.returncode, gone.stderr.count("\n")) == (1, 1)


def model_of(table: Table) -> str:
    arguments = table.process.args
    assert isinstance(arguments, list)
    return str(arguments[arguments.index("--model") + 1])


def test_a_game_goes_on_when_the_microphone_vanishes_and_comes_back(table: Table) -> None:
    table.until("Anna")
    table.type("start")
    table.until("läuft")
    table.speak("Eva zwei Eva vier")
    table.until("Weiß: Eva zwei Eva vier")
    table.card.unplug()
    table.until("Das Mikrofon ist weg")
    for words, answer in (
        ("Eva vier", "Wiederholt"),
        ("ausgeführt", "Notiert"),
        ("gedrückt", "läuft"),
    ):
        table.type(words)
        table.until(answer)
    table.card.plug()
    table.until("Das Mikrofon ist wieder da")
    time.sleep(0.3)
    table.move("Eva sieben Eva fünf", "Schwarz: Eva sieben Eva fünf")
    path = table.leave()
    events = journal.read(path.read_bytes()).events
    assert [event.move for event in events if isinstance(event, MovePlayed)] == ["e2e4", "e7e5"]
    assert not any("Traceback" in line for line in table.said)


def test_without_a_microphone_or_a_model_the_keyboard_goes_on(tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text(EVENT.format(keep="false"))
    home = tmp_path / "home"
    home.mkdir()
    wav = tmp_path / "move.wav"
    soundfile.write(wav, spoken("Eva zwei Eva vier"), 22_050)
    common = ["play", "--event", str(event), "--folder", str(tmp_path / "games")]
    silent = {"HOME": str(home), "PULSE_SERVER": "unix:/nonexistent"}
    for options, language, told, reason in (
        (
            ["--microphone", "default"],
            "de",
            ["Ein Mikrofon lässt sich nicht öffnen.", "Es geht mit der Tastatur weiter."],
            "There is no microphone",
        ),
        (
            ["--microphone", f"file:{wav}"],
            "cs",
            [
                "Pro tento jazyk chybí řečový model. Instalace: chess-assistant models install cs",
                "Pokračujte prosím klávesnicí.",
            ],
            "",
        ),
    ):
        event.write_text(EVENT.format(keep="false") + f'language = "{language}"\n')
        done = subprocess.run(
            [*COMMAND, *common, *options],
            input="start\ne4\n" + ("Ende\n" if language == "de" else "konec\n"),
            env=environment(home) | silent,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[:2] == told
        assert reason in done.stderr
        assert bool(done.stderr) == bool(reason)
        assert ": Eva zwei Eva vier" in done.stdout
    for options, sentence in (
        (["--microphone", "file:/nonexistent.wav"], "no such file"),
        (["--microphone", f"file:{wav}", "--model", "/nonexistent"], "no folder"),
        (["--microphone", f"file:{wav}", "--profile", "Nobody"], "no profile"),
        (["--microphone", "-", "--opponent-microphone", "-"], "one microphone only"),
    ):
        before = len(list((tmp_path / "games").iterdir()))
        wrong = run(*common, *options, home=home)
        assert wrong.returncode in (1, 2)
        assert (wrong.stdout, wrong.stderr.count("\n")) == ("", 1)
        assert sentence in wrong.stderr
        assert len(list((tmp_path / "games").iterdir())) == before
