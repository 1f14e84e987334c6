"""The command `listen`: what a microphone brings, live, for setting it up."""

import argparse
import sys
import time
from collections.abc import Iterator

import chess

from assistant import data, drivers, soundcheck
from assistant.cli_decoder import Fitted, fit, remarks
from assistant.cli_devices import open_outlets, settings_of
from assistant.cli_microphone import open_microphone, usable, wanted
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.endpoint import RATE, Rules
from assistant.core.spoken.faint import Faint
from assistant.core.spoken.loudness import Loudness, measure
from assistant.core.spoken.loudness import tone as tone_of
from assistant.errors import AssistantError, FileError
from assistant.listener import Listener
from assistant.outlets import Outlets
from assistant.ports import Frame, Microphone, Notice, Sound

_SILENT_SECONDS = 3
"""Without any sound a microphone is muted: a room is never as quiet."""
_ECHO = 0.3
"""Seconds for which the room still carries our own voice."""


def listen(options: argparse.Namespace) -> int:
    """Until Ctrl-C, the end of the recording, or so many seconds."""
    settings = settings_of(options)
    want = usable(wanted(options, settings), options.language)
    if want.push and "talk" in want.chosen:
        print("listen hears all the time: --talk push is for a game.", file=sys.stderr)
    name, channel = want.names[0]
    board = parse_fen(options.fen) if options.fen else chess.Board()
    grammar, _ = data.language(options.language)
    microphone = open_microphone("default" if name == "off" else name, channel)
    if microphone is None:
        return 0
    fitted = _fitted(options, want.model, want.profile)
    local = options.ranks == "local" or (fitted is not None and fitted.local_ranks)
    outlets = open_outlets(options, settings, Phrasebook(grammar, Style(local_ranks=local)))
    faint = Faint(_rules(fitted)) if fitted is not None else None  # else the level is told anyway
    metered = Metered(microphone, outlets, options.seconds, tone=options.tone, faint=faint)
    try:
        outlets.tell(tell("listen_ready"))
        if fitted is None:
            _levels(metered, outlets)
        else:
            _hear(metered, fitted, outlets, board)
    except KeyboardInterrupt:
        print()
    finally:
        metered.close()
        outlets.close()
    return 0


def _fitted(options: argparse.Namespace, model: str, profile: str) -> Fitted | None:
    """The ear; without a model the level alone is told.

    :raises AssistantError: if what was named cannot be used.
    """
    local = options.ranks == "local"
    try:
        found = fit(options.language, model=model, profile=profile, local_ranks=local)
    except FileError as error:
        if model:
            raise
        print(f"{error} Until then only the level is told.", file=sys.stderr)
        return None
    if notes := remarks(found):
        print(notes, file=sys.stderr)
    return found


def _rules(fitted: Fitted) -> Rules | None:
    return fitted.profile.rules if fitted.profile else None


def _hear(metered: "Metered", fitted: Fitted, outlets: Outlets, board: chess.Board) -> None:
    listener = Listener(metered, fitted.decoder(), fitted.ear, rules=_rules(fitted))
    outlets.on_speaking(listener.speaking)
    outlets.on_speaking(metered.speaking)
    listener.board = board
    listener.ready()
    for heard in listener.words():
        if isinstance(heard, Notice):
            outlets.tell(heard.what)
        elif not isinstance(heard, str):
            for announcement in soundcheck.explain(heard, board):
                outlets.tell(announcement)
        listener.ready()


def _levels(metered: "Metered", outlets: Outlets) -> None:
    """A line whenever the level has another name, at most one a second."""
    said: Loudness | None = None
    second = b""
    for sound in metered.sounds():
        if isinstance(sound, Frame):
            second += sound.pcm
        if len(second) >= 2 * RATE:
            measured, second = measure(second), b""
            if measured.loudness is not said:
                said = measured.loudness
                outlets.tell(soundcheck.level(measured))


class Metered:
    """A microphone whose level is heard as a tone; silence and faint speech are noticed."""

    def __init__(
        self,
        microphone: Microphone,
        outlets: Outlets,
        seconds: float | None,
        *,
        tone: bool,
        faint: Faint | None,
    ) -> None:
        self.live = microphone.live
        self.waits = microphone.waits
        self._microphone = microphone
        self._outlets = outlets
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
                        self._outlets.tell(soundcheck.level(measured))
            yield sound
            self._notice(sound)

    def speaking(self, now: bool) -> None:
        """Our own voice begins, or has ended; from any thread."""
        self._quiet_at = float("inf") if now else time.monotonic() + _ECHO

    def _notice(self, sound: Sound) -> None:
        """Tells of speech that was too soft to become an utterance."""
        if self._faint is None:
            return
        found = None
        if not isinstance(sound, Frame):
            found = self._faint.finish()
        elif self.waits or time.monotonic() >= self._quiet_at:
            found = self._faint.hear(sound.pcm)
        if found is not None:
            self._outlets.tell(soundcheck.level(found))

    def close(self) -> None:
        self._microphone.close()
        if self._tone is not None:
            self._tone.close()
            self._tone = None
