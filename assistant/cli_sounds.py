"""The commands `sounds` and `voices`: what the short sounds mean, and which voices there are."""

import argparse
import sys
from pathlib import Path

import chess

from assistant import data, files
from assistant.cli_devices import settings_of
from assistant.cli_speech import open_speaker, open_voice
from assistant.core.output.announcement import Announcement, tell
from assistant.core.output.moves import told
from assistant.core.output.voices import Manner, VoiceInfo
from assistant.core.output.wording import Phrasebook
from assistant.errors import DeviceError, FileError, UsageError
from assistant.ports import Speaker
from assistant.samples import Samples


def sounds(options: argparse.Namespace) -> int:
    """Explains each short sound, and plays it or writes it as a file where that was asked for."""
    from assistant.tones import tone

    book = Phrasebook(data.language(options.language)[0])
    speaker = _speaker(options) if options.play else None
    folder = Path(options.wav) if options.wav else None
    if folder is not None:
        _make(folder)
    for earcon in data.announcing().earcons[::-1]:
        print(book.say(tell(f"sound_{earcon.name}")), flush=True)
        if folder is not None:
            files.write(folder / f"{earcon.name}.wav", tone(earcon).wav())
        if speaker is not None:
            _hear(speaker, tone(earcon))
    if speaker is not None:
        speaker.close()
    if folder is not None:
        print(f"Files: {folder}")
    return 0


def voices(options: argparse.Namespace) -> int:
    """Lists the voices, or lets one be heard."""
    from assistant.repertoire import Repertoire

    speech = settings_of(options).speech
    wish = options.try_voice
    if options.wav and wish is None:
        raise UsageError("Say with --try which voice --wav shall write: --try German --wav v.wav")
    manner = Manner(wish or "", options.rate or speech.rate, speech.volume, speech.pitch)
    voice = open_voice("pyttsx3", manner, speech, data.announcing(), _report)
    try:
        known: tuple[VoiceInfo, ...] = voice.voices  # type: ignore[attr-defined]
        if wish is None:
            return _list(known, options.language if options.language_given else None)
        book = Phrasebook(data.language(options.language)[0])
        samples = Repertoire(voice, manner.rate).utter(book.speak(_sample()))
        if options.wav:
            files.write(Path(options.wav), samples.wav())
            print(f"Written: {options.wav}")
            return 0
        speaker = _speaker(options)
        try:
            _hear(speaker, samples)
        finally:
            speaker.close()
    finally:
        voice.close()
    print(book.say(_sample()))
    return 0


def _list(known: tuple[VoiceInfo, ...], language: str | None) -> int:
    found = [voice for voice in known if language is None or voice.speaks(language)]
    ours = set(data.languages())
    for voice in sorted(found, key=lambda v: (not any(map(v.speaks, ours)), v.languages, v.name)):
        print(f"{', '.join(voice.languages)}: {voice.name} ({voice.id})")
    if not found:
        print(f"No voice speaks {language}; the nearest one is used.", file=sys.stderr)
        return 1
    return 0


def _sample() -> Announcement:
    return tell("sound_sample", move=told(chess.Board(), chess.Move.from_uci("g1f3")))


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _speaker(options: argparse.Namespace) -> Speaker:
    speech = settings_of(options).speech
    device = options.earphone if options.earphone is not None else speech.earphone
    try:
        return open_speaker("pyttsx3", device, speech.latency_ms, patient=False)
    except DeviceError as error:
        raise DeviceError(f"{error} Or write the sound to a file with --wav.") from None


def _hear(speaker: Speaker, samples: Samples) -> None:
    speaker.begin(samples)
    speaker.wait()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"The folder {folder} cannot be made: {reason}.") from None


def rendered(book: Phrasebook, announcement: Announcement, options: argparse.Namespace) -> Samples:
    """An announcement as the earphone would play it.

    :raises DeviceError: if there is no synthesiser.
    """
    from assistant.repertoire import Repertoire

    speech = settings_of(options).speech
    voice = open_voice("pyttsx3", speech.earphone_manner, speech, data.announcing(), _report)
    try:
        return Repertoire(voice, speech.rate).utter(book.speak(announcement))
    finally:
        voice.close()
