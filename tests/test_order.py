"""The order in which one listener hears announcements."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.core.output.announcement import Urgency
from assistant.core.output.order import STALE_MS, Order, Told

URGENCIES = st.sampled_from(list(Urgency))


def order_of(*told: tuple[str, Urgency]) -> Order[str]:
    order: Order[str] = Order()
    for what, urgency in told:
        order.add(Told(what, urgency, 0))
    return order


def spoken(order: Order[str], now_ms: int = 0) -> list[str]:
    said = []
    while (told := order.begin(now_ms)) is not None:
        said.append(told.what)
        order.ended()
    return said


def test_the_more_urgent_is_heard_first_and_equals_in_the_order_told() -> None:
    order = order_of(
        ("answer 1", Urgency.ANSWER),
        ("move 1", Urgency.MOVE),
        ("answer 2", Urgency.ANSWER),
        ("move 2", Urgency.MOVE),
        ("alarm", Urgency.ALARM),
    )
    assert spoken(order) == ["alarm", "move 1", "move 2", "answer 1", "answer 2"]


def test_an_alarm_cuts_a_move_short_and_the_move_is_said_again() -> None:
    order = order_of(("move", Urgency.MOVE))
    order.begin(0)
    assert order.add(Told("alarm", Urgency.ALARM, 1))
    order.broken_off()
    assert spoken(order) == ["alarm", "move"]


def test_a_move_waits_for_nothing_but_an_alarm() -> None:
    for urgency in (Urgency.CHATTER, Urgency.ANSWER):
        order = order_of(("it", urgency))
        order.begin(0)
        assert order.add(Told("move", Urgency.MOVE, 1))
    for urgency in (Urgency.MOVE, Urgency.ALARM):
        order = order_of(("it", urgency))
        order.begin(0)
        assert not order.add(Told("move", Urgency.MOVE, 1))


def test_chatter_gives_way_to_everything_else_and_is_not_said_later() -> None:
    order = order_of(("chatter 1", Urgency.CHATTER), ("chatter 2", Urgency.CHATTER))
    assert order.begin(0) is not None
    assert order.add(Told("answer", Urgency.ANSWER, 1))
    order.broken_off()
    assert spoken(order) == ["answer"]


def test_chatter_that_has_waited_too_long_is_not_said() -> None:
    assert spoken(order_of(("chatter", Urgency.CHATTER)), STALE_MS - 1) == ["chatter"]
    assert spoken(order_of(("chatter", Urgency.CHATTER)), STALE_MS) == []
    assert spoken(order_of(("answer", Urgency.ANSWER)), 100 * STALE_MS) == ["answer"]


def test_after_hush_nothing_of_what_was_told_is_said() -> None:
    order = order_of(("move", Urgency.MOVE), ("answer", Urgency.ANSWER))
    order.begin(0)
    assert order.hush()
    assert order.saying is None
    assert spoken(order) == []
    assert not order.hush()


@given(st.lists(st.tuples(URGENCIES, st.integers(0, 3)), max_size=40))
def test_whatever_interrupts_whatever_everything_but_chatter_is_heard_once_and_whole(
    script: list[tuple[Urgency, int]],
) -> None:
    """Between two announcements, so many are heard to their end."""
    order: Order[int] = Order()
    heard: list[int] = []

    def listen() -> bool:
        told = order.saying or order.begin(0)
        if told is not None:
            heard.append(told.what)
            order.ended()
        return told is not None

    for number, (urgency, listened) in enumerate(script):
        if order.add(Told(number, urgency, 0)):
            order.broken_off()
        for _ in range(listened):
            listen()
        if order.saying is None:
            order.begin(0)
    while listen():
        pass
    must = [number for number, (urgency, _) in enumerate(script) if urgency > Urgency.CHATTER]
    assert sorted(number for number in heard if number in must) == must
    for urgency in (Urgency.ANSWER, Urgency.MOVE, Urgency.ALARM):
        mine = [number for number in heard if script[number][0] is urgency]
        assert mine == sorted(mine)
