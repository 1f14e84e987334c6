"""Finds and reads the data files, in a checkout and in an installed package."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from assistant.core.play.laws import Laws
from assistant.core.play.laws import check as check_laws
from assistant.core.play.regulations import Regulations
from assistant.core.play.regulations import check as check_event
from assistant.core.spoken import grammar, lexicon
from assistant.core.spoken.grammar import Grammar
from assistant.core.spoken.lexicon import Lexicon
from assistant.errors import DataError, UsageError

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Where the data files of that name lie.

    :raises DataError: if the program was installed without them.
    """
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise DataError(name, "", "the folder is missing", "Install the program again")


def languages() -> list[str]:
    """The languages that have a grammar file, by their codes."""
    return sorted(path.stem for path in folder("grammars").glob("*.toml"))


@lru_cache(maxsize=16)
def language(code: str) -> tuple[Grammar, Lexicon]:
    """The grammar of a language and its lexicon.

    :raises UsageError: if no such language is there; the message lists those that are.
    :raises DataError: if the file is broken.
    """
    known = languages()
    if code not in known:
        raise UsageError(f"Unknown language {code!r}. Choose one of: {', '.join(known)}.")
    return load(folder("grammars") / f"{code}.toml")


def editions() -> list[str]:
    """The editions of the Laws that have a file, oldest first."""
    return sorted(path.stem for path in folder("laws").glob("*.toml"))


@lru_cache(maxsize=8)
def laws(edition: str) -> Laws:
    """The figures of an edition of the Laws.

    :raises UsageError: if no such edition is there; the message lists those that are.
    :raises DataError: if the file is broken.
    """
    if edition not in editions():
        known = ", ".join(editions())
        raise UsageError(f"Unknown edition of the Laws {edition!r}. Choose one of: {known}.")
    path = folder("laws") / f"{edition}.toml"
    return check_laws(_toml(path), path.name)


def load(path: Path) -> tuple[Grammar, Lexicon]:
    """The grammar in a file, checked, and its lexicon.

    :raises DataError: naming file, key and remedy.
    """
    checked = grammar.check(_toml(path), path.name)
    return checked, lexicon.build(checked, path.name)


def regulations(path: Path) -> Regulations:
    """An event file, checked.

    :raises DataError: naming file, key and remedy.
    :raises TimeControlError: if the time control cannot be read.
    """
    return check_event(_toml(path), path.name)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(path.name, "", f"not a TOML file: {error}", "Correct that place") from None
    except OSError as error:
        problem = error.strerror or "it cannot be read"
        raise DataError(
            str(path), "", problem.lower(), "Give the path of a readable file"
        ) from None
