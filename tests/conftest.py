"""Paths and settings that several tests share."""

import os
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("CHESS_ASSISTANT_SHARED") or ROOT.parent / "shared")

hypothesis.settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("house")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with data that is not part of the repository; the test is skipped without it."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with outside test data is not here")
    return SHARED
