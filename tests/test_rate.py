"""The rate of a game by edition, what follows from it, and the files of the Laws."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.core.play import laws
from assistant.core.play.laws import Caller, Rate
from assistant.core.play.rate import (
    Penalty,
    classify,
    illegal_move_penalty,
    illegal_move_rule,
    may_call_flag,
    may_stop_recording,
    thinking_ms,
    wrong_claim_penalty,
)
from assistant.core.play.timecontrol import MINUTE, SECOND, parse
from assistant.errors import DataError

FOLDER = Path(laws.__file__).parents[2] / "laws"
FILES = sorted(FOLDER.glob("*.toml"))


def raw(edition: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))


def edition(name: str) -> laws.Laws:
    return laws.check(raw(name), f"{name}.toml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_of_the_laws_is_sound_and_is_named_by_its_edition(path: Path) -> None:
    assert edition(path.stem).header.edition == path.stem


def test_the_three_editions_are_there_and_follow_each_other() -> None:
    assert [path.stem for path in FILES] == ["1997", "2009", "2018"]
    dates = [edition(path.stem).header.in_force_from for path in FILES]
    assert dates == sorted(dates)


def test_the_worked_examples_of_2018_come_out_as_worked() -> None:
    for control, minutes, rate in (
        ("30+30", 60, Rate.STANDARD),
        ("10+5", 15, Rate.RAPID),
        ("5+5", 10, Rate.BLITZ),
    ):
        found = classify(parse(control), edition("2018"))
        assert (found.thinking_ms, found.rate) == (minutes * MINUTE, rate)


S, R, Z = Rate.STANDARD, Rate.RAPID, Rate.BLITZ
BOUNDARIES = {  # control: 1997, 2009, 2018
    "10": (Z, Z, Z),
    "601s": (Z, Z, R),
    "899s": (Z, Z, R),
    "15": (R, R, R),
    "3599s": (R, R, R),
    "60": (R, S, S),
    "3601s": (S, S, S),
    "5+10": (Z, R, R),
    "3+2": (Z, Z, Z),
    "15+10": (R, R, R),
    "90+30": (S, S, S),
    "25 d10": (R, R, R),
    "40/90+30, 30+30": (S, S, S),
    "W 5+3 B 4+3": (Z, Z, Z),
    "W 12 B 8": (Z, Z, R),
}


@pytest.mark.parametrize("control", BOUNDARIES)
def test_each_edition_draws_its_own_boundaries(control: str) -> None:
    found = tuple(classify(parse(control), edition(name)).rate for name in ("1997", "2009", "2018"))
    assert found == BOUNDARIES[control]


def test_a_classification_names_its_article() -> None:
    assert classify(parse("5"), edition("2018")).article == "B.1"
    assert classify(parse("15+10"), edition("2009")).article == "A1"
    assert classify(parse("5"), edition("1997")).article == "C1"


def test_several_periods_count_as_far_as_sixty_moves_enter_them() -> None:
    reckoned = {
        "40/90+30, 30+30": 90 + 30 + 30,
        "40/60, 20/30, 15": 60 + 30,
        "40/60": 60 + 60,
        "60/30": 30,
        "40/10+60, 5": 10 + 40 + 5,
    }
    for control, minutes in reckoned.items():
        assert thinking_ms(parse(control).periods, edition("2018")) == minutes * MINUTE, control


ILLEGAL = {  # edition, rate: minutes to the opponent, the offence that loses
    ("1997", S): (2, 3),
    ("1997", R): (2, 3),
    ("1997", Z): (0, 1),
    ("2009", S): (2, 3),
    ("2009", R): (2, 3),
    ("2009", Z): (0, 1),
    ("2018", S): (2, 2),
    ("2018", R): (2, 2),
    ("2018", Z): (1, 2),
}


@pytest.mark.parametrize(("name", "rate"), ILLEGAL)
def test_an_illegal_move_costs_what_the_edition_says(name: str, rate: Rate) -> None:
    minutes, loses_at = ILLEGAL[name, rate]
    for offence in range(1, loses_at):
        penalty = illegal_move_penalty(edition(name), rate, offence)
        assert (penalty.opponent_gets_ms, penalty.loses) == (minutes * MINUTE, False)
    penalty = illegal_move_penalty(edition(name), rate, loses_at)
    assert (penalty.opponent_gets_ms, penalty.loses) == (0, True)


def test_enough_arbiters_make_blitz_of_2009_follow_the_ordinary_rules() -> None:
    penalty = illegal_move_penalty(edition("2009"), Z, 1, supervised=True)
    assert penalty == Penalty("B2", opponent_gets_ms=2 * MINUTE)
    penalty = illegal_move_penalty(edition("2018"), Z, 1, supervised=True)
    assert penalty == Penalty("B.2", opponent_gets_ms=1 * MINUTE)
    assert illegal_move_rule(edition("1997"), R, supervised=True).article == "B5"


def test_a_lost_illegal_move_is_a_draw_if_the_opponent_cannot_mate_since_2009() -> None:
    assert not illegal_move_penalty(edition("1997"), S, 3).draw_if_no_mate
    assert illegal_move_penalty(edition("2009"), S, 3).draw_if_no_mate
    assert illegal_move_penalty(edition("2018"), Z, 2).draw_if_no_mate


def test_a_wrong_claim_costs_what_the_edition_says() -> None:
    def cost(name: str, rate: Rate, left_minutes: int) -> tuple[int, int]:
        penalty = wrong_claim_penalty(edition(name), rate, left_minutes * MINUTE)
        return penalty.opponent_gets_ms // SECOND, penalty.offender_loses_ms // SECOND

    assert cost("1997", S, 4) == (180, 120)
    assert cost("1997", S, 60) == (180, 180)
    assert cost("2009", S, 60) == (180, 0)
    assert cost("2018", S, 60) == (120, 0)
    assert cost("2018", Z, 3) == (60, 0)


def test_who_may_call_a_flag_depends_on_edition_and_rate() -> None:
    for name in ("1997", "2009", "2018"):
        for rate in Rate:
            assert may_call_flag(edition(name), rate, Caller.PLAYER)
    assert may_call_flag(edition("1997"), S, Caller.ARBITER)
    assert not may_call_flag(edition("1997"), R, Caller.ARBITER)
    assert not may_call_flag(edition("2009"), Z, Caller.ARBITER)
    assert may_call_flag(edition("2009"), Z, Caller.ARBITER, both_down=True)
    assert not may_call_flag(edition("1997"), Z, Caller.ARBITER, both_down=True)
    assert may_call_flag(edition("2018"), Z, Caller.ARBITER)


def test_recording_may_stop_in_time_trouble_without_a_long_increment() -> None:
    for name in ("1997", "2009", "2018"):
        assert may_stop_recording(edition(name), S, 5 * MINUTE - 1, 0)
        assert not may_stop_recording(edition(name), S, 5 * MINUTE, 0)
        assert not may_stop_recording(edition(name), S, 1 * MINUTE, 30 * SECOND)
        assert may_stop_recording(edition(name), S, 1 * MINUTE, 29 * SECOND)
        assert may_stop_recording(edition(name), Z, 3 * MINUTE, 30 * SECOND)
    assert may_stop_recording(edition("2018"), S, 6 * MINUTE, 0, was_allowed=True)
    assert not may_stop_recording(edition("2009"), S, 6 * MINUTE, 0, was_allowed=True)


def test_the_other_figures_are_those_of_the_editions() -> None:
    old, middle, recent = edition("1997"), edition("2009"), edition("2018")
    assert [one.default_time.minutes for one in (old, middle, recent)] == [60, 0, 0]
    assert [one.wrong_set_up.no_claim_after_moves for one in (old, middle, recent)] == [3, 3, 10]
    assert [one.agreement.moves_by_both for one in (old, middle, recent)] == [0, 0, 1]
    assert [one.reversed_colours.new_game_below_moves for one in (old, middle, recent)] == [
        0,
        0,
        10,
    ]
    assert [len(one.penalties.kinds) for one in (old, middle, recent)] == [5, 7, 9]
    assert [one.draws.repetition_claimed.count for one in (old, middle, recent)] == [3, 3, 3]
    assert recent.draws.repetition_automatic is not None
    assert recent.draws.repetition_automatic.count == 5
    assert middle.draws.moves_automatic is None
    assert recent.pawn_not_replaced.becomes_queen
    assert set(recent.offences) - set(middle.offences) == {"pressed_without_move", "two_hands"}
    assert [one.assistant.adjusted_if_disabled for one in (old, middle, recent)] == [
        True,
        True,
        False,
    ]
    assert [one.quickplay.below_minutes for one in (old, middle, recent)] == [2, 2, 2]
    assert recent.quickplay.request is not None
    assert recent.quickplay.request.increment_seconds == 5


def broken(path: str, value: object) -> dict[str, Any]:
    """The file of 2018 with one key changed, or taken away if the value is None."""
    tables = raw("2018")
    *folders, key = path.split(".")
    table = tables
    for folder in folders:
        table = table[folder]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return tables


BROKEN = [
    ("rate", None, "missing"),
    ("flag.rapid.article", None, "missing"),
    ("rate.move", 60, "no such key"),
    ("illegal_move.blitz.loses_at", 0, ">= 1"),
    ("recording.may_stop_below_minutes", -5, ">= 0"),
    ("header.in_force_from", 2018, "expected date"),
    ("flag.blitz.both_down", "white_wins", "invalid enum"),
    ("quickplay.rates", ["bullet"], "invalid enum"),
    ("rate.rapid.minutes", 60, "later"),
]


@pytest.mark.parametrize(("path", "value", "problem"), BROKEN)
def test_a_broken_file_is_named_with_its_key_and_a_remedy(
    path: str, value: object, problem: str
) -> None:
    with pytest.raises(DataError) as caught:
        laws.check(broken(path, value), "2018.toml")
    assert caught.value.file == "2018.toml"
    assert caught.value.key.startswith(path)
    assert problem in caught.value.problem
    assert caught.value.fix
