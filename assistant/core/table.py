"""What every kind of data file shares: errors that name file, key and remedy."""

import re

import msgspec

from assistant.errors import DataError

_WHERE = re.compile(r"^(?P<problem>.*?)(?: - at `(?:key in )?\$\.?(?P<key>.*?)`)?$")


def explained(error: msgspec.ValidationError, file: str, kind: str) -> DataError:
    """The error a user is shown for a value that does not fit its table.

    `kind` is what such files are called: `grammar` in "as another grammar file has it".
    """
    found = _WHERE.match(str(error))
    problem, key = (found["problem"], found["key"] or "") if found else (str(error), "")
    if missing := re.match(r"Object missing required field `(.*)`", problem):
        key = f"{key}.{missing[1]}".lstrip(".")
        return DataError(file, key, "this key is missing", f"Add it, as another {kind} file has it")
    if unknown := re.match(r"Object contains unknown field `(.*)`", problem):
        key = f"{key}.{unknown[1]}".lstrip(".")
        return DataError(file, key, "no such key is known", "Correct its spelling or remove it")
    wanted = problem.replace("`", "").replace("array", "list").replace("object", "table")
    return DataError(file, key, wanted[:1].lower() + wanted[1:], "Give a value of the wanted type")
