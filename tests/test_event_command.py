"""`event new` and `event check` as a person types them, and as a script does."""

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.output.wording import Phrasebook
from assistant.core.play import regulations
from assistant.core.play.regulations import (
    EDITIONS,
    Duty,
    EarlyPress,
    Event,
    Player,
    Questions,
    Regulations,
    Rules,
    Speech,
)
from assistant.core.play.setting import LISTS, SETTINGS, raw, values
from assistant.core.record import eventfile
from assistant.interview import Interview, usable

GIVEN = ("--white", "Anna Berg", "--black", "Jan Novák", "--blind", "white")
REST = len(SETTINGS) - 4
"""Questions that are left when names and eyes are given."""


def written(path: Path) -> Regulations:
    return regulations.check(tomllib.loads(path.read_text(encoding="utf-8")), path.name)


# The table of settings


def fields(table: type[msgspec.Struct], prefix: str = "") -> set[str]:
    found = set()
    for field in msgspec.structs.fields(table):
        key = f"{prefix}{field.name}"
        inner = isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
        found |= fields(field.type, f"{key}.") if inner else {key}
    return found


def test_every_regulation_is_asked_for() -> None:
    asked = {setting.key for setting in SETTINGS}
    lists = {f"{key}.{name}" for key, names in LISTS.items() for name in names}
    assert lists <= asked
    assert (asked - lists) | set(LISTS) == fields(Regulations)


names = st.text(max_size=80).filter(usable).map(str.strip)
any_regulations = st.builds(
    Regulations,
    white=st.builds(Player, name=names, visually_disabled=st.just(True)),
    black=st.builds(Player, name=names),
    event=st.builds(Event, name=names, place=names, date=names, round=names, board=names),
    rules=st.builds(
        Rules,
        edition=st.sampled_from(EDITIONS),
        time_control=st.sampled_from(["90+30", "40/90+30, 30+30", "W 5+3 B 4+3", "25 d10"]),
        default_time=st.none() | st.integers(0, 240),
        no_draw_before=st.integers(0, 200),
        chess960=st.none() | st.integers(0, 959),
    ),
    speech=st.builds(
        Speech,
        language=st.sampled_from(data.languages()),
        ranks=st.sampled_from(["german", "local"]),
        early_press=st.sampled_from(EarlyPress),
        questions=st.sets(st.sampled_from(Questions)).map(
            lambda chosen: tuple(q for q in Questions if q in chosen)
        ),
    ),
    duties=st.sets(st.sampled_from(Duty)).map(lambda chosen: tuple(d for d in Duty if d in chosen)),
)


@given(any_regulations, st.sampled_from(data.languages()))
def test_what_is_written_is_read_back(rules: Regulations, language: str) -> None:
    text = eventfile.write(rules, Phrasebook(data.language(language)[0]))
    assert regulations.check(tomllib.loads(text), "event.toml") == rules
    assert regulations.check(raw(values(rules)), "event.toml") == rules


# The questions


@pytest.mark.parametrize("language", data.languages())
def test_empty_lines_take_every_default(language: str, tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    done = run("event", "new", *GIVEN, "--language", language, str(path), stdin="\n" * REST)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == REST + 2
    assert not done.stderr
    assert written(path) == Regulations(
        white=Player(name="Anna Berg", visually_disabled=True),
        black=Player(name="Jan Novák"),
        speech=Speech(language=language),
    )


def interview(language: str = "de", **given: Any) -> Interview:
    grammar, lexicon = data.language(language)
    blank = values(Regulations(white=Player(name=""), black=Player(name="")))
    return Interview(blank, given, lexicon, Phrasebook(grammar), data.languages())


def asked(key: str, language: str = "de") -> Interview:
    """An interview in which only this setting is open."""
    settled = {s.key: None for s in SETTINGS if s.key != key} | {"white.visually_disabled": True}
    given = {k: v for k, v in settled.items() if k != key}
    return interview(language, **given)


TAKEN = [
    ("white.name", "de", "  Anna Berg ", "Anna Berg"),
    ("white.visually_disabled", "de", "ja", True),
    ("white.visually_disabled", "de", "Jawohl!", True),
    ("white.visually_disabled", "de", "j", True),
    ("white.visually_disabled", "de", "N", False),
    ("white.visually_disabled", "cs", "ano", True),
    ("white.visually_disabled", "sk", "ano", True),
    ("white.visually_disabled", "es", "si", True),
    ("white.visually_disabled", "it", "sì", True),
    ("white.visually_disabled", "fr", "oui", True),
    ("white.visually_disabled", "pl", "nie", False),
    ("white.visually_disabled", "en", "y", True),
    ("rules.edition", "de", "2009", "2009"),
    ("rules.edition", "de", "", "2018"),
    ("rules.time_control", "de", "40/90 + 30, 30+30", "40/90+30, 30+30"),
    ("rules.time_control", "de", "1h30", "90"),
    ("rules.default_time", "de", "", None),
    ("rules.default_time", "de", "30", 30),
    ("rules.default_time", "de", "dreißig", 30),
    ("rules.default_time", "de", "fünf", 5),
    ("rules.chess960", "de", "959", 959),
    ("speech.language", "de", "EN", "en"),
    ("speech.ranks", "de", "2", "local"),
    ("speech.ranks", "de", "deutsch", "german"),
    ("speech.ranks", "en", "German", "german"),
    ("speech.early_press", "de", "Zurueckweisen", "refuse"),
    ("speech.early_press", "de", "record", "record"),
    ("duties.move", "de", "nein", False),
    ("speech.questions.position", "de", "ja", True),
]


@pytest.mark.parametrize(("key", "language", "said", "value"), TAKEN)
def test_an_answer_is_taken(key: str, language: str, said: str, value: object) -> None:
    session = asked(key, language)
    assert session.receive(said) is None
    assert session.done
    assert session.values[key] == value


REFUSED = [
    ("white.name", "", "event_name_needed"),
    ("white.name", "a\tb", "event_not_text"),
    ("white.name", "x" * 81, "event_not_text"),
    ("white.name", "\udcff", "event_not_text"),
    ("white.visually_disabled", "", "event_not_yes_no"),
    ("white.visually_disabled", "vielleicht", "event_not_yes_no"),
    ("white.visually_disabled", "?", "event_not_yes_no"),
    ("rules.edition", "2020", "event_not_choice"),
    ("rules.edition", "1", "event_not_choice"),
    ("rules.time_control", "soon", "event_not_time"),
    ("rules.time_control", "0", "event_not_time"),
    ("rules.default_time", "241", "event_not_number"),
    ("rules.default_time", "-1", "event_not_number"),
    ("rules.default_time", "²", "event_not_number"),
    ("rules.default_time", "9" * 5000, "event_not_number"),
    ("rules.chess960", "960", "event_not_number"),
    ("speech.language", "xx", "event_not_choice"),
    ("speech.ranks", "3", "event_not_choice"),
    ("speech.ranks", "french", "event_not_choice"),
    ("duties.tell", "sometimes", "event_not_yes_no"),
]


@pytest.mark.parametrize(("key", "said", "why"), REFUSED)
def test_an_answer_is_refused_in_one_sentence_and_asked_again(
    key: str, said: str, why: str
) -> None:
    session = asked(key)
    before = session.question()
    refused = session.receive(said)
    assert refused is not None
    assert refused.key == why
    assert session.question() == before
    for language in data.languages():
        sentence = Phrasebook(data.language(language)[0]).say(refused)
        assert sentence.endswith(".")
        assert "\n" not in sentence


@given(st.text(max_size=100), st.sampled_from([setting.key for setting in SETTINGS]))
def test_any_answer_is_taken_or_refused(said: str, key: str) -> None:
    session = asked(key)
    refused = session.receive(said)
    assert session.done is (refused is None)


def test_one_of_the_two_must_be_visually_disabled() -> None:
    session = interview()
    for answer in ("Anna", "nein", "Jan"):
        assert session.receive(answer) is None
    refused = session.receive("nein")
    assert refused is not None
    assert refused.key == "event_one_disabled"
    assert session.receive("") is None  # the default: somebody must be
    assert session.values["black.visually_disabled"] is True


def test_the_word_for_taking_back_leads_to_the_question_before() -> None:
    session = interview()
    refused = session.receive("zurück")
    assert refused is not None
    assert refused.key == "event_first_question"
    session.receive("Ana")
    session.receive("zurück")
    session.receive("Anna")
    assert session.values["white.name"] == "Anna"


# The file


def test_the_last_answer_writes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "runde 3.toml"
    said = ["Anna", "ja", "Jan", "", 'Open "Süd"', "Ulm", "", "3", "zurück", "4", "7", "2009"]
    said += ["15+10", "nein", "0", "30", "518", "en", "2", "nein", "2", "nein", "ja", "ja"]
    said += ["nein", "ja", "nein", *["ja"] * 5]
    done = run("event", "new", str(path), stdin="\n".join(said))
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.endswith(f"Geschrieben: {path}\n")
    assert written(path) == Regulations(
        white=Player(name="Anna", visually_disabled=True),
        black=Player(name="Jan"),
        event=Event(name='Open "Süd"', place="Ulm", round="4", board="7"),
        rules=Rules(
            edition="2009",
            time_control="15+10",
            supervised=False,
            default_time=0,
            no_draw_before=30,
            chess960=518,
        ),
        speech=Speech(
            language="en",
            ranks="local",
            repetition_required=False,
            early_press=EarlyPress.RECORD,
            questions=(Questions.MOVES, Questions.POSITION),
            alarms=True,
        ),
        duties=tuple(Duty)[1:],
    )


@pytest.mark.parametrize("answers", ["", "Anna\n", "Anna\nja\nJan\n\n\n", "\n\n\n"])
def test_answers_that_end_early_leave_nothing_behind(answers: str, tmp_path: Path) -> None:
    done = run("event", "new", str(tmp_path / "event.toml"), stdin=answers)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "answers ended before the last question" in done.stderr
    assert not list(tmp_path.iterdir())


def test_options_answer_for_scripts(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    done = run(
        "event", "new", *GIVEN[:4], "--blind", "both", "--time-control", "10 b5",
        "--edition", "1997", "--yes", str(path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"Geschrieben: {path}\n"
    rules = written(path)
    assert rules.black.visually_disabled
    assert rules.rules == Rules(edition="1997", time_control="10 b5")


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text("mine", encoding="utf-8")
    done = run("event", "new", *GIVEN, "--yes", str(path))
    assert done.returncode == 1
    assert "--force" in done.stderr
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("event", "new", *GIVEN, "--yes", "--force", str(path)).returncode == 0
    assert written(path).white.name == "Anna Berg"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    path, usual = tmp_path / "event.toml", tmp_path / "usual"
    usual.touch()
    run("event", "new", *GIVEN, "--yes", str(path))
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


WRONG = [
    (["new", "--yes"], 2, "--white NAME"),
    (["new", "--yes", "--white", "A"], 2, "--blind white|black|both"),
    (["new", "--yes", "--white", "A", "--blind", "white"], 2, "--black NAME"),
    (["new", "--white", " ", "--yes"], 2, "after --white"),
    (["new", "--black", "a\nb"], 2, "after --black"),
    (["new", "--blind", "nobody"], 2, "--help"),
    (["new", *GIVEN, "--time-control", "soon", "--yes"], 2, "Write it like 90+30"),
    (["new", *GIVEN, "--edition", "2020", "--yes"], 2, "1997, 2009, 2018"),
    (["new", "--language", "xx"], 2, "Choose one of: "),
    (["new", *GIVEN, "--yes", "/nonexistent/event.toml"], 1, "no folder"),
    (["new", *GIVEN, "--yes", "--force", "/dev"], 1, "is a directory"),
    (["new", *GIVEN, "--yes", "x" * 300], 1, "file name too long"),
    (["check", "x" * 300], 1, "file name too long"),
    (["check"], 2, "--help"),
    (["check", "/nonexistent/event.toml"], 1, "Check the path"),
    (["check", "/dev"], 1, "Check the path"),
    (["sheet", "/nonexistent/event.toml"], 1, "Check the path"),
    (["sheet", "--form", "pdf", "x"], 2, "--help"),
    ([], 2, "--help"),
    (["dance"], 2, "--help"),
]


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG)
def test_wrong_use_is_one_sentence(arguments: list[str], status: int, said: str) -> None:
    done = run("event", *arguments)
    assert done.returncode == status, done.stdout
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


PLAYERS = '[white]\nname = "A"\nvisually_disabled = true\n[black]\nname = "B"\n'
BROKEN = [
    (b"\xff\xfe\x00", "not a TOML file"),
    (b"[white", "not a TOML file"),
    (b"a = " + b"[" * 5000, "not a TOML file"),
    (b"", "key white: this key is missing"),
    (PLAYERS.encode() + b"[rules]\ncolour = 1\n", "key rules.colour: no such key"),
    (PLAYERS.encode() + b'[rules]\nedition = "2020"\n', "key rules.edition"),
    (PLAYERS.encode() + b'[rules]\ntime_control = "soon"\n', "key rules.time_control"),
    (PLAYERS.encode() + b'[rules]\ntime_control = ""\n', "key rules.time_control"),
    (PLAYERS.encode() + b"[rules]\ndefault_time = 241\n", "key rules.default_time"),
    (PLAYERS.encode() + b'[speech]\nlanguage = "xx"\n', "key speech.language"),
    (PLAYERS.encode() + b'[speech]\nquestions = ["all"]\n', "key speech.questions"),
    (PLAYERS.replace("true", "false").encode(), "neither player is visually disabled"),
]


@pytest.mark.parametrize(("content", "said"), BROKEN)
def test_a_broken_file_is_named_with_key_and_remedy(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(content)
    for action in ("check", "sheet"):
        done = run("event", action, str(path))
        assert done.returncode == 1
        assert "event.toml" in done.stderr
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
        assert not done.stdout


@pytest.mark.parametrize(
    ("control", "language", "said"),
    [
        ("90+30", "en", "1 hour, 30 minutes for the game, plus 30 seconds a move"),
        (
            "40/90+30, 30+30",
            "de",
            "40 Züge in 1 Stunde, 30 Minuten, dazu 30 Sekunden je Zug, dann 30 Minuten für den Rest, dazu 30 Sekunden je Zug",
        ),
        (
            "W 5+3 B 4",
            "en",
            "White: 5 minutes for the game, plus 3 seconds a move; Black: 4 minutes for the game",
        ),
        ("25 d10", "cs", "25 minut na partii, odklad na tah: 10 sekund"),
        ("10 b5", "de", "10 Minuten für die Partie, Bronstein 5 Sekunden je Zug"),
        ("20/45", "en", "every 20 moves in 45 minutes"),
        ("90s", "fr", "1 minute, 30 secondes pour la partie"),
        ("0+10", "de", "0 Sekunden für die Partie, dazu 10 Sekunden je Zug"),
    ],
)
def test_a_time_control_is_told_in_words(
    control: str, language: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "event.toml"
    path.write_text(f'{PLAYERS}[rules]\ntime_control = "{control}"\n', encoding="utf-8")
    done = run("event", "check", "--language", language, str(path))
    assert done.returncode == 0, done.stderr
    assert any(line.endswith(f": {said}") for line in done.stdout.splitlines())


def test_check_says_first_that_the_file_can_be_used_and_then_every_setting(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(PLAYERS + '[speech]\nlanguage = "en"\n', encoding="utf-8")
    lines = run("event", "check", str(path)).stdout.splitlines()
    assert lines[0] == f"The file can be used: {path}"
    assert len(lines) == len(SETTINGS) + 2  # and the rate of the game
    assert "Kind of game: standard" in lines
    assert "Numbers of the ranks: German" in lines
