"""What every kind of data file shares: typed tables, and errors that name file, key and remedy."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_type_hints

import msgspec

from assistant.errors import DataError

_Table = TypeVar("_Table")
_WHERE = re.compile(r"^(?P<problem>.*?)(?: - at `(?:key in )?\$\.?(?P<key>.*?)`)?$")


def convert(raw: Mapping[str, Any], table: type[_Table], file: str, kind: str) -> _Table:
    """The raw values of a file as its table.

    `kind` is what such files are called: `grammar` in "as another grammar file has it".

    :raises DataError: for a missing key, an unknown one, or a value of a wrong type.
    """
    try:
        return msgspec.convert(raw, table)
    except msgspec.ValidationError as error:
        raise _explained(error, raw, table, file, kind) from None


def _explained(
    error: msgspec.ValidationError, raw: Mapping[str, Any], table: type, file: str, kind: str
) -> DataError:
    found = _WHERE.match(str(error))
    problem, key = (found["problem"], found["key"] or "") if found else (str(error), "")
    if missing := re.match(r"Object missing required field `(.*)`", problem):
        key = f"{key}.{missing[1]}".lstrip(".")
        return DataError(file, key, "this key is missing", f"Add it, as another {kind} file has it")
    if unknown := re.match(r"Object contains unknown field `(.*)`", problem):
        key = f"{key}.{unknown[1]}".lstrip(".")
        return DataError(file, key, "no such key is known", "Correct its spelling or remove it")
    wanted = problem.replace("`", "").replace("array", "list").replace("object", "table")
    wanted = wanted[:1].lower() + wanted[1:]
    return DataError(file, _entry(raw, table, key), wanted, "Give a value of the wanted type")


def _entry(raw: Mapping[str, Any], wanted: Any, key: str) -> str:
    """The key of a wrong entry in a table with free keys, which msgspec writes as `[...]`."""
    table, free, _ = key.partition("[...]")
    if not free:
        return key
    for part in table.split("."):
        wanted, raw = get_type_hints(wanted)[part], raw[part]
    for name, value in raw.items():
        try:
            msgspec.convert({name: value}, wanted)
        except msgspec.ValidationError:
            return f"{table}.{name}"
    return table
