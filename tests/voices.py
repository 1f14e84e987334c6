"""Announcements spoken by espeak-ng, and the models that hear them."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ESPEAK = shutil.which("espeak-ng")
NEEDS_ESPEAK = pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")


def say(text: str, path: Path, voice: str = "de+f2", speed: int = 150) -> Path:
    """A sound file with the words, in espeak-ng's own rate of 22,050 samples a second."""
    assert ESPEAK is not None
    subprocess.run([ESPEAK, "-v", voice, "-s", str(speed), "-w", str(path), text], check=True)
    return path


def unpacked(shared: Path, name: str, folder: Path) -> Path:
    """The model of that name, unpacked there."""
    archive = shared / "data" / "models" / f"{name}.zip"
    if not archive.is_file():
        pytest.skip(f"the model {name} is not among the outside test data")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    return folder / name
