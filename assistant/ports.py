"""What the program needs of the world, as protocols; each driver file fills one of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import chess

from assistant.core.braille.keys import Key
from assistant.core.output.announcement import Announcement
from assistant.core.output.cells import Cells, Translation
from assistant.core.output.scene import Scene
from assistant.core.output.speech import Segment
from assistant.core.play.clockevents import Reading
from assistant.core.play.events import Event
from assistant.core.play.game import Game
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.hypotheses import Hearing

if TYPE_CHECKING:  # sound needs numpy, which takes a while to load
    from assistant.samples import Samples


@dataclass(frozen=True, slots=True)
class Notice:
    """A device has something to say that nobody asked for."""

    what: Announcement


Words = str | Spoken | Notice


class Recognizer(Protocol):
    """Where words come from: a keyboard, a microphone, a file."""

    interactive: bool
    """A person is there who can be asked for words."""

    def words(self) -> "Iterator[Words]":
        """Utterances as they come, typed or spoken; ends when there will be no more.

        Runs in its own thread.
        """
        ...

    def ready(self) -> None:
        """Show the speaker that words are awaited."""
        ...

    def interrupted(self) -> None:
        """Something is about to be shown that the speaker did not ask for."""
        ...

    def close(self) -> None:
        """Lets the device go."""
        ...


class Decoder(Protocol):
    """Sound to hypotheses, one utterance after the other."""

    def attend(self, board: chess.Board) -> None:
        """From the next utterance on, moves are expected in this position."""
        ...

    def accept(self, pcm: bytes) -> bool:
        """Takes sound of any length; True if the speaker seems to have ended.

        :raises DeviceError: if the recogniser fails.
        """
        ...

    def finish(self) -> Hearing:
        """What was heard since the last `finish` or `reset`; ready for the next utterance."""
        ...

    def reset(self) -> None:
        """Forgets the utterance that has begun."""
        ...

    def close(self) -> None: ...


class Outlet(Protocol):
    """One way in which announcements reach people: plain text, speech, braille.

    The thread that owns the session calls it; every call but `close` returns at once.
    """

    def tell(self, announcement: Announcement, line: str) -> None:
        """`line` is the announcement in the words of the listener."""
        ...

    def see(self, scene: Scene) -> None:
        """What is so now; comes after every input, and while time runs."""
        ...

    def hush(self) -> None:
        """Stop talking at once; what was told stays where it can be read."""
        ...

    def close(self) -> None:
        """Tells to the end what must not be lost, then lets the device go."""
        ...


@runtime_checkable
class Attentive(Protocol):
    """An outlet that wants to know of what was said, too."""

    def heard(self, words: str) -> str | None:
        """The words to be heard in their place; None if they were meant for the outlet alone."""
        ...


@runtime_checkable
class Talking(Protocol):
    """An outlet that can be heard, by a microphone as well."""

    def on_speaking(self, told: Callable[[bool], None]) -> None:
        """`told` is called with True before the first sound and with False after the last.

        It is called from a thread of the outlet and must return at once.
        """
        ...

    def settle(self) -> None:
        """Returns when what has been told was heard, or cannot be heard now."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look at one device found, for `doctor`."""

    fine: bool
    sentence: str
    """What is fine, or what is not and what to do about it."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well an opponent plays: by level 1 to 8, or by Elo."""

    level: int = 3
    elo: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    move: chess.Move
    offers_draw: bool = False


class Opponent(Protocol):
    name: str

    def reply(self, game: Game) -> Reply:
        """The move it chooses; may take its time.

        :raises DeviceError: if it can no longer play.
        """
        ...

    def accepts_draw(self, game: Game) -> bool:
        """Whether it takes a draw in this position.

        :raises DeviceError: if it can no longer play.
        """
        ...

    def close(self) -> None: ...


class Timer(Protocol):
    """Where time comes from."""

    def now(self) -> Reading: ...


class Keeper(Protocol):
    """Keeps the events of one game; what it has accepted survives a power cut."""

    def keep(self, *events: Event) -> None:
        """Returns when the events, facts of one moment, are safe.

        :raises JournalError: if they cannot be made safe; then none of them is kept.
        """
        ...

    def close(self) -> None: ...


class SoundKeeper(Protocol):
    """Keeps the sounds of one game."""

    def keep(self, name: str, pcm: bytes) -> None:
        """Returns when the sound (16 kHz, mono, 16-bit) is safe under that name.

        :raises FileError: if it cannot be made safe.
        """
        ...

    def sound(self, name: str) -> bytes:
        """The sound of that name.

        :raises FileError: if it is not there or cannot be read.
        """
        ...


class Envelope(Protocol):
    """Keeps the sealed move of one adjourned game."""

    def seal(self, content: str) -> None:
        """Returns when the content is safe; what was sealed before is replaced.

        :raises JournalError: if it cannot be made safe.
        """
        ...

    def content(self) -> str | None:
        """What was sealed; None if there is nothing or it cannot be read."""
        ...


class Translator(Protocol):
    """Turns text into braille and back. May be called from any thread."""

    name: str
    built_in: bool
    """Knows the characters of chess and plain Latin letters only, uncontracted."""

    def translate(self, text: str, table: str) -> Translation:
        """The text in cells; a space is a blank cell and words do not change each other.

        :raises TableError: if there is no such table.
        :raises TranslationError: if the text cannot be translated.
        """
        ...

    def back(self, cells: Cells, table: str) -> str:
        """The text that the cells stand for.

        :raises TableError: if there is no such table.
        :raises TranslationError: if the cells cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class Pressed:
    key: Key


@dataclass(frozen=True, slots=True)
class Resized:
    """So many cells are there from now on. Even if as many as before, they may be blank."""

    width: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The display cannot be reached; it is tried again."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Found:
    """The display is back."""

    sentence: str


DisplayEvent = Pressed | Resized | Lost | Found


class BrailleDisplay(Protocol):
    """A line of braille cells, of any width, that may come and go."""

    def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:
        """Puts cells on the line, blank to its end; `text` is what they say, for those who see.

        Never waits and never fails: `events` tells when the line has to be shown again.
        """
        ...

    def events(self) -> Iterator[DisplayEvent]:
        """What happens at the display, the width first; ends when it is closed.

        To be read by a thread of its own.
        """
        ...

    def close(self) -> None: ...


class Voice(Protocol):
    """Turns text into sound, one stretch at a time."""

    eager: bool
    """May be asked to render what is perhaps never said."""

    def render(self, segment: Segment) -> "Samples":
        """The sound without silence at its ends.

        :raises DeviceError: if it cannot be rendered.
        """
        ...

    def close(self) -> None: ...


class Speaker(Protocol):
    """Plays sound to one listener, one sound at a time."""

    def begin(self, samples: "Samples") -> None:
        """Starts to play; returns at once.

        :raises DeviceError: if the device is away.
        """
        ...

    def wait(self) -> bool:
        """Returns when what was begun is over: True if it was heard to its end.

        :raises DeviceError: if the device was lost before.
        """
        ...

    def stop(self) -> None:
        """Silence within 50 ms; may be called from any thread, at any time."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Frame:
    """A piece of sound."""

    pcm: bytes
    """16 kHz, mono, 16-bit little-endian."""
    at: float
    """Seconds of its first sample, by a clock of the microphone's own that never goes back."""


@dataclass(frozen=True, slots=True)
class Unplugged:
    """The microphone has gone; it is looked for until it is closed."""

    why: str


@dataclass(frozen=True, slots=True)
class Plugged:
    """The microphone is there, for the first time or again."""

    name: str


@dataclass(frozen=True, slots=True)
class Pause:
    """One recording ends here; the next sound has nothing to do with it."""

    source: str = ""
    """What has ended, for instance a file."""


Sound = Frame | Unplugged | Plugged | Pause | Notice
"""What comes from a microphone; a notice is for the user, and stands where it was noticed."""


class Microphone(Protocol):
    live: bool
    """Somebody may be there who speaks now, and can be asked."""
    waits: bool
    """Its sound waits until it is listened to; that of a real microphone does not."""

    def sounds(self) -> Iterator[Sound]:
        """Sound as it comes; ends when there will be no more. Runs in a thread of its own.

        :raises FileError: if a file that holds the sound cannot be read.
        """
        ...

    def close(self) -> None:
        """Lets the device go, from any thread; `sounds` then ends soon."""
        ...
