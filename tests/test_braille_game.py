"""Whole games at a braille display: a real brltty, its virtual display, the program as users run it.

Every expectation is in cells, as a finger would feel them.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from brltty import NEEDS_BRLTTY, Brltty, Display, until
from command import COMMAND, environment

from assistant import data
from assistant.cli_translator import open_translator
from assistant.core.braille.line import Part, lay
from assistant.core.braille.script import Script
from assistant.core.braille.status import MINE, MORE, THEIRS
from assistant.core.output.announcement import Colour, MoveTold, tell
from assistant.core.output.boardcells import rows
from assistant.core.output.cells import Cells
from assistant.core.output.moves import told

pytestmark = NEEDS_BRLTTY

TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
EVENT = """\
[white]
name = "Anna"
visually_disabled = true
[black]
name = "Sven"
[rules]
edition = "2018"
time_control = "90+30"
[speech]
language = "en"
"""


def script(language: str = "en") -> Script:
    grammar, _ = data.language(language)
    notation = data.notation_for(language, 8)
    translator = open_translator(notation)
    return Script(grammar, notation, translator.translate, translator.back)


class Game:
    """The program with a display; what it says on standard output and error is kept."""

    def __init__(self, server: Brltty, folder: Path, *arguments: str) -> None:
        hidden = ("WINDOWPATH", "WINDOWID", "DISPLAY", "XDG_VTNR", "CONTROLVT")
        env = {k: v for k, v in environment(folder).items() if k not in hidden}
        env |= {"BRLAPI_HOST": server.host, "BRLAPI_AUTH": "none"}
        self.script = script()
        self._errors = folder / "stderr"
        with (folder / "stdout").open("w") as out, self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                [*COMMAND, *arguments, "--braille", "brlapi"],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=errors,
                env=env,
                text=True,
                encoding="utf-8",
            )

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    @property
    def errors(self) -> str:
        return self._errors.read_text()

    def end(self) -> int:
        """As when the keyboard is closed."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        return self.process.wait(20)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.end()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Brltty]:
    found = Brltty(tmp_path)
    found.start()
    yield found
    found.kill()


def chords(text: str, language: str = "en") -> list[str]:
    """The keys that type a text in the notation."""
    cells = script(language).notation.code.encode(text).cells
    return [f"PASSDOTS {cell}" if cell else "PASSCHAR 32" for cell in cells]


def line(mark: int, parts: tuple[Part, ...], width: int, page: int = 0, *times: str) -> Cells:
    """What has to stand on the display: status, the sign for more, a page of the parts."""
    head: Cells = (mark,)
    for time in times:
        head = (*head, 0, *script().clock(time))
    pages = lay(parts, width - len(head) - 1)
    return (*head, MORE if page < len(pages) - 1 else 0, *pages[page].cells)


def move(fen: str, uci: str) -> MoveTold:
    return told(chess.Board(fen), chess.Move.from_uci(uci))


class Finger:
    """Reads the cells of a display as a person would, and presses its keys."""

    def __init__(self, display: Display, language: str = "en") -> None:
        self.display = display
        self._language = language
        self._code = script(language).notation.code

    @property
    def mark(self) -> int:
        return self.display.cells[0]

    @property
    def page(self) -> str:
        """What stands behind the two status cells."""
        return (self._code.read(self.display.cells[2:]) or "?").rstrip()

    def feels(self, begins: str) -> str:
        """Waits until the line begins so, and reads it to its end with the key that pans."""
        display = self.display
        found = display.await_cells(lambda _: self.page.casefold().startswith(begins.casefold()))
        assert found, (self.page, display.cells)
        pages = [self.page]
        while display.cells[1] == MORE:
            seen = display.cells[2:]
            display.press("FWINRT")
            assert display.await_cells(lambda cells, seen=seen: cells[2:] != seen), pages  # type: ignore[misc]
            pages.append(self.page)
        return " ".join(pages)

    def types(self, text: str) -> None:
        self.display.press(*chords(text, self._language), "KEY_ENTER")


def test_moves_clocks_and_questions_of_a_game_at_an_event_stand_on_the_display(
    server: Brltty, tmp_path: Path
) -> None:
    (tmp_path / "event.toml").write_text(EVENT)
    display = server.display(80)
    event = ["--event", str(tmp_path / "event.toml")]
    game = Game(server, tmp_path, "play", *event, "--folder", str(tmp_path), "--input", "-")
    try:
        words = game.script
        game.type("@0 start")
        running = words.tell(tell("clock_started", side=Colour(chess.WHITE)))
        display.shows(line(MINE, running, 80, 0, "1:30", "1:30"))
        game.type("@90 Eva vier")
        first = (words.move(move(chess.STARTING_FEN, "e2e4"), 1),)
        display.shows(line(MINE, first, 80, 0, "1:29", "1:30"))
        game.type("@91 Eva vier")
        display.shows(line(MINE, words.tell(tell("repeated")), 80, 0, "1:28", "1:30"))
        game.type("@92 executed")
        display.shows(line(MINE, words.tell(tell("noted")), 80, 0, "1:28", "1:30"))
        game.type("@93 pressed")
        running = words.tell(tell("clock_started", side=Colour(chess.BLACK)))
        display.shows(line(THEIRS, running, 80, 0, "1:29", "1:30"))
        game.type("@100 e5")
        board = chess.Board()
        board.push_uci("e2e4")
        reply = (words.move(told(board, chess.Move.from_uci("e7e5")), 1, black=True),)
        display.shows(line(THEIRS, reply, 80, 0, "1:29", "1:30"))
        display.press("DISPMD")
        refused = words.tell(tell("not_allowed"))
        display.shows(line(THEIRS, refused, 80, 0, "1:29", "1:30"))
    finally:
        game.kill()


def test_a_practice_game_is_played_with_the_keys_and_cells_alone(
    server: Brltty, tmp_path: Path
) -> None:
    """No sound, no screen, no keyboard: what a deaf-blind player has."""
    display = server.display(40)
    finger = Finger(display)
    options = ["--opponent", "builtin", "--level", "1", "--language", "en", "--fen", TWO_KNIGHTS]
    game = Game(server, tmp_path, "practice", *options)
    words = game.script
    try:
        welcome = finger.feels("Practice game against Chess Assistant,")
        assert "You play White." in welcome
        assert "It is your move." in welcome
        assert finger.mark == MINE
        # a move that both knights can make: the typed cells, the question, the answer
        display.press(*chords("Nd2"))
        display.shows((MINE, 0, *words.notation.code.encode("Nd2").cells, 0xC0))
        display.press("KEY_ENTER")
        assert finger.feels("Knight") == "Knight to d2: from b1 or f3?"
        finger.types("b1")
        reply = finger.feels("1...").split()[1]
        board = chess.Board(TWO_KNIGHTS)
        board.push_uci("b1d2")
        board.push_san(reply)
        # the list of moves, and the details of one of them
        display.press("LNUP")
        assert finger.feels("1. Nbd2") == f"1. Nbd2 {reply}"
        display.press("ROUTE 6")
        assert finger.feels("knight") == "knight Bella eins David zwei"
        # what is impossible is refused in words
        finger.types("Nh8")
        assert finger.feels("Not possible") == "Not possible: the knight cannot go to h8."
        # the position rank by rank, and the name of a square
        display.press("DISPMD", "LNDN", "LNDN", "LNDN", "LNDN", "LNDN")
        cells = rows(board, words.notation)[5]
        display.shows((MINE, 0, *words.notation.code.encode("3").cells, 0, *cells))
        display.press("ROUTE 9")
        assert finger.feels("f3") == "f3: white knight."
        # time and help, by keys
        display.press("INFO")
        assert finger.feels("Used")
        display.press("HELP")
        assert "Resign" in finger.feels("Announce")
        # a move is taken back, all messages can be recalled
        display.press("LNBEG")
        assert finger.feels("Taken back")
        display.press("PRDIFLN")
        # giving up is asked about, and confirmed by a key
        finger.types("resign")
        assert finger.feels("Really resign?") == "Really resign? Yes or no."
        display.press("LNEND")
        assert finger.feels("Black wins") == "Black wins: resignation."
        finger.types("quit")
        assert "practice-" in finger.feels("Game written")
        assert game.process.wait(20) == 0
    finally:
        game.kill()


def test_a_game_goes_on_when_brltty_is_killed_and_when_the_display_becomes_narrower(
    server: Brltty, tmp_path: Path
) -> None:
    display = server.display(40)
    options = ["--opponent", "builtin", "--level", "1", "--language", "en"]
    game = Game(server, tmp_path, "practice", *options)
    try:
        Finger(display).feels("Practice game")
        server.kill()
        until(lambda: "lost" in game.errors, "the loss is not told")
        game.type("e4")  # the keyboard still works, and the game goes on
        stdout = tmp_path / "stdout"
        until(lambda: "Black:" in stdout.read_text(), "the game does not go on")
        server.start()
        finger = Finger(server.display(40))
        reply = " ".join(finger.feels("1...").split()[:2])
        line_of = (MINE, 0, *game.script.notation.code.encode(reply).cells)
        finger.display.shows(line_of)
        assert "there again" in game.errors
        finger.display.unplug()
        finger = Finger(server.display(12))
        finger.display.shows(line_of)
        assert len(finger.display.cells) == 12
        finger.types("help")
        assert "Resign" in finger.feels("Announce")
        assert game.process.stdin is not None
        game.process.stdin.close()
        assert "--resume" in finger.feels("Quit.  The")  # it waits for the reader
        assert game.end() == 0
    finally:
        game.kill()


def test_without_brltty_a_sentence_says_so_and_the_game_goes_on(tmp_path: Path) -> None:
    found = subprocess.run(
        [*COMMAND, "practice", "--opponent", "builtin", "--language", "en", "--braille", "brlapi"],
        input="e4\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(tmp_path) | {"BRLAPI_HOST": "127.0.0.1:19"},
    )
    assert found.returncode == 0
    assert "brltty is not running at 127.0.0.1:19." in found.stderr
    assert "White: Eva zwei Eva vier" in found.stdout


def test_without_brltty_the_automatic_choice_is_silent(tmp_path: Path) -> None:
    found = subprocess.run(
        [*COMMAND, "practice", "--opponent", "builtin", "--language", "en"],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(tmp_path) | {"BRLAPI_HOST": "127.0.0.1:19"},
    )
    assert found.returncode == 0
    assert "brltty" not in found.stderr
