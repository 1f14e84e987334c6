"""Opens speech as the user wants it: voices, devices, and who listens."""

import argparse
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from assistant import data, drivers
from assistant.choices import choices
from assistant.core.output.announcement import Announcement, tell
from assistant.core.output.channel import Channel
from assistant.core.output.earcon import Announcing, earcon_of
from assistant.core.output.voices import Manner
from assistant.core.output.wording import Phrasebook
from assistant.core.settings import Settings, Speech
from assistant.errors import DeviceError, UsageError
from assistant.ports import Outlet, Speaker, Voice

if TYPE_CHECKING:  # sound needs numpy, which takes a while to load
    from assistant.repertoire import Repertoire
    from assistant.samples import Samples


def spoken(options: argparse.Namespace, settings: Settings, book: Phrasebook) -> Outlet | None:
    """The outlet that speaks; None if nothing is to be spoken.

    Voice and device are opened in the background; what goes wrong with them is reported.
    """
    wish = _wanted(options, settings)
    return None if wish is None else _announcer(wish, book)


def has_earphone(options: argparse.Namespace, settings: Settings) -> bool:
    """Whether an earphone will be spoken into; there is never more than one."""
    wish = _wanted(options, settings)
    return wish is not None and wish.kind != "null" and wish.device(Channel.EARPHONE) != "off"


def check_speech(options: argparse.Namespace, settings: Settings) -> None:
    """Nothing is begun, and nothing written, if there is no such voice.

    A device that is not there is no reason not to play: it is told when it is opened.

    :raises UsageError: naming what is wrong and what there is.
    """
    wish = _wish(options, settings.speech)
    if wish not in (known := choices("speech.driver") or ()):
        raise UsageError(f"Unknown voice {wish!r}. Choose one of: {', '.join(known)}.")


def _wanted(options: argparse.Namespace, settings: Settings) -> "_Wish | None":
    """None if nothing is to be spoken."""
    speech = _with_options(settings.speech, options)
    wish = _wish(options, speech)
    if wish == "auto" and _names_a_device(options):
        return _Wish(speech, "pyttsx3", asked=True)
    if wish == "off" or (wish == "auto" and not _person_there()):
        return None
    if wish == "auto":
        return _Wish(speech, "pyttsx3", asked=False)
    return _Wish(speech, wish, asked=True)


def _names_a_device(options: argparse.Namespace) -> bool:
    """Who says where it shall be heard wants to hear it, also when a script plays."""
    return any(name and name != "off" for name in (options.earphone, options.loudspeaker))


def _wish(options: argparse.Namespace, speech: Speech) -> str:
    return options.voice or os.environ.get("CHESS_ASSISTANT_VOICE") or speech.driver


def _person_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _with_options(speech: Speech, options: argparse.Namespace) -> Speech:
    fields = {name: getattr(speech, name) for name in speech.__struct_fields__}
    if options.rate is not None:
        fields |= {"rate": options.rate, "loudspeaker_rate": options.rate}
    if options.earphone is not None:
        fields["earphone"] = options.earphone
    if options.loudspeaker is not None:
        fields["loudspeaker"] = options.loudspeaker
    elif options.command != "play":
        fields["loudspeaker"] = "off"  # at home there is nobody else to hear
    return Speech(**fields)


@dataclass(frozen=True, slots=True)
class _Wish:
    speech: Speech
    kind: str
    asked: bool
    """Speech was asked for, and did not just come with a terminal."""

    def device(self, channel: Channel) -> str:
        return self.speech.earphone if channel is Channel.EARPHONE else self.speech.loudspeaker

    def patient(self, channel: Channel) -> bool:
        """Trouble with the device is told; one that is away may come later."""
        return self.asked or bool(self.device(channel))

    def manner(self, channel: Channel) -> Manner:
        if channel is Channel.EARPHONE:
            return self.speech.earphone_manner
        return self.speech.loudspeaker_manner


def _announcer(wish: _Wish, book: Phrasebook) -> Outlet:
    from assistant.announcer import Announcer, report
    from assistant.talker import Talker
    from assistant.tones import tone

    announcing = data.announcing()
    stage = _Stage(wish, announcing, report)

    def earcon(announcement: Announcement) -> "Samples | None":
        found = earcon_of(announcement, announcing.earcons) if wish.speech.earcons else None
        return None if found is None else tone(found)

    def talker(channel: Channel, on_speaking: Callable[[bool], None]) -> Talker | None:
        if wish.device(channel) == "off":
            return None
        return Talker(
            speak=book.speak,
            devices=partial(stage.devices, channel),
            earcon=earcon,
            failure=earcon(tell("opponent_lost")),
            report=report,
            on_speaking=on_speaking,
        )

    return Announcer(talker, public=announcing.channels.public, silent=announcing.channels.silent)


class _Stage:
    """Opens voice and device of each channel; one device has one voice only."""

    def __init__(self, wish: _Wish, announcing: Announcing, report: Callable[[str], None]) -> None:
        self._wish = wish
        self._announcing = announcing
        self._report = report
        self._earphone = ""
        self._earphone_open = threading.Event()

    def devices(self, channel: Channel) -> "tuple[Repertoire, Speaker] | None":
        """None if there is nothing to be heard there, and nobody has asked for it.

        :raises AssistantError: if there is no such voice or device.
        """
        try:
            return self._open(channel)
        except DeviceError:
            if self._wish.patient(channel):
                raise
            return None
        finally:
            if channel is Channel.EARPHONE:
                self._earphone_open.set()

    def _open(self, channel: Channel) -> "tuple[Repertoire, Speaker] | None":
        from assistant.repertoire import Repertoire

        wish, manner = self._wish, self._wish.manner(channel)
        speaker = open_speaker(
            wish.kind, wish.device(channel), wish.speech.latency_ms, wish.patient(channel)
        )
        try:
            if self._taken(channel, speaker):
                speaker.close()  # what both hear is heard there already
                return None
            voice = open_voice(wish.kind, manner, wish.speech, self._announcing, self._report)
        except BaseException:
            speaker.close()
            raise
        return Repertoire(voice, manner.rate), speaker

    def _taken(self, channel: Channel, speaker: Speaker) -> bool:
        name: str = getattr(speaker, "device", "")
        if channel is Channel.EARPHONE:
            self._earphone = name
            return False
        self._earphone_open.wait()
        return bool(name) and name == self._earphone


def open_speaker(kind: str, device: str, latency_ms: int, patient: bool) -> Speaker:
    """Where the sound of a voice of that kind goes.

    :raises UsageError: if there is no such device.
    :raises DeviceError: if there is none, or it cannot be used.
    """
    speaker: Speaker
    if kind == "null" or (kind == "file" and not device):
        speaker = drivers.find("speaker", "null")()
    elif device.endswith(".wav"):
        speaker = drivers.find("speaker", "file")(device)
    else:
        speaker = drivers.find("speaker", "sounddevice")(device, latency_ms, patient=patient)
    return speaker


def open_voice(
    kind: str,
    manner: Manner,
    speech: Speech,
    announcing: Announcing,
    report: Callable[[str], None],
) -> Voice:
    """A voice that speaks in that manner.

    :raises UsageError: if there is no such voice.
    :raises DeviceError: if there is no synthesiser.
    """
    more = {"folder": Path(speech.folder)} if kind == "file" else {}
    voice: Voice = drivers.find("voice", kind)(manner, announcing.nearest, report, **more)
    return voice
