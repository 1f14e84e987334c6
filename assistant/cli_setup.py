"""What the commands that set up a microphone share: its sound, its silence, and every key."""

import argparse
import sys
import time
from collections.abc import Iterator

from assistant import drivers, soundcheck
from assistant.brailleoutlet import BrailleOutlet
from assistant.cli_microphone import Wanted, keyboard, open_microphone
from assistant.core.spoken.command import Command
from assistant.core.spoken.endpoint import RATE
from assistant.core.spoken.faint import Faint
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.loudness import Loudness, Measure, measure
from assistant.core.spoken.loudness import tone as tone_of
from assistant.core.spoken.utterance import understand
from assistant.ears import Ears
from assistant.errors import AssistantError, DeviceError, UsageError
from assistant.listener import Listener, TalkKey
from assistant.outlets import Outlets
from assistant.ports import Frame, Microphone, Notice, Recognizer, Sound

_SILENT_SECONDS = 3
"""Without any sound a microphone is muted: a room is never as quiet."""
_ECHO = 0.3
"""Seconds for which the room still carries our own voice."""
_LEAVES = frozenset({"no", "leave"})


def needed_microphone(options: argparse.Namespace, want: Wanted) -> Microphone:
    """The microphone of the options and settings; where there is none, that of the system.

    :raises UsageError: if there is none of that name.
    :raises DeviceError: if there is none at all; here no keyboard takes its place.
    :raises FileError: if there is no such file.
    """
    name, channel = want.names[0]
    try:
        found = open_microphone("default" if name == "off" else name, channel)
    except DeviceError as error:
        raise DeviceError(
            f"{error} Recordings will do as well: {options.command} --microphone file:FOLDER"
        ) from None
    if found is None:
        raise UsageError(f"{options.command} needs a microphone. Name one with --microphone.")
    return found


def open_keys(
    want: Wanted, braille: BrailleOutlet | None, sound: Recognizer, listener: Listener | None = None
) -> Ears:
    """The keyboard, the keys of the display and the sound, until the sound ends.

    A keyboard that has ended, as under a service or a script, does not take the display's keys
    with it: they may be all that somebody has.
    """
    listeners = [listener] if listener else []
    sources: list[Recognizer] = [keyboard(want)]
    if braille is not None:
        sources.append(braille)
    pressed = [TalkKey(source, listeners, push=want.push) for source in sources]
    return Ears([*pressed, sound], until=sound)


def typed(words: str, outlets: Outlets) -> str | None:
    """The words of a key or a line; None if they were for the display, or Enter for silence."""
    if not words.strip():
        outlets.hush()
        return None
    return outlets.heard(words)


def leaves(text: str, lexicon: Lexicon) -> bool:
    """Whether somebody says that he has had enough."""
    understood = understand(text, lexicon)
    return isinstance(understood, Command) and understood.name in _LEAVES


class Metered:
    """A microphone whose level is heard as a tone; silence and faint speech are noticed."""

    def __init__(
        self,
        microphone: Microphone,
        seconds: float | None = None,
        *,
        tone: bool = False,
        faint: Faint | None = None,
    ) -> None:
        self.live = microphone.live
        self.waits = microphone.waits
        self._microphone = microphone
        self._seconds = seconds
        self._faint = faint
        self._quiet_at = 0.0
        """When our own voice has died away: it is faint in the microphone and must not be told."""
        self._tone = None
        if tone:
            try:
                self._tone = drivers.find("tone", "sounddevice")()
            except AssistantError as error:
                print(error, file=sys.stderr)

    def sounds(self) -> Iterator[Sound]:
        end = time.monotonic() + self._seconds if self._seconds else None
        silent = 0.0
        for sound in self._microphone.sounds():
            if end is not None and time.monotonic() > end:
                return
            if isinstance(sound, Frame):
                measured = measure(sound.pcm)
                if self._tone is not None:
                    self._tone.set(tone_of(measured))
                if measured.loudness is not Loudness.SILENT:
                    silent = 0.0
                elif not self.waits:
                    before, silent = silent, silent + len(sound.pcm) / 2 / RATE
                    if before < _SILENT_SECONDS <= silent:
                        yield Notice(soundcheck.level(measured))
            yield sound
            if (found := self._noticed(sound)) is not None:
                yield Notice(soundcheck.level(found))

    def speaking(self, now: bool) -> None:
        """Our own voice begins, or has ended; from any thread."""
        self._quiet_at = float("inf") if now else time.monotonic() + _ECHO

    def _noticed(self, sound: Sound) -> Measure | None:
        """Speech that was too soft to become an utterance."""
        if self._faint is None:
            return None
        if not isinstance(sound, Frame):
            return self._faint.finish()
        if self.waits or time.monotonic() >= self._quiet_at:
            return self._faint.hear(sound.pcm)
        return None

    def close(self) -> None:
        self._microphone.close()
        if self._tone is not None:
            self._tone.close()
            self._tone = None
