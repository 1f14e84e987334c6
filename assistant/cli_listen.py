"""The command `listen`: what a microphone brings, live, for setting it up."""

import argparse
import sys
from collections.abc import Iterator

import chess

from assistant import data, models, soundcheck
from assistant.cli_decoder import Fitted, fit, lacking, notes
from assistant.cli_devices import check_devices, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_microphone import Wanted, remark_on_talk, usable, wanted
from assistant.cli_setup import Metered, leaves, needed_microphone, open_keys, typed
from assistant.core.output.announcement import Announcement, tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.core.spoken.endpoint import RATE, Rules
from assistant.core.spoken.faint import Faint
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.loudness import Loudness, measure
from assistant.ears import Ears
from assistant.errors import FileError, NoModelError
from assistant.listener import Listener
from assistant.outlets import Outlets
from assistant.ports import Frame, Notice


def listen(options: argparse.Namespace) -> int:
    """Until somebody ends it, the end of the recording, or so many seconds."""
    settings = settings_of(options)
    want = usable(wanted(options, settings), options.language)
    board = parse_fen(options.fen) if options.fen else chess.Board()
    grammar, lexicon = data.language(options.language)
    check_devices(options)
    check_braille(options, settings)
    microphone = needed_microphone(options, want)
    fitted = _fitted(options, want.model, want.profile)
    local = options.ranks == "local" or (fitted is not None and fitted.local_ranks)
    braille = open_braille(options, settings, grammar)
    book = Phrasebook(grammar, Style(local_ranks=local))
    outlets = open_outlets(options, settings, book, braille)
    faint = Faint(_rules(fitted)) if fitted is not None else None  # else the level is told anyway
    metered = Metered(microphone, options.seconds, tone=options.tone, faint=faint)
    remark_on_talk(want, [metered])
    tally = Tally()
    status = 0
    try:
        if fitted is None:
            if models.standing(options.language) is None:
                outlets.tell(lacking(options.language))
            outlets.tell(tell("listen_level_only"))
            ears = open_keys(want, braille, Levels(metered))
        else:
            for note in notes(fitted):
                outlets.tell(note)
            listener = _listener(metered, fitted, want, outlets, board)
            ears = open_keys(want, braille, listener, listener)
        outlets.tell(tell("listen_ready"))
        try:
            _hear(ears, outlets, lexicon, board, tally)
        except KeyboardInterrupt:
            outlets.hush()
            print()
            status = 130
        outlets.tell(tally.told() if fitted is not None else tell("listen_over_level"))
    finally:
        metered.close()
        outlets.close()
    return status


def _fitted(options: argparse.Namespace, model: str, profile: str) -> Fitted | None:
    """The ear; without a model the level alone is told.

    :raises AssistantError: if what was named cannot be used.
    """
    local = options.ranks == "local"
    try:
        return fit(options.language, model=model, profile=profile, local_ranks=local)
    except FileError as error:
        if model:
            raise
        if not isinstance(error, NoModelError):
            print(error, file=sys.stderr)
        return None


def _rules(fitted: Fitted) -> Rules | None:
    return fitted.profile.rules if fitted.profile else None


def _listener(
    metered: Metered, fitted: Fitted, want: Wanted, outlets: Outlets, board: chess.Board
) -> Listener:
    rules = _rules(fitted)
    listener = Listener(metered, fitted.decoder(), fitted.ear, push=want.push, rules=rules)
    outlets.on_speaking(listener.speaking)
    outlets.on_speaking(metered.speaking)
    listener.board = board
    return listener


def _hear(
    ears: Ears, outlets: Outlets, lexicon: Lexicon, board: chess.Board, tally: "Tally"
) -> None:
    ears.ready()
    for heard in ears.words():
        if isinstance(heard, str):
            words = typed(heard, outlets)
            if words is not None and leaves(words, lexicon):
                return
            if words is not None:  # what is typed shows nothing of a microphone
                outlets.tell(tell("listen_ready"))
        elif isinstance(heard, Notice):
            ears.interrupted()
            outlets.tell(heard.what)
        else:
            ears.interrupted()
            outlets.heard(heard.text)
            explained = soundcheck.explain(heard, board)
            tally.count(explained)
            for announcement in explained:
                outlets.tell(announcement)
        ears.ready()


class Tally:
    """How much was heard, for the last sentence."""

    def __init__(self) -> None:
        self._heard = 0
        self._moves = 0

    def count(self, explained: list[Announcement]) -> None:
        self._heard += 1
        self._moves += any(one.key == "listen_move" for one in explained)

    def told(self) -> Announcement:
        return tell("listen_over", heard=self._heard, moves=self._moves)


class Levels:
    """Without a model: a notice whenever the level has another name, at most one a second."""

    def __init__(self, metered: Metered) -> None:
        self.interactive = metered.live
        self._metered = metered

    def words(self) -> Iterator[Notice]:
        said: Loudness | None = None
        second = b""
        for sound in self._metered.sounds():
            if isinstance(sound, Notice):
                yield sound
            elif isinstance(sound, Frame):
                second += sound.pcm
            if len(second) >= 2 * RATE:
                measured, second = measure(second), b""
                if measured.loudness is not said:
                    said = measured.loudness
                    yield Notice(soundcheck.level(measured))

    def ready(self) -> None:
        """A level is told whenever it changes."""

    def interrupted(self) -> None:
        """A microphone shows no prompt."""

    def close(self) -> None:
        self._metered.close()
