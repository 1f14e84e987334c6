"""Killed at random instants, on a real file system, a game loses nothing that was announced."""

from pathlib import Path

import pytest
from crashes import campaign, write


def test_a_script_is_the_same_each_time() -> None:
    assert write(5).lines == write(5).lines


@pytest.mark.slow
def test_forty_kills_lose_nothing(tmp_path: Path) -> None:
    report = campaign(40, tmp_path, seed=7)
    assert report.kills == 40
    assert report.games >= 1
