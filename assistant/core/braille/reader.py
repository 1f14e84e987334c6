"""The conversation at a braille display, without I/O: news and keys come in, cells go out.

Laws of this module:
- news that is urgent takes the line, except from somebody who types, where only an alarm does;
- a key that is pressed is answered on the line, or says a command as if it had been spoken;
- nothing stands on the line that the event does not allow to be asked.
"""

from collections.abc import Mapping, Sequence

import chess

from assistant.core.braille import boardview, movelist
from assistant.core.braille.browse import Browse, Rows
from assistant.core.braille.keys import Action, Key, Keys, Say
from assistant.core.braille.line import Page, Part
from assistant.core.braille.news import message
from assistant.core.braille.script import Script
from assistant.core.braille.status import MORE, Status, status
from assistant.core.braille.tape import Message, Tape
from assistant.core.braille.typed import Typed
from assistant.core.braille.view import Picture, View
from assistant.core.output.announcement import Announcement, MoveTold, Place, Urgency, tell
from assistant.core.output.cells import BLANK, Cells
from assistant.core.output.queries import answer
from assistant.core.output.scene import Scene
from assistant.core.play.regulations import Questions
from assistant.core.spoken.command import Command


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
        self._scene = Scene()
        self._tape = Tape()
        self._view = View.NEWS
        self._browse = {view: Browse() for view in View}
        self._typed = Typed()
        self._asked = False
        self._width = 0

    # What comes in

    def tell(self, announcement: Announcement, at: int) -> None:
        news = message(announcement, self._scene, self._script)
        took = self._tape.put(news, at, answers=self._asked)
        if self._asked or self._interrupts(news.urgency, took=took):
            self._view = View.NEWS
        self._asked = False

    def _interrupts(self, urgency: Urgency, *, took: bool) -> bool:
        least = Urgency.ALARM if self._view is View.TYPING else Urgency.MOVE
        return took and urgency >= least

    def asked(self) -> None:
        """Something was said or typed elsewhere: what comes next answers it."""
        self._asked = True

    def see(self, scene: Scene) -> None:
        self._scene = scene
        if self._view is View.MOVES:  # moves may have been taken back
            count = movelist.count(scene.board)
            if self._browse[View.MOVES].row >= count:
                self._open_moves(-1)
        if self._view is View.BOARD and scene.board is None:
            self._view = View.NEWS

    def resize(self, width: int) -> None:
        self._width = width

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
            case Action.ERASE:
                self._erase()
            case Action.ESCAPE:
                self._typed.take()
                self._view = View.NEWS
            case Action.TOUCH:
                return self._touch(key.argument)
            case Action():
                self._go(action)
        return []

    def unread(self) -> bool:
        """Whether messages wait that have not been shown to their end."""
        return self._width > 0 and self._tape.more(self._body())

    # What goes out

    def paint(self, at: int) -> Picture:
        """The cells of the whole line; what they show counts as shown."""
        width = self._width
        if not width:
            return Picture()
        found = self._status()
        page, more, cursor = self._page(at)
        head = (*found.cells, MORE if more else BLANK) if found.cells else ()
        cells = (*head, *page.cells)
        text = f"{found.text} {page.text}".strip()
        return Picture(cells, text, None if cursor is None else len(head) + cursor)

    def _status(self) -> Status:
        need = self._whole() if self._view is View.BOARD else 0
        timed = Questions.TIME in self._allowed
        return status(self._scene, self._width, self._script.clock, timed=timed, need=need)

    def _body(self) -> int:
        """Cells behind the status."""
        head = self._status().cells
        return self._width - len(head) - bool(head)

    def _whole(self) -> int:
        """Cells for the position in one view; 0 if the line is too short for it."""
        board = self._scene.board
        if board is None:
            return 0
        need = boardview.width(self._script.notation)
        return need if need <= self._width else 0

    def _page(self, at: int) -> tuple[Page, bool, int | None]:
        """The page of the view, whether something can be read behind it, and the cursor."""
        body = self._body()
        if self._view is View.NEWS:
            page = self._tape.look(body, at)
            return page, self._tape.more(body), None
        if self._view is View.TYPING:
            text = self._script.notation.code.read(self._typed.cells) or ""
            page, cursor = self._typed.page(body, text)
            return page, self._tape.more(body), cursor
        page, more = self._browse[self._view].page(self._rows(), body)
        return page, more, None

    def _rows(self) -> Rows:
        """The rows of the view, each a line of its own."""
        board = self._scene.board
        if self._view is View.TOLD:
            return [one.parts for one in self._tape.told]
        if self._view is View.MOVES:
            return movelist.rows(board, self._script)
        if board is None:
            return [()]
        whole = bool(self._whole())
        return boardview.rows(board, self._script.notation, self._scene.player, whole=whole)

    # Answers of the line itself

    def _show(self, parts: Sequence[Part]) -> None:
        self._tape.put(Message(tuple(parts)), 0, answers=True)
        self._view = View.NEWS

    def _refuse(self, key: str) -> None:
        self._show(self._script.tell(tell(key)))

    # Saying and typing

    def _say(self, command: str) -> list[str]:
        if command not in self._commands:
            return []
        self._asked = True
        self._view = View.NEWS
        return [self._commands[command]]

    def _type(self, cells: Cells) -> None:
        self._typed.add(cells)
        self._view = View.TYPING

    def _erase(self) -> None:
        self._typed.erase()
        self._view = View.TYPING if self._typed else View.NEWS

    def _enter(self) -> list[str]:
        typed = self._typed.take()
        self._view = View.NEWS
        if not any(typed):
            return []
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
                if self._view is View.NEWS:
                    self._tape.restart()
                self._view = View.NEWS
            case Action.BOARD if self._view is View.BOARD:
                self._view = View.NEWS
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
        if self._scene.board is None:
            self._refuse("braille_no_position")
        elif Questions.POSITION not in self._allowed:
            self._refuse("not_allowed")
        else:
            self._view = View.BOARD  # on the rank where it was left

    def _open_moves(self, row: int) -> None:
        count = movelist.count(self._scene.board)
        if Questions.MOVES not in self._allowed:
            self._refuse("not_allowed")
        elif not count:
            self._refuse("no_last_move")
        else:
            self._view = View.MOVES
            self._browse[View.MOVES].to(row % count)

    def _recall(self, step: int) -> None:
        told = self._tape.told
        if self._view is not View.TOLD:
            if step > 0 or not told:
                return
            first = self._tape.messages[0]
            row = max(n for n, one in enumerate(told) if one is first)
        else:
            row = self._browse[View.TOLD].row
        if row + step >= len(told):
            self._view = View.NEWS
        elif row + step >= 0:
            self._view = View.TOLD
            self._browse[View.TOLD].to(row + step)

    def _pan(self, step: int) -> None:
        body = self._body()
        if self._view is View.NEWS:
            if step > 0:
                self._tape.forward(body)
            elif not self._tape.back(body):
                self._recall(-1)
        elif self._view is not View.TYPING:
            panned = self._browse[self._view].pan(self._rows(), body, step)
            if not panned and step > 0:
                self._view = View.NEWS

    def _line(self, action: Action) -> None:
        if self._view not in (View.MOVES, View.BOARD):
            if action is not Action.DOWN:
                self._open_moves(0 if action is Action.FIRST else -1)
            return
        count = len(self._rows())
        browse = self._browse[self._view]
        row = {
            Action.UP: browse.row - 1,
            Action.DOWN: browse.row + 1,
            Action.FIRST: 0,
            Action.LAST: count - 1,
        }[action]
        if 0 <= row < count:
            browse.to(row)
        elif row == count and self._view is View.MOVES:
            self._view = View.NEWS

    # Routing keys

    def _touch(self, cell: int) -> list[str]:
        head = self._status().cells
        if head and cell <= len(head):
            return self._say("turn" if cell == 0 else "time")
        page, _, _ = self._page(0)
        place = cell - len(head) - bool(head)
        if self._view is View.TYPING or not 0 <= place < len(page.parts):
            return []
        number = page.parts[place]
        if number is None:
            return []
        if self._view is View.NEWS:
            part = self._tape.parts()[number]
        else:
            part = self._rows()[self._browse[self._view].row][number]
        if isinstance(part.about, MoveTold):
            self._show(self._script.spoken(part.about))
        elif isinstance(part.about, Place):
            self._name(part.about.square)
        return []

    def _name(self, square: chess.Square) -> None:
        """What stands on a square, as far as that may be asked."""
        board = self._scene.board
        if board is None or Questions.POSITION not in self._allowed:
            return
        for announcement in answer(board, Command("square", (square,))) or []:
            self._show(self._script.tell(announcement))
