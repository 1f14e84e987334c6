"""A terminal gets a bar, everything else plain lines."""

import io

from training.progress import Progress, duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(out: io.StringIO, first: int = 0) -> str:
    passed = iter([0.0, 30.0, 60.0])
    progress = Progress("speech", 4, done=first, out=out, clock=lambda: next(passed))
    progress.tell(2, "shard 7")
    progress.tell(4)
    return out.getvalue()


def test_a_file_gets_a_line_each_time() -> None:
    assert told(io.StringIO()) == "speech: 2 of 4, shard 7, 30 s to go\nspeech: 4 of 4\n"


def test_what_was_there_before_does_not_count_for_the_pace() -> None:
    assert "2 of 4, shard 7, 60 s to go" in told(io.StringIO(), first=1)


def test_a_terminal_gets_one_line_that_is_redrawn() -> None:
    text = told(Terminal())
    assert text.count("\n") == 1
    assert text.count("\r") == 2
    assert f"[{'#' * 15}{'.' * 15}]" in text


def test_durations_are_short() -> None:
    assert [duration(seconds) for seconds in (0, 99, 100, 3600, 5400)] == [
        "0 s", "99 s", "2 min", "1 h 0 min", "1 h 30 min",
    ]  # fmt: skip
