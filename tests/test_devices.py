"""Several sources are one, several outlets are one; settings and doctor at the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from command import run

from assistant import data, drivers
from assistant.core.output.announcement import tell
from assistant.core.output.scene import Scene
from assistant.core.output.wording import Phrasebook
from assistant.ears import Ears
from assistant.errors import DeviceError
from assistant.outlets import Outlets


def test_ears_hear_the_words_of_all_sources_and_end_with_the_last() -> None:
    null = drivers.find("recognizer", "null")
    assert list(Ears([null(["eins", "zwei"])]).words()) == ["eins", "zwei"]
    both = list(Ears([null(["eins", "zwei"]), null(["drei"])]).words())
    assert set(both) == {"drei", "eins", "zwei"}
    assert both.index("eins") < both.index("zwei")


def test_a_source_that_breaks_is_heard_of() -> None:
    class Broken:
        interactive = False

        def words(self) -> Iterator[str]:
            yield "eins"
            raise DeviceError("Unplugged.")

        def ready(self) -> None: ...
        def interrupted(self) -> None: ...
        def close(self) -> None: ...

    ears = Ears([Broken(), drivers.find("recognizer", "null")()]).words()
    assert next(ears) == "eins"
    with pytest.raises(DeviceError, match="Unplugged"):
        list(ears)


def test_every_outlet_gets_every_announcement_and_a_scene_only_when_it_changed() -> None:
    outlets = [drivers.find("outlet", "null")() for _ in range(2)]
    book = Phrasebook(data.language("de")[0])
    every = Outlets(book, outlets)
    board = chess.Board()
    every.tell(tell("stopped_talking"))
    every.see(lambda: Scene(board))
    every.see(lambda: Scene(board))
    every.hush()
    every.close()
    for outlet in outlets:
        assert outlet.lines == [book.say(tell("stopped_talking"))]
        assert len(outlet.scenes) == 1
        assert outlet.hushed == 1
        assert outlet.closed


def settings(path: Path, *words: str) -> tuple[int, str, str]:
    done = run("settings", "--settings", str(path), *words)
    return done.returncode, done.stdout, done.stderr


def test_a_setting_is_shown_set_and_taken_back_and_comments_stay(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    assert settings(path, "speech.driver") == (0, '"auto"\n', "")
    assert settings(path, "speech.driver", "off") == (0, 'speech.driver = "off"\n', "")
    path.write_text(f"# mine\n{path.read_text()}")
    assert 'speech.driver = "off" (default "auto")' in settings(path)[1]
    assert settings(path, "speech.driver", "--default")[1] == 'speech.driver = "auto"\n'
    assert path.read_text().startswith("# mine\n")
    assert json.loads(settings(path, "--json")[1])["speech.driver"] == "auto"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["speech.colour"], "There is no setting"), (["speech.driver", "x", "--default"], "not both")],
)
def test_a_wrong_setting_is_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    status, out, err = settings(tmp_path / "settings.toml", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


@pytest.mark.parametrize(
    ("key", "value", "choice"),
    [
        ("speech.driver", "bogus", "Choose one of: auto, off, file, null, pyttsx3."),
        ("braille.driver", "bogus", "Choose one of: auto, off, brlapi, null, terminal."),
        ("braille.notation", "nope", "de-6"),
        ("braille.width", "0", "Give a whole number from 1 to 200."),
        ("microphone.talk", "loud", "Give one of: open, push."),
        ("speech.earcons", "maybe", "Give true or false."),
        ("speech.rate", "9", "Give a number from 0.5 to 4"),
        ("speech.rate", "4,0", "Give a number from 0.5 to 4"),
        ("speech.rate", "nan", "Give a number from 0.5 to 4"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_does(
    tmp_path: Path, key: str, value: str, choice: str
) -> None:
    path = tmp_path / "settings.toml"
    status, out, err = settings(path, key, value)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"{key} cannot be {value!r}. " in err
    assert choice in err
    assert not path.exists()


def test_doctor_names_a_setting_that_names_what_there_is_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[speech]\ndriver = "off"\n[braille]\nnotation = "nope"\n')
    first = run("doctor", "--settings", str(path)).stdout.splitlines()[0]
    assert first.startswith(f"Not fine: {path}: braille.notation cannot be 'nope'. Choose one of:")
    assert settings(path, "braille.notation", "--default")[0] == 0
    assert "braille.notation" not in run("doctor", "--settings", str(path)).stdout


def test_a_broken_settings_file_is_one_sentence_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for content in ("speech = 3", "[speech]\ncolour = 1", "[speech", "\x00"):
        path.write_text(content)
        for command in (["settings"], ["practice", "--folder", str(tmp_path)]):
            done = run(*command, "--settings", str(path))
            assert done.returncode == 1
            assert done.stderr.count("\n") == 1
            assert str(path) in done.stderr


@pytest.mark.parametrize("content", ["[speech", "[speech]\ncolour = 1", None])
def test_doctor_names_wrong_settings_and_goes_on(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "settings.toml"
    if content is None:
        path.mkdir()  # there, but no file
    else:
        path.write_text(content)
    done = run("doctor", "--settings", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    first, *others, _ = done.stdout.splitlines()
    assert first.startswith(f"Not fine: {path}")
    assert "delete" in first
    assert len(others) >= 1


def test_doctor_says_that_the_named_settings_file_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    told = run("doctor", "--settings", str(path)).stdout
    assert told.startswith(f"Not fine: The settings file {path} is not there.")


def test_doctor_says_one_sentence_for_each_device(tmp_path: Path) -> None:
    done = run("doctor", "--settings", str(tmp_path / "none.toml"))
    *checks, last = done.stdout.splitlines()
    assert all(line.startswith(("Fine: ", "Not fine: ")) for line in checks)
    assert len(checks) >= 1
    assert (done.returncode == 0) == ("All" in last)
    found = json.loads(run("doctor", "--json", "--settings", str(tmp_path / "none.toml")).stdout)
    assert len(found) == len(checks)
