"""The command `hear`: recorded announcements become moves, with real models and real sound."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
import soundfile
from command import run
from voices import NEEDS_ESPEAK, say, unpacked

from assistant import files
from assistant.data import tuning

pytestmark = NEEDS_ESPEAK


@pytest.fixture(scope="module")
def german(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(shared, "vosk-fide-de-lab", tmp_path_factory.mktemp("de"))


@pytest.fixture(scope="module")
def english(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(shared, "vosk-model-small-en-us-0.15", tmp_path_factory.mktemp("en"))


@pytest.fixture(scope="module")
def knight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return say("Springer Gustav eins Felix drei", tmp_path_factory.mktemp("sound") / "knight.wav")


def hear(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run("hear", *map(str, arguments))


def heard(*arguments: str | Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in hear("--json", *arguments).stdout.splitlines()]


def test_an_announcement_becomes_a_move(german: Path, knight: Path) -> None:
    result = hear("--model", german, knight)
    assert result.returncode == 0
    assert result.stdout == "Springer Gustav eins Felix drei (g1f3)\n"


def test_json_has_the_keys_of_read_and_the_evidence(german: Path, knight: Path) -> None:
    (result,) = heard("--model", german, knight)
    read = json.loads(run("read", "--json", "Springer", "Felix", "drei").stdout)
    assert set(read) < set(result)
    assert (result["decision"], result["outcome"], result["move"]) == ("accept", "exact", "g1f3")
    assert [word["word"] for word in result["words"]] == [
        "springer",
        "gustav",
        "eins",
        "felix",
        "drei",
    ]
    assert all(one["start"] < one["end"] for one in result["words"])
    assert result["alternatives"][0]["text"] == "springer gustav eins felix drei"
    assert result["margin"] > 0
    assert result["milliseconds"] > 0


def test_the_help_says_that_no_margin_is_greater_than_that_of_what_was_not_found(
    german: Path, knight: Path
) -> None:
    (result,) = heard("--model", german, knight)
    assert result["margin"] <= tuning(german).unseen
    assert "at most the model's figure `unseen`" in hear("--help").stdout


def test_an_english_announcement_with_the_official_small_model(
    english: Path, tmp_path: Path
) -> None:
    sound = say("rook Hector one Eva one", tmp_path / "rook.wav", "en-us+f2", 140)
    free = "4k3/8/8/8/8/2K5/8/7R w - - 0 1"
    result = hear("--json", "-l", "en", "--model", english, "--fen", free, sound)
    assert "say one" in result.stderr  # German numbers are not in an English model
    move = json.loads(result.stdout)
    assert (move["decision"], move["move"]) == ("accept", "h1e1")


def test_talk_noise_and_silence_are_no_announcements(german: Path, tmp_path: Path) -> None:
    talk = say(
        "Guten Morgen, haben Sie die Ergebnisse der letzten Runde gesehen?", tmp_path / "t.wav"
    )
    silence, noise = tmp_path / "s.wav", tmp_path / "n.wav"
    soundfile.write(silence, np.zeros(32000, np.int16), 16000)
    chance = np.random.default_rng(1)
    soundfile.write(noise, (chance.standard_normal(48000) * 2000).astype(np.int16), 16000)
    for result in heard("--model", german, talk, silence, noise):
        assert result["decision"] == "not for me", result
        assert result["move"] is None


def test_an_illegal_announcement_is_called_illegal(german: Path, tmp_path: Path) -> None:
    sound = say("Dame David eins Hector fünf", tmp_path / "queen.wav")
    (result,) = heard("--model", german, sound)
    assert (result["decision"], result["outcome"], result["move"]) == ("not legal", "illegal", None)
    assert "Eva zwei" in result["reason"]


def test_a_batch_answers_every_line_in_order(german: Path, knight: Path, tmp_path: Path) -> None:
    castle = say("kurze Rochade", tmp_path / "castle.wav")
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    table = tmp_path / "list.tsv"
    table.write_text(f"{knight}\t\n{castle.name}\t{fen}\nmissing.wav\t{fen}\n{knight}\tnonsense\n")
    result = hear("--model", german, "--batch", table)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["move"] for line in lines] == ["g1f3", "e1g1", None, None]
    assert "Line 3" in lines[2]["reason"]
    assert "Line 4" in lines[3]["reason"]
    assert {frozenset(line) for line in lines} == {frozenset(lines[0])}
    assert result.returncode == 1
    assert "2 of the lines" in result.stderr


@pytest.mark.parametrize("sound", ["speech", "silence", "flac"])
def test_a_sound_file_is_no_list(knight: Path, tmp_path: Path, sound: str) -> None:
    given = knight
    if sound == "silence":
        given = tmp_path / "silence.wav"
        soundfile.write(given, np.zeros(32_000, np.int16), 16_000)
    elif sound == "flac":
        given = tmp_path / "knight.flac"
        soundfile.write(given, *soundfile.read(knight))
    result = hear("--batch", given)
    assert (result.returncode, result.stdout) == (2, "")
    assert "is no list" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_line_with_a_nul_is_a_bad_line_like_others(knight: Path, tmp_path: Path) -> None:
    table = tmp_path / "list.tsv"
    table.write_text(f"one\0other.wav\n{knight}\n{'long' * 100}.wav\n")
    result = hear("--batch", table)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["move"] for line in lines] == [None, "g1f3", None]
    assert "Line 1" in lines[0]["reason"]
    assert "no name of a file" in lines[0]["reason"]
    assert "Line 3" in lines[2]["reason"]
    assert result.returncode == 1


@pytest.mark.parametrize("content", ["", "\n \n\t\n", "\ufeff"])
def test_an_empty_list_is_answered_with_what_it_should_hold(tmp_path: Path, content: str) -> None:
    table = tmp_path / "list.tsv"
    table.write_text(content, encoding="utf-8")
    for result in (hear("--batch", table), run("hear", "--batch", "-", stdin=content)):
        assert (result.returncode, result.stdout) == (2, "")
        assert "is empty" in result.stderr
        assert "a tab and a FEN" in result.stderr


def test_json_has_an_object_for_every_file_that_was_named(knight: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.wav"
    text.write_text("no sound")
    result = hear("--json", "missing.wav", knight, text)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == ["missing.wav", str(knight), str(text)]
    assert [line["move"] for line in lines] == [None, "g1f3", None]
    assert [line["decision"] for line in lines] == [None, "accept", None]
    assert "no such file" in lines[0]["reason"]
    assert "no sound file" in lines[2]["reason"]
    assert {frozenset(line) for line in lines} == {frozenset(lines[0])}
    assert result.returncode == 1


def test_a_command_is_told_in_the_language_it_was_said_in(tmp_path: Path) -> None:
    result = hear(say("Hilfe", tmp_path / "help.wav"))
    assert result.stdout == "Befehl: hilfe\n"
    assert result.returncode == 0
    asked = hear(say("Wer ist am Zug", tmp_path / "turn.wav"))
    assert asked.stdout == "Weiß ist am Zug.\n"


def test_stereo_at_another_rate_is_converted_with_a_sentence(
    german: Path, knight: Path, tmp_path: Path
) -> None:
    samples, rate = soundfile.read(knight)
    stereo = tmp_path / "stereo.wav"
    soundfile.write(stereo, np.stack([samples, samples], axis=1), rate)
    result = hear("--model", german, stereo)
    assert "(g1f3)" in result.stdout
    assert "2 channels were mixed" in result.stderr
    assert "from 22050 to 16000" in result.stderr


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"RIFF and nothing else", "is no sound file"),
        ("no samples", "holds no sound"),
        ("slow", "too few to understand"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_sound_is_one_sentence(
    german: Path, knight: Path, tmp_path: Path, content: bytes | str | None, sentence: str
) -> None:
    bad = tmp_path / "bad.wav"
    if isinstance(content, bytes):
        bad.write_bytes(content)
    elif content == "no samples":
        soundfile.write(bad, np.zeros(0, np.int16), 16000)
    elif content == "slow":
        soundfile.write(bad, np.zeros(4000, np.int16), 4000)
    result = hear("--model", german, bad, knight)
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert result.returncode == 1
    assert "(g1f3)" in result.stdout  # the other file is heard all the same


def test_a_file_that_may_not_be_read_is_said_with_what_helps(tmp_path: Path) -> None:
    denied = files.unreadable(tmp_path / "x.wav", PermissionError(13, "Permission denied"))
    assert "x.wav cannot be read: permission denied. Give yourself the right" in str(denied)
    missing = files.unreadable(tmp_path / "x.wav", FileNotFoundError(2, "No such file"))
    assert "Check the path." in str(missing)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)
def test_forbidden_sounds_and_folders_end_in_a_sentence(tmp_path: Path, knight: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    shutil.copy(knight, locked)
    inside = locked / knight.name
    inside.chmod(0)
    assert "Give yourself the right" in hear(inside).stderr
    locked.chmod(0)
    for place in (locked, inside):
        result = run("practice", "--microphone", f"file:{place}", home=tmp_path)
        assert "Give yourself the right" in result.stderr
    locked.chmod(0o700)


def test_a_sound_that_is_cut_off_is_called_so(knight: Path, tmp_path: Path) -> None:
    content = knight.read_bytes()
    half, odd = tmp_path / "half.wav", tmp_path / "odd.wav"
    half.write_bytes(content[: len(content) // 2])
    odd.write_bytes(content[:12] + b"LIST\3\0\0\0abc\0" + content[12:-2])
    for path in (half, odd):
        assert f"{path} is cut off" in hear(path).stderr
    streamed = tmp_path / "streamed.wav"  # as a program writes it that cannot go back
    streamed.write_bytes(content[:40] + b"\0\xf0\xff\x7f" + content[44:])
    for path in (knight, streamed):
        assert "cut off" not in hear(path).stderr


def test_a_model_of_another_language_is_named(english: Path, knight: Path) -> None:
    result = hear("--model", english, knight)
    assert result.returncode == 2
    assert "use --language en" in result.stderr
    result = hear("--language", "fr", "--model", english, knight)
    assert result.returncode == 2
    assert "use --language en" in result.stderr


@pytest.mark.parametrize("damage", ["missing", "empty", "half", "am"])
def test_a_broken_model_is_one_sentence_and_never_a_crash(
    german: Path, knight: Path, tmp_path: Path, damage: str
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(german, broken)
    graph = broken / "graph" / "HCLr.fst"
    if damage == "missing":
        graph.unlink()
    elif damage == "empty":
        graph.write_bytes(b"")
    elif damage == "half":
        content = graph.read_bytes()
        graph.write_bytes(content[: len(content) // 2])  # Vosk itself would crash on it
    else:
        (broken / "am" / "final.mdl").write_bytes(b"no model at all")
    result = hear("--model", broken, knight)
    assert result.returncode == 1
    assert "Vosk model" in result.stderr
    assert "Traceback" not in result.stderr


def test_german_is_heard_with_the_model_that_comes_with_the_program(knight: Path) -> None:
    result = hear(knight)
    assert "(g1f3)" in result.stdout
    assert "mit dem kleinen Modell" in result.stderr
    assert "models install de" in result.stderr


def test_without_a_model_it_says_how_to_get_one(knight: Path, german: Path) -> None:
    result = hear("--language", "cs", knight)
    assert result.returncode == 1
    assert "models install cs" in result.stderr
    assert "There is no folder" in hear("--model", "/no/such/folder", knight).stderr
    assert "is a file" in hear("--model", knight, knight).stderr
    assert "(g1f3)" in hear("--model", german.parent, knight).stdout  # the folder around it


def test_the_settings_count_where_no_option_is_given(
    german: Path, knight: Path, tmp_path: Path
) -> None:
    wishes = tmp_path / "settings.toml"
    wishes.write_text(f'[microphone]\nmodel = "{german}"\n')
    result = hear("--settings", wishes, knight)
    assert "(g1f3)" in result.stdout
    assert "kleinen Modell" not in result.stderr  # it was another one that listened
    other = hear("--settings", wishes, "--model", "/no/such/folder", knight)
    assert (other.returncode, other.stdout) == (1, "")
    assert "settings" not in other.stderr


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ('model = "/no/such/folder"', "There is no folder /no/such/folder."),
        ('profile = "Nobody"', "There is no profile 'Nobody'"),
    ],
)
def test_what_the_settings_name_and_is_not_there_is_told_and_left_out(
    knight: Path, tmp_path: Path, wrong: str, sentence: str
) -> None:
    wishes = tmp_path / "settings.toml"
    wishes.write_text(f"[microphone]\n{wrong}\n")
    result = hear("--settings", wishes, knight)
    assert "(g1f3)" in result.stdout
    assert result.returncode == 0
    assert sentence in result.stderr
    assert "Left out, though the settings name it: " in result.stderr


def test_the_profile_of_the_settings_is_used(knight: Path, german: Path, tmp_path: Path) -> None:
    wishes, folder = tmp_path / "settings.toml", tmp_path / "chess-assistant" / "profiles"
    wishes.write_text('[microphone]\nprofile = "Anna"\n')
    folder.mkdir(parents=True)
    folder.joinpath("Anna.toml").write_text(
        f'name = "Anna"\nlanguage = "de"\nmade = ""\nmodel = "{german}"\nlevel = -20.0\n'
    )
    result = run("hear", "--settings", str(wishes), str(knight), home=tmp_path)
    assert "(g1f3)" in result.stdout
    assert "kleinen Modell" not in result.stderr  # the profile names another one


def test_wrong_use_is_answered_with_a_sentence(knight: Path) -> None:
    assert hear().returncode == 2
    assert hear("--batch", "list.tsv", knight).returncode == 2
    assert "FEN" in hear("--fen", "nonsense", knight).stderr


def test_a_whole_opening_is_heard_move_by_move(german: Path, tmp_path: Path) -> None:
    board, lines, moves = chess.Board(), [], []
    said = [
        "Eva zwei Eva vier",
        "Cesar sieben Cesar fünf",
        "Springer Felix drei",
        "David sieben David sechs",
        "Läufer Felix eins Bella fünf, Schach",
    ]
    for at, (text, uci) in enumerate(
        zip(said, ["e2e4", "c7c5", "g1f3", "d7d6", "f1b5"], strict=True)
    ):
        text = text.replace("Cesar", "[[ts'e:zA:r]]").replace("David", "[[d'A:vIt]]")  # noqa: PLW2901
        sound = say(text, tmp_path / f"{at}.wav", speed=140)
        lines.append(f"{sound}\t{board.fen()}")
        moves.append(uci)
        board.push_uci(uci)
    table = tmp_path / "game.tsv"
    table.write_text("\n".join(lines))
    results = [
        json.loads(line) for line in hear("--model", german, "--batch", table).stdout.splitlines()
    ]
    assert [one["move"] for one in results if one["decision"] == "accept"].count(None) == 0
    wrong = [one for one, uci in zip(results, moves, strict=True) if one["move"] not in (uci, None)]
    assert not wrong
    assert sum(one["move"] == uci for one, uci in zip(results, moves, strict=True)) >= 4
