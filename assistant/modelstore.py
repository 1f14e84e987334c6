"""The speech models of this user: which there are, and how one is installed.

`<data folder>/models/<language>/<name>/` is a whole model or is not there: a model is unpacked
beside it and then takes its place.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
import urllib.parse
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from assistant import download, models
from assistant.errors import FileError, UsageError
from assistant.offers import Catalogue, Offer, catalogue

_MOST = 4 << 30
"""Bytes that a model may have when unpacked; the largest official ones have less."""
_HEART = "am/final.mdl"
"""The file by which a model is known."""
_UNCOMPARED = (
    "The site gave no checksum: only the size of the file, the archive's own checks and a trial "
    "of the model were possible."
)


@dataclass(frozen=True, slots=True)
class Installed:
    language: str
    name: str
    path: Path
    size: int
    note: str = ""
    """What its user should know about how it came here."""


def installed(folder: Path | None = None) -> dict[str, Installed]:
    """The models that are there, by their languages."""
    folder = folder or models.folder()
    found = {}
    for aside in folder.glob(".*.old") if folder.is_dir() else ():
        # A power cut between the two names of a replacement; the old one takes its name again.
        place = folder / aside.name[1:-4]
        with contextlib.suppress(OSError):
            shutil.rmtree(aside) if place.exists() else aside.rename(place)
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        inner = sorted(place.iterdir()) if place.is_dir() else []
        if inner and not place.name.startswith("."):
            size = sum(one.stat().st_size for one in place.rglob("*") if one.is_file())
            found[place.name] = Installed(place.name, inner[0].name, inner[0], size)
    return found


# Installing


def install(
    language: str, *, site: str | None, progress: download.Progress, folder: Path | None = None
) -> Installed:
    """Fetches and installs the official small model of a language.

    :raises UsageError: if there is no such language, or no official model for it.
    :raises FileError: if it cannot be fetched or is not whole; then nothing has changed.
    """
    folder = folder or models.folder()
    known = catalogue()
    offer = known.models.get(language)
    if offer is None:
        raise UsageError(_no_offer(language, known))
    base = _address(site or known.site)
    target = folder / f"{offer.name}.zip"
    _make_room(folder, offer.size)
    listed = _listed(download.text(f"{base}/{known.list}"), offer.name)
    download.fetch(f"{base}/{offer.name}.zip", target, progress)
    try:
        compared = _compare(target, offer, listed)
        found = unpack(target, language, folder, name=offer.name)
        return found if compared else replace(found, note=_UNCOMPARED)
    finally:
        target.unlink(missing_ok=True)


def _address(site: str) -> str:
    """:raises UsageError: if nothing could be fetched from there."""
    with contextlib.suppress(ValueError):
        parts = urllib.parse.urlsplit(site)
        whole = parts.hostname and parts.port != 0 and not any(map(str.isspace, site))
        if parts.scheme in ("http", "https") and whole:
            return site.rstrip("/")
    raise UsageError(f"{site!r} is no address of a site. Give one like https://example.org/models.")


def _no_offer(language: str, known: Catalogue) -> str:
    return (
        f"There is no official model for {language!r}; there are: "
        f"{', '.join(sorted(known.models))}. Give one of your own with --from FILE.zip."
    )


def _listed(rows: object, name: str) -> dict[str, str]:
    """What the site's own list says about a model: its `md5` and `size`."""
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("name") == name:
            return {key: str(row[key]) for key in ("md5", "size") if row.get(key)}
    return {}


def _compare(path: Path, offer: Offer, listed: dict[str, str]) -> bool:
    """Whether there was a sum to compare with.

    :raises FileError: if the file is not the one that the site promises.
    """
    wrong = f"{path.name} is not what the site promises: "
    again = ". It was thrown away; give the command again."
    size = path.stat().st_size
    if listed.get("size", str(size)) != str(size):
        raise FileError(f"{wrong}{size} bytes instead of {listed['size']}{again}")
    for method, wanted in (("sha256", offer.sha256), ("md5", listed.get("md5", ""))):
        digest = hashlib.new(method, usedforsecurity=False)
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
        if wanted and digest.hexdigest() != wanted.lower():
            raise FileError(f"{wrong}its {method} differs{again}")
    return bool(offer.sha256 or listed.get("md5"))


def _make_room(folder: Path, size: int) -> None:
    place = folder
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    if free < 4 * size:
        raise FileError(
            f"There is too little room for the model in {folder}: {free / 1e6:.0f} MB are free, "
            f"{4 * size / 1e6:.0f} MB are needed. Make room, then try again."
        )


def name_in(path: Path) -> str:
    """What the model in a zip file is called; the name of the file if its folder has none."""
    with contextlib.suppress(zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        with zipfile.ZipFile(path) as archive:
            names = [PurePosixPath(name) for name in archive.namelist() if "/" in name]
        places = [name.parents[1] for name in names if name.match(_HEART)]
        found = {place.name for place in places} or {name.parts[0] for name in names}
        if len(found) == 1:
            return found.pop() or path.stem
    return path.stem


def unpack(
    path: Path, language: str, folder: Path | None = None, *, name: str | None = None
) -> Installed:
    """Installs the model in a zip file; an older one of the language is replaced.

    :raises FileError: if it is no zip file, damaged, or holds no model; then nothing has changed.
    """
    folder = folder or models.folder()
    beside = place = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{language}.", dir=folder))
        with zipfile.ZipFile(path) as archive:
            _extract(archive, beside, path)
        root = _root(beside, path)
        try:
            models.examined(root)
        except FileError as error:
            why = str(error).replace(str(root), "it")
            raise FileError(f"{path} holds no usable speech model: {why}") from None
        place = Path(tempfile.mkdtemp(prefix=f".{language}.", dir=folder))
        _sync(root)
        root.rename(place / (name or (root.name if root != beside else path.stem)))
        _take(place, folder / language)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError) as error:
        raise FileError(f"{path} is no whole zip file: {error}. Fetch it again.") from None
    except (RuntimeError, ValueError) as error:  # encrypted, or a compression of another kind
        raise FileError(f"{path} cannot be unpacked: {error}. Give another file.") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(f"{error.filename or path} cannot be used: {reason}.") from None
    finally:
        for left in filter(None, (beside, place)):
            shutil.rmtree(left, ignore_errors=True)
    return installed(folder)[language]


def _extract(archive: zipfile.ZipFile, folder: Path, path: Path) -> None:
    """Every file within the folder, or nothing; each is checked against its CRC as it is read."""
    if sum(entry.file_size for entry in archive.infolist()) > _MOST:
        raise FileError(f"{path} is too large to be a speech model. Give another file.")
    for entry in archive.infolist():
        inner = PurePosixPath(entry.filename.replace("\\", "/"))
        link = stat.S_ISLNK(entry.external_attr >> 16)
        if link or inner.is_absolute() or ".." in inner.parts or ":" in entry.filename:
            raise FileError(f"{path} would write outside its own folder. Do not use it.")
        target = folder.joinpath(*inner.parts)
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)


def _root(folder: Path, path: Path) -> Path:
    """Where the one model begins, however deep in the archive it is.

    :raises FileError: if there are several; nobody could tell which one is meant.
    """
    found = sorted(heart.parents[1] for heart in folder.rglob(_HEART))
    if len(found) > 1:
        told = ", ".join(str(one.relative_to(folder)) for one in found)
        raise FileError(
            f"{path} holds {len(found)} models: {told}. Make a zip file of one of them, "
            "or unpack it and give the folder of one with --model."
        )
    if found:
        return found[0]
    inner = list(folder.iterdir())
    return inner[0] if len(inner) == 1 and inner[0].is_dir() else folder


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())


def _take(root: Path, place: Path) -> None:
    root.chmod(0o755)  # a temporary folder is for its owner alone
    aside = place.with_name(f".{place.name}.old")
    if place.exists():
        shutil.rmtree(aside, ignore_errors=True)
        place.rename(aside)
    root.rename(place)
    shutil.rmtree(aside, ignore_errors=True)


def remove(language: str, folder: Path | None = None) -> Installed:
    """:raises UsageError: if there is none."""
    found = installed(folder).get(language)
    if found is None:
        raise UsageError(
            f"There is no model for {language!r} here. List: chess-assistant models list"
        )
    try:
        shutil.rmtree(found.path.parent)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"{found.path} cannot be removed: {reason}.") from None
    return found
