"""Reports from the other board: the first move at which the boards part is an alarm."""

from contests import Table, replay_of, same

from assistant.core.output.announcement import Urgency
from assistant.core.play.contestevents import IrregularityNoted, OtherBoardDiffered, OtherBoardSet
from assistant.messages import Announce


def _alarms(table: Table) -> int:
    return sum(
        isinstance(output, Announce) and output.what.urgency is Urgency.ALARM
        for output in table.outputs
    )


def _opened() -> Table:
    table = Table()
    table.hear("start")
    table.play("e2e4", "e7e5")
    table.hear("Springer Gustav eins Felix drei")
    return table


def test_the_announced_move_on_the_other_board_is_the_move_made_there() -> None:
    table = _opened()
    table.hear("anderes Brett Springer Felix drei")
    assert isinstance(table.new[0], OtherBoardSet)
    assert _alarms(table) == 0


def test_another_move_on_the_other_board_is_an_alarm_with_its_article() -> None:
    table = _opened()
    said = table.hear("anderes Brett: Springer Gustav eins Hector drei")
    assert _alarms(table) == 1
    assert "Zug 2, Weiß" in said[0]
    assert "Springer Gustav eins Hector drei" in said[0]
    assert "D.2.9" in said[0]
    differed, noted = table.new
    assert isinstance(differed, OtherBoardDiffered)
    assert (differed.ply, differed.move) == (3, "g1h3")
    assert isinstance(noted, IrregularityNoted)
    assert noted.kind == "boards_differ"
    assert same(replay_of(table), table.contest)


def test_what_cannot_be_played_there_is_an_alarm_too() -> None:
    table = _opened()
    said = table.hear("anderes Brett Dame Hector acht")
    assert _alarms(table) == 1
    assert "Unmögliches" in said[0]
    assert same(replay_of(table), table.contest)


def test_every_report_that_differs_is_an_alarm_and_a_right_report_mends_it() -> None:
    table = _opened()
    table.hear("anderes Brett Springer Hector drei")
    table.hear_all("wiederholt", "ausgeführt", "gedrückt")
    table.hear("Springer Bella acht Cesar sechs")
    table.hear("anderes Brett Springer Anna sechs")
    assert _alarms(table) == 1
    assert [ply for ply, _ in table.contest.other] == [3, 4]
    table.hear("anderes Brett Springer Cesar sechs")
    assert [ply for ply, _ in table.contest.other] == [3]


def test_a_corrected_report_says_that_the_boards_agree_again() -> None:
    table = _opened()
    table.hear("anderes Brett Springer Hector drei")
    said = table.hear("anderes Brett Springer Felix drei")
    assert said[-1] == "Die Aufzeichnungen beider Bretter stimmen wieder überein."
    assert table.contest.other == ()


def test_the_completed_move_may_be_reported_after_the_clock() -> None:
    table = Table()
    table.hear("start")
    table.play("e2e4")
    said = table.hear("anderes Brett Eva drei")
    assert "Zug 1, Weiß" in said[0]
    table.hear("anderes Brett Eva vier")
    assert table.contest.other == ()


def test_a_report_before_any_move_or_of_something_else_is_answered() -> None:
    table = Table()
    table.hear("start")
    assert table.hear("anderes Brett Eva vier") == ["Es ist kein Zug angesagt."]
    assert not table.new


def test_a_false_report_is_corrected_and_silences_no_later_alarm() -> None:
    table = Table()
    table.hear("start")
    table.play("d2d4")
    table.hear("anderes Brett Dora vier")
    table.hear("anderes Brett Springer Felix drei")
    assert _alarms(table) == 1
    said = table.hear("anderes Brett Dora vier")
    assert said[-1] == "Die Aufzeichnungen beider Bretter stimmen wieder überein."
    assert table.contest.other == ()
    table.play("e7e5", "d4e5")
    said = table.hear("anderes Brett Dame Dora drei")
    assert _alarms(table) == 1
    assert "Zug 2, Weiß" in said[0]
    assert same(replay_of(table), table.contest)


def test_a_report_of_an_announced_move_is_corrected_before_the_clock_too() -> None:
    table = _opened()
    table.hear("anderes Brett Springer Felix drei")
    table.hear("anderes Brett Springer Hector drei")
    table.hear("anderes Brett Springer Felix drei")
    assert table.contest.other == ()
    assert same(replay_of(table), table.contest)


def test_a_report_of_a_move_that_nobody_announced_is_not_journalled() -> None:
    table = Table()
    table.hear("start")
    table.play("d2d4")
    table.hear("anderes Brett Dora vier")
    assert table.hear("anderes Brett Springer Cesar sechs") == ["Es ist kein Zug angesagt."]
    assert not table.new
    assert table.contest.other == ()
