"""Opens speech as the user wants it: voices, devices, and who listens."""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assistant import data, drivers
from assistant.core.output.announcement import Announcement
from assistant.core.output.channel import Channel
from assistant.core.output.earcon import Announcing, earcon_of
from assistant.core.output.voices import Manner
from assistant.core.output.wording import Phrasebook
from assistant.core.settings import Settings, Speech
from assistant.errors import DeviceError, UsageError
from assistant.ports import Outlet, Speaker, Voice

_RATES = (0.5, 4.0)


def spoken(options: argparse.Namespace, settings: Settings, book: Phrasebook) -> Outlet | None:
    """The outlet that speaks; None if nothing is to be spoken, or can be.

    :raises UsageError: if a voice or a device was named on the command line that there is not.
    """
    speech = _with_options(settings.speech, options)
    wish = _wish(options, speech)
    if wish == "off" or (wish == "auto" and not _person_there()):
        return None
    kind = "pyttsx3" if wish == "auto" else wish
    try:
        return _announcer(options, _Wish(speech, kind, patient=wish != "auto"), book)
    except DeviceError as error:
        if wish != "auto":
            print(f"{error} Text goes on without speech.", file=sys.stderr)
        return None


def check_speech(options: argparse.Namespace, settings: Settings) -> None:
    """Nothing is begun, and nothing written, if the command line asks for what there is not.

    :raises UsageError: naming what is wrong and what there is.
    """
    _with_options(Speech(), options)
    wish = _wish(options, settings.speech)
    if wish not in ("auto", "off", *drivers.names("voice")):
        known = ", ".join(("auto", "off", *drivers.names("voice")))
        raise UsageError(f"Unknown voice {wish!r}. Choose one of: {known}.")
    named = [name for name in (options.earphone, options.loudspeaker) if name]
    named = [name for name in named if name != "off" and not name.endswith(".wav")]
    if not named or wish in ("off", "null"):
        return
    from assistant.drivers.speaker_sounddevice import check_device

    for name in named:
        check_device(name)


def _wish(options: argparse.Namespace, speech: Speech) -> str:
    return options.voice or os.environ.get("CHESS_ASSISTANT_VOICE") or speech.driver


def _person_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _with_options(speech: Speech, options: argparse.Namespace) -> Speech:
    fields = {name: getattr(speech, name) for name in speech.__struct_fields__}
    if options.rate is not None:
        if not _RATES[0] <= options.rate <= _RATES[1]:
            raise UsageError("The rate is a number from 0.5 to 4; 1 is normal, 3 is fast.")
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
    patient: bool
    """Speech was asked for: a device that is away may come later."""

    def device(self, channel: Channel) -> str:
        return self.speech.earphone if channel is Channel.EARPHONE else self.speech.loudspeaker

    def manner(self, channel: Channel) -> Manner:
        if channel is Channel.EARPHONE:
            return self.speech.earphone_manner
        return self.speech.loudspeaker_manner


def _announcer(options: argparse.Namespace, wish: _Wish, book: Phrasebook) -> Outlet:
    from assistant.announcer import Announcer, report
    from assistant.repertoire import Repertoire
    from assistant.talker import Talker
    from assistant.tones import tone

    announcing = data.announcing()
    taken: set[str] = set()

    def earcon(announcement: Announcement):  # type: ignore[no-untyped-def]  # noqa: ANN202 - samples
        found = earcon_of(announcement, announcing.earcons) if wish.speech.earcons else None
        return None if found is None else tone(found)

    def open_talker(channel: Channel, on_speaking: Callable[[bool], None]) -> Talker | None:
        if wish.device(channel) == "off":
            return None
        given = getattr(options, channel.value) is not None
        speaker = open_speaker(
            wish.kind, wish.device(channel), wish.speech.latency_ms, wish.patient and not given
        )
        name = getattr(speaker, "device", None)
        if name in taken:
            speaker.close()  # one device, one voice: it has said so already
            return None
        if name is not None:
            taken.add(name)
        try:
            voice = open_voice(wish.kind, wish.manner(channel), wish.speech, announcing, report)
        except BaseException:
            speaker.close()
            raise
        return Talker(
            speak=book.speak,
            repertoire=Repertoire(voice, wish.manner(channel).rate),
            speaker=speaker,
            earcon=earcon,
            report=report,
            on_speaking=on_speaking,
        )

    return Announcer(
        open_talker, public=announcing.channels.public, silent=announcing.channels.silent
    )


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
