"""The wheel: it carries the data folders and works away from the checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from command import ROOT

from assistant import __version__, data
from assistant.core.record.checksum import checksum


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(target.glob("*.whl"))


def test_the_wheel_carries_every_data_file(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for code in data.languages():
        assert f"assistant/grammars/{code}.toml" in names
    assert any(name.startswith("assistant/braille/") for name in names)
    assert f"chess_assistant-{__version__}.dist-info/licenses/LICENSE" in names
    assert not any(name.startswith("tests/") for name in names)


def test_the_unpacked_wheel_reads_a_move(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "read", "Springer", "Felix", "drei"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.stdout == "Springer Gustav eins Felix drei (g1f3)\n"


def test_the_unpacked_wheel_has_the_checksum_of_the_checkout(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "from assistant import data; from assistant.core.record.checksum import checksum;"
        " print(checksum(data.program()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == checksum(data.program())
