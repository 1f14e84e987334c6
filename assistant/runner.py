"""The one loop: input → session → outputs → devices. One thread owns the session.

The thread that listens and the thread in which the opponent thinks only fill the queue.
"""

import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable

from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene
from assistant.core.spoken.decision import Spoken
from assistant.errors import DeviceError
from assistant.messages import (
    Announce,
    AskDraw,
    AskMove,
    DrawAnswered,
    Heard,
    Hush,
    Input,
    KeepSound,
    Leave,
    OpponentLost,
    Output,
    Record,
    Replied,
    Seal,
)
from assistant.outlets import Outlets
from assistant.ports import Keeper, Notice, Opponent, Recognizer, Strength, Words
from assistant.session import Session


class _End:
    """No more words will come."""


_Item = Input | Words | _End | Exception


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Runner:
    def __init__(
        self,
        session: Session,
        *,
        recognizer: Recognizer,
        outlets: Outlets,
        keeper: Keeper,
        opponent: Opponent,
        substitute: Callable[[Strength], Opponent],
    ) -> None:
        self.session = session
        self._recognizer = recognizer
        self._outlets = outlets
        self._keeper = keeper
        self._opponent = opponent
        self._substitute = substitute
        self._queue: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._tasks: queue.SimpleQueue[AskMove | AskDraw | None] = queue.SimpleQueue()
        self._held: deque[str | Spoken | _End] = deque()
        self._left = False

    def run(self, *, resumed: bool) -> None:
        """Plays until the player leaves or no more words come.

        :raises JournalError: if a fact could not be made safe; nothing was said about it.
        """
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._think, daemon=True).start()
        try:
            self._carry_out(self.session.open(now(), resumed=resumed))
            while not self._left:
                self._step(self._next())
        finally:
            self._left = True
            self._tasks.put(None)
            self._opponent.close()

    def say(self, announcement: Announcement) -> None:
        self._outlets.tell(announcement)

    def _next(self) -> _Item:
        """The next input; words of a script wait while the opponent thinks."""
        patient = not self._recognizer.interactive and self.session.awaits_opponent
        if self._held and not patient:
            return self._held.popleft()
        if self._queue.empty() and not self.session.awaits_opponent:
            self._recognizer.ready()
        while True:
            item = self._queue.get()
            if not (patient and isinstance(item, str | Spoken | _End)):
                return item
            self._held.append(item)

    def _step(self, item: _Item) -> None:
        if isinstance(item, Exception):
            raise item
        if isinstance(item, _End):
            self._left = True
        elif isinstance(item, str) and not item.strip():
            self._outlets.hush()  # Enter alone: the quickest way to silence
        elif isinstance(item, str):
            if not self._recognizer.interactive:
                self._outlets.settle()
            words = self._outlets.heard(item)
            if words is not None:
                self._carry_out(self.session.receive(Heard(words, now())))
        elif isinstance(item, Spoken):
            words = self._outlets.heard(item.text)
            if words is not None:
                self._answer(self.session.receive(Heard(words, now(), spoken=item)))
        elif isinstance(item, Notice):
            self._recognizer.interrupted()
            self.say(item.what)
        else:
            self._answer(self.session.receive(item))

    def _answer(self, outputs: list[Output]) -> None:
        """Carries out what follows from something that was not typed: a prompt may stand there."""
        if outputs:
            self._recognizer.interrupted()
        self._carry_out(outputs)

    def _carry_out(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case Record(event):
                    self._keeper.keep(event)
                case Announce(what):
                    self.say(what)
                case Hush():
                    self._outlets.hush()
                case AskMove() | AskDraw():
                    self._tasks.put(output)
                case Leave():
                    self._left = True
                    if self._recognizer.interactive:
                        self._outlets.hush()  # whoever goes does not want to listen
                case Seal() | KeepSound():
                    raise AssertionError("A practice game has no envelope and no sound record.")
        self._outlets.see(self._scene)

    def _scene(self) -> Scene:
        game = self.session.game
        return Scene(game.board, game.player)

    def _listen(self) -> None:
        try:
            for text in self._recognizer.words():
                self._queue.put(text)
        except Exception as error:  # noqa: BLE001 - the owner of the session must hear of it
            self._queue.put(error)
        else:
            self._queue.put(_End())

    def _think(self) -> None:
        while (task := self._tasks.get()) is not None:
            ply = len(task.game.board.move_stack)
            try:
                if isinstance(task, AskDraw):
                    accepted = self._opponent.accepts_draw(task.game)
                    self._queue.put(DrawAnswered(accepted, ply, now()))
                else:
                    reply = self._opponent.reply(task.game)
                    self._queue.put(Replied(reply.move, reply.offers_draw, ply, now()))
            except DeviceError as error:
                self._replace_opponent(task, error)
            except Exception as error:  # noqa: BLE001 - the owner of the session must hear of it
                self._queue.put(error)
                return

    def _replace_opponent(self, task: AskMove | AskDraw, problem: DeviceError) -> None:
        if self._left:
            return  # it was closed because the player has gone
        print(problem, file=sys.stderr)
        level = task.game.level or Strength().level
        self._opponent.close()
        self._opponent = self._substitute(Strength(level))
        self._queue.put(OpponentLost(self._opponent.name, level, now()))
