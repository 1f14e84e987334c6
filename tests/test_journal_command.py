"""`journal show`, `verify` and `export` on whole, torn, changed and strange files."""

import io
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess.pgn
import pytest
from command import COMMAND, environment, run
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import (
    KINDS,
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    OpponentChanged,
)
from assistant.core.record import journal
from assistant.core.record.history import history

EVENTS: tuple[Event, ...] = (
    GameStarted(at=0, fen=chess.STARTING_FEN, opponent="Stockfish", level=3, language="en"),
    MovePlayed(at=5_000, side=True, move="e2e4"),
    MovePlayed(at=9_000, side=False, move="e7e5"),
    MovesTakenBack(at=10_000, count=2),
    OpponentChanged(at=11_000, opponent="Other"),
    GameResumed(at=86_400_000),
    MovePlayed(at=86_405_000, side=True, move="d2d4"),
    DrawOffered(at=86_406_000, side=True),
    DrawDeclined(at=86_407_000, side=False),
    GameEnded(at=86_408_000, result="0-1", reason="resignation"),
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(EVENTS))
    return path


def test_show_tells_one_line_an_event_the_news_first(game: Path) -> None:
    done = run("journal", "show", str(game))
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    told = [line.rpartition(" (")[0] for line in done.stdout.splitlines()]
    assert told == [
        "The game begins: player White, opponent Stockfish.",
        "White: Eva zwei Eva vier",
        "Black: Eva sieben Eva fünf",
        "Taken back: 2 half-moves.",
        "The opponent has failed. Now Other plays on.",
        "The game goes on.",
        "White: David zwei David vier",
        "White offers a draw.",
        "Black declines the draw.",
        "Black wins: resignation.",
    ]


def test_show_gives_the_time_and_the_day_where_it_changes(game: Path) -> None:
    lines = run("journal", "show", str(game)).stdout.splitlines()
    times = [line.rpartition(" (")[2].rstrip(")") for line in lines]
    days = [len(time) > len("00:00:00") for time in times]
    assert days == [True, *[False] * 4, True, *[False] * 4]
    assert all(re.fullmatch(r"(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d", time) for time in times)


def test_show_speaks_the_language_of_the_game_or_the_one_asked_for(game: Path) -> None:
    assert "White offers" in run("journal", "show", str(game)).stdout
    assert "Weiß bietet remis an." in run("journal", "show", "-l", "de", str(game)).stdout


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPressed(Event):
    """A kind of event that no phrase knows."""

    side: bool
    left_ms: int
    early: bool = False
    note: str | None = None


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            ClockPressed(at=1, side=True, left_ms=5),
            "Clock Pressed: side: White, left ms: 5, early: no.",
        ),
        (Event(at=1), "Event."),
        (MovePlayed(at=1, side=True, move="e2e5"), "Move Played: side: White, move: e2e5."),
        (MovePlayed(at=1, side=True, move="0000"), "Move Played: side: White, move: 0000."),
        (GameEnded(at=1, result="1-0", reason="flag_fall"), "White wins: flag fall."),
    ],
)
def test_an_event_without_words_is_told_by_its_name(event: Event, said: str) -> None:
    book = Phrasebook(data.language("en")[0])
    assert [book.say(phrase) for _, phrase in history([event])] == [said]


any_event = st.one_of([st.builds(kind) for kind in KINDS.values()])


@given(st.lists(any_event, max_size=8), st.sampled_from(data.languages()))
def test_any_events_can_be_told(events: list[Event], language: str) -> None:
    book = Phrasebook(data.language(language)[0])
    assert [event for event, phrase in history(events) if book.say(phrase)] == events


def test_verify_says_that_a_journal_is_whole(game: Path) -> None:
    before = game.read_bytes()
    done = run("journal", "verify", str(game))
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "The journal is whole: 10 entries.\n",
        "",
    )
    assert game.read_bytes() == before


def changed(content: bytes) -> bytes:
    return content.replace(b"e2e4", b"c2c4")


def shortened(content: bytes) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join([*lines[:3], *lines[4:]])


def doubled(content: bytes) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join([*lines[:3], lines[2], *lines[3:]])


def torn(content: bytes) -> bytes:
    return content[:-20]


def newer(content: bytes) -> bytes:
    line = content.splitlines()[0].replace(b'{"v":1,', b'{"v":2,')
    body = line[: -len(b',"hash":""}') - 64] + b"}"
    return body[:-1] + b',"hash":"%s"}\n' % journal._digest(body).encode()  # noqa: SLF001


def unknown(_: bytes) -> bytes:
    return journal.write([ClockPressed(at=1, side=True, left_ms=5)])


BROKEN = [
    (changed, "Line 2 of the journal is not as it was written"),
    (shortened, "Line 4 of the journal does not follow"),
    (doubled, "Line 4 of the journal does not follow"),
    (newer, "Line 1 of the journal has version 2"),
    (unknown, "Line 1 of the journal tells of 'ClockPressed'"),
    (lambda _: b"", "is empty: there is no game in it"),
    (lambda _: b"\n", "is no journal of a game"),
    (lambda _: b"\x7fELF\x00\x01\n\xff\xfe\n" * 50, "is no journal of a game"),
    (lambda _: b'[white]\nname = "A"\n', "is no journal of a game"),
    (lambda content: b"\xff" + content, "Line 1 of the journal is not as it was written"),
]
COMMANDS = [("journal", "show"), ("journal", "verify"), ("journal", "export"), ("scoresheet",)]


@pytest.mark.parametrize(("change", "said"), BROKEN)
def test_what_is_wrong_with_a_file_is_one_sentence_and_it_stays_as_it_is(
    change: Callable[[bytes], bytes], said: str, game: Path
) -> None:
    content = change(game.read_bytes())
    game.write_bytes(content)
    for command in COMMANDS:
        done = run(*command, str(game))
        assert done.returncode == 1, command
        assert said in done.stderr
        assert str(game) in done.stderr
        assert done.stderr.count("\n") == 1
        assert not done.stdout
    assert game.read_bytes() == content
    assert list(game.parent.iterdir()) == [game]


def test_a_torn_last_line_is_reported_and_left_alone(game: Path) -> None:
    content = torn(game.read_bytes())
    game.write_bytes(content)
    done = run("journal", "verify", str(game))
    assert done.returncode == 1
    assert f"Line 10 of {game} is torn" in done.stderr
    assert done.stderr.count("\n") == 1
    for command in (("journal", "show"), ("journal", "export"), ("scoresheet",)):
        done = run(*command, str(game))
        assert done.returncode == 0
        assert done.stderr == "Line 10 is torn and was left out.\n"
        assert done.stdout
    assert game.read_bytes() == content
    assert list(game.parent.iterdir()) == [game]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/nonexistent/game", 1, "no such file"),
        ("/dev", 1, "is a directory"),
        ("", 1, "Check the path"),
        ("--bogus", 2, "--help"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(
    command: tuple[str, ...], path: str, status: int, said: str
) -> None:
    done = run(*command, path)
    assert done.returncode == status
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs the device /dev/zero")
def test_a_file_without_end_is_refused() -> None:
    assert "too large" in run("journal", "verify", "/dev/zero").stderr


def test_export_gives_every_event_with_its_fields(game: Path) -> None:
    told = json.loads(run("journal", "export", str(game)).stdout)
    assert [KINDS[fact.pop("event")](**fact) for fact in told] == list(EVENTS)


def test_export_gives_one_object_a_line(game: Path) -> None:
    array = json.loads(run("journal", "export", "--form", "json", str(game)).stdout)
    lines = run("journal", "export", "--form", "jsonl", str(game)).stdout.splitlines()
    assert [json.loads(line) for line in lines] == array


def test_export_gives_pgn(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.pgn"
    done = run("journal", "export", "--form", "pgn", "--output", str(target), str(game))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    read = chess.pgn.read_game(io.StringIO(target.read_text(encoding="utf-8")))
    assert read is not None
    assert [move.uci() for move in read.mainline_moves()] == ["d2d4"]
    assert read.headers["Result"] == "0-1"


def test_an_unknown_language_is_refused(game: Path) -> None:
    done = run("journal", "show", "--language", "xx", str(game))
    assert done.returncode == 2
    assert "Choose one of: " in done.stderr


@pytest.mark.parametrize("command", [("journal", "export"), ("scoresheet",)])
def test_a_journal_is_never_replaced_by_what_is_made_from_it(
    command: tuple[str, ...], game: Path
) -> None:
    before = game.read_bytes()
    beside = game.parent / "link"
    beside.symlink_to(game)
    for output in (game, beside):
        done = run(*command, str(game), "--output", str(output))
        assert done.returncode == 1
        assert "is what this is made from" in done.stderr
        assert game.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
@pytest.mark.parametrize("command", [("journal", "show"), ("journal", "export"), ("scoresheet",)])
def test_an_output_that_is_full_is_one_sentence(command: tuple[str, ...], game: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *command, str(game)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment(),
        )
    assert done.returncode == 1
    assert "no space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
