"""The audible clock: what it tells on request, to whom, when; its tactile hands and its alarms."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from command import run
from contests import BOOK, Table
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.clocksession import ClockSession
from assistant.core.output import clocktold, tactileclock
from assistant.core.output.announcement import Announcement, Urgency
from assistant.core.output.tactileclock import Face
from assistant.core.output.wording import Phrasebook
from assistant.core.play import alarms, clock, timecontrol
from assistant.core.play.adjournment import entries
from assistant.core.play.alarms import Alarms
from assistant.core.play.clock import ClockState
from assistant.core.play.clockevents import Paused, Pressed, Refused, Started
from assistant.core.play.clockrecord import begin
from assistant.core.play.events import ClockSet
from assistant.core.spoken.command import Command, expand
from assistant.core.spoken.utterance import understand
from assistant.errors import UsageError
from assistant.messages import Announce, Heard

LANGUAGES = data.languages()
ENGLISH = Phrasebook(data.language("en")[0])
MINUTE = 60_000


def after(state: ClockState, *events: Started | Pressed | Paused) -> ClockState:
    for event in events:
        following = clock.apply(state, event)
        assert not isinstance(following, Refused)
        state = following
    return state


def running(control: str) -> ClockState:
    return after(clock.new(timecontrol.parse(control)), Started(0))


# The value at the moment when the speech starts


@given(
    control=st.sampled_from(["5", "5+3", "5 bronstein 10", "5 delay 10", "2/1+5, 1+5"]),
    presses=st.lists(st.integers(0, 40_000), max_size=6),
    now=st.integers(0, 60_000),
    late=st.integers(0, 30_000),
)
def test_an_announcement_tells_what_the_clock_shows_when_it_is_heard(
    control: str, presses: list[int], now: int, late: int
) -> None:
    state, at = running(control), 0
    for gap in presses:
        at += gap
        state = after(state, Pressed(at, state.turn))
    now += at
    for side in (chess.WHITE, chess.BLACK):
        for told, true in ((clocktold.left, clock.remaining), (clocktold.used, clock.used)):
            assert told(state, side, now).after(late).ms == true(state, side, now + late)


def test_a_clock_that_stands_is_told_as_it_stands() -> None:
    state = after(running("5"), Paused(10_000))
    assert clocktold.left(state, chess.WHITE, 99_000).after(50_000).ms == 290_000


@given(left=st.integers(0, 10**7), late=st.integers(0, 10**6))
def test_what_is_told_is_never_more_than_there_is(left: int, late: int) -> None:
    state = replace(running("5"), white=clock.Side(left, 0))
    said = clocktold.left(state, chess.WHITE, 0).after(late)
    hours, rest = divmod(said.ms, 3_600_000)
    words = ENGLISH.say(clocktold.times(state, chess.WHITE, 0), late).partition("left ")[2]
    told = 0
    for part in words.strip(".").split(", "):
        number, unit = part.split()
        told += int(number) * {"h": 3_600_000, "m": MINUTE, "s": 1000}[unit[0]]
    assert told <= max(0, left - late) < told + 1000
    assert (hours, rest) == divmod(max(0, left - late), 3_600_000)


# At an event: on request, and to the one who asked


def answers(table: Table, text: str) -> list[Announcement]:
    ms = round(1000 * table.seconds)
    outputs = table.tournament.receive(Heard(text, ms, ms))
    return [output.what for output in outputs if isinstance(output, Announce)]


def seated(**tables: Any) -> Table:
    """65 seconds after the start of a game with the time of 40 moves in 10 minutes."""
    table = Table(rules={"time_control": "40/10, 5"}, **tables)
    table.hear("start", after=0)
    table.seconds = 65
    return table


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("meine Zeit", ["Weiß: verbraucht 1 Minute, 5 Sekunden, übrig 8 Minuten, 55 Sekunden."]),
        ("t", ["Weiß: verbraucht 1 Minute, 5 Sekunden, übrig 8 Minuten, 55 Sekunden."]),
        ("seine Zeit", ["Schwarz: verbraucht 0 Sekunden, übrig 10 Minuten."]),
        ("tt", ["Schwarz: verbraucht 0 Sekunden, übrig 10 Minuten."]),
        ("Zeit Schwarz", ["Schwarz: verbraucht 0 Sekunden, übrig 10 Minuten."]),
        ("Zugnummer", ["Vollständige Züge: 0."]),
        ("n", ["Vollständige Züge: 0."]),
        ("Zeitkontrolle", ["Noch 40 Züge bis zur Zeitkontrolle, Weiß."]),
        ("nn", ["Noch 40 Züge bis zur Zeitkontrolle, Weiß."]),
        (
            "Zeiger",
            [
                "Weiß: kleiner Zeiger 5, großer Zeiger 2 Minuten nach Punkt 50.",
                "⠒⠀⠂⠀⠂⠀⠒⠀⠂⠀⠂⠀⠒⠀⠂⠀⠂⠀⠒⠀⠂⠃⠂⠀⠒",
            ],
        ),
    ],
)
def test_the_player_asks_by_word_or_by_key_and_alone_hears_the_answer(
    words: str, said: list[str]
) -> None:
    found = answers(seated(), words)
    assert [BOOK.say(one) for one in found] == said
    assert {one.audience for one in found} == {chess.WHITE}


def test_both_times_begin_with_the_askers_own() -> None:
    found = answers(seated(), "Schwarz Zeit")
    assert [BOOK.say(one).partition(":")[0] for one in found] == ["Schwarz", "Weiß"]
    assert {one.audience for one in found} == {chess.BLACK}


def test_the_blind_player_is_the_one_who_asks_when_nobody_is_named() -> None:
    players = {
        "white": {"name": "Sven"},
        "black": {"name": "Anna", "visually_disabled": True},
    }
    found = answers(seated(**players), "meine Zeit")
    assert [BOOK.say(one).partition(":")[0] for one in found] == ["Schwarz"]
    assert {one.audience for one in found} == {chess.BLACK}


def test_a_move_is_for_everybody() -> None:
    assert {one.audience for one in answers(seated(), "Eva vier")} == {None}


@pytest.mark.parametrize("words", ["meine Zeit", "seine Zeit", "Zeitkontrolle", "Zeiger", "n"])
def test_no_clock_is_told_where_the_event_forbids_it(words: str) -> None:
    (found,) = answers(seated(speech={"questions": []}), words)
    assert "nicht erlaubt" in BOOK.say(found)


def test_a_repeated_question_is_answered_with_the_time_of_now() -> None:
    table = seated()
    assert "8 Minuten, 55 Sekunden" in BOOK.say(answers(table, "t")[0])
    table.seconds = 70
    (again,) = answers(table, "wiederholen")
    assert "8 Minuten, 50 Sekunden" in BOOK.say(again)
    assert again.audience == chess.WHITE
    table.seconds = 75
    assert "8 Minuten, 45 Sekunden" in BOOK.say(answers(table, "wiederholen")[0])


def test_what_was_said_since_is_what_is_repeated() -> None:
    table = seated()
    answers(table, "t")
    move = answers(table, "Eva vier")
    assert answers(table, "wiederholen") == move


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_question_that_the_clocks_help_names_is_understood(code: str) -> None:
    grammar, lexicon = data.language(code)
    phrase = grammar.phrases["help_clock"]
    assert isinstance(phrase, str)
    heard = [
        understand(part, lexicon) for part in phrase.partition(":")[2].split(".") if part.strip()
    ]
    names = [one.name for one in heard if isinstance(one, Command)]
    assert names == ["time", "own_time", "their_time", "move_number", "to_control", "hands"]
    keys = [understand(key, lexicon) for key in ("t", "tt", "n", "nn", "tz")]
    assert [one.name for one in keys if isinstance(one, Command)] == names[1:]


def test_a_practice_game_tells_the_time_used_and_that_there_is_no_limit(tmp_path: Path) -> None:
    done = run(
        "practice", "--opponent", "builtin", "--folder", str(tmp_path), "-l", "en",
        stdin="my time\nhis time\ntime black\nhands\ntime control\n",
    )  # fmt: skip
    assert done.stdout.splitlines()[4:9] == [
        "White: used 0 seconds.",
        "Black: used 0 seconds.",
        "Black: used 0 seconds.",
        "This game has no time limit.",
        "This game has no time limit.",
    ]


# The clock by itself


def session(control: str = "40/10, 5", times: str = "none") -> ClockSession:
    started = ClockSet(at=0, control=control, edition="2018", language="en")
    lexicon = data.language("en")[1]
    return ClockSession(begin(started), lexicon, Alarms(alarms.parse(times)))


def heard(clock_session: ClockSession, key: str, seconds: float) -> list[str]:
    outputs = clock_session.press(key, round(1000 * seconds), 0)
    return [ENGLISH.say(output.what) for output in outputs if isinstance(output, Announce)]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("time", "t"),
        ("time white", "w"),
        ("my time", "w"),
        ("his time", "b"),
        ("how many moves", "m"),
        ("moves to the time control", "c"),
        ("hands", "d"),
        ("help", "h"),
    ],
)
def test_words_stand_for_keys(words: str, key: str) -> None:
    talk = session()
    heard(talk, "", 0)
    assert heard(talk, words, 20) == heard(talk, key, 20) != []


def test_what_was_told_last_is_told_again_and_a_time_as_it_is_now() -> None:
    talk = session(times="9m")
    assert heard(talk, "a", 0) == ["There is nothing to repeat."]
    heard(talk, "", 0)
    assert heard(talk, "repeat", 1) == ["White is running."]
    assert heard(talk, "my time", 20) == ["9 minutes, 40 seconds, White."]
    assert heard(talk, "x", 25) == []
    assert heard(talk, "a", 30) == ["9 minutes, 30 seconds, White."]
    assert heard(talk, "repeat", 40) == ["9 minutes, 20 seconds, White."]
    (alarm,) = heard(talk, "x", 60.5)
    assert heard(talk, "a", 62) == [alarm]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_word_for_repeating_is_the_clocks_key(code: str) -> None:
    started = ClockSet(at=0, control="10", edition="2018", language=code)
    grammar, lexicon = data.language(code)
    talk = ClockSession(begin(started), lexicon)
    talk.press("w", 0, 0)
    word = next(expand(grammar.commands["repeat"][0]))
    assert talk.press(word, 0, 0) == talk.press("w", 0, 0)


def test_a_word_presses_the_clock() -> None:
    talk = session()
    assert heard(talk, "start", 0) == ["White is running."]
    assert heard(talk, "pressed", 5) == ["Black is running."]
    assert heard(talk, "what is that", 6)[0].startswith("Unknown key")


# Alarms


def test_alarms_come_once_at_their_thresholds_and_in_the_order_of_time() -> None:
    talk = session("10", "10m,5m,1m,10s")
    told = [heard(talk, "", 0)]
    told += [
        [ENGLISH.say(o.what) for o in talk.tick(1000 * s, 0) if isinstance(o, Announce)]
        for s in range(1, 600)
    ]
    said = {second: lines for second, lines in enumerate(told) if lines}
    assert said == {
        0: ["White is running."],
        301: ["Less than 5 minutes, White."],
        541: ["Less than 1 minute, White."],
        591: ["Less than 10 seconds, White."],
    }


def test_an_alarm_wakes_the_clock_at_its_moment() -> None:
    talk = session("10", "5m")
    heard(talk, "", 0)
    assert talk.next_news(1_000) == 299_001
    heard(talk, "p", 2)
    assert talk.next_news(3_000) is None


def test_a_long_silence_gives_one_alarm_the_most_urgent() -> None:
    look, _ = Alarms(alarms.parse("5m,2m,1m")).look(running("10"), 0)
    _, news = look.look(running("10"), 9 * MINUTE + 30_000)
    assert news == [(chess.WHITE, MINUTE)]


def test_increments_do_not_arm_an_alarm_again_but_a_new_period_does() -> None:
    look, state = Alarms(alarms.parse("1m")), running("2/1+30, 3")
    look, _ = look.look(state, 0)
    look, first = look.look(state, 40_000)
    assert first == [(chess.WHITE, MINUTE)]
    state = after(state, Pressed(40_000, True), Pressed(41_000, False))
    look, none = look.look(state, 41_000)
    assert clock.remaining(state, chess.WHITE, 41_000) > MINUTE
    look, again = look.look(state, 70_000)
    assert none == again == []
    state = after(state, Pressed(71_000, True), Pressed(72_000, False))
    look, _ = look.look(state, 72_000)
    _, second = look.look(state, 72_000 + 190_000)
    assert second == [(chess.WHITE, MINUTE)]


@given(looks=st.lists(st.integers(0, 5_000), min_size=1, max_size=60))
def test_an_alarm_never_says_less_than_there_is_and_never_twice_the_same(looks: list[int]) -> None:
    look, state, now = Alarms(alarms.parse("1m,30s,10s")), running("1.5"), 0
    told: list[int] = []
    for gap in looks:
        now += gap
        look, news = look.look(state, now)
        for side, threshold in news:
            assert side == chess.WHITE
            assert clock.remaining(state, side, now) < threshold
            told.append(threshold)
    assert told == sorted(set(told), reverse=True)


@pytest.mark.parametrize(
    ("text", "thresholds"),
    [
        ("10m,5m,1m,10s", (600_000, 300_000, 60_000, 10_000)),
        ("10s, 5, 1h", (3_600_000, 300_000, 10_000)),
        ("none", ()),
        ("5m,5m", (300_000,)),
    ],
)
def test_thresholds_are_read_in_any_order(text: str, thresholds: tuple[int, ...]) -> None:
    assert alarms.parse(text) == thresholds


@pytest.mark.parametrize("text", ["", "5x", "0m", "-1m", "5m,,1m", "m", "5:00"])
def test_a_threshold_that_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="10m,5m,1m,10s"):
        alarms.parse(text)


EVENT = """\
[white]
name = "Anna"
visually_disabled = true
[black]
name = "Sven"
[rules]
time_control = "10"
[speech]
alarms = {alarms}
"""
SCRIPT = "@0 start\n@302 Zugnummer\n@303 Eva vier\n@304 j\n@305 m\n@306 p\n@899 Zugnummer\n"


def played(folder: Path, *options: str, allowed: bool) -> tuple[int, str, str]:
    (folder / "event.toml").write_text(EVENT.format(alarms=str(allowed).lower()))
    done = run(
        "play", "--event", str(folder / "event.toml"), "--folder", str(folder), *options,
        stdin=SCRIPT,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_an_event_warns_its_blind_player_only_if_its_file_says_so(tmp_path: Path) -> None:
    assert "Weniger" not in played(tmp_path, allowed=False)[1]
    status, out, _ = played(tmp_path, allowed=True)
    assert status == 0
    assert [line for line in out.splitlines() if "Weniger" in line] == [
        "Weniger als 5 Minuten, Weiß."
    ]


def test_alarms_of_an_event_can_be_chosen_or_left_out(tmp_path: Path) -> None:
    assert "Weniger als 9 Minuten, Weiß." in played(tmp_path, "--alarms", "9m", allowed=True)[1]
    assert "Weniger" not in played(tmp_path, "--alarms", "none", allowed=True)[1]
    assert played(tmp_path, "--alarms", "none", allowed=False)[0] == 0


def test_alarms_that_an_event_forbids_are_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    status, out, problem = played(tmp_path, "--alarms", "5m", allowed=False)
    assert status != 0
    assert out == ""
    assert "allows no alarms" in problem
    assert problem.count("\n") == 1
    assert not list(tmp_path.glob("*.jsonl"))


def test_an_alarm_at_an_event_is_for_the_blind_player_alone() -> None:
    table = seated(speech={"alarms": True}, alarms=Alarms(alarms.parse("5m")))
    table.tournament.tick(0, 1_000)
    (output,) = table.tournament.tick(0, 301_000)
    assert isinstance(output, Announce)
    assert output.what.urgency is Urgency.ALARM
    assert output.what.audience == chess.WHITE


def test_the_clock_command_gives_alarms_when_asked_for(tmp_path: Path) -> None:
    keys = "@0 \n@200 m\n@299.5 m\n"
    where = ["clock", "-t", "5+0", "-l", "en", "--folder", str(tmp_path), "--input", "-"]
    said = run(*where, "--alarms", "2m,10s", stdin=keys).stdout
    assert "Less than 2 minutes, White.\n" in said
    assert "Less than 10 seconds, White.\n" in said
    assert "Less than" not in run(*where, stdin=keys).stdout
    wrong = run(*where, "--alarms", "soon", stdin=keys)
    assert wrong.returncode != 0
    assert wrong.stderr.count("\n") == 1


# The tactile clock


@pytest.mark.parametrize(
    ("minutes", "face"),
    [
        (90, Face(4, 30)),
        (60, Face(5, 0)),
        (59.5, Face(5, 1)),
        (5, Face(5, 55, "rises")),
        (4.5, Face(5, 56, "rises")),
        (1, Face(5, 59, "rises")),
        (0.5, Face(6, 0, "last")),
        (0, Face(6, 0, "fallen")),
        (360, Face(12, 0)),
        (400, Face(11, 20)),
    ],
)
def test_the_hands_stand_as_on_a_clock_whose_flag_falls_at_six(minutes: float, face: Face) -> None:
    assert tactileclock.face(round(minutes * MINUTE)) == face


@given(left=st.integers(0, 12 * 60 * MINUTE))
def test_the_hands_promise_no_time_that_is_not_there(left: int) -> None:
    face = tactileclock.face(left)
    promised = (6 * 60 - (face.hour % 12 * 60 + face.minute)) % (12 * 60)
    assert promised * MINUTE <= left
    assert face.dot + face.beyond == face.minute


@given(left=st.integers(0, 12 * 60 * MINUTE))
def test_the_row_has_a_dot_every_five_minutes_two_every_fifteen_and_one_hand(left: int) -> None:
    face = tactileclock.face(left)
    row = tactileclock.cells(face)
    assert len(row) == 25
    plain = "".join("⠒⠀" if dot % 15 == 0 else "⠂⠀" for dot in range(0, 65, 5))[:-1]
    changed = [at for at in range(25) if row[at] != plain[at]]
    assert changed == [2 * (face.dot // 5) + (face.beyond > 0)]
    assert row[changed[0]] == "⠿⠁⠃⠉⠙"[face.beyond]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_hands_are_told_in_every_language_for_every_minute(code: str) -> None:
    phrasebook = Phrasebook(data.language(code)[0])
    state = running("90")
    told = {phrasebook.say(clocktold.hands(state, True, m * MINUTE)[0]) for m in range(91)}
    assert len(told) == 91
    assert all("{" not in line for line in told)


def test_an_envelope_is_written_as_a_fen_and_spoken_as_men_on_squares() -> None:
    table = Table("8/8/8/3k4/8/8/1P6/4K3 w - - 0 1")
    (written,) = [one for one in entries(table.contest, 0) if one.key == "envelope_position"]
    assert "8/8/8/3k4/8/8/1P6/4K3" in BOOK.say(written)
    (spoken,) = BOOK.speak(written)
    assert spoken.text == (
        "Stellung vor dem Abgabezug: weißer König Eva eins, weißer Bauer Bella zwei"
        " und schwarzer König Dahwitt fünf."
    )
