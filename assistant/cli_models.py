"""The command `models`: lists, installs, checks and removes speech models."""

import argparse
import json
from pathlib import Path

from assistant import data, modelstore
from assistant import models as models_of
from assistant.errors import FileError, UsageError
from assistant.offers import catalogue


def models(options: argparse.Namespace) -> int:
    actions = {"list": _list, "install": _install, "check": _check, "remove": _remove}
    return actions[options.action](options)


def _list(options: argparse.Namespace) -> int:
    here, offered = modelstore.installed(), catalogue().models
    languages = sorted({*here, *offered})
    if options.json:
        rows = {
            language: {
                "installed": str(here[language].path) if language in here else None,
                "name": here[language].name if language in here else offered[language].name,
                "size": offered[language].size if language in offered else None,
                "licence": offered[language].licence if language in offered else None,
            }
            for language in languages
        }
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for language in languages:
        if language in here:
            found = here[language]
            print(f"{language}: installed, {found.name}, {_mega(found.size)}, {found.path}")
        else:
            offer = offered[language]
            print(
                f"{language}: not installed, {offer.name}, {_mega(offer.size)}, {offer.licence}. "
                f"Install: chess-assistant models install {language}"
            )
    return 0


def _mega(size: int) -> str:
    return f"{size / 1e6:.0f} MB"


class _Lines:
    """One plain line for every tenth: a screen reader reads each once."""

    def __init__(self) -> None:
        self._told = -1

    def __call__(self, have: int, total: int) -> None:
        step = have * 10 // total if total else have // 10_000_000
        if step == self._told:
            return
        first, self._told = self._told < 0, step
        if not total:
            print(f"{_mega(have)}.", flush=True)
        elif first and have:
            print(f"Going on at {step * 10} percent of {_mega(total)}.", flush=True)
        elif first:
            print(f"Fetching {_mega(total)}.", flush=True)
        else:
            print(f"{step * 10} percent.", flush=True)


def _install(options: argparse.Namespace) -> int:
    language: str = options.language
    if not language.isascii() or not language.isalpha():
        raise UsageError(f"{language!r} is no language. Give a code like de.")
    if options.source:
        if options.site:
            raise UsageError("Give either --from FILE or --site URL, not both.")
        path = Path(options.source)
        if not path.is_file():
            raise FileError(f"{path} cannot be read: no such file. Check the path.")
        _check_language(path, language)
        found = modelstore.unpack(path, language)
    else:
        found = modelstore.install(language, site=options.site, progress=_Lines())
    print(f"Installed: {found.name} for {language} in {found.path}")
    print(f"Try it: chess-assistant listen --language {language}")
    return 0


def _check_language(path: Path, language: str) -> None:
    """:raises UsageError: if it is no language of the program, or the model is of another one."""
    known = sorted({*data.languages(), *catalogue().models})
    if language not in known:
        raise UsageError(f"{language!r} is no language here. Choose one of: {', '.join(known)}.")
    name = modelstore.name_in(path)
    codes = [code for code in name.lower().split("-") if code in known]
    if codes and language not in codes:
        raise UsageError(
            f"{path} holds {name}, a model of {codes[0]}, not of {language}. "
            f"Give a model of {language}, or install it for {codes[0]}."
        )


def _check(options: argparse.Namespace) -> int:
    if options.path:
        paths = [Path(options.path)]
    else:
        paths = [found.path for found in modelstore.installed().values()]
    if not paths:
        raise UsageError("No model is installed. Install one: chess-assistant models install de")
    status = 0
    for path in paths:
        try:
            found = models_of.examined(path)
        except FileError as error:
            print(f"Not usable: {error}", flush=True)
            status = 1
        else:
            print(f"Whole: {found}", flush=True)
    return status


def _remove(options: argparse.Namespace) -> int:
    found = modelstore.remove(options.language)
    print(f"Removed: {found.name} for {found.language}. Moves can be typed as before.")
    return 0
