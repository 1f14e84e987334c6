"""Which braille there is: the translator, and the notation that a user likes."""

import sys

from assistant import data, drivers
from assistant.core.braille.notation import Notation
from assistant.core.settings import Settings
from assistant.errors import LibraryError, TableError, UsageError
from assistant.ports import Translator


def built_in() -> Translator:
    """The signs of the notation files; needs nothing else."""
    usable, _ = data.usable_notations()
    codes = {one.header.table: one.code for one in usable if one.header.table}
    found: Translator = drivers.find("translator", "builtin")(codes)
    return found


def open_translator(notation: Notation) -> Translator:
    """Opens liblouis if it is here and has the notation's table for words, else the built-in one.

    The user is told which one, if it is not liblouis.
    """
    if not notation.header.text:
        return built_in()
    try:
        louis: Translator = drivers.find("translator", "louis")()
        louis.translate("a", notation.header.text)
    except (LibraryError, TableError) as error:
        print(f"{error} The built-in translator writes the braille.", file=sys.stderr)
        return built_in()
    return louis


def notation_of(
    settings: Settings, language: str, dots: int = 8, named: str | None = None
) -> Notation:
    """The notation that was named, or that the settings name, or the usual one of the language.

    :raises UsageError: if no such notation is here.
    :raises DataError: if a file is broken.
    """
    wish = named or settings.braille.notation
    if wish == "auto":
        return data.notation_for(language, dots)
    return data.notation(wish)


def need_six_dots(notation: Notation) -> None:
    """:raises UsageError: if the notation has more dots than paper."""
    if notation.header.dots != 6:
        six = [one.name for one in data.usable_notations()[0] if one.header.dots == 6]
        raise UsageError(
            f"{notation.name} has eight dots, and an embosser six. Choose one of: {', '.join(six)}."
        )
