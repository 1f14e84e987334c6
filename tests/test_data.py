"""Broken data files: the file, the key and the remedy are named."""

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import data
from assistant.errors import AssistantError, DataError, UsageError

GERMAN = (data.folder("grammars") / "de.toml").read_text(encoding="utf-8")


def without(line: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert f"\n{line}\n" in text
        return text.replace(f"\n{line}\n", "\n")

    return change


def instead(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


BROKEN = [
    ("letters.king", "missing", without('king = "K"')),
    ("files.g", "missing", without('g = ["Gustav"]')),
    ("ranks.3", "missing", without('3 = ["drei"]')),
    ("phrases.your_turn", "missing", without('your_turn = "Sie sind am Zug."')),
    ("castlings", "no such key", instead("[castling]", "[castlings]")),
    ("files.d", "list", instead('d = ["David", "Dora"]', 'd = "David"')),
    ("commands.help", "list", instead('help = ["hilfe"', 'help = [["hilfe"]')),
    ("names.white_pieces.king", "str", instead('king = "weißer König"', "king = 3")),
    ("header.name", "str", instead('name = "Deutsch"', "name = 7")),
    ("header.colour", "no such key", instead("[header]", '[header]\ncolour = "red"')),
    ("pieces.king", "nothing stands here", instead('king = ["König"]', "king = []")),
    ("pieces.dragon", "no such key", instead("[pieces]", '[pieces]\ndragon = ["Drache"]')),
    ("files.c", "already means files.a", instead('c = ["Cesar"', 'c = ["Anna", "Cesar"')),
    ("pieces.queen", "already means pieces.rook", instead('rook = ["Turm"]', 'rook = ["Dame"]')),
    ("letters.queen", "piece letter", instead('rook = "T"', 'rook = "D"')),
    ("phrases.turn", "{who}", instead('turn = "{side} ist', 'turn = "{who} {side} ist')),
    ("phrases.turn", "{side} is missing", instead('turn = "{side} ist', 'turn = "Jemand ist')),
    ("phrases.minutes", "missing", instead('minutes = { one = "{count} Minute",', "minutes = {")),
    ("commands.square", "slot", instead("feld {square}", "feld {suare}")),
    ("commands.square", "wrong slots", instead("feld {square}", "feld {piece}")),
    (
        "commands.help",
        "already means commands.resign",
        instead('help = ["hilfe"', 'help = ["aufgabe"'),
    ),
    ("header.plural", "plural rule", instead('plural = "one-other"', 'plural = "whatever"')),
]


@pytest.mark.parametrize(
    ("key", "problem", "change"), BROKEN, ids=[b[0] + " " + b[1] for b in BROKEN]
)
def test_a_broken_grammar_names_file_key_and_remedy(
    key: str, problem: str, change: Callable[[str], str], tmp_path: Path
) -> None:
    path = tmp_path / "zz.toml"
    path.write_text(change(GERMAN), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        data.load(path)
    error = caught.value
    assert error.file == "zz.toml"
    assert error.key.startswith(key)
    assert problem in error.problem + error.fix
    assert str(error).startswith("zz.toml, key ")
    assert str(error).endswith(".")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[header", b"", b'language = "x"'])
def test_what_is_no_grammar_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "zz.toml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"zz\.toml"):
        data.load(path)


def test_an_unknown_language_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="de, en"):
        data.language("xx")


def test_a_language_is_not_a_path() -> None:
    with pytest.raises(AssistantError):
        data.language("../grammars/de")
