"""Speech as it is heard: real voice, real sound server, and the recording of what was played."""

import argparse
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from command import COMMAND, environment
from numpy.typing import NDArray
from sound import RATE, Recording, SoundCard, places, sound_card

from assistant import data
from assistant.announcer import Announcer
from assistant.cli_speech import spoken
from assistant.core.output.announcement import Announcement, Colour, Urgency, tell
from assistant.core.output.moves import told
from assistant.core.output.scene import Scene
from assistant.core.output.wording import Phrasebook
from assistant.core.settings import Settings, Speech
from assistant.samples import read

__all__ = ["sound_card"]

BOOK = Phrasebook(data.language("de")[0])
SURE = 0.8
"""The same samples through a sound server are this much alike at least; others below 0.5."""


def call(
    *arguments: str, home: Path, stdin: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
        env=environment(home) | more,
    )


def kept(folder: Path) -> dict[str, NDArray[np.int16]]:
    """Every utterance that the voice has rendered, by its words; one it writes now is not yet."""
    found = {}
    for path in folder.glob("*.wav"):
        with contextlib.suppress(ValueError):
            found[path.stem[8:]] = read(path.read_bytes()).pcm
    return found


def when(tape: NDArray[np.int16], sound: NDArray[np.int16]) -> list[tuple[float, float]]:
    """From when to when a sound is heard whole, in seconds, first to last."""
    found = [start for start, alike in places(tape, sound) if alike > SURE]
    return sorted((start / RATE, (start + len(sound)) / RATE) for start in found)


def moves(*ucis: str) -> list[Announcement]:
    """The announcements of a game."""
    board, found = chess.Board(), []
    for uci in ucis:
        move = chess.Move.from_uci(uci)
        side = Colour(board.turn)
        found.append(tell("played", Urgency.MOVE, side=side, move=told(board, move)))
        board.push(move)
    return found


def words(announcement: Announcement) -> str:
    return "".join(c for c in BOOK.speak(announcement)[0].text if c.isalnum() or c == " ")


class Hall:
    """An announcer of the user's own kind, on the sound card of the test."""

    def __init__(self, tmp_path: Path, latency_ms: int = 200, **more: str) -> None:
        """A busy machine that runs tests needs more latency than a player's."""
        self.folder = tmp_path / "said"
        speech = Speech(folder=str(self.folder), rate=2.5, earcons=False, latency_ms=latency_ms)
        options = argparse.Namespace(
            voice="file", rate=None, earphone="default", loudspeaker=None, command="play"
        )
        for name, value in more.items():
            setattr(options, name, value)
        found = spoken(options, Settings(speech=speech), BOOK)
        assert isinstance(found, Announcer)
        self.announcer = found

    def tell(self, *announcements: Announcement) -> None:
        for announcement in announcements:
            self.announcer.tell(announcement, "")

    def child(self, kind: str) -> int:
        """The process that renders, or the one that plays."""
        talker: Any = next(iter(self.announcer._talkers.values()))  # noqa: SLF001 - to be killed
        device = talker._repertoire._voice._synthesis if kind == "voice" else talker._speaker  # noqa: SLF001 - as above
        pid = device.pid
        assert isinstance(pid, int)
        return pid


def assert_heard(tape: NDArray[np.int16], folder: Path, expected: list[str]) -> None:
    """Each of these utterances is heard once, in this order, and no two at the same time."""
    known = kept(folder)
    heard = []
    for text in expected:
        found = when(tape, known[text])
        assert len(found) == 1, (text, found, places(tape, known[text])[:3])
        heard.append(found[0])
    assert heard == sorted(heard)
    for (_, end), (start, _) in pairwise(heard):
        assert start > end - 0.02


def until(true: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def plays(tape: Recording, since: float) -> Callable[[], bool]:
    return lambda: tape.last_sound_at() > since


@pytest.fixture
def here(sound_card: SoundCard, monkeypatch: pytest.MonkeyPatch) -> SoundCard:
    """The sound card is the one that this process and its children use."""
    for name, value in sound_card.environment.items():
        monkeypatch.setenv(name, value)
    return sound_card


def test_every_line_of_a_scripted_game_is_heard_in_its_order_to_the_mate(
    sound_card: SoundCard, tmp_path: Path
) -> None:
    settings, folder = tmp_path / "settings.toml", tmp_path / "said"
    settings.write_text(
        f'[speech]\nfolder = "{folder}"\nrate = 4.0\nearcons = false\nlatency_ms = 150\n'
    )
    script = "was steht auf Eva eins\nEva vier\nTurm Eva eins Eva fünf\nTurm Eva acht\n"
    with sound_card.recording() as tape:
        done = call(
            *("practice", "--opponent", "builtin", "--fen", "7k/6pp/8/8/8/8/8/K3R3 w - - 0 1"),
            *("--voice", "file", "--earphone", "default", "--settings", str(settings)),
            home=tmp_path,
            stdin=script,
            **sound_card.environment,
        )
        time.sleep(0.3)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert any("Schachmatt" in line for line in told)
    # In German every line is one stretch of speech, kept when it is first said.
    said = dict(zip(dict.fromkeys(told), sorted(folder.iterdir()), strict=True))
    heard = sorted(
        (start, end, line)
        for line, path in said.items()
        for start, end in when(tape.pcm, read(path.read_bytes()).pcm)
    )
    assert [line for _, _, line in heard] == told
    for (_, end, _), (start, _, _) in pairwise(heard):
        assert start > end - 0.02


def test_the_ear_of_these_tests_tells_utterances_apart(tmp_path: Path) -> None:
    hall = Hall(tmp_path, earphone="")
    one, other = moves("e2e4")[0], moves("e2e3")[0]
    hall.tell(one, other)
    hall.announcer.close()
    known = kept(hall.folder)
    pause = np.zeros(RATE, dtype=np.int16)
    tape = np.concatenate([pause, known[words(one)], pause])
    assert len(when(tape, known[words(one)])) == 1
    assert when(tape, known[words(other)]) == []
    assert when(tape[: -RATE - 3000], known[words(one)]) == []


def test_stop_is_heard_within_fifty_milliseconds(here: SoundCard, tmp_path: Path) -> None:
    hall = Hall(tmp_path, Speech().latency_ms)
    late = []
    with here.recording() as tape:
        hall.tell(tell("help_game"))
        until(plays(tape, 0))
        hall.announcer.hush()
        time.sleep(0.5)
        for _ in range(7):
            before = time.monotonic()
            hall.tell(tell("help_game"))
            until(plays(tape, before))
            time.sleep(0.25)
            stopped = time.monotonic()
            hall.announcer.hush()
            time.sleep(0.4)
            late.append(tape.last_sound_at() - stopped)
    hall.announcer.close()
    assert sorted(late)[3] < 0.05, late


def test_a_synthesiser_and_a_player_that_are_killed_lose_no_move(
    here: SoundCard, tmp_path: Path
) -> None:
    hall = Hall(tmp_path)
    game = moves("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    with here.recording() as tape:
        hall.tell(game[0])
        until(plays(tape, 0))
        os.kill(hall.child("voice"), signal.SIGKILL)
        hall.tell(game[1], game[2])
        until(lambda: words(game[2]) in kept(hall.folder))
        os.kill(hall.child("speaker"), signal.SIGKILL)
        hall.tell(*game[3:])
        hall.announcer.close()
        time.sleep(0.3)
    assert_heard(tape.pcm, hall.folder, [words(move) for move in game])


def test_a_device_that_is_pulled_out_and_put_in_again_loses_no_move(
    here: SoundCard, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hall = Hall(tmp_path)
    game = moves("e2e4", "e7e5", "g1f3", "b8c6")
    with here.recording() as tape:
        hall.tell(game[0])
        until(plays(tape, 0))
        hall.tell(game[1])
        until(lambda: words(game[1]) in kept(hall.folder))
        time.sleep(0.3)
        here.unplug()
    hall.tell(game[2])
    time.sleep(1.0)
    here.plug()
    with here.recording() as again:
        hall.tell(game[3])
        hall.announcer.close()
        time.sleep(0.3)
    assert_heard(tape.pcm, hall.folder, [words(game[0])])
    assert_heard(again.pcm, hall.folder, [words(move) for move in game[1:]])
    shown = capfd.readouterr().err.splitlines()
    assert len(shown) == 2
    assert "is away" in shown[0] or "does not go on" in shown[0]
    assert "Text goes on" in shown[0]
    assert shown[1] == "The sound device is back."


def test_both_players_hear_the_moves_and_only_one_the_answer(
    here: SoundCard, tmp_path: Path
) -> None:
    here.plug("room")
    rc = Path(here.environment["HOME"]) / ".asoundrc"
    rc.write_text(
        "".join(
            f'pcm.{name} {{ type pulse device "{sink}" }}\n'
            for name, sink in (("earphone", "lab"), ("speakers", "room"))
        )
    )
    hall = Hall(tmp_path, earphone="earphone", loudspeaker="speakers")
    move, answer = moves("e2e4")[0], tell("help_waiting")
    hall.announcer.see(Scene(player=chess.WHITE))
    with here.recording("lab") as ear, here.recording("room") as room:
        hall.tell(move, answer)
        hall.announcer.close()
        time.sleep(0.3)
    known = kept(hall.folder)
    assert len(when(ear.pcm, known[words(answer)])) == 1
    assert when(room.pcm, known[words(answer)]) == []
    assert np.abs(room.pcm.astype(int)).max() > 1000
    assert np.abs(ear.pcm.astype(int)).max() > 1000


def test_two_channels_on_one_device_say_a_move_once(here: SoundCard, tmp_path: Path) -> None:
    hall = Hall(tmp_path, earphone="default", loudspeaker="default")
    move = moves("e2e4")[0]
    with here.recording() as tape:
        hall.tell(move)
        hall.announcer.close()
        time.sleep(0.3)
    assert_heard(tape.pcm, hall.folder, [words(move)])
