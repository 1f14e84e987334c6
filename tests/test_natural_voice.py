"""The natural voice of the training: how it is got, and our phones in its own symbols."""

from pathlib import Path

import pytest

from training import natural
from training.lexicon import phones, toml


def test_every_phone_but_silence_has_symbols_and_no_two_share_them() -> None:
    said = toml("phones.toml")["natural"]
    assert set(said) == set(phones()[1:])
    assert len(set(said.values())) == len(said)


def test_without_npm_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(natural, "FOLDER", tmp_path / "natural")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"@dittli/tts-de.* apt-get install npm"):
        natural.fetch()


def test_a_voice_that_is_there_is_not_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = toml("voices.toml")["natural"]
    for name in ("model", "about"):
        path = tmp_path / told[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(natural, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", "")
    natural.fetch()
