"""The journal: what was written is read back, and any change of it is found."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.play.events import KINDS, Event, GameStarted, MovePlayed, MovesTakenBack
from assistant.core.record import journal
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.errors import JournalError

START = GameStarted(at=1, fen="8/4P3/8/8/8/k7/8/K7 w - - 0 1", opponent="Ölgötz \u265e")
EVENTS = (START, MovePlayed(at=2, side=True, move="e7e8q"), MovesTakenBack(at=3, count=1))


def any_event() -> st.SearchStrategy[Event]:
    return st.one_of([st.builds(kind) for kind in KINDS.values()])


@given(st.lists(any_event(), max_size=8))
def test_every_event_is_read_back_as_it_was_written(events: list[Event]) -> None:
    assert list(journal.read(journal.write(events)).events) == events


@settings(max_examples=300)
@given(st.data())
def test_a_changed_byte_is_found(data: st.DataObject) -> None:
    written = journal.write(EVENTS)
    at = data.draw(st.integers(0, len(written) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != written[at]))
    changed = written[:at] + bytes([byte]) + written[at + 1 :]
    try:
        reading = journal.read(changed)
    except JournalError:
        return
    assert at == len(written) - 1  # only the last line feed: that line counts as torn
    assert reading.events == EVENTS[:-1]


@given(st.integers(0, len(journal.write(EVENTS))))
def test_a_journal_cut_anywhere_holds_its_complete_lines(length: int) -> None:
    cut = journal.write(EVENTS)[:length]
    reading = journal.read(cut)
    assert reading.events == EVENTS[: cut.count(b"\n")]
    assert cut[reading.sound :] == reading.torn


def test_a_missing_line_is_named() -> None:
    first, _, third = journal.write(EVENTS).splitlines(keepends=True)
    with pytest.raises(JournalError, match="Line 2"):
        journal.read(first + third)


def test_a_journal_of_another_version_says_so() -> None:
    line = journal.write(EVENTS[:1]).replace(b'{"v":1,', b'{"v":2,')
    body = line[: -len(b',"hash":""}\n') - 64] + b"}"
    resealed = body[:-1] + b',"hash":"%s"}\n' % journal._digest(body).encode()  # noqa: SLF001
    with pytest.raises(JournalError, match="version 2"):
        journal.read(resealed)


def test_a_torn_line_is_set_aside_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(EVENTS) + b'{"v":1,"ev')
    keeper, reading, aside = Keeper.reopen(path)
    assert reading.events == EVENTS
    assert aside is not None
    assert aside.read_bytes() == b'{"v":1,"ev\n'
    keeper.keep(MovePlayed(at=4, side=True, move="e7e8r"))
    keeper.close()
    again, reading, aside = Keeper.reopen(path)
    again.close()
    assert len(reading.events) == 4
    assert aside is None


def test_a_game_that_is_open_elsewhere_is_not_opened_twice(tmp_path: Path) -> None:
    keeper = Keeper.create(tmp_path, "game")
    keeper.keep(START)
    with pytest.raises(JournalError, match="another window"):
        Keeper.reopen(keeper.path)
    keeper.close()


def test_two_games_of_one_second_get_two_files(tmp_path: Path) -> None:
    first, second = Keeper.create(tmp_path, "game"), Keeper.create(tmp_path, "game")
    assert first.path != second.path
    first.close()
    second.close()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="choose another folder with --folder"):
        Keeper.create(tmp_path / "file" / "games", "game")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_a_full_disk_is_reported_and_the_event_is_not_kept() -> None:
    keeper = Keeper(Path("/dev/full"), os.open("/dev/full", os.O_WRONLY), journal.start())
    with pytest.raises(JournalError, match="no space left"):
        keeper.keep(START)
    keeper.close()
