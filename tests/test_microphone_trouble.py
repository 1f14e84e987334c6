"""A microphone in a game may fail: a sentence says why, and the game goes on without it."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import numpy as np
import pytest
import soundfile
from command import COMMAND, environment, run
from contests import BOOK, LEXICON, Table
from pulse import spoken

from assistant import drivers
from assistant.core.play.events import GameStarted, MovePlayed
from assistant.core.play.game import begin
from assistant.core.record import journal
from assistant.errors import DeviceError
from assistant.eventrunner import EventRunner, GameTime
from assistant.outlets import Outlets
from assistant.ports import Strength
from assistant.runner import Runner
from assistant.session import Session

EVENT = '[white]\nname = "Anna"\nvisually_disabled = true\n[black]\nname = "Sven"\n'
PRACTICE = ("practice", "--opponent", "builtin", "--level", "1", "--voice", "off")


def recorded(path: Path, text: str) -> None:
    soundfile.write(path, spoken(text).astype(np.int16), 22_050)


def no_sound(path: Path) -> str:
    path.write_text("no sound at all", encoding="utf-8")
    return "is no sound file"


def empty(path: Path) -> str:
    path.touch()
    return "is empty"


def unreadable(path: Path) -> str:
    path.mkdir()
    (path / "inner.wav").mkdir()
    return "cannot be read"


@pytest.mark.parametrize("spoil", [no_sound, empty, unreadable])
def test_a_game_goes_on_by_keyboard_when_a_recording_cannot_be_read(
    spoil: Callable[[Path], str], tmp_path: Path
) -> None:
    reason = spoil(tmp_path / "bad.wav")
    done = run(*PRACTICE, "--folder", str(tmp_path), "--microphone", f"file:{tmp_path / 'bad.wav'}")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count(reason) == 1
    assert "kein Ton mehr" in done.stdout
    assert "Die Partie ist gesichert" in done.stdout.splitlines()[-1]


def test_one_bad_recording_ends_the_microphone_and_not_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "moves"
    folder.mkdir()
    recorded(folder / "1.wav", "Eva zwei Eva vier")
    no_sound(folder / "2.wav")
    recorded(folder / "3.wav", "Springer Gustav eins Felix drei")
    done = run(
        *PRACTICE, "--folder", str(tmp_path), "--microphone", f"file:{folder}"
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "2.wav is no sound file" in done.stderr
    events = journal.read(next(tmp_path.glob("*.jsonl")).read_bytes()).events
    moves = [event.move for event in events if isinstance(event, MovePlayed)]
    # A later recording would have met a position that it was not meant for.
    assert (moves[0], len(moves)) == ("e2e4", 2)


def test_a_channel_that_a_recording_lacks_is_a_sentence_with_its_remedy(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[microphone]\nchannel = 2\n", encoding="utf-8")
    recorded(tmp_path / "mono.wav", "Eva zwei Eva vier")
    done = run(
        *PRACTICE, "--folder", str(tmp_path), "--settings", str(settings),
        "--microphone", f"file:{tmp_path / 'mono.wav'}",
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)
    assert "chess-assistant settings microphone.channel --default" in done.stderr
    assert "Die Partie ist gesichert" in done.stdout


def on_two_channels(path: Path, first: str, second: str) -> None:
    one, two = spoken(first).astype(np.int16), spoken(second).astype(np.int16)
    both = np.zeros((max(len(one), len(two)), 2), np.int16)
    both[: len(one), 0], both[: len(two), 1] = one, two
    soundfile.write(path, both, 22_050)


def test_an_option_names_the_channel_that_is_heard_whatever_the_settings_say(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[microphone]\nchannel = 2\n", encoding="utf-8")
    sound = tmp_path / "two.wav"
    on_two_channels(sound, "Eva zwei Eva vier", "Springer Gustav eins Felix drei")
    common = ("listen", "--microphone", f"file:{sound}", "--settings", str(settings))
    for option, move in (
        ((), "Springer Gustav eins Felix drei"),
        (("--channel", "1"), "Eva zwei Eva vier"),
        (("--channel", "2"), "Springer Gustav eins Felix drei"),
    ):
        assert f"Verstanden: {move}" in run(*common, *option).stdout.splitlines()
    wrong = run(*common, "--channel", "3")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "no channel 3: this sound has 2. Give --channel 0 to mix all" in wrong.stderr
    mono = tmp_path / "mono.wav"
    recorded(mono, "Eva zwei Eva vier")
    mixed = run(*common, "--microphone", f"file:{mono}", "--channel", "0")
    assert "Verstanden: Eva zwei Eva vier" in mixed.stdout.splitlines()


def test_the_channel_of_the_opponent_is_an_option_of_its_own(tmp_path: Path) -> None:
    event, sound = tmp_path / "event.toml", tmp_path / "two.wav"
    event.write_text(EVENT, encoding="utf-8")
    on_two_channels(sound, "Eva vier", "Eva vier")
    folder = ("--folder", str(tmp_path), "--voice", "off")
    heard = ("--microphone", f"file:{sound}", "--opponent-microphone", f"file:{sound}")
    done = run(
        "play", "--event", str(event), *folder, *heard, "--channel", "1", "--opponent-channel", "3"
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("There is no channel 3") == 1


def test_a_game_at_an_event_outlives_its_microphone_and_says_that_it_is_saved(
    tmp_path: Path,
) -> None:
    event = tmp_path / "event.toml"
    event.write_text(EVENT, encoding="utf-8")
    no_sound(tmp_path / "bad.wav")
    done = run(
        "play", "--event", str(event), "--folder", str(tmp_path), "--voice", "off",
        "--microphone", f"file:{tmp_path / 'bad.wav'}", stdin="@0 start\n@5 Eva vier\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("is no sound file") == 1
    assert "Eva vier" in done.stdout
    assert "Die Partie ist gesichert" in done.stdout.splitlines()[-1]


def profile(home: Path, name: str, text: str) -> None:
    path = home / "chess-assistant" / "profiles" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


WHOLE = 'name = "Eva"\nlanguage = "{language}"\nmade = "today"\nmodel = "{model}"\nlevel = -30.0\n'


def deleted(_home: Path) -> str:
    return "There is no profile 'Anna'"


def broken(home: Path) -> str:
    profile(home, "Anna", "this is = = no TOML")
    return "not a TOML file"


def of_another_language(home: Path) -> str:
    profile(home, "Anna", WHOLE.format(language="en", model=""))
    return "is for the language en"


def whose_model_has_gone(home: Path) -> str:
    profile(home, "Anna", WHOLE.format(language="de", model="/nonexistent"))
    return "There is no folder /nonexistent"


@pytest.mark.parametrize("spoil", [deleted, broken, of_another_language, whose_model_has_gone])
def test_a_profile_in_the_settings_that_cannot_be_used_is_told_and_left_out(
    spoil: Callable[[Path], str], tmp_path: Path
) -> None:
    reason = spoil(tmp_path)
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\nprofile = "Anna"\n', encoding="utf-8")
    recorded(tmp_path / "move.wav", "Eva zwei Eva vier")
    arguments = ("--settings", str(settings), "--microphone", f"file:{tmp_path / 'move.wav'}")
    done = run(*PRACTICE, "--folder", str(tmp_path), *arguments, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert reason in done.stderr
    assert "chess-assistant settings microphone.profile --default" in done.stderr
    assert "Weiß: Eva zwei Eva vier" in done.stdout
    assert "Verstanden: Eva zwei Eva vier" in run("listen", *arguments, home=tmp_path).stdout
    refused = run(*PRACTICE, *arguments, "--profile", "Jan", home=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_model_in_the_settings_that_cannot_be_used_is_told_and_the_next_one_listens(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\nmodel = "/nonexistent"\n', encoding="utf-8")
    recorded(tmp_path / "move.wav", "Eva zwei Eva vier")
    arguments = ("--settings", str(settings), "--microphone", f"file:{tmp_path / 'move.wav'}")
    done = run(*PRACTICE, "--folder", str(tmp_path), *arguments)
    assert done.returncode == 0, done.stderr
    assert "chess-assistant settings microphone.model --default" in done.stderr
    assert "Weiß: Eva zwei Eva vier" in done.stdout
    refused = run(*PRACTICE, *arguments, "--model", "/nonexistent")
    assert (refused.returncode, refused.stdout) == (1, "")


def test_one_broken_profile_does_not_hide_the_others(tmp_path: Path) -> None:
    broken(tmp_path)
    profile(tmp_path, "Eva", WHOLE.format(language="de", model=""))
    profile(tmp_path, "_", "")
    done = run("enroll", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Anna: cannot be used. " in done.stdout
    assert "Eva: de, today" in done.stdout


@pytest.mark.parametrize("microphone", ["file:{}", "-"])
def test_a_recording_needs_no_key_to_be_heard_and_a_sentence_says_so(
    microphone: str, tmp_path: Path
) -> None:
    recorded(tmp_path / "move.wav", "Eva zwei Eva vier")
    with (tmp_path / "move.wav").open("rb") as sound:
        done = subprocess.run(
            [
                *COMMAND, *PRACTICE, "--folder", str(tmp_path), "--talk", "push",
                "--microphone", microphone.format(tmp_path / "move.wav"),
            ],
            stdin=sound if microphone == "-" else subprocess.DEVNULL,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "A recording is heard whole" in done.stderr
    assert "Weiß: Eva zwei Eva vier" in done.stdout


def test_where_nobody_sits_opposite_a_microphone_for_him_is_refused(tmp_path: Path) -> None:
    for command in (PRACTICE, ("listen",), ("enroll", "Anna")):
        done = run(*command, "--opponent-microphone", "table", home=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Leave out --opponent-microphone" in done.stderr


def test_the_opponents_microphone_of_the_settings_is_for_events_alone(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\nopponent = "file:/nonexistent"\n', encoding="utf-8")
    done = run(*PRACTICE, "--folder", str(tmp_path), "--settings", str(settings))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_recording_of_the_settings_that_has_gone_is_told_and_the_keyboard_goes_on(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[microphone]\ndriver = "file:/nonexistent"\n', encoding="utf-8")
    done = run(*PRACTICE, "--folder", str(tmp_path), "--settings", str(settings))
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "/nonexistent" in done.stderr
    assert done.stdout.splitlines()[1] == "Es geht mit der Tastatur weiter."
    refused = run("listen", "--settings", str(settings))
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (("listen", "--seconds", "-1"), "seconds above 0"),
        (("listen", "--seconds", "0"), "seconds above 0"),
        (("listen", "--seconds", "nan"), "seconds above 0"),
        (("listen", "--seconds", "soon"), "seconds above 0"),
        (("listen", "--model", ""), "a name is missing"),
        (("hear", "--model", "", "move.wav"), "a name is missing"),
        (("practice", "--profile", " "), "a name is missing"),
        (("practice", "--microphone", ""), "a name is missing"),
        (("practice", "--channel", "left"), "a number from 1 to 64"),
        (("listen", "--channel", "-1"), "a number from 1 to 64"),
        (("play", "--event", "event.toml", "--opponent-channel", "65"), "a number from 1 to 64"),
        (("practice", "--opponent-channel", "2"), "Leave out --opponent-microphone"),
    ],
)
def test_an_option_without_meaning_is_refused_in_a_sentence(
    arguments: tuple[str, ...], about: str
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert about in done.stderr


class Broken:
    """A source of words that fails at once."""

    interactive = True

    def words(self) -> Iterator[str]:
        raise DeviceError("It is broken.")

    def ready(self) -> None: ...
    def interrupted(self) -> None: ...
    def close(self) -> None: ...


def test_whatever_fails_while_listening_ends_a_practice_game_and_never_hangs_it() -> None:
    runner = Runner(
        Session(begin(GameStarted(at=0, fen=chess.STARTING_FEN)), LEXICON),
        recognizer=Broken(),
        outlets=Outlets(BOOK, [drivers.find("outlet", "null")()]),
        keeper=drivers.find("keeper", "null")(),
        opponent=drivers.find("opponent", "builtin")(Strength(1), None),
        substitute=lambda strength: drivers.find("opponent", "builtin")(strength, None),
    )
    with pytest.raises(DeviceError, match="broken"):
        runner.run(resumed=False)


def test_whatever_fails_while_listening_ends_a_game_at_an_event_and_never_hangs_it() -> None:
    runner = EventRunner(
        Table().tournament,
        recognizer=Broken(),
        outlets=Outlets(BOOK, [drivers.find("outlet", "null")()]),
        keeper=drivers.find("keeper", "null")(),
        envelope=drivers.find("envelope", "null")(),
        timer=GameTime(drivers.find("timer", "system")(), 0),
    )
    with pytest.raises(DeviceError, match="broken"):
        runner.run(resumed=False)
