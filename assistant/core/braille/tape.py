"""The messages that are to be read, one behind the other, and how far they have been read.

Laws of this module:
- a message stays until it has been read to its end, or something more urgent takes its place;
- what was not shown to its end when it lost its place comes again behind what took it, except
  what the reader had done with when he asked something else;
- what is as urgent as the line stands behind it, or takes its place once that has been there to
  be read for a while;
- every message can be recalled.
"""

from dataclasses import dataclass, field, replace

from assistant.core.braille.line import Page, Part, find, lay
from assistant.core.output.announcement import Urgency

READING_MS = 3000
"""After so long a line that was shown to its end may give way to what is as urgent."""
_MOST = 500
"""Messages that can be recalled."""


@dataclass(frozen=True, slots=True)
class Message:
    parts: tuple[Part, ...]
    urgency: Urgency = Urgency.ANSWER


@dataclass
class Tape:
    messages: list[Message] = field(default_factory=list)
    told: list[Message] = field(default_factory=list)
    """All that can be recalled, oldest first."""
    place: tuple[int, int] = (0, 0)
    """Where the page begins that is being read."""
    _complete: int = 0
    """How many parts have been shown to their end."""
    _since: int | None = None
    """When what stands there now came there; None: it has not been shown yet."""
    _done: bool = False
    """The reader has panned past the end: whatever comes may take the line."""

    def parts(self) -> list[Part]:
        found: list[Part] = []
        for message in self.messages:
            first, *rest = message.parts
            found += [replace(first, gap=2), *rest]
        return found

    def look(self, width: int, at: int) -> Page:
        """The page that is shown from now on."""
        pages = lay(self.parts(), width)
        page = pages[find(pages, self.place)]
        self._complete = max(self._complete, page.complete)
        if self._since is None:
            self._since = at
        return page

    def more(self, width: int) -> bool:
        """Whether there is more to read behind the page."""
        pages = lay(self.parts(), width)
        return find(pages, self.place) < len(pages) - 1

    def forward(self, width: int) -> bool:
        """The next page; False if there is none, and then everything has been read."""
        turned = self._turn(width, 1)
        self._done = not turned
        return turned

    def back(self, width: int) -> bool:
        """The page before; False at the beginning."""
        return self._turn(width, -1)

    def restart(self) -> None:
        """The beginning of the messages that stand there."""
        self.place = (0, 0)

    def _turn(self, width: int, step: int) -> bool:
        pages = lay(self.parts(), width)
        number = find(pages, self.place) + step
        if not 0 <= number < len(pages):
            return False
        self.place = pages[number].start
        self._since, self._done = None, False
        return True

    def put(self, message: Message, at: int, *, answers: bool = False) -> bool:
        """Adds a message; whether it has taken the line. `answers`: the reader asked for it."""
        if not message.parts:
            return False
        self.told = [*self.told, message][-_MOST:]
        read = self._read()
        standing = self.messages[: read + 1]
        urgency = max((one.urgency for one in standing[self._first() :]), default=None)
        if urgency is None or answers or self._done or message.urgency > urgency:
            takes = True
        else:
            stood = self._since is not None and at - self._since >= READING_MS
            takes = message.urgency == urgency and stood and read == len(self.messages)
        if not takes:
            self._append(message, read)
            return False
        waiting = self.messages[read:]
        if answers:  # who asks something else has done with what he has begun to read
            begun = standing[-1] if self._since is not None and standing else None
            waiting = [
                one
                for one in waiting
                if one.urgency >= (Urgency.ALARM if one is begun else Urgency.MOVE)
            ]
        elif message.urgency >= Urgency.MOVE:
            waiting = [one for one in waiting if one.urgency > Urgency.CHATTER]
        self.messages = [message, *waiting]
        self.place, self._complete, self._since, self._done = (0, 0), 0, None, False
        return True

    def _append(self, message: Message, read: int) -> None:
        """Behind all that is being read or is as urgent, so that an alarm is not read last."""
        place = len(self.messages)
        while place > read + 1 and self.messages[place - 1].urgency < message.urgency:
            place -= 1
        self.messages.insert(place, message)

    def _read(self) -> int:
        """How many messages have been shown to their end."""
        parts = read = 0
        for message in self.messages:
            parts += len(message.parts)
            if parts > self._complete:
                break
            read += 1
        return read

    def _first(self) -> int:
        """The first message of which something stands on the page."""
        parts = number = 0
        for number, message in enumerate(self.messages):
            parts += len(message.parts)
            if parts > self.place[0]:
                return number
        return number
