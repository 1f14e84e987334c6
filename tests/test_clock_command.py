"""The clock that stands alone: its conversation, its journal, its terminal."""

import os
import pty
import select
import subprocess
import time
from pathlib import Path

import chess
import pytest
from command import COMMAND, environment, run
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.clocksession import ClockSession
from assistant.core.output.wording import Phrasebook
from assistant.core.play import clock, clockrecord
from assistant.core.play.clockevents import Reading, Suspended, noticed_gap
from assistant.core.play.clockrecord import begin, replay
from assistant.core.play.events import ClockSet, Event
from assistant.core.play.rate import classify
from assistant.core.record import journal
from assistant.messages import Announce, Output, Record

BOOK = Phrasebook(data.language("en")[0])


class Conversation:
    def __init__(self, control: str = "5+3") -> None:
        started = ClockSet(at=0, control=control, edition="2018", language="en")
        self.events: list[Event] = [started]
        self.session = ClockSession(begin(started))
        rate = classify(self.session.record.state.control, data.laws("2018"))
        self.opening = self.take(self.session.open(rate, resumed=False, at=0))

    def take(self, outputs: list[Output]) -> list[str]:
        self.events += [output.event for output in outputs if isinstance(output, Record)]
        return [BOOK.say(output.what) for output in outputs if isinstance(output, Announce)]

    def press(self, key: str, seconds: float) -> list[str]:
        return self.take(self.session.press(key, round(1000 * seconds), 0))


def test_the_time_control_is_said_in_words_before_the_start() -> None:
    assert Conversation("40/90+30, 30+30").opening[:2] == [
        "Time control: 40 moves in 1 hour, 30 minutes, plus 30 seconds a move, then 30 minutes for the rest, plus 30 seconds a move.",
        "Standard chess by the Laws of 2018, article A.1.",
    ]


def test_presses_run_the_other_side_and_times_are_told_on_request() -> None:
    talk = Conversation()
    assert talk.press("", 0) == ["White is running."]
    assert talk.press("f", 10) == ["Black is running."]
    assert talk.press("b", 15) == ["4 minutes, 58 seconds, Black."]
    assert talk.press("w", 15) == ["4 minutes, 56 seconds, White."]
    assert talk.press("m", 15) == ["0 moves made, Black.", "1 move made, White."]
    assert talk.press("c", 15) == ["No time control ahead, Black.", "No time control ahead, White."]
    assert Conversation("40/90, 30").press("c", 0)[0] == "40 moves to the time control, White."


def test_a_press_of_the_wrong_side_is_refused_and_changes_nothing() -> None:
    talk = Conversation()
    talk.press("", 0)
    before = talk.session.record
    assert talk.press("j", 5) == ["That side is not to move."]
    assert talk.session.record == before


def test_a_press_by_mistake_is_taken_back_to_the_millisecond() -> None:
    talk, other = Conversation(), Conversation()
    for one in (talk, other):
        one.press("", 0)
    talk.press("f", 10)
    assert talk.press("u", 12) == ["Press taken back, White is running."]
    assert talk.press("u", 12) == ["There is no press to take back."]
    assert talk.press("w", 20) == other.press("w", 20)


def test_a_flag_is_told_once_and_both_in_their_order() -> None:
    talk = Conversation("1")
    talk.press("", 0)
    assert talk.take(talk.session.tick(59_999, 0)) == []
    assert talk.take(talk.session.tick(60_000, 0)) == ["Time is up: White, period 1, 0 moves made."]
    assert talk.take(talk.session.tick(60_500, 0)) == []
    talk.press("f", 61)
    assert talk.press("t", 200)[:2] == [
        "Time is up: Black, period 1, 0 moves made.",
        "Both times are up, White first.",
    ]


def test_the_arbiters_stop_is_lifted_only_by_him() -> None:
    talk = Conversation()
    talk.press("", 0)
    talk.press("s", 5)
    assert "arbiter" in talk.press("p", 6)[0]
    assert talk.press("r", 60) == ["Going on, White is running."]
    assert talk.press("w", 61) == ["4 minutes, 57 seconds, White."]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("e w 5:00", "Set: 5 minutes, White."),
        ("e b +2:00", "Set: 7 minutes, 3 seconds, Black."),
        ("e w -1:30", "Set: 3 minutes, 33 seconds, White."),
        ("e b 1:02:03", "Set: 1 hour, 2 minutes, 3 seconds, Black."),
        ("e w 7", "Set: 7 minutes, White."),
        ("e b moves 12", "Set: 12 moves, Black."),
        ("e w -9:00", "That would leave no time."),
        ("e w 9999:00:00", "This time cannot be set."),
        ("e", "To set: e, then w or b, then minutes, 5, +2, -1 or moves 12."),
        ("e x 5:00", "To set: e, then w or b, then minutes, 5, +2, -1 or moves 12."),
        ("y", "Unknown key: y. h tells all keys."),
    ],
)
def test_the_arbiter_sets_times_and_counters(line: str, said: str) -> None:
    assert Conversation().press(line, 0) == [said]


def test_a_machine_that_slept_is_noticed_and_charges_nobody() -> None:
    gap = noticed_gap(Reading(1000, 1000), Reading(2000, 602_000))
    assert gap == Suspended(2000, 600_000)
    talk = Conversation()
    talk.press("", 0)
    assert gap is not None
    assert talk.take(talk.session.slept(gap, 0)) == [
        "The computer was asleep: 10 minutes. This time does not count."
    ]
    assert talk.press("w", 2) == ["5 minutes, 1 second, White."]


KEYS = ["", "f", "j", "p", "s", "r", "u", "e w +1:00", "e b 2:00", "e w moves 3", "t"]


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 90_000)), max_size=40))
def test_a_replayed_journal_gives_the_same_milliseconds(keys: list[tuple[str, int]]) -> None:
    talk = Conversation("3/2+5, 1+1")
    now = 0
    for key, wait in keys:
        now += wait
        talk.take(talk.session.press(key, now, 0))
    again = replay(journal.read(journal.write(talk.events)).events)
    assert again == talk.session.record
    for side in chess.COLORS:
        assert clock.remaining(again.state, side, now) == clock.remaining(
            talk.session.record.state, side, now
        )


def scripted(home: Path, lines: str, *arguments: str) -> list[str]:
    done = run("clock", "--language", "en", "--input", "-", *arguments, stdin=lines, home=home)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def test_a_game_is_replayed_from_a_script_with_its_times(tmp_path: Path) -> None:
    lines = scripted(tmp_path, "@0\n@100 f\n@130.5 j\n@131 t\n", "-t", "5+3")
    assert lines[-4:-2] == ["3 minutes, 25 seconds, White.", "4 minutes, 35 seconds, Black."]


def test_a_flag_that_was_told_is_still_down_after_a_restart(tmp_path: Path) -> None:
    scripted(tmp_path, "@0\n@400 t\n", "-t", "5+3")
    again = scripted(tmp_path, "@0 t\n", "--resume")
    assert again[2] == "0 seconds, White."
    assert again[4].startswith("The clock has stood still since the last entry.")


def test_time_until_leaving_is_charged_and_not_the_time_away(tmp_path: Path) -> None:
    scripted(tmp_path, "@0\n@30 q\n", "-t", "5+3")
    assert "4 minutes, 33 seconds, White." in scripted(tmp_path, "@9000 t\n", "--resume")


def test_a_killed_clock_stands_still_since_its_last_entry(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "clock", "--language", "en", "-t", "5+3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    ) as game:
        assert game.stdin
        assert game.stdout
        game.stdin.write("\nf\n")
        game.stdin.flush()
        while "Black is running" not in game.stdout.readline():
            pass
        time.sleep(1.2)
        game.kill()
    again = scripted(tmp_path, "t\n", "--resume")
    assert "5 minutes, 3 seconds, Black." in again


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["clock", "-t", "banana"], "banana"),
        (["clock", "-t", "-5"], "Write it like 90+30"),
        (["clock", "-t", "0"], "0"),
        (["clock", "-t", "9999999"], "at most 24 hours"),
        (["clock", "--edition", "1950"], "1997, 2009, 2018"),
        (["timecontrol", ""], "90+30"),
        (["clock", "--resume"], "Nothing unfinished"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = run(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_practice_game_is_no_clock(tmp_path: Path) -> None:
    run("practice", "--opponent", "builtin", home=tmp_path)
    path = next((tmp_path / "chess-assistant" / "games").glob("practice-*.jsonl"))
    done = run("clock", "--resume", str(path), home=tmp_path)
    assert done.returncode == 1
    assert "not the journal of a clock" in done.stderr


def test_single_keys_work_in_a_terminal_and_it_is_given_back(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "clock", "--language", "en", "-t", "5+3"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment(tmp_path),
        start_new_session=True,
    ) as game:
        os.close(follower)
        heard = ""

        def until(words: str) -> None:
            nonlocal heard
            limit = time.monotonic() + 20
            while words not in heard and time.monotonic() < limit:
                if select.select([leader], [], [], 0.2)[0]:
                    heard += os.read(leader, 4096).decode()
            assert words in heard

        until("h tells all keys.")
        os.write(leader, b" ")
        until("White is running.")
        os.write(leader, b"f")
        until("Black is running.")
        os.write(leader, b"e" + b"w +3:00\n")
        until("Set: 8 minutes")
        os.write(leader, b"q")
        until("The clock is saved.")
        assert game.wait(10) == 0
    os.close(leader)


def test_the_record_of_a_clock_refuses_what_no_clock_knows() -> None:
    assert (
        clockrecord.without_last_press(begin(ClockSet(at=0, control="5", edition="2018"))) is None
    )


def test_x_is_silence_and_the_help_says_so(tmp_path: Path) -> None:
    stdout = run("clock", "--input", "-", "-l", "en", stdin="x\nstop\nh\n", home=tmp_path).stdout
    assert "Speech: x is silence at once, a says it again." in stdout
    assert "unknown" not in stdout.lower()
