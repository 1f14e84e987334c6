"""One file, one device: `<kind>_<name>.py` holds a class `Driver` for the port of that kind."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from assistant.core.settings import Settings
from assistant.errors import UsageError
from assistant.ports import Finding


def names(kind: str) -> list[str]:
    """The drivers of a kind, by their file names."""
    prefix = f"{kind}_"
    return sorted(
        module.name.removeprefix(prefix)
        for module in pkgutil.iter_modules(__path__)
        if module.name.startswith(prefix)
    )


def find(kind: str, name: str) -> Any:
    """The `Driver` class of a device.

    :raises UsageError: if there is none of that name; the message lists those there are.
    """
    if name not in names(kind):
        raise UsageError(f"Unknown {kind} {name!r}. Choose one of: {', '.join(names(kind))}.")
    return importlib.import_module(f"{__name__}.{kind}_{name}").Driver


def examinations() -> Iterator[Callable[[Settings], Iterable[Finding]]]:
    """What each driver file that can look at its device offers for it, as `examine`."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        found = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(found, "examine"):
            yield found.examine
