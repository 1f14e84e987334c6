"""What is on the line now: which view, of what, from where; and its cells."""

from dataclasses import dataclass, field

from assistant.core.braille import boardview, movelist
from assistant.core.braille.browse import Browse, Rows
from assistant.core.braille.line import Page, Part
from assistant.core.braille.script import Script
from assistant.core.braille.status import MORE, Status, status
from assistant.core.braille.tape import Tape
from assistant.core.braille.typed import Typed
from assistant.core.braille.view import Picture, View
from assistant.core.output.cells import BLANK
from assistant.core.output.scene import Scene


@dataclass
class Window:
    script: Script
    timed: bool = True
    """Clock times may be shown."""
    width: int = 0
    scene: Scene = field(default_factory=Scene)
    over: bool = False
    """The game has ended."""
    view: View = View.NEWS
    tape: Tape = field(default_factory=Tape)
    typed: Typed = field(default_factory=Typed)
    _browse: dict[View, Browse] = field(default_factory=lambda: {view: Browse() for view in View})

    @property
    def browse(self) -> Browse:
        """Where the view is read; each view keeps its place."""
        return self._browse[self.view]

    def status(self) -> Status:
        need = self._whole() if self.view is View.BOARD else 0
        clock = self.script.clock
        return status(self.scene, self.width, clock, over=self.over, timed=self.timed, need=need)

    def body(self) -> int:
        """Cells behind the status and the cell that tells of more."""
        head = len(self.status().cells)
        return self.width - head - bool(head)

    def _whole(self) -> int:
        """Cells for the position in one view; 0 if the line is too short for it."""
        need = boardview.width(self.script.notation)
        return need if need <= self.width else 0

    def rows(self) -> Rows:
        """The rows of the view, each a line of its own."""
        board = self.scene.board
        if self.view is View.TOLD:
            return [one.parts for one in self.tape.told]
        if self.view is View.MOVES:
            return movelist.Rows(board, self.script)
        if board is None:
            return [()]
        whole = bool(self._whole())
        return boardview.rows(board, self.script.notation, self.scene.player, whole=whole)

    def paint(self, at: int) -> Picture:
        """The cells of the whole line; what they show counts as shown."""
        if not self.width:
            return Picture()
        found = self.status()
        page, more, cursor = self._page(at)
        head = (*found.cells, MORE if more else BLANK) if found.cells else ()
        text = f"{found.text} {page.text}".strip()
        return Picture((*head, *page.cells), text, None if cursor is None else len(head) + cursor)

    def _page(self, at: int) -> tuple[Page, bool, int | None]:
        """The page of the view, whether something can be read behind it, and the cursor."""
        body = self.body()
        if self.view is View.NEWS:
            return self.tape.look(body, at), self.tape.more(body), None
        if self.view is View.TYPING:
            text = self.script.notation.code.read(self.typed.cells) or ""
            page, cursor = self.typed.page(body, text)
            return page, self.tape.more(body), cursor
        page, more = self.browse.page(self.rows(), body)
        return page, more, None

    def under(self, cell: int) -> Part | None:
        """The part under a cell of the line, counted from 0; None if there is none."""
        if self.view is View.TYPING:
            return None
        page, _, _ = self._page(0)
        place = cell - (self.width - self.body())
        number = page.parts[place] if 0 <= place < len(page.parts) else None
        if number is None:
            return None
        if self.view is View.NEWS:
            return self.tape.parts()[number]
        return self.rows()[self.browse.row][number]
