"""The declaration for the arbiter: what it says, and its three forms."""

import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st

from assistant import __version__, data
from assistant.core.output.wording import Phrasebook
from assistant.core.play.regulations import (
    Duty,
    EarlyPress,
    Event,
    Player,
    Questions,
    Regulations,
    Rules,
    Speech,
)
from assistant.core.record import brf, document, eventfile
from assistant.core.record.checksum import checksum, grouped
from assistant.core.record.declaration import Program, declare
from assistant.core.record.document import Document, Mark

PROGRAM = Program("1.2.3", "0123456789abcdef" * 4, 99)
USUAL = Regulations(
    white=Player(name="Anna Berg", visually_disabled=True), black=Player(name="Jan Novák")
)
FULL = Regulations(
    white=Player(name="Anna-Katharina Freifrau von Großkreutz-Übermühlen", visually_disabled=True),
    black=Player(name="Jean-Christophe de la Rochefoucauld-Montmorency", visually_disabled=True),
    event=Event(
        name="International Open Championship for Blind and Visually Disabled Players",
        place="Frýdek-Místek, Národní dům, velký sál",
        date="16 November 2026, 14:00",
        round="9",
        board="123",
    ),
    rules=Rules(edition="1997", time_control="W 40/90+30, 20/30+30, 15+30 B 25 d10"),
    speech=Speech(questions=(), ranks="local", early_press=EarlyPress.RECORD),
    duties=(),
)


def sheet(rules: Regulations, language: str = "en") -> Document:
    laws = data.laws(rules.rules.edition)
    book = Phrasebook(data.language(language)[0])
    return declare(rules, laws, PROGRAM, book, language=language, spoken="Deutsch")


def lines(declaration: Document, heading: str) -> list[str]:
    (found,) = (s.lines for s in declaration.sections if s.heading == heading)
    return [line.text for line in found]


def test_the_duties_of_the_program_stand_with_their_articles() -> None:
    told = lines(sheet(USUAL), "What the program does in this game")
    assert told == [
        "Make the moves on the opponent's board (D.2.10.1)",
        "Announce the moves of both players (D.2.10.2)",
        "Keep the score and start the opponent's clock (D.2.10.3)",
        "Tell the number of moves and the time used, on request only (D.2.10.4)",
        "Claim a time overstep and report that the sighted opponent touched a piece (D.2.10.5)",
        "Carry out the formalities of an adjournment (D.2.10.6)",
        "Answer questions about time and number of moves",
    ]


@pytest.mark.parametrize("duty", Duty)
def test_a_duty_that_is_switched_off_is_told_as_not_allowed(duty: Duty) -> None:
    rest = tuple(other for other in Duty if other is not duty)
    before = lines(sheet(USUAL), "What the program does in this game")
    changed = sheet(msgspec.structs.replace(USUAL, duties=rest))
    after = lines(changed, "What the program does in this game")
    (lost,) = set(before) - set(after)
    assert f"Not allowed: {lost}" in lines(changed, "What it does not do")


@pytest.mark.parametrize("question", Questions)
def test_every_question_is_told_as_answered_or_not(question: Questions) -> None:
    asked = msgspec.structs.replace(USUAL, speech=Speech(questions=(question,)))
    assert len(lines(sheet(asked), "What the program does in this game")) == len(Duty) + 1
    refused = lines(sheet(asked), "What it does not do")
    assert sum("questions" in line for line in refused) == len(Questions) - 1


def test_engine_hints_and_network_are_denied_in_every_event() -> None:
    for rules in (USUAL, FULL):
        assert lines(sheet(rules), "What it does not do")[:3] == [
            "No chess engine: nothing is calculated or evaluated",
            "No hints about moves, plans or threats",
            "No connection to any network",
        ]


def test_the_checklist_has_a_box_for_every_article_on_board_and_clock() -> None:
    section = sheet(USUAL).sections[-1]
    assert all(line.mark is Mark.BOX for line in section.lines)
    articles = [re.findall(r"\((.*)\)", line.text)[0] for line in section.lines]
    assert articles == [
        "D.1", "D.1.1", "D.1.2", "D.1.3", "D.1.4", "D.2.6.1", "D.2.6.2", "D.2.6.2", "D.2.6.2"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "cited", "never", "says"),
    [
        ("2018", "(D.2.10.1)", "(E", ""),
        ("2009", "(E2.9a)", "(D.", ""),
        ("1997", "(D.2.10.1)", "(E", "no appendix for blind players"),
    ],
)
def test_articles_are_those_of_the_edition(edition: str, cited: str, never: str, says: str) -> None:
    text = document.text(sheet(msgspec.structs.replace(USUAL, rules=Rules(edition=edition))))
    assert cited in text
    assert never not in text
    assert says in text


@pytest.mark.parametrize(
    ("edition", "minutes", "told"),
    [("2018", None, "0"), ("1997", None, "60"), ("2009", 30, "30")],
)
def test_the_default_time_is_told_as_a_figure(edition: str, minutes: int | None, told: str) -> None:
    rules = msgspec.structs.replace(USUAL, rules=Rules(edition=edition, default_time=minutes))
    assert f"Default time in minutes: {told}" in lines(sheet(rules), "Settings")


@pytest.mark.parametrize("language", data.languages())
def test_every_form_says_the_same_in_every_language(language: str) -> None:
    for rules in (USUAL, FULL):
        declaration = sheet(rules, language)
        plain = document.text(declaration)
        seen = Reader()
        seen.feed(document.html(declaration))
        assert seen.words() == re.sub(r"(?m)^(- |\[ \] )", "", plain).split()
        digraphs = data.language(language)[0].header.digraphs
        written, _ = brf.layout(document.paragraphs(declaration), digraphs)
        unruled = plain.replace("_", "").replace("\n", " ")
        assert written.split() == brf.translate(unruled, digraphs).cells.encode().split()


class Reader(HTMLParser):
    """Reads a page as a strict reader does: every element closed, and in order."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "main" in self.open:
            self.text.append(data.replace(Mark.BOX, ""))

    def words(self) -> list[str]:
        assert not self.open
        return " ".join(self.text).split()


@pytest.mark.parametrize("language", data.languages())
def test_the_html_page_is_accessible(language: str) -> None:
    page = document.html(sheet(FULL, language))
    assert page.startswith("<!DOCTYPE html>\n")
    reader = Reader()
    reader.feed(page)
    tags = [tag for tag, _ in reader.seen]
    assert ("html", {"lang": language}) in reader.seen
    assert tags.count("h1") == tags.count("main") == tags.count("title") == 1
    assert tags.count("h2") == tags.count("ul") == 6
    assert not {"img", "script", "link", "font"} & set(tags)
    colours = set(re.findall(r"#[0-9a-f]{3,6}\b", page))
    assert colours == {"#000", "#fff"}  # nothing is told by colour


def test_names_cannot_break_the_page() -> None:
    rules = msgspec.structs.replace(USUAL, black=Player(name='<b>"Jan" & Co</b>'))
    page = document.html(sheet(rules))
    assert "&lt;b&gt;&quot;Jan&quot; &amp; Co&lt;/b&gt;" in page


CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no browser is installed")
@pytest.mark.parametrize("language", data.languages())
def test_the_fullest_sheet_prints_on_one_page(language: str, tmp_path: Path) -> None:
    page, printed = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    page.write_text(document.html(sheet(FULL, language)), encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu"]
    command += [f"--user-data-dir={tmp_path}", f"--print-to-pdf={printed}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert re.findall(rb"/Count (\d+)", printed.read_bytes()) == [b"1"]


# The command


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "event.toml"
    book = Phrasebook(data.language("de")[0])
    path.write_text(eventfile.write(FULL, book), encoding="utf-8")
    return path


def test_the_sheet_names_version_and_checksum(event: Path) -> None:
    done = run("event", "sheet", str(event))
    assert done.returncode == 0, done.stderr
    assert f"- Version: chess-assistant {__version__}\n" in done.stdout
    files = list(data.program())
    told = f"- SHA-256 über {len(files)} Programmdateien: {grouped(checksum(files))}\n"
    assert told in done.stdout


@pytest.mark.parametrize("form", ["text", "html", "brf"])
def test_a_form_goes_to_standard_output_or_to_a_file(
    form: str, event: Path, tmp_path: Path
) -> None:
    target = tmp_path / "sheet"
    shown = run("event", "sheet", str(event), "--form", form, "--language", "en")
    done = run("event", "sheet", str(event), "--form", form, "-l", "en", "--output", str(target))
    assert done.returncode == 0, done.stderr
    assert not done.stdout
    # The text mode of the test turns CRLF into LF, as it reads standard output.
    assert target.read_bytes().replace(b"\r\n", b"\n") == shown.stdout.encode()


def test_braille_reports_the_signs_that_it_lacks(event: Path) -> None:
    done = run("event", "sheet", str(event), "--form", "brf", "-l", "en")
    assert done.returncode == 0
    assert done.stderr == "Signs that this braille lacks, spelled otherwise: ý í á ů ß Ü ü\n"


def test_the_event_file_is_never_replaced_by_its_sheet(event: Path) -> None:
    before = event.read_bytes()
    done = run("event", "sheet", str(event), "--output", str(event))
    assert done.returncode == 1
    assert "is what this is made from" in done.stderr
    assert event.read_bytes() == before


@pytest.mark.parametrize("target", ["/nonexistent/sheet", "/dev", "x" * 300])
def test_a_sheet_that_cannot_be_written_is_one_sentence(target: str, event: Path) -> None:
    done = run("event", "sheet", str(event), "--output", target)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1


# The checksum

files = st.lists(st.tuples(st.text("ab/.", max_size=4), st.binary(max_size=4)), max_size=4)


@given(files, files)
def test_two_programs_share_a_checksum_only_if_they_are_the_same(
    one: list[tuple[str, bytes]], other: list[tuple[str, bytes]]
) -> None:
    assert (checksum(one) == checksum(other)) is (sorted(one) == sorted(other))


def test_the_checksum_covers_code_words_and_laws_and_nothing_made_while_running() -> None:
    found = {name for name, _ in data.program()}
    assert {
        "assistant/cli.py",
        "assistant/core/record/checksum.py",
        "assistant/laws/2018.toml",
        "grammars/de.toml",
        "braille/README.md",
    } <= found
    assert not any(".pyc" in name or "__pycache__" in name for name in found)


def test_the_digest_is_read_in_groups_of_four() -> None:
    assert grouped(replace(PROGRAM, digest="0123456789").digest) == "0123 4567 89"


def test_warnings_without_request_stand_where_the_arbiter_looks_for_them() -> None:
    line = "warn without being asked when time runs short"
    allowed = msgspec.structs.replace(USUAL, speech=Speech(alarms=True))
    can, cannot = "What the program does in this game", "What it does not do"
    assert any(line in text.casefold() for text in lines(sheet(allowed), can))
    assert not any(line in text.casefold() for text in lines(sheet(allowed), cannot))
    assert any(line in text.casefold() for text in lines(sheet(USUAL), cannot))
