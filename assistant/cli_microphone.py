"""Opens the microphones that a user wants, and lets a conversation hear them."""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from assistant import drivers
from assistant.core.output.announcement import tell
from assistant.core.settings import Settings
from assistant.ears import Dispensable, Ears
from assistant.errors import (
    AssistantError,
    DeviceError,
    NoMicrophoneError,
    NoModelError,
    UsageError,
)
from assistant.outlets import Outlets
from assistant.ports import Microphone, Recognizer

if TYPE_CHECKING:
    from assistant.cli_decoder import Fitted
    from assistant.crosstalk import Crosstalk
    from assistant.listener import Listener


_MICROPHONES = (
    ("microphone", "channel", "microphone.driver"),
    ("opponent_microphone", "opponent_channel", "microphone.opponent"),
)
"""The player's and the opponent's: options for name and channel, the setting for the name."""
_OPTIONS = (*(name for one in _MICROPHONES for name in one[:2]), "model", "profile", "talk")


@dataclass(frozen=True, slots=True)
class Open:
    """A microphone that listens, and whether it is the opponent's."""

    microphone: Microphone
    opponent: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """The microphones that listen, and those of the settings that are not there."""

    listening: list[Open]
    absent: list[tuple[str, str]]
    """Each with its name, and the key of the setting that names it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options say, and otherwise the settings."""

    names: tuple[tuple[str, int], ...]
    """The player's microphone and the opponent's, each with its channel; `off` is none."""
    push: bool
    model: str
    profile: str
    chosen: frozenset[str]
    """What of these an option names: it is refused if it cannot be used."""


def wanted(options: argparse.Namespace, settings: Settings, *, opponent: bool = False) -> Wanted:
    """`opponent`: somebody sits opposite and may have a microphone of his own.

    :raises UsageError: if there is nobody whom the second microphone could hear.
    """
    own = settings.microphone
    chosen = frozenset(name for name in _OPTIONS if getattr(options, name) is not None)
    if not opponent and chosen & {"opponent_microphone", "opponent_channel"}:
        raise UsageError(
            "Only a game at an event has an opponent who speaks: chess-assistant play. "
            "Leave out --opponent-microphone and --opponent-channel."
        )
    other = (options.opponent_microphone or own.opponent) if opponent else "off"
    channel = own.channel if options.channel is None else options.channel
    opposite = (
        own.opponent_channel if options.opponent_channel is None else options.opponent_channel
    )
    return Wanted(
        ((options.microphone or own.driver, channel), (other, opposite)),
        (options.talk or own.talk) == "push",
        options.model or own.model,
        options.profile or own.profile,
        chosen,
    )


def keyboard(want: Wanted, source: str = "-") -> Recognizer:
    """Words that are typed, or lines of a file; none if sound comes in their place.

    :raises UsageError: if the file cannot be read.
    """
    found: Recognizer
    if source == "-":
        sound = "-" in (name for name, _ in want.names)
        found = drivers.find("recognizer", "null" if sound else "text")()
        return found
    try:
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        problem = (error.strerror or "unknown problem").lower()
        raise UsageError(f"The input {source} cannot be read: {problem}. Check the path.") from None
    found = drivers.find("recognizer", "text")(io.StringIO(text))
    return found


@contextmanager
def microphones(
    options: argparse.Namespace, settings: Settings, *, opponent: bool = False
) -> Iterator[Opened]:
    """Every microphone that is wanted; they are closed at the end.

    One that cannot be opened is told in a sentence, and the keyboard goes on. So it is with one
    of the settings that is not there: whoever made the setting long ago wants to play now.

    :raises UsageError: if an option asks for what there is not.
    :raises FileError: if a model or a sound file that was named cannot be used.
    """
    want = wanted(options, settings, opponent=opponent)
    opened = Opened([], [])
    if want.names[0][0] == want.names[1][0] == "-":
        raise UsageError("Standard input can be one microphone only. Name another.")
    if all(name == "off" for name, _ in want.names):
        yield opened
        return
    _check(want)
    try:
        for (name, channel), (*asked, key) in zip(want.names, _MICROPHONES, strict=True):
            try:
                found = open_microphone(name, channel)
            except AssistantError as error:
                if isinstance(error, NoMicrophoneError) and asked[0] not in want.chosen:
                    opened.absent.append((name, key))
                elif isinstance(error, DeviceError) or want.chosen.isdisjoint(asked):
                    print(error, file=sys.stderr)
                else:
                    raise
                continue
            if found is not None:
                opened.listening.append(Open(found, key == "microphone.opponent"))
        remark_on_talk(want, [one.microphone for one in opened.listening])
        yield opened
    finally:
        for one in opened.listening:
            one.microphone.close()


def _check(want: Wanted) -> None:
    """:raises AssistantError: if a model or a profile that an option names cannot be used."""
    from assistant import models, profiles

    if "model" in want.chosen:
        models.examined(Path(want.model).expanduser())
    if "profile" in want.chosen:
        profiles.read(want.profile)


def usable(want: Wanted, language: str) -> Wanted:
    """The same without the model or the profile of the settings that cannot be used.

    Somebody who made a setting long ago wants to play now: a sentence tells what is left out and
    how to forget it. What an option names stays as it is.
    """
    from assistant import models
    from assistant.cli_decoder import fit, profile_for

    if want.model and "model" not in want.chosen:
        try:
            fit(language, model=want.model)
        except AssistantError as error:
            _left_out("microphone.model", error)
            want = replace(want, model="")
    if want.profile and "profile" not in want.chosen:
        try:
            own = profile_for(language, want.profile).model
            if own and not want.model:
                models.examined(Path(own).expanduser())
        except AssistantError as error:
            _left_out("microphone.profile", error)
            want = replace(want, profile="")
    return want


def _left_out(key: str, error: AssistantError) -> None:
    remedy = f"chess-assistant settings {key} --default"
    print(f"Your setting {key} is left out; to forget it: {remedy}. {error}", file=sys.stderr)


def remark_on_talk(want: Wanted, opened: Sequence[Microphone]) -> None:
    """Says that no key is awaited for a recording: it would never be heard."""
    if want.push and "talk" in want.chosen and any(one.waits for one in opened):
        print("A recording is heard whole: --talk push is for a live microphone.", file=sys.stderr)


def open_microphone(name: str, channel: int = 0) -> Microphone | None:
    """The microphone of that name: see `settings.Microphone.driver`.

    :raises NoMicrophoneError: if there is none of that name; the message lists those there are.
    :raises UsageError: if it has no such channel.
    :raises DeviceError: if there is none to choose, or it cannot be opened.
    :raises FileError: if there is no such file.
    """
    found: Microphone
    if name == "off":
        return None
    if name == "-":
        found = drivers.find("microphone", "stdin")(channel=channel or None)
    elif name.startswith("file:"):
        path = Path(name.removeprefix("file:")).expanduser()
        found = drivers.find("microphone", "file")(path, channel or None)
    else:
        device = "" if name == "default" else name
        found = drivers.find("microphone", "sounddevice")(device, channel or None)
    return found


def with_microphones(
    ears: Recognizer,
    opened: Opened,
    outlets: Outlets,
    want: Wanted,
    *,
    language: str,
    local_ranks: bool,
    player: chess.Color,
) -> Ears:
    """The conversation's sources of words and the microphones beside them.

    `player` is the side of whoever speaks into the first microphone, if there are two. What is
    missing or cannot be heard is told through the outlets, as everything is that a player should
    know; the other sources go on alone.
    """
    listening = opened.listening
    for name, key in opened.absent:
        choose = f"chess-assistant settings {key} NAME"
        outlets.tell(
            tell("microphone_absent", name=name, see="chess-assistant doctor", choose=choose)
        )
    wished = [name for name, _ in want.names if name != "off"]
    failed = len(listening) + len(opened.absent) < len(wished)
    if failed:
        outlets.tell(tell("microphone_missing"))
    if not listening:
        if failed:
            outlets.tell(tell("keyboard_only"))
        return Ears([ears])
    from assistant.cli_decoder import fit, lacking, notes
    from assistant.crosstalk import Crosstalk
    from assistant.listener import TalkKey

    want = usable(want, language)
    try:
        fitted = fit(language, model=want.model, profile=want.profile, local_ranks=local_ranks)
    except AssistantError as error:
        if isinstance(error, NoModelError):
            outlets.tell(lacking(language))
        else:
            print(error, file=sys.stderr)
        outlets.tell(tell("keyboard_only"))
        return Ears([ears])
    for note in notes(fitted):
        outlets.tell(note)
    room = Crosstalk()
    speakers = [player != one.opponent for one in listening]
    listeners = [
        _listener(one, fitted, want, room, speaker if len(listening) > 1 else None)
        for one, speaker in zip(listening, speakers, strict=True)
    ]
    for listener in listeners:
        outlets.join(listener)
        outlets.on_speaking(listener.speaking)
    heard = [Dispensable(listener, _report) for listener in listeners]
    return Ears([TalkKey(ears, listeners, push=want.push), *heard])


def _report(problem: AssistantError) -> None:
    print(problem, file=sys.stderr, flush=True)


def _listener(
    one: Open, fitted: "Fitted", want: Wanted, room: "Crosstalk", speaker: chess.Color | None
) -> "Listener":
    from assistant.listener import Listener

    mine = fitted.profile if not one.opponent else None
    return Listener(
        one.microphone,
        fitted.decoder(),
        fitted.ear,
        speaker=speaker,
        push=want.push,
        rules=mine.rules if mine else None,
        room=room,
    )
