"""The command `models`: lists, installs, checks and removes speech models."""

import argparse
import json
from pathlib import Path

from assistant import data, modelstore
from assistant import models as models_of
from assistant.cli_devices import settings_of
from assistant.errors import FileError, UsageError
from assistant.offers import Offer, catalogue


def models(options: argparse.Namespace) -> int:
    actions = {"list": _list, "install": _install, "check": _check, "remove": _remove}
    return actions[options.action](options)


def _list(options: argparse.Namespace) -> int:
    here, offered = modelstore.installed(), catalogue().models
    languages = sorted({*here, *offered, *data.languages()})
    if options.json:
        rows = {}
        for language in languages:
            offer, along = offered.get(language), models_of.included(language)
            rows[language] = {
                "installed": str(here[language].path) if language in here else None,
                "comes_along": str(along) if along else None,
                "name": here[language].name if language in here else offer.name if offer else None,
                "size": offer.size if offer else None,
                "licence": offer.licence if offer else None,
            }
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for language in languages:
        if language in here:
            found = here[language]
            print(f"{language}: installed, {found.name}, {_mega(found.size)}, {found.path}")
        else:
            print(f"{language}: {_not_installed(language, offered.get(language))}")
    return 0


def _not_installed(language: str, offer: Offer | None) -> str:
    if offer is None:
        own = f"chess-assistant models install {language} --from FILE.zip"
        return f"not installed, and no official model. One of your own: {own}"
    about = f"{offer.name}, {_mega(offer.size)}, {offer.licence}"
    how = f"chess-assistant models install {language}"
    if models_of.included(language):
        return f"a small model comes with the program and listens. A larger one: {about}: {how}"
    return f"not installed, {about}. Install: {how}"


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
    if found.note:
        print(found.note)
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
    """The model that was named, or every one that would listen."""
    if options.path:
        return _examine("", Path(options.path))
    status = 0
    named = settings_of(options).microphone.model
    if named:
        status = _examine("For every language by the settings: ", Path(named).expanduser())
    languages = sorted({*data.languages(), *modelstore.installed()})
    without = []
    for language in languages:
        own = models_of.standing(language)
        if own is None:
            without.append(language)
            continue
        kind = "comes with the program" if models_of.came_along(own) else "installed"
        status = max(status, _examine(f"{language}, {kind}: ", own))
    if without:
        print(f"No model is here for {', '.join(without)}: there moves are typed.", flush=True)
    return status


def _examine(which: str, path: Path) -> int:
    try:
        found = models_of.examined(path)
    except FileError as error:
        print(f"{which}Not usable: {error}", flush=True)
        return 1
    print(f"{which}Whole: {found}", flush=True)
    return 0


def _remove(options: argparse.Namespace) -> int:
    language: str = options.language
    along = models_of.included(language) is not None
    if along and language not in modelstore.installed():
        raise UsageError(
            f"The model of {language} comes with the program and stays; no other is installed."
        )
    found = modelstore.remove(language)
    after = "Moves can be typed as before."
    if along:
        after = "The small model that comes with the program listens again."
    print(f"Removed: {found.name} for {found.language}. {after}")
    return 0
