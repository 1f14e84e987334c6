"""Finds and reads the data files, in a checkout and in an installed package."""

import contextlib
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from assistant import files
from assistant.core.braille import brlapi
from assistant.core.braille import notation as braille
from assistant.core.braille.keys import Keys
from assistant.core.braille.keys import check as check_keys
from assistant.core.braille.notation import Notation
from assistant.core.braille.shape import Header
from assistant.core.dispute.alphabet import Alphabet, alphabet, of_grammar
from assistant.core.dispute.costs import Costs
from assistant.core.dispute.costs import check as check_costs
from assistant.core.output.earcon import Announcing
from assistant.core.output.earcon import check as check_announcing
from assistant.core.play import regulations as events
from assistant.core.play.laws import Laws
from assistant.core.play.laws import check as check_laws
from assistant.core.play.regulations import Regulations
from assistant.core.play.timecontrol import TimeControlError
from assistant.core.settings import Settings
from assistant.core.settings import check as check_settings
from assistant.core.spoken import grammar, lexicon
from assistant.core.spoken.grammar import Grammar, Letters
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.tuning import Tuning
from assistant.core.spoken.tuning import check as check_tuning
from assistant.core.table import convert
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
    return check_laws(_toml(path.read_bytes(), path.name), path.name)


def notations() -> list[str]:
    """The braille notations that have a file, by their names."""
    return sorted(path.stem for path in folder("braille").glob("*.toml"))


@lru_cache(maxsize=64)
def notation(name: str) -> Notation:
    """The braille notation of that name.

    :raises UsageError: if no such notation is there; the message lists those that are.
    :raises DataError: if the file is broken.
    """
    if name not in notations():
        known = ", ".join(notations())
        raise UsageError(f"Unknown braille notation {name!r}. Choose one of: {known}.")
    return load_notation(folder("braille") / f"{name}.toml")


def usable_notations() -> tuple[list[Notation], list[DataError]]:
    """Every notation whose file is whole, and what is wrong with the others."""
    usable, broken = [], []
    for name in notations():
        try:
            usable.append(notation(name))
        except DataError as error:
            broken.append(error)
    return usable, broken


def notation_for(language: str, dots: int) -> Notation:
    """The usual braille notation of a language, with six or eight dots; English if it has none.

    :raises DataError: if its file is broken.
    """
    for wanted in (language, "en"):
        offers = [
            (languages.index(wanted), name)
            for name, languages in _offers(dots).items()
            if wanted in languages
        ]
        if offers:
            return notation(min(offers)[1])
    raise DataError("braille", "", f"no notation with {dots} dots is here", "Install again")


@lru_cache(maxsize=2)
def _offers(dots: int) -> dict[str, list[str]]:
    """The languages of each notation with so many dots, by a look at the headers alone."""
    offers = {}
    for name in notations():
        try:
            raw = _toml((folder("braille") / f"{name}.toml").read_bytes(), name)
            header = msgspec.convert(raw.get("header"), Header)
        except (OSError, DataError, msgspec.ValidationError):
            continue  # `braille tables` and `doctor` say what is wrong with it
        if header.dots == dots:
            offers[name] = header.languages
    return offers


def display_keys() -> Keys:
    """What the keys of a braille display do.

    :raises DataError: if the file is broken.
    """
    path = folder("braille") / "keys" / "brltty.toml"
    return check_keys(_toml(files.read(path), path.name), path.name, brlapi.NAMES | {"CHAR"})


def load_notation(path: Path) -> Notation:
    """The braille notation in a file, checked.

    :raises FileError: if it cannot be read.
    :raises DataError: naming file, key and remedy.
    """
    return braille.check(_toml(files.read(path), path.name), path.name)


@lru_cache(maxsize=1)
def slips() -> Costs:
    """What slips cost when two scoresheets are reconciled.

    :raises DataError: if the file is broken.
    """
    path = folder("dispute") / "slips.toml"
    return check_costs(_toml(path.read_bytes(), path.name), path.name)


@lru_cache(maxsize=1)
def alphabets() -> dict[str, Alphabet]:
    """The piece letters of every language that is known, English first.

    :raises DataError: if a file is broken.
    """
    found: dict[str, Alphabet] = {}
    for code in sorted(languages(), key=lambda one: (one != "en", one)):
        path = folder("grammars") / f"{code}.toml"
        # A grammar is long and this needs five lines of it: only that table is read.
        _, _, after = path.read_bytes().partition(b"\n[letters]\n")
        raw = _toml(after.partition(b"\n[")[0], path.name)
        found[code] = of_grammar(code, convert(raw, Letters, path.name, "grammar"))
    for code, letters in slips().letters.items():
        found.setdefault(code, alphabet(code, letters))
    return found


def tuning(model: Path) -> Tuning:
    """The figures for hearing with the model in a folder: its own, ours for it, or the default.

    :raises DataError: naming file, key and remedy.
    """
    ours = folder("hearing")
    for path in (model / "hearing.toml", ours / f"{model.name}.toml", ours / "default.toml"):
        if path.is_file():
            return check_tuning(_toml(files.read(path), path.name), path.name)
    raise DataError("hearing/default.toml", "", "the file is missing", "Install the program again")


def load(path: Path) -> tuple[Grammar, Lexicon]:
    """The grammar in a file, checked, and its lexicon.

    :raises DataError: naming file, key and remedy.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = error.strerror or "it cannot be read"
        raise DataError(str(path), "", problem.lower(), "Give the path of a grammar file") from None
    checked = grammar.check(_toml(content, path.name), path.name)
    return checked, lexicon.build(checked, path.name)


def _toml(content: bytes, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(name, "", f"not a TOML file: {error}", "Correct that place") from None


def regulations(path: Path) -> Regulations:
    """The regulations in an event file; its language is one that is here.

    :raises FileError: if it cannot be read.
    :raises DataError: naming file, key and remedy.
    """
    raw = _toml(files.read(path), path.name)
    try:
        checked = events.check(raw, path.name)
    except TimeControlError as error:
        problem, _, fix = str(error).rstrip(".").partition(". ")
        raise DataError(
            path.name, "rules.time_control", problem, fix or "Write it like 90+30"
        ) from None
    if checked.speech.language not in languages():
        known = ", ".join(languages())
        raise DataError(
            path.name, "speech.language", "no such language is here", f"Choose one of: {known}"
        )
    return checked


def settings(path: Path) -> Settings:
    """What the user likes; the defaults if there is no such file.

    :raises FileError: if it cannot be read.
    :raises DataError: naming file, key and remedy.
    """
    with contextlib.suppress(OSError):  # what hinders a look at it is told when it is read
        if not path.exists():
            return Settings()
    return check_settings(_toml(files.read(path), str(path)), str(path))


@lru_cache(maxsize=1)
def announcing() -> Announcing:
    """Who hears what, and which sounds come before the words.

    :raises DataError: if the file is broken.
    """
    path = _PACKAGE / "announcer.toml"
    return check_announcing(_toml(path.read_bytes(), path.name), path.name)


def program() -> Iterator[tuple[str, bytes]]:
    """Every file of the program, named alike in a checkout and in an installed package."""
    data = [folder(name) for name in ("grammars", "braille")]
    for place in (_PACKAGE, *data):
        for path in sorted(place.rglob("*")):
            inner = path.relative_to(place).parts
            hidden = any(part.startswith((".", "__pycache__")) for part in inner)
            within = place == _PACKAGE and any(other in path.parents for other in data)
            if path.is_file() and not hidden and not within:
                yield "/".join((place.name, *inner)), path.read_bytes()
