"""The command `play`: whole games as scripts, resumed games, and everything that can be wrong."""

import io
import os
import re
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest
from command import COMMAND, environment, run
from contests import same

from assistant.core.play.clock import remaining, used
from assistant.core.play.contest import Contest, replay
from assistant.core.play.contestevents import ContestResumed
from assistant.core.record import journal

EVENT = """\
[white]
name = "Anna"
visually_disabled = true
[black]
name = "Sven"
[rules]
edition = "{edition}"
time_control = "{control}"
[speech]
language = "{language}"
"""

SCHOLAR = """\
@0 start
@10 Eva vier
@11 Eva vier
@12 ausgeführt
@13 gedrückt
@20 Eva fünf
@21 Eva fünf
@22 gedrückt
@30 Läufer Cesar vier
@31 Läufer Cesar vier
@32 m
@33 p
@40 Springer Cesar sechs
@41 j
@42 p
@50 Dame Hector fünf
@51 j
@52 m
@53 p
@60 Springer Felix sechs
@61 j
@62 p
@70 Dame schlägt Felix sieben matt
@71 j
@72 m
"""


def event(
    folder: Path, *, edition: str = "2018", control: str = "90+30", language: str = "de"
) -> Path:
    path = folder / "event.toml"
    path.write_text(EVENT.format(edition=edition, control=control, language=language))
    return path


def play(folder: Path, script: str, *more: str) -> subprocess.CompletedProcess[str]:
    where = () if "--resume" in more else ("--event", str(folder / "event.toml"))
    return run("play", *where, "--folder", str(folder), "--input", "-", *more, stdin=script)


def only_journal(folder: Path) -> Path:
    (path,) = folder.glob("*.jsonl")
    return path


def contest(path: Path) -> Contest:
    return replay(journal.read(path.read_bytes()).events)


def test_a_whole_game_as_a_script(tmp_path: Path) -> None:
    event(tmp_path)
    done = play(tmp_path, SCHOLAR)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.splitlines()[-2] == "Weiß gewinnt: Schachmatt. Regeln 2018, Artikel 5.1.1."
    assert done.stdout.splitlines()[-1].startswith("Partie geschrieben: ")
    found = contest(only_journal(tmp_path))
    assert found.board.is_checkmate()
    assert found.clock.white.used_ms == 13_000 + 11_000 + 11_000 + 10_000
    assert found.clock.black.used_ms == 9_000 + 9_000 + 9_000


def test_the_time_that_the_opponent_asks_is_not_on_the_braille_line(tmp_path: Path) -> None:
    event(tmp_path)
    moved = "@0 start\n@10 Eva vier\n@11 Eva vier\n@12 m\n@13 p\n"
    for asked, read in (
        ("Schwarz meine Zeit", False),
        ("Schwarz seine Zeit", False),
        ("Weiß meine Zeit", True),
    ):
        done = play(tmp_path, f"{moved}@20 {asked}\n", "--braille", "terminal")
        answers = [line for line in done.stdout.splitlines() if "verbraucht" in line]
        lines = [line for line in answers if line[0] in "*~-"]
        assert (len(answers) - len(lines), bool(lines)) == (1, read)


def test_the_same_script_gives_the_same_milliseconds(tmp_path: Path) -> None:
    ones = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        event(folder)
        play(folder, SCHOLAR)
        ones.append(contest(only_journal(folder)).clock)
    assert ones[0] == ones[1]


@pytest.mark.parametrize("lines", [3, 9, 14, 20])
def test_a_game_is_resumed_where_it_was(tmp_path: Path, lines: int) -> None:
    event(tmp_path)
    script = SCHOLAR.splitlines(keepends=True)
    first = play(tmp_path, "".join(script[:lines]))
    path = only_journal(tmp_path)
    assert f"play --resume {path}" in first.stdout.splitlines()[-1]
    before = contest(path)
    second = play(tmp_path, "@1000 weiter\n" + "".join(script[lines:]), "--resume", str(path))
    assert any(line.startswith("Die Uhren stehen seit") for line in second.stdout.splitlines())
    events = journal.read(path.read_bytes()).events
    at = next(i for i, one in enumerate(events) if isinstance(one, ContestResumed))
    resumed = replay(events[: at + 1])
    for field in ("board", "turn", "offer", "illegal", "wrong_claims", "behind", "irregularities"):
        assert getattr(resumed, field) == getattr(before, field)
    for side in (chess.WHITE, chess.BLACK):
        for measure in (used, remaining):
            then = measure(before.clock, side, before.ms)
            assert measure(resumed.clock, side, resumed.ms + 99_000) == then
    assert contest(path).board.is_checkmate()


def test_a_script_may_come_from_a_file_and_in_another_language(tmp_path: Path) -> None:
    event(tmp_path, language="en", edition="2009")
    script = tmp_path / "game.txt"
    script.write_text("start\n@5 Eva four\nrepeated\nexecuted\n@6 press\nBlack resigns\nyes\n")
    done = run(
        "play", "--event", str(tmp_path / "event.toml"), "--folder", str(tmp_path),
        "--input", str(script),
    )  # fmt: skip
    assert done.stdout.splitlines()[-2] == "White wins: resignation. Laws of 2009, article 5.1b."


def test_chess960_by_number_and_drawn(tmp_path: Path) -> None:
    event(tmp_path)
    done = play(tmp_path, "", "--chess960", "518")
    assert "Chess960, Stellung 518." in done.stdout
    assert "Turm, Springer, Läufer, Dame, König, Läufer, Springer, Turm" in done.stdout
    drawn = play(tmp_path, "", "--chess960")
    assert "Grundreihe von Anna bis Hector:" in drawn.stdout
    assert play(tmp_path, "", "--chess960", "960").returncode == 2


def test_an_adjourned_game_over_three_processes(tmp_path: Path) -> None:
    event(tmp_path)
    play(tmp_path, "@0 start\n@1 hängepartie\n@2 Abgabezug Eva vier\n")
    path = only_journal(tmp_path)
    envelope = path.with_suffix(".envelope")
    assert "Eva" not in envelope.read_text() + path.read_text()
    done = play(tmp_path, "@5 umschlag öffnen\n", "--resume", str(path))
    assert "Weiß: Eva zwei Eva vier" in done.stdout
    assert contest(path).board.peek() == chess.Move.from_uci("e2e4")


def test_a_torn_last_line_is_set_aside_and_reported(tmp_path: Path) -> None:
    event(tmp_path)
    play(tmp_path, "@0 start\n@1 Eva vier\n")
    path = only_journal(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    done = play(tmp_path, "", "--resume", str(path))
    assert done.returncode == 0
    assert "set aside" in done.stderr
    assert contest(path).turn.move is None


# What can be wrong: one sentence, a status that is not zero, nothing lost


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode not in (0, -6, -11)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("chess-assistant: ")
    for word in words:
        assert word in lines[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("name", "nmae"), ["event.toml", "nmae"]),
        (("90+30", "ninety"), ["ninety"]),
        (("2018", "1851"), ["rules.edition", "1997, 2009, 2018"]),
        (('"de"', '"xx"'), ["speech.language", "no such language"]),
        (("[white]", "[white"), ["not a TOML file"]),
        (("= true", "= false"), ["visually_disabled"]),
    ],
)
def test_a_wrong_event_file(tmp_path: Path, change: tuple[str, str], words: list[str]) -> None:
    path = event(tmp_path)
    path.write_text(path.read_text().replace(*change, 1))
    refused(play(tmp_path, ""), *words)
    assert not list(tmp_path.glob("*.jsonl"))


def test_missing_files_and_wrong_use(tmp_path: Path) -> None:
    refused(run("play"), "--event FILE")
    refused(run("play", "--event", "nowhere.toml"), "nowhere.toml", "no such file")
    refused(run("play", "--resume", "nowhere.jsonl"), "nowhere.jsonl")
    refused(run("play", "--resume", "a", "--event", "b"), "either")
    path = event(tmp_path)
    refused(
        run("play", "--event", str(path), "--folder", str(tmp_path), "--input", "no.txt"), "no.txt"
    )


def test_a_journal_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event(tmp_path)
    play(tmp_path, "@0 start\n")
    path = only_journal(tmp_path)
    events = journal.read(path.read_bytes()).events
    monkeypatch.setattr(journal, "VERSION", 9)
    path.write_bytes(journal.write(events))
    refused(play(tmp_path, "", "--resume", str(path)), "version 9")


@pytest.mark.parametrize("source", ["-", "file"])
def test_lines_that_are_no_text_are_not_understood_and_the_game_goes_on(
    tmp_path: Path, source: str
) -> None:
    event(tmp_path)
    lines = b"\xff\xfe\x00\n@x start\n@1 start\n@99999999999 p\n\n@2\n"
    (tmp_path / "file").write_bytes(lines)
    done = subprocess.run(
        [*COMMAND, "play", "--event", str(tmp_path / "event.toml"), "--folder", str(tmp_path),
         "--input", source if source == "-" else str(tmp_path / source)],
        input=lines, capture_output=True, check=False, timeout=60, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0
    assert "Die Uhr von Weiß läuft." in done.stdout.decode()


def test_journals_of_another_kind_version_or_hand(tmp_path: Path) -> None:
    event(tmp_path)
    play(tmp_path, "@0 start\n")
    path = only_journal(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"side":true', b'"side":false'))
    refused(play(tmp_path, "", "--resume", str(path)), "Line 2")
    path.write_bytes(b"")
    refused(play(tmp_path, "", "--resume", str(path)), "empty")
    run("practice", "--opponent", "builtin", "--folder", str(tmp_path / "p"), stdin="Ende\n")
    refused(play(tmp_path, "", "--resume", str(only_journal(tmp_path / "p"))), "event")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    path = event(tmp_path)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    refused(run("play", "--event", str(path), "--folder", str(locked)), "cannot be saved")


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    path = event(tmp_path)
    refused(run("play", "--event", str(path), "--folder", str(path)), "cannot be saved")


LIMITED = """
import resource, signal, sys
from assistant.__main__ import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2200, 2200))
sys.exit(main())
"""


def test_a_full_disk_says_so_and_keeps_what_was_announced(tmp_path: Path) -> None:
    event(tmp_path)
    done = subprocess.run(
        [COMMAND[0], "-c", LIMITED, "play", "--event", str(tmp_path / "event.toml"),
         "--folder", str(tmp_path)],
        input=SCHOLAR, capture_output=True, text=True, check=False, timeout=60, env=environment(),
    )  # fmt: skip
    refused(done, "cannot be saved")
    path = only_journal(tmp_path)
    reading = journal.read(path.read_bytes())
    assert reading.torn == b""
    heard = [
        line for line in done.stdout.splitlines() if line.startswith(("Weiß: E", "Schwarz: E"))
    ]
    found = contest(path)
    told = len(found.board.move_stack) + (found.turn.move is not None)
    assert len(heard) == told
    assert same(found, replay(reading.events))


def test_the_scoresheet_of_an_event_game_shows_offers_times_and_irregularities(
    tmp_path: Path,
) -> None:
    event(tmp_path)
    lines = SCHOLAR.splitlines(keepends=True)
    lines[12:12] = ["@32.5 remis\n"]
    lines[16:16] = ["@43 stellungswiederholung\n", "@44 strafe schwarz 1\n", "@45 brett gedreht\n"]
    play(tmp_path, "".join(lines))
    path = only_journal(tmp_path)
    done = run("scoresheet", str(path), "--form", "pgn")
    assert done.returncode == 0, done.stderr
    game = chess.pgn.read_game(io.StringIO(done.stdout))
    assert game is not None
    assert not game.errors
    assert game.headers["White"] == "Anna"
    assert game.headers["TimeControl"] == "5400+30"
    assert game.end().board().fen() == contest(path).board.fen()
    assert game.next() is not None
    assert [node.clock() for node in list(game.mainline())[:2]] == [5417 + 30, 5421 + 30]
    for words in ("(=)", "Verwarnung", "Brett falsch gelegt", "Reklamation"):
        assert words in done.stdout or words in run("scoresheet", str(path)).stdout, words
    shown = run("journal", "show", str(path))
    assert shown.returncode == 0
    assert "Schachmatt" in shown.stdout
    assert "Weiß sagt an: Eva zwei Eva vier" in shown.stdout
    assert not re.search(r"[A-Z][a-z]+ [A-Z][a-z]+: side", shown.stdout)
    assert run("journal", "verify", str(path)).returncode == 0
