"""The figures for hearing: which file counts, and what is wrong with a broken one."""

from pathlib import Path

import pytest

from assistant import data
from assistant.core.spoken.tuning import Tuning
from assistant.errors import DataError

FILES = sorted(data.folder("hearing").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_of_figures_can_be_used(path: Path) -> None:
    tuning = data.tuning(path.with_suffix(""))
    assert isinstance(tuning, Tuning)
    assert tuning.source
    assert 0 < tuning.accept <= tuning.unseen, "a move without a rival could never be accepted"
    assert tuning.illegal < tuning.accept + tuning.near, "an illegal reading that leads is asked"
    assert tuning.talk <= tuning.doubtful <= tuning.broken
    assert all(weight > 0 for heard in tuning.confusions.values() for weight in heard.values())


def test_a_model_that_nothing_is_known_about_gets_the_default(tmp_path: Path) -> None:
    assert data.tuning(tmp_path / "some-model") == data.tuning(tmp_path / "default")


def test_figures_within_the_model_folder_win(tmp_path: Path) -> None:
    own = (
        (data.folder("hearing") / "default.toml")
        .read_text()
        .replace("accept = 2.5", "accept = 1.25")
    )
    (tmp_path / "hearing.toml").write_text(own)
    assert data.tuning(tmp_path).accept == 1.25


def test_broken_figures_are_named_with_file_and_key(tmp_path: Path) -> None:
    (tmp_path / "hearing.toml").write_text('source = "x"\naccept = "much"\n')
    with pytest.raises(DataError, match=r"hearing\.toml, key"):
        data.tuning(tmp_path)
