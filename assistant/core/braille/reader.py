"""The conversation at a braille display, without I/O: news and keys come in, cells go out.

Laws of this module:
- news that is urgent takes the line, except from somebody who types, where only an alarm does;
- a key that is pressed is answered on the line, or says a command as if it had been spoken;
- nothing stands on the line that the event does not allow to be asked;
- nor what the opponent alone has asked (D.2.6.1).
"""

from collections.abc import Mapping, Sequence

import chess

from assistant.core.braille import movelist
from assistant.core.braille.keys import Action, Key, Keys, Say
from assistant.core.braille.line import Part
from assistant.core.braille.news import ends, message
from assistant.core.braille.script import Script
from assistant.core.braille.tape import Message
from assistant.core.braille.view import Picture, View
from assistant.core.braille.window import Window
from assistant.core.output.announcement import Announcement, MoveTold, Place, Urgency, tell
from assistant.core.output.cells import Cells
from assistant.core.output.channel import concerns
from assistant.core.output.queries import answer
from assistant.core.output.scene import Scene
from assistant.core.play.regulations import Questions
from assistant.core.spoken.command import Command

TALK = "talk"
"""Among the commands: what the key to talk says; Enter alone, if nothing is said of it."""


class Reader:
    def __init__(
        self,
        script: Script,
        keys: Keys,
        commands: Mapping[str, str],
        allowed: frozenset[Questions] = frozenset(Questions),
    ) -> None:
        """`commands` are the words that say each command in the reader's language."""
        self._script = script
        self._keys = keys
        self._commands = commands
        self._allowed = allowed
        self._window = Window(script, timed=Questions.TIME in allowed)
        self._asked = False

    # What comes in

    def tell(self, announcement: Announcement, at: int) -> None:
        if not concerns(announcement, self._window.scene.player):
            self._asked = False  # what was asked is answered, for somebody else
            return
        self._window.over = self._window.over or ends(announcement)
        news = message(announcement, self._window.scene, self._script)
        took = self._window.tape.put(news, at, answers=self._asked)
        if self._asked or self._interrupts(news.urgency, took=took):
            self._window.view = View.NEWS
        self._asked = False

    def _interrupts(self, urgency: Urgency, *, took: bool) -> bool:
        least = Urgency.ALARM if self._window.view is View.TYPING else Urgency.MOVE
        return took and urgency >= least

    def asked(self) -> None:
        """Something was said or typed elsewhere: what comes next answers it."""
        self._asked = True

    def see(self, scene: Scene) -> None:
        if _plies(scene) != _plies(self._window.scene):
            self._window.over = False  # a decision was taken back
        self._window.scene = scene
        if self._window.view is View.MOVES:  # moves may have been taken back
            count = movelist.count(scene.board)
            if self._window.browse.row >= count:
                self._open_moves(-1)
        if self._window.view is View.BOARD and scene.board is None:
            self._window.view = View.NEWS

    def resize(self, width: int) -> None:
        self._window.width = width

    def knows(self, key: Key) -> bool:
        """Whether the key does something."""
        return key.name in self._keys

    def press(self, key: Key) -> list[str]:
        """What the key says, if it says something."""
        action = self._keys.get(key.name)
        match action:
            case Say(command):
                return self._say(command)
            case Action.DOTS:
                self._type((key.argument & 0xFF,))
            case Action.CHARACTER:
                self._type(self._script.notation.code.encode(chr(key.argument)).cells)
            case Action.ENTER:
                return self._enter()
            case Action.TALK:
                return [self._commands.get(TALK, "")]
            case Action.ERASE:
                self._erase()
            case Action.ESCAPE:
                self._window.typed.take()
                self._window.view = View.NEWS
            case Action.TOUCH:
                return self._touch(key.argument)
            case Action():
                self._go(action)
        return []

    def unread(self) -> bool:
        """Whether messages wait that have not been shown to their end."""
        window = self._window
        return window.width > 0 and window.tape.more(window.body())

    def paint(self, at: int) -> Picture:
        """The cells of the whole line; what they show counts as shown."""
        return self._window.paint(at)

    # Answers of the line itself

    def _show(self, parts: Sequence[Part]) -> None:
        self._window.tape.put(Message(tuple(parts)), 0, answers=True)
        self._window.view = View.NEWS

    def _refuse(self, key: str) -> None:
        self._show(self._script.tell(tell(key)))

    # Saying and typing

    def _say(self, command: str) -> list[str]:
        if command not in self._commands:
            return []
        self._asked = True
        self._window.view = View.NEWS
        return [self._commands[command]]

    def _type(self, cells: Cells) -> None:
        self._window.typed.add(cells)
        self._window.view = View.TYPING

    def _erase(self) -> None:
        self._window.typed.erase()
        self._window.view = View.TYPING if self._window.typed else View.NEWS

    def _enter(self) -> list[str]:
        typed = self._window.typed.take()
        self._window.view = View.NEWS
        if not any(typed):
            return [self._commands.get(TALK, "")]
        text = self._script.read(typed)
        if text is None:
            self._refuse("braille_unreadable")
            return []
        self._asked = True
        return [text.strip()]

    # Moving about

    def _go(self, action: Action) -> None:
        match action:
            case Action.NEWS:
                if self._window.view is View.NEWS:
                    self._window.tape.restart()
                self._window.view = View.NEWS
            case Action.BOARD if self._window.view is View.BOARD:
                self._window.view = View.NEWS
            case Action.BOARD:
                self._open_board()
            case Action.MOVES:
                self._open_moves(-1)
            case Action.OLDER:
                self._recall(-1)
            case Action.NEWER:
                self._recall(1)
            case Action.BACK:
                self._pan(-1)
            case Action.FORWARD:
                self._pan(1)
            case Action.UP | Action.DOWN | Action.FIRST | Action.LAST:
                self._line(action)

    def _open_board(self) -> None:
        if self._window.scene.board is None:
            self._refuse("braille_no_position")
        elif Questions.POSITION not in self._allowed:
            self._refuse("not_allowed")
        else:
            self._window.view = View.BOARD  # on the rank where it was left

    def _open_moves(self, row: int) -> None:
        count = movelist.count(self._window.scene.board)
        if Questions.MOVES not in self._allowed:
            self._refuse("not_allowed")
        elif not count:
            self._refuse("no_last_move")
        else:
            self._window.view = View.MOVES
            self._window.browse.to(row % count)

    def _recall(self, step: int) -> None:
        told = self._window.tape.told
        if self._window.view is not View.TOLD:
            if step > 0 or not told:
                return
            first = self._window.tape.messages[0]
            row = max((n for n, one in enumerate(told) if one is first), default=len(told))
        else:
            row = self._window.browse.row
        if row + step >= len(told):
            self._window.view = View.NEWS
        elif row + step >= 0:
            self._window.view = View.TOLD
            self._window.browse.to(row + step)

    def _pan(self, step: int) -> None:
        body = self._window.body()
        if self._window.view is View.NEWS:
            if step > 0:
                self._window.tape.forward(body)
            elif not self._window.tape.back(body):
                self._recall(-1)
        elif self._window.view is not View.TYPING:
            panned = self._window.browse.pan(self._window.rows(), body, step)
            if not panned and step > 0:
                self._window.view = View.NEWS

    def _line(self, action: Action) -> None:
        if self._window.view not in (View.MOVES, View.BOARD):
            if action is not Action.DOWN:
                self._open_moves(0 if action is Action.FIRST else -1)
            return
        count = len(self._window.rows())
        browse = self._window.browse
        row = {
            Action.UP: browse.row - 1,
            Action.DOWN: browse.row + 1,
            Action.FIRST: 0,
            Action.LAST: count - 1,
        }[action]
        if 0 <= row < count:
            browse.to(row)
        elif row == count and self._window.view is View.MOVES:
            self._window.view = View.NEWS

    # Routing keys

    def _touch(self, cell: int) -> list[str]:
        head = len(self._window.status().cells)
        if head and cell <= head:
            return self._say("turn" if cell == 0 else "time")
        part = self._window.under(cell)
        if part is not None and isinstance(part.about, MoveTold):
            self._show(self._script.spoken(part.about))
        elif part is not None and isinstance(part.about, Place):
            self._name(part.about.square)
        return []

    def _name(self, square: chess.Square) -> None:
        """What stands on a square, as far as that may be asked."""
        board = self._window.scene.board
        if board is None or Questions.POSITION not in self._allowed:
            return
        for announcement in answer(board, Command("square", (square,))) or []:
            self._show(self._script.tell(announcement))


def _plies(scene: Scene) -> int:
    return 0 if scene.board is None else len(scene.board.move_stack)
