"""Opens what the user has: the ways out of a conversation and the sources of its words."""

import argparse
import os
from pathlib import Path

import platformdirs

from assistant import data, drivers
from assistant.brailleoutlet import Beside, BrailleOutlet
from assistant.cli_speech import check_speech, spoken
from assistant.core.output.wording import Phrasebook
from assistant.core.settings import Settings
from assistant.ears import Ears
from assistant.outlets import Outlets
from assistant.ports import Outlet, Recognizer


def settings_file(options: argparse.Namespace) -> Path:
    """Where this user's settings are, whether there is such a file or not."""
    named = options.settings or os.environ.get("CHESS_ASSISTANT_SETTINGS")
    if named:
        return Path(named)
    folder = platformdirs.user_config_dir("chess-assistant", appauthor=False)
    return Path(folder) / "settings.toml"


def settings_of(options: argparse.Namespace) -> Settings:
    """What this user likes.

    :raises FileError: if the file cannot be read.
    :raises DataError: naming file, key and remedy.
    """
    return data.settings(settings_file(options))


def check_devices(options: argparse.Namespace) -> None:
    """To be called before anything is written: there are drivers for what is asked for.

    :raises UsageError: naming what is wrong and what there is.
    """
    check_speech(options, settings_of(options))


def open_outlets(
    options: argparse.Namespace,
    settings: Settings,
    book: Phrasebook,
    braille: BrailleOutlet | None = None,
) -> Outlets:
    """Plain text, and whatever else this user listens to or feels.

    :raises UsageError: if a device was asked for that there is not.
    """
    outlets: list[Outlet] = [drivers.find("outlet", "text")()]
    if braille is not None:
        outlets.append(braille)
    speech = spoken(options, settings, book)
    if speech is not None:
        outlets.append(speech)
    return Outlets(book, outlets)


def open_ears(
    options: argparse.Namespace,  # noqa: ARG001 - devices will have options
    settings: Settings,  # noqa: ARG001 - devices will have settings
    keyboard: Recognizer,
    braille: BrailleOutlet | None = None,
) -> Ears:
    """The keyboard, and whatever else this user speaks or presses into.

    :raises UsageError: if a device was asked for that there is not.
    """
    if braille is not None:
        return Ears([Beside(keyboard, braille), braille])
    return Ears([keyboard])
