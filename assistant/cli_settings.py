"""The command `settings`: shows what the user likes, and changes it."""

import argparse
import contextlib
import json
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from assistant import data, files
from assistant.choices import wrong
from assistant.cli_devices import settings_file, settings_of
from assistant.cli_speech import open_voice
from assistant.core.output.voices import Manner
from assistant.core.settings import Speech, check, rows
from assistant.errors import DataError, DeviceError, FileError, UsageError


def settings(options: argparse.Namespace) -> int:
    """Without a key all are shown; with a value it is set; --default takes it back."""
    path = settings_file(options)
    if options.key is None:
        return _show(options, path)
    known = {key: value for key, value, _ in rows(settings_of(options))}
    if options.key not in known:
        raise UsageError(f"There is no setting {options.key!r}. List: chess-assistant settings")
    if options.value is not None and options.default:
        raise UsageError("Give either a value or --default, not both.")
    if options.value is None and not options.default:
        print(_written(known[options.key]))
        return 0
    _change(path, options.key, options.value)
    print(f"{options.key} = {_written(_value(options, options.key))}")
    return 0


def _show(options: argparse.Namespace, path: Path) -> int:
    found = rows(settings_of(options))
    if options.json:
        print(json.dumps({key: value for key, value, _ in found}, ensure_ascii=False))
        return 0
    print(f"Settings file: {path}{'' if path.exists() else ', not there yet'}")
    for key, value, default in found:
        note = "" if value == default else f" (default {_written(default)})"
        print(f"{key} = {_written(value)}{note}")
    return 0


def _value(options: argparse.Namespace, key: str) -> Any:
    return next(value for name, value, _ in rows(settings_of(options)) if name == key)


def _change(path: Path, key: str, text: str | None) -> None:
    """Writes the file with one value changed; comments in it stay.

    :raises UsageError: if the value does not fit; the file is then as it was.
    :raises DataError: if something else in the file is wrong.
    """
    document = _document(path)
    section, _, field = key.partition(".")
    if text is None:
        if section in document:
            document[section].pop(field, None)
    else:
        table = document.setdefault(section, tomlkit.table())
        table[field] = text
        try:  # a word first: a device may be called 1
            check(document.unwrap(), str(path))
        except DataError:
            table[field] = _typed(text)
    _check(document, path, key, text)
    if text and key in ("speech.voice", "speech.loudspeaker_voice"):
        _check_voice(text)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"{path.parent} cannot be made: {reason}. Give another file.") from None
    files.write(path, tomlkit.dumps(document).encode())


def _check(document: tomlkit.TOMLDocument, path: Path, key: str, text: str | None) -> None:
    try:
        changed = check(document.unwrap(), str(path))
    except DataError as error:
        if text is None or error.key != key:
            raise
        raise UsageError(f"{key} cannot be {text!r}. {error.fix}.") from None
    for name, sentence in wrong(changed):
        if name == key:  # another one that is wrong is no reason not to mend this one
            raise UsageError(sentence)


def _check_voice(name: str) -> None:
    """:raises UsageError: if the synthesiser has no such voice; without one nobody knows."""
    with contextlib.suppress(DeviceError):
        open_voice("pyttsx3", Manner(name), Speech(), data.announcing(), lambda _: None).close()


def _document(path: Path) -> tomlkit.TOMLDocument:
    if not path.exists():
        return tomlkit.document()
    try:
        return tomlkit.parse(files.read(path).decode())
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"not a TOML file: {error}", "Correct that place") from None


def _typed(text: str) -> Any:
    """The value as TOML reads it; a bare word is text."""
    try:
        return tomlkit.parse(f"value = {text}")["value"]
    except TOMLKitError:
        return text


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
