"""The shell round a braille line: order, last words, keys typed as lines, and wrong options."""

import io
import threading
import time
from pathlib import Path

import chess
import pytest
from brltty import until
from command import run
from test_braille_line import reader

from assistant import brailleoutlet, data, drivers
from assistant.brailleoutlet import BrailleOutlet
from assistant.core.braille.keys import Key
from assistant.core.output.announcement import tell
from assistant.core.output.cells import Cells, unicode
from assistant.core.output.scene import ClockFace, Scene
from assistant.core.output.wording import Phrasebook
from assistant.core.settings import Braille, Settings
from assistant.drivers import display_brlapi, display_null
from assistant.outlets import Outlets
from assistant.ports import Pressed


def test_all_that_is_told_is_on_the_line_when_the_call_returns_without_a_thread() -> None:
    display = display_null.Driver(40)
    outlet = BrailleOutlet(display, reader(40), threaded=False)
    outlet.tell(tell("nothing_asked"), "")
    assert display.shown[-1][2].endswith("gefragt.")
    outlet.close()
    assert display.closed


def test_several_threads_may_tell_and_the_last_picture_is_that_of_the_line() -> None:
    display = display_null.Driver(40)
    line = reader(40)
    outlet = BrailleOutlet(display, line)

    def say() -> None:
        for _ in range(50):
            outlet.tell(tell("nothing_asked"), "")
            outlet.see(Scene(chess.Board(), chess.WHITE))

    threads = [threading.Thread(target=say) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outlet.close()
    assert display.shown[-1][0] == line.paint(0).cells


def test_keys_give_words_until_the_keyboard_ends() -> None:
    display = display_null.Driver(40, [Pressed(Key("INFO")), Pressed(Key("LNEND"))])
    outlet = BrailleOutlet(display, reader(40))
    keyboard = brailleoutlet.Beside(drivers.find("recognizer", "null")(["e4"]), outlet)
    assert not outlet.interactive
    words = outlet.words()
    assert [next(words), next(words)] == ["zeit", "ja"]
    assert list(keyboard.words()) == ["e4"]
    assert list(words) == []
    outlet.close()


def test_somebody_who_used_the_keys_can_read_the_last_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brailleoutlet, "LAST_WORDS", 0.3)
    for events, waits in (([], False), ([Pressed(Key("HOME"))], True)):
        display = display_null.Driver(12, events)
        outlet = BrailleOutlet(display, reader(12))
        until(lambda display=display: display.shown, "nothing is shown")  # type: ignore[misc]
        outlet.tell(tell("draw_claim_wrong"), "")
        start = time.monotonic()
        outlet.close()
        assert (time.monotonic() - start >= 0.25) == waits


def test_a_line_that_fails_is_told_once_and_does_not_end_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Broken(display_null.Driver):
        def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:
            super().show(cells, cursor, text)
            raise ZeroDivisionError

    display = Broken(40)
    outlet = BrailleOutlet(display, reader(40))
    for _ in range(3):
        outlet.heard("x")
        outlet.tell(tell("nothing_asked"), "")
        outlet.tell(tell("no_draw_offer"), "")
    outlet.close()
    assert capsys.readouterr().err.count("Everything else goes on.") == 1
    assert display.closed


def test_the_terminal_shows_cells_cursor_and_text() -> None:
    target = io.StringIO()
    display = drivers.find("display", "terminal")(20, target)
    outlet = BrailleOutlet(display, reader(20), threaded=False, typed_keys=True)
    board = chess.Board()
    outlets = Outlets(Phrasebook(data.language("de")[0]), [outlet])
    outlets.see(lambda: Scene(board, chess.WHITE))
    assert outlets.heard("/CHAR 101") is None
    code = data.notation("de-8").code
    assert target.getvalue().splitlines()[-2:] == [
        unicode((0x07, 0, *code.encode("e").cells, 0xC0)),
        "* e",
    ]
    assert outlets.heard("/char 52") is None
    assert outlets.heard("/KEY_ENTER") == "e4"
    assert outlets.heard("/INFO") == "zeit"
    assert outlets.heard("e5") == "e5"
    assert outlets.heard("/ what") == "/ what"
    assert outlets.heard("/NOKEY") == "/NOKEY"


def test_a_script_with_the_display_on_the_screen_keeps_its_order(tmp_path: Path) -> None:
    script = "e4\n/LNUP\n/HOME\nhelp\n>\nquit\n"
    arguments = ["--language", "en", "--opponent", "builtin", "--braille", "terminal"]
    found = run("practice", *arguments, "--braille-width", "32", stdin=script, home=tmp_path)
    assert found.returncode == 0
    assert found.stderr == ""
    lines = found.stdout.splitlines()
    own, listed = (
        lines.index("* 1. e4"),
        [line.startswith("* 1. e4 ") for line in lines].index(True),
    )
    shown = next(n for n, line in enumerate(lines) if line.startswith("* Announce"))
    assert own < listed < shown
    assert all(len(line) <= 32 for line in lines if "\u2800" <= line[:1] <= "\u28ff")


@pytest.mark.parametrize("command", ["practice", "play", "clock"])
def test_the_help_tells_how_to_pan_on_the_screen(command: str) -> None:
    told = " ".join(run(command, "--help").stdout.split())
    assert "the lines < and > pan, a line such as /ROUTE 5 presses a key" in told
    assert ("all keys: chess-assistant braille keys" in told) == (command == "practice")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--braille", "magic"], "Unknown braille display 'magic'. Choose one of: auto, off,"),
        (["--braille", "terminal", "--braille-width", "0"], "There is no display of 0 cells"),
        (["--braille", "terminal", "--braille-width", "999"], "There is no display of 999 cells"),
        (["--braille", "terminal", "--braille-notation", "xx"], "Unknown braille notation 'xx'"),
    ],
)
def test_a_wrong_option_is_one_sentence(arguments: list[str], problem: str, tmp_path: Path) -> None:
    found = run("practice", *arguments, stdin="quit\n", home=tmp_path)
    assert found.returncode == 2
    assert problem in found.stderr
    assert "Traceback" not in found.stderr
    assert not list(tmp_path.rglob("*.jsonl")), "nothing is begun before the options are right"


def test_doctor_tells_whether_brltty_is_there() -> None:
    nowhere = "/nonexistent/BrlAPI"
    (found,) = display_brlapi.examine(Settings(braille=Braille(host=nowhere)))
    assert found.fine
    (found,) = display_brlapi.examine(Settings(braille=Braille("brlapi", host=nowhere)))
    assert not found.fine
    assert "brltty is not running" in found.sentence
    assert not list(display_brlapi.examine(Settings(braille=Braille("off"))))


def test_the_keys_are_listed_with_what_they_do() -> None:
    found = run("braille", "keys", "--language", "en")
    assert found.returncode == 0
    assert "FWINRT, FWINRTSKIP, HWINRT, KEY_CURSOR_RIGHT: pan forward" in found.stdout
    assert "INFO, TIME, KEY_F2: says: time" in found.stdout


@pytest.mark.parametrize(("ms", "shown"), [(65 * 60_000, "1:05"), (9_000, ":09")])
def test_the_help_of_the_keys_explains_the_time_as_it_stands_on_the_line(
    ms: int, shown: str
) -> None:
    line = reader(40, clock=ClockFace(ms, ms))
    assert line.paint(0).text.startswith(f"* {shown} {shown}")
    assert reader(18, clock=ClockFace(ms, ms)).paint(0).text.split() == ["*", shown]
    assert f"({shown} is " in run("braille", "keys", "--help").stdout
