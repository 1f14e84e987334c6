"""The official speech models, one for a language, as `models.toml` lists them."""

import tomllib
from pathlib import Path

import msgspec

from assistant.core.table import convert
from assistant.errors import DataError

_PACKAGE = Path(__file__).parent


class Offer(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An official model."""

    name: str
    size: int
    licence: str
    sha256: str = ""


class Catalogue(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    site: str
    list: str
    models: dict[str, Offer]


def catalogue() -> Catalogue:
    """:raises DataError: if the file of the program is broken."""
    path = _PACKAGE / "models.toml"
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(path.name, "", str(error), "Install the program again") from None
    return convert(raw, Catalogue, path.name, "models")
