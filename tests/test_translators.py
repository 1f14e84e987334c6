"""Translators: one contract for liblouis and the built-in one, threads, and every trouble."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from command import ROOT, environment, run
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant import data
from assistant.cli_translator import built_in
from assistant.core.output.cells import BLANK, Translation, from_unicode, join, unicode
from assistant.drivers import translator_louis
from assistant.errors import LibraryError, TableError, TranslationError
from assistant.ports import Translator

TABLES = sorted({data.notation(name).header.text for name in data.notations()} - {""})


def louis() -> Translator:
    try:
        return translator_louis.Driver()
    except LibraryError:
        pytest.skip("liblouis is not installed")


BOTH = pytest.mark.parametrize("make", [louis, built_in], ids=["louis", "builtin"])
Make = Callable[[], Translator]


@BOTH
@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=20)
@given(text=st.text(max_size=30))
def test_the_maps_of_any_text_are_whole_and_ascend(make: Make, table: str, text: str) -> None:
    translation = make().translate(text, table)
    assert len(translation.to_text) == len(translation.cells)
    assert len(translation.to_cell) == len(text)
    assert list(translation.to_text) == sorted(translation.to_text)
    assert list(translation.to_cell) == sorted(translation.to_cell)
    assert all(0 <= place < len(text) for place in translation.to_text)
    assert all(0 <= place <= len(translation.cells) for place in translation.to_cell)
    assert all(0 <= cell <= 0xFF for cell in translation.cells)


@BOTH
@pytest.mark.parametrize("table", TABLES)
def test_words_do_not_change_each_other(make: Make, table: str) -> None:
    translator = make()
    words = ["e5", "2.", "Nf3", "3", "1:29:45", "Anna", "0-0"]
    alone = [translator.translate(word, table).cells for word in words]
    together = translator.translate(" ".join(words), table).cells
    assert together == tuple(cell for cells in alone for cell in (*cells, BLANK))[:-1]


@BOTH
@pytest.mark.parametrize("table", [name for name in TABLES if "g1" in name or "g0" in name])
def test_each_part_of_a_clock_has_its_number_sign(make: Make, table: str) -> None:
    cells = unicode(make().translate("1:29:45", table).cells)
    assert cells == "⠼⠁⠒⠼⠃⠊⠒⠼⠙⠑"


@BOTH
def test_a_routing_key_finds_the_character(make: Make) -> None:
    translation = make().translate("Weiß: e4", "de-g0-detailed.utb")
    assert unicode(translation.cells) == "⠨⠺⠑⠊⠮⠒⠀⠑⠼⠙"
    assert translation.to_text == (0, 0, 1, 2, 3, 4, 5, 6, 7, 7)
    assert translation.to_cell == (0, 2, 3, 4, 5, 6, 7, 8)


@BOTH
@pytest.mark.parametrize("text", ["Nf3 exd5", "Anna Berg", "10 moves", "a-b"])
def test_plain_text_is_read_back(make: Make, text: str) -> None:
    translator = make()
    for table in ("en-us-comp8.ctb", "en-ueb-g1.ctb", "cs-comp8.utb"):
        assert translator.back(translator.translate(text, table).cells, table) == text


@BOTH
def test_a_missing_table_is_a_sentence(make: Make) -> None:
    for table in ("klingon.ctb", "", "/etc/passwd"):
        with pytest.raises(TableError, match="hoose another"):
            make().translate("e4", table)
        with pytest.raises(TableError):
            make().back((1,), table)


@BOTH
def test_what_has_no_sign_is_spelled_and_never_a_code_number(make: Make) -> None:
    translator = make()
    plain = translator.translate("Dvorak", "de-de-comp8.ctb").cells
    assert translator.translate("Dvořák", "de-de-comp8.ctb").cells[-1] == plain[-1]
    for strange in ("ǯ", "王", "♞", "\U0001f600", "\x00", "\N{COMBINING ACUTE ACCENT}"):
        for table in TABLES:
            assert 1 <= len(translator.translate(strange, table).cells) <= 3, (strange, table)


def test_the_translators_say_which_they_are() -> None:
    assert louis().name.startswith("liblouis 3.")
    assert not louis().built_in
    assert built_in().built_in


def test_a_word_that_is_far_too_long_is_a_sentence() -> None:
    with pytest.raises(TranslationError, match="too long"):
        louis().translate("a" * 5000, "en-ueb-g1.ctb")


def test_eight_threads_get_no_wrong_result() -> None:
    translator = louis()
    texts = [f"Sf{rank} {number}. exd{rank}" for rank in range(1, 9) for number in range(40)]
    work = [(text, table) for text in texts for table in TABLES[:6]]
    wanted = {one: translator.translate(*one) for one in work}
    fresh = [translator_louis.Driver() for _ in range(8)]  # each with an empty memory of words

    def hammer(number: int) -> int:
        mine = fresh[number]
        shifted = work[number * 97 :] + work[: number * 97]
        wrong = sum(mine.translate(*one) != wanted[one] for one in shifted)
        return wrong + sum(
            mine.back(wanted[one].cells, one[1]) != translator.back(wanted[one].cells, one[1])
            for one in shifted[:40]
        )

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(hammer, range(8))) == [0] * 8


def test_the_library_writes_nothing_to_standard_error() -> None:
    louis()
    code = (
        "from assistant.drivers.translator_louis import Driver\n"
        "from assistant.errors import BrailleError\n"
        "d = Driver()\n"
        "for table in ('no.ctb', 'de-de-comp8.ctb', '/etc/passwd'):\n"
        "    try: d.translate('王 a', table)\n"
        "    except BrailleError: pass\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment()
    )
    assert done.stderr == ""


def doctor(**changes: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "doctor"],
        capture_output=True,
        text=True,
        check=False,
        env=environment() | changes,
        cwd=ROOT,
    )
    return done.stdout


def test_doctor_tells_library_and_tables() -> None:
    louis()
    told = doctor()
    assert "Fine: Braille is translated by liblouis 3." in told
    assert f"Fine: The tables of all {len(data.notations())} braille notations are here." in told


def test_doctor_tells_that_the_library_is_missing(tmp_path: Path) -> None:
    told = doctor(CHESS_ASSISTANT_LIBLOUIS=str(tmp_path / "liblouis.so"))
    assert "is no liblouis that can be loaded" in told
    assert "the built-in translator writes braille" in told


def test_doctor_names_every_table_that_is_missing(tmp_path: Path) -> None:
    louis()
    told = doctor(LOUIS_TABLEPATH=str(tmp_path))
    assert "Not fine: The braille table de-g0-detailed.utb, for de-6, is not here" in told


@pytest.mark.parametrize("variable", ["CHESS_ASSISTANT_LIBLOUIS", "LOUIS_TABLEPATH"])
def test_without_library_or_tables_the_built_in_translator_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    with_louis = run("board", "--form", "braille").stdout
    if variable.startswith("CHESS"):
        wanted = environment() | {variable: str(tmp_path / "none")}
        done = subprocess.run(
            [sys.executable, "-m", "assistant", "board"],
            capture_output=True,
            text=True,
            check=False,
            env=wanted,
            cwd=ROOT,
        )
    else:
        monkeypatch.setenv(variable, str(tmp_path))
        done = run("board")
    assert done.returncode == 0
    assert done.stdout == with_louis
    assert done.stderr.count("\n") == 1
    assert "The built-in translator writes the braille." in done.stderr


def test_cells_and_unicode_braille_are_one() -> None:
    cells = tuple(range(256))
    assert from_unicode(unicode(cells)) == cells
    assert from_unicode(" ") == (BLANK,)
    with pytest.raises(ValueError, match="no braille"):
        from_unicode("x")


def test_translations_are_joined_with_their_maps() -> None:
    one = Translation((1, 2), (0, 0), (0,))
    two = Translation((3,), (1,), (0, 0))
    joined = join([one, two], [1, 2], gap=1)
    assert joined == Translation((1, 2, 0, 3), (0, 0, 1, 3), (0, 2, 3, 3))
