"""Opens a braille display as the options and settings want it."""

import argparse
import sys
from collections.abc import Iterable, Mapping

from assistant import brltty, data, drivers
from assistant.brailleoutlet import BrailleOutlet
from assistant.choices import choices
from assistant.cli_translator import notation_of, open_translator
from assistant.core.braille.reader import Reader
from assistant.core.braille.script import Script
from assistant.core.play.regulations import Questions
from assistant.core.settings import WIDEST, Settings
from assistant.core.spoken.command import expand
from assistant.core.spoken.grammar import Grammar
from assistant.errors import BrailleError, DataError, DeviceError, UsageError
from assistant.ports import BrailleDisplay


def open_braille(
    options: argparse.Namespace,
    settings: Settings,
    grammar: Grammar,
    *,
    allowed: Iterable[Questions] = Questions,
    commands: Mapping[str, str] | None = None,
) -> BrailleOutlet | None:
    """The display; None if there shall be none, or none is there and none was asked for.

    `commands` are the words for commands where they are not those of the language. A display or
    a notation that cannot be used is told in a sentence, and everything else goes on without it.

    :raises UsageError: as `check_braille`.
    """
    name, width = check_braille(options, settings)
    if name == "off" or (name == "auto" and not _reachable(settings)):
        return None
    try:
        notation = notation_of(settings, grammar.header.language, named=options.braille_notation)
        translator = open_translator(notation)
        keys = data.display_keys()
    except (BrailleError, DataError) as error:
        print(f"{error} Everything else goes on.", file=sys.stderr)
        return None
    script = Script(grammar, notation, translator.translate, translator.back)
    words = commands if commands is not None else spellings(grammar)
    reader = Reader(script, keys, words, frozenset(allowed))
    if name in ("auto", "brlapi"):
        return BrailleOutlet(_brlapi(settings, keys), reader, quiet=name == "auto")
    display: BrailleDisplay = drivers.find("display", name)(width)
    return BrailleOutlet(display, reader, threaded=False, typed_keys=name == "terminal")


def check_braille(options: argparse.Namespace, settings: Settings) -> tuple[str, int]:
    """The display that is wanted, and its width if it is on the screen; nothing is opened.

    :raises UsageError: if there is no such driver, width or notation.
    """
    name = options.braille or settings.braille.driver
    if name not in (known := choices("braille.driver") or ()):
        raise UsageError(f"Unknown braille display {name!r}. Choose one of: {', '.join(known)}.")
    width = settings.braille.width if options.braille_width is None else options.braille_width
    if not 1 <= width <= WIDEST:
        raise UsageError(f"There is no display of {width} cells. Give a width from 1 to {WIDEST}.")
    notation = options.braille_notation or settings.braille.notation
    if notation not in (known := choices("braille.notation") or ()):
        told = ", ".join(known)
        raise UsageError(f"Unknown braille notation {notation!r}. Choose one of: {told}.")
    return name, width


def spellings(grammar: Grammar) -> dict[str, str]:
    """The words that say each command: the first spelling of it."""
    return {name: next(expand(patterns[0])) for name, patterns in grammar.commands.items()}


def _brlapi(settings: Settings, keys: Iterable[str]) -> BrailleDisplay:
    wish = settings.braille
    display: BrailleDisplay = drivers.find("display", "brlapi")(
        wish.host, wish.auth, wish.tty, keys
    )
    return display


def _reachable(settings: Settings) -> bool:
    """Whether brltty is there; if it is and refuses us, the user is told, and it is tried again."""
    try:
        brltty.reach(settings.braille.host, settings.braille.auth)
    except brltty.AbsentError:
        return False
    except DeviceError as error:
        print(f"{error} Everything else goes on.", file=sys.stderr)
    return True
