"""Several sources of words as one: a keyboard, the keys of a braille display, a microphone."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assistant.core.output.announcement import Urgency, tell
from assistant.errors import AssistantError
from assistant.ports import Notice, Recognizer, Words
from assistant.relay import Relay


@dataclass(frozen=True, slots=True, eq=False)
class _End:
    """One source will give no more words."""

    source: Recognizer


_Heard = Words | _End | Exception


class Ears:
    """Words of all sources in the order in which they come; ends when all have ended."""

    def __init__(
        self, recognizers: Sequence[Recognizer], *, until: Recognizer | None = None
    ) -> None:
        """`until`: the words end with those of this source, whatever the others might still say."""
        self._recognizers = tuple(recognizers)
        self._until = until
        self.interactive = any(one.interactive for one in recognizers)

    def words(self) -> Iterator[Words]:
        """:raises Exception: whatever a source raised; its thread has ended."""
        if len(self._recognizers) == 1:
            yield from self._recognizers[0].words()
            return
        heard: queue.SimpleQueue[_Heard] = queue.SimpleQueue()
        for recognizer in self._recognizers:
            threading.Thread(target=_listen, args=(recognizer, heard), daemon=True).start()
        listening = len(self._recognizers)
        while listening:
            item = heard.get()
            if isinstance(item, _End):
                listening = 0 if item.source is self._until else listening - 1
            elif isinstance(item, Exception):
                raise item
            else:
                yield item

    def ready(self) -> None:
        for recognizer in self._recognizers:
            recognizer.ready()

    def interrupted(self) -> None:
        for recognizer in self._recognizers:
            recognizer.interrupted()

    def close(self) -> None:
        for recognizer in self._recognizers:
            recognizer.close()


class Dispensable(Relay):
    """A source that a game can do without: when its sound cannot be read, the others go on."""

    def __init__(self, source: Recognizer, report: Callable[[AssistantError], None]) -> None:
        """`report` gets the reason, from the thread that listens."""
        super().__init__(source)
        self._report = report

    def words(self) -> Iterator[Words]:
        try:
            yield from super().words()
        except AssistantError as error:
            self._report(error)
            yield Notice(tell("microphone_over", Urgency.ALARM))


def _listen(recognizer: Recognizer, heard: "queue.SimpleQueue[_Heard]") -> None:
    try:
        for words in recognizer.words():
            heard.put(words)
    except Exception as error:  # noqa: BLE001 - the thread that owns the session must hear of it
        heard.put(error)
    else:
        heard.put(_End(recognizer))
