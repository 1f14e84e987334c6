"""Braille pages: the signs, the lines, the pages, and what has no sign."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.record.brf import HEIGHT, WIDTH, Paragraph, layout, translate

UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}


@pytest.mark.parametrize(
    ("text", "cells"),
    [  # as liblouis translates them with its table for uncontracted Unified English Braille
        ("anna", "ANNA"),
        ("Anna", ",ANNA"),
        ("SHA", ",S,H,A"),
        ("1234567890", "#ABCDEFGHIJ"),
        ("Anna 90+30", ',ANNA #IJ"6#CJ'),
        ("D.2.10.1", ",D4#B4AJ4A"),
        ("a1b2 12k", "A#A;B#B #ABK"),
        ("5a", "#E;A"),
        ("5A", "#E,A"),
        ("1,000.5 and 3.", "#A1JJJ4E AND #C4"),
        ("40/90+30, 30+30", '#DJ_/#IJ"6#CJ1 #CJ"6#CJ'),
        ("(word) [ ]", '"<WORD"> .< .>'),
        ("e4, e5; Nf3!", "E#D1 E#E2 ,NF#C6"),
        ("what? no: yes", "WHAT8 NO3 YES"),
        ("x=5", 'X"7#E'),
        ("50% a*b a_b", '#EJ.0 A"9B A.-B'),
        ("“quoted” it's", "8QUOTED0 IT'S"),
        ("5-3", "#E-#C"),
    ],
)
def test_a_text_has_the_signs_of_uncontracted_braille(text: str, cells: str) -> None:
    translated = translate(text)
    assert translated.cells == cells
    assert translated.replaced == ()


@pytest.mark.parametrize(
    ("text", "like", "replaced"),
    [
        ("Müller", "Mueller", ("ü",)),
        ("Ärger", "Aerger", ("Ä",)),
        ("groß", "gross", ("ß",)),
        ("Dvořák", "Dvorak", ("ř", "á")),
        ("Łódź", "Lodz", ("Ł", "ó", "ź")),
        ("½", "1/2", ("½",)),
        ("♞", "(black-chess-knight)", ("♞",)),
        ("王", "(cjk-unified-ideograph-738b)", ("王",)),
        ("\ue000", "(ue000)", ("\ue000",)),
    ],
)
def test_what_has_no_sign_is_spelled_and_reported(
    text: str, like: str, replaced: tuple[str, ...]
) -> None:
    translated = translate(text, UMLAUTS)
    assert translated.cells == translate(like).cells
    assert translated.replaced == replaced


def pages(written: bytes) -> list[list[str]]:
    *found, rest = written.decode("ascii").split("\f")
    assert rest == ""
    return [page.removesuffix("\r\n").split("\r\n") for page in found]


any_text = st.text(st.characters(codec="utf-8"), max_size=120)
any_paragraph = st.builds(Paragraph, any_text, st.booleans(), st.sampled_from([0, 2, 4]))


@given(st.lists(any_paragraph, max_size=30))
def test_any_text_fits_the_paper(paragraphs: list[Paragraph]) -> None:
    written, _ = layout(paragraphs)
    for page in pages(written):
        assert len(page) <= HEIGHT
        for line in page:
            assert len(line) <= WIDTH
            assert re.fullmatch(r"[ -_]*", line)
            assert line == line.rstrip()


@given(st.lists(st.text("abcdefghij1234567890 .,-", max_size=90), max_size=20))
def test_words_are_never_broken_and_never_lost(texts: list[str]) -> None:
    words = [word for text in texts for word in text.split()]
    written, _ = layout([Paragraph(text, hanging=2) for text in texts])
    found = [word for page in pages(written) for line in page for word in line.split()]
    short = [translate(word).cells for word in words if len(translate(word).cells) <= WIDTH - 2]
    if len(short) == len(words):
        assert found == short
    else:
        assert set(short) <= set(found)


def test_a_word_longer_than_a_line_is_continued_with_dot_5() -> None:
    (page,) = pages(layout([Paragraph("a" * 100)])[0])
    assert page == ["A" * 39 + '"', "A" * 39 + '"', "A" * 22]


def test_a_broken_number_has_its_number_sign_again() -> None:
    (page,) = pages(layout([Paragraph("1" * 60)])[0])
    assert page == ["#" + "A" * 38 + '"', "#" + "A" * 22]


def test_further_lines_are_moved_in() -> None:
    (page,) = pages(layout([Paragraph("word " * 10, hanging=2)])[0])
    assert page == [" ".join(["WORD"] * 8), "  WORD WORD"]


def test_a_heading_goes_to_the_page_of_what_follows() -> None:
    lines = [Paragraph(f"line {number}") for number in range(HEIGHT - 2)]
    first, second = pages(layout([*lines, Paragraph("head", heading=True), Paragraph("body")])[0])
    assert len(first) == HEIGHT - 2
    assert second == ["HEAD", "BODY"]


def test_a_heading_stands_behind_an_empty_line() -> None:
    (page,) = pages(layout([Paragraph("one"), Paragraph("two", heading=True)])[0])
    assert page == ["ONE", "", "TWO"]
