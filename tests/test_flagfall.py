"""The verdict of a flag fall, by edition and rate."""

import tomllib
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.play import clock, laws
from assistant.core.play.clock import ClockState, FlagFall, apply
from assistant.core.play.clockevents import Pressed, Started
from assistant.core.play.flagfall import (
    CanMate,
    FlagVerdict,
    Reason,
    Result,
    Situation,
    judge,
    seen,
)
from assistant.core.play.laws import Caller, Laws, Rate
from assistant.core.play.timecontrol import parse

FOLDER = Path(laws.__file__).parents[2] / "laws"
EDITIONS = {
    path.stem: laws.check(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    for path in FOLDER.glob("*.toml")
}
W, B = chess.WHITE, chess.BLACK
CLAIMED = Situation((W,), noticed_by=Caller.PLAYER, black_can_mate=CanMate.YES)
BOTH = replace(CLAIMED, fallen=(W, B), white_can_mate=CanMate.YES)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rate", Rate)
def test_a_claimed_fall_wins_for_a_side_that_can_mate(edition: str, rate: Rate) -> None:
    verdict = judge(CLAIMED, EDITIONS[edition], rate)
    assert (verdict.result, verdict.winner) == (Result.WIN, B)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rate", Rate)
def test_nobody_wins_on_time_who_cannot_mate(edition: str, rate: Rate) -> None:
    cannot = replace(CLAIMED, black_can_mate=CanMate.NO)
    assert judge(cannot, EDITIONS[edition], rate).result is Result.DRAW
    undecided = replace(CLAIMED, black_can_mate=CanMate.NOT_DECIDED)
    assert judge(undecided, EDITIONS[edition], rate).result is Result.ARBITER


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fall_that_nobody_has_noticed_does_not_count(edition: str) -> None:
    unnoticed = replace(CLAIMED, noticed_by=None)
    verdict = judge(unnoticed, EDITIONS[edition], Rate.STANDARD)
    assert verdict == FlagVerdict(Result.GOES_ON, Reason.NOT_NOTICED, "6.8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_that_ended_before_the_fall_was_noticed_keeps_its_result(edition: str) -> None:
    ended = replace(CLAIMED, game_ended=True)
    assert judge(ended, EDITIONS[edition], Rate.STANDARD).result is Result.STANDS


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_a_fallen_flag_the_game_goes_on(edition: str) -> None:
    verdict = judge(replace(CLAIMED, fallen=()), EDITIONS[edition], Rate.BLITZ)
    assert (verdict.result, verdict.reason) == (Result.GOES_ON, Reason.NO_FLAG)


ARTICLES = {
    ("1997", Rate.STANDARD): "6.9",
    ("1997", Rate.RAPID): "6.9",
    ("1997", Rate.BLITZ): "C4",
    ("2009", Rate.STANDARD): "6.9",
    ("2009", Rate.BLITZ): "6.9",
    ("2018", Rate.STANDARD): "6.9",
    ("2018", Rate.RAPID): "A.4.3",
    ("2018", Rate.BLITZ): "A.4.3",
}


@pytest.mark.parametrize(("edition", "rate"), ARTICLES)
def test_a_loss_on_time_names_its_article(edition: str, rate: Rate) -> None:
    assert judge(CLAIMED, EDITIONS[edition], rate).article == ARTICLES[edition, rate]


def test_in_fast_chess_of_old_the_arbiter_may_not_call_one_flag() -> None:
    by_arbiter = replace(CLAIMED, noticed_by=Caller.ARBITER)
    for edition in ("1997", "2009"):
        for rate in (Rate.RAPID, Rate.BLITZ):
            verdict = judge(by_arbiter, EDITIONS[edition], rate)
            assert (verdict.result, verdict.reason) == (Result.GOES_ON, Reason.MAY_NOT_CALL)
    for rate in Rate:
        assert judge(by_arbiter, EDITIONS["2018"], rate).result is Result.WIN


def test_with_enough_arbiters_fast_chess_of_2009_follows_the_ordinary_rules() -> None:
    supervised = replace(CLAIMED, noticed_by=Caller.ARBITER, supervised=True)
    assert judge(supervised, EDITIONS["2009"], Rate.BLITZ).result is Result.WIN
    assert judge(supervised, EDITIONS["1997"], Rate.BLITZ).result is Result.GOES_ON


def test_both_flags_down_in_fast_chess_of_old_is_a_draw_in_any_order() -> None:
    for edition, article in (("1997", "B8"), ("2009", "A4f")):
        for rate in (Rate.RAPID, Rate.BLITZ):
            verdict = judge(BOTH, EDITIONS[edition], rate)
            assert verdict == FlagVerdict(Result.DRAW, Reason.BOTH_DOWN, article)


def test_the_arbiter_may_call_both_flags_in_2009_but_not_in_1997() -> None:
    by_arbiter = replace(BOTH, noticed_by=Caller.ARBITER)
    assert judge(by_arbiter, EDITIONS["2009"], Rate.BLITZ).result is Result.DRAW
    assert judge(by_arbiter, EDITIONS["1997"], Rate.BLITZ).result is Result.GOES_ON


@pytest.mark.parametrize("edition", EDITIONS)
def test_of_two_flags_in_a_known_order_the_first_loses(edition: str) -> None:
    standard = EDITIONS[edition]
    assert judge(BOTH, standard, Rate.STANDARD).winner == B
    assert judge(replace(BOTH, fallen=(B, W)), standard, Rate.STANDARD).winner == W


UNKNOWN = {
    ("1997", True): (Result.DRAW, "10.4"),
    ("1997", False): (Result.GOES_ON, "6.11"),
    ("2009", True): (Result.DRAW, "6.11b"),
    ("2009", False): (Result.GOES_ON, "6.11a"),
    ("2018", True): (Result.DRAW, "III.3.1.2"),
    ("2018", False): (Result.GOES_ON, "III.3.1.1"),
}


@pytest.mark.parametrize(("edition", "last"), UNKNOWN)
def test_two_flags_in_an_unknown_order_draw_only_in_the_last_period(
    edition: str, last: bool
) -> None:
    unknown = replace(BOTH, order_known=False, last_period=last)
    verdict = judge(unknown, EDITIONS[edition], Rate.STANDARD)
    assert (verdict.result, verdict.article) == UNKNOWN[edition, last]


def test_where_the_guidelines_of_2018_do_not_apply_the_arbiter_decides() -> None:
    unknown = replace(BOTH, order_known=False)
    assert judge(unknown, EDITIONS["2018"], Rate.BLITZ).result is Result.ARBITER
    with_increment = replace(unknown, with_increment=True)
    assert judge(with_increment, EDITIONS["2018"], Rate.STANDARD).result is Result.ARBITER
    assert judge(with_increment, EDITIONS["2009"], Rate.STANDARD).result is Result.DRAW


def test_the_clock_tells_what_it_knows() -> None:
    control = parse("1/1, 1")
    state = clock.new(control)
    for event in (Started(0), Pressed(61_000, W), Pressed(122_000, B)):
        following = apply(state, event)
        assert isinstance(following, ClockState)
        state = following
    situation = seen(control, clock.fallen(state, 122_000))
    assert situation == Situation((W, B), last_period=False)
    assert seen(control, ()) == Situation(())
    in_last = seen(parse("1+1"), (FlagFall(W, period=0, moves=0, at_ms=61_000),))
    assert in_last.last_period
    assert in_last.with_increment


@given(
    st.sampled_from(sorted(EDITIONS)).map(EDITIONS.__getitem__),
    st.sampled_from(Rate),
    st.builds(
        Situation,
        st.sampled_from([(), (W,), (B,), (W, B), (B, W)]),
        order_known=st.booleans(),
        last_period=st.booleans(),
        noticed_by=st.none() | st.sampled_from(Caller),
        white_can_mate=st.sampled_from(CanMate),
        black_can_mate=st.sampled_from(CanMate),
        game_ended=st.booleans(),
        with_increment=st.booleans(),
        supervised=st.booleans(),
    ),
)
def test_every_verdict_is_fair_and_names_an_article(
    edition: Laws, rate: Rate, situation: Situation
) -> None:
    verdict = judge(situation, edition, rate)
    assert verdict.article
    assert (verdict.winner is not None) == (verdict.result is Result.WIN)
    if verdict.result is Result.WIN:
        assert not situation.game_ended
        assert situation.noticed_by is not None
        assert (not verdict.winner) in situation.fallen
        can = situation.white_can_mate if verdict.winner else situation.black_can_mate
        assert can is CanMate.YES
