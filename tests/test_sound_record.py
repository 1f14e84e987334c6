"""The sound record (D.2.7): the sound of what became a move is kept, and nothing else."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest
from command import run
from contests import Table
from hearings import GRAMMAR, heard

from assistant import drivers
from assistant.core.output.wording import Phrasebook
from assistant.core.play.contestevents import SoundKept
from assistant.core.record import journal
from assistant.core.record.soundrecord import digest, of_move, together
from assistant.core.spoken.decision import Spoken
from assistant.errors import FileError
from assistant.eventrunner import EventRunner, GameTime
from assistant.messages import KeepSound, Record
from assistant.outlets import Outlets

CLEAR = {"springer gustav eins felix drei": 100.0}
NEAR = {"springer gustav eins felix drei": 100.0, "springer gustav eins hector drei": 99.0}


def sounding(said: dict[str, float], sound: bytes) -> Spoken:
    return replace(heard(said), sound=sound)


def table(*, keep: bool = True) -> Table:
    made = Table(speech={"keep_sound": keep})
    made.hear("start")
    return made


def kept(game: Table) -> list[tuple[str, str | None, bytes]]:
    return [
        (output.event.what, output.event.move, output.pcm)
        for output in game.outputs
        if isinstance(output, KeepSound)
    ]


def test_the_sound_of_an_announcement_and_of_its_repetition_is_kept_before_the_facts() -> None:
    game = table()
    game.listen(sounding(CLEAR, b"aa"))
    assert kept(game) == [("announced", "g1f3", b"aa")]
    kinds = [type(output) for output in game.outputs]
    assert kinds.index(KeepSound) < kinds.index(Record)
    game.listen(sounding(CLEAR, b"bb"))
    assert kept(game) == [("repeated", "g1f3", b"bb")]


def test_a_differing_repetition_is_kept_with_the_other_move() -> None:
    game = table()
    game.listen(sounding(CLEAR, b"aa"))
    game.listen(sounding({"springer gustav eins hector drei": 100.0}, b"bb"))
    assert kept(game) == [("repeated", "g1h3", b"bb")]


def test_no_other_sound_is_kept_and_none_unless_the_event_says_so() -> None:
    game = table()
    for said in ({"[unk]": 90.0}, {"zeit": 60.0}, {"dame david eins hector fünf": 100.0}):
        game.listen(sounding(said, b"aa"))
        assert kept(game) == []
    game.hear("Springer Felix drei")
    assert kept(game) == []
    silent = table(keep=False)
    silent.listen(sounding(CLEAR, b"aa"))
    assert silent.new
    assert kept(silent) == []


@pytest.mark.parametrize("typed", [True, False])
def test_what_was_asked_back_is_kept_with_its_answer(typed: bool) -> None:
    game = table()
    lone = {"springer gustav eins felix drei": 100.0, "springer gustav eins felix zwei": 104.0}
    game.listen(sounding(lone, b"aa"))
    assert kept(game) == []
    game.listen(sounding({"[unk]": 90.0}, b"xx"))
    if typed:
        game.hear("ja")
    else:
        game.listen(sounding({"ja": 60.0}, b"bb"))
    sound = b"aa" if typed else together([b"aa", b"bb"])
    assert kept(game) == [("announced", "g1f3", sound)]


def test_a_question_that_came_to_nothing_leaves_no_sound_behind() -> None:
    game = table()
    game.listen(sounding(NEAR, b"aa"))
    game.hear("nein")
    game.listen(sounding({"eva zwei eva vier": 100.0}, b"bb"))
    assert kept(game) == [("announced", "e2e4", b"bb")]


def test_a_kept_sound_is_found_by_the_number_of_its_move_and_survives_the_journal() -> None:
    game = table()
    game.listen(sounding(CLEAR, b"aa"))
    event = next(output.event for output in game.outputs if isinstance(output, KeepSound))
    events = (*game.events, event)
    assert journal.read(journal.write(events)).events == events
    assert of_move(events, 1, None) == of_move(events, 1, True) == [event]
    assert of_move(events, 1, False) == of_move(events, 2, None) == []
    assert event.sha256 == digest(b"aa")
    assert isinstance(event, SoundKept)


@pytest.mark.parametrize("name", drivers.names("soundkeeper"))
def test_a_keeper_of_sounds_gives_back_every_sample(name: str, tmp_path: Path) -> None:
    driver = drivers.find("soundkeeper", name)
    keeper = driver(tmp_path / "game.sounds") if name == "flac" else driver()
    sound = bytes(range(256)) * 100
    keeper.keep("001w-a.flac", sound)
    keeper.keep("001w-b.flac", b"")
    assert keeper.sound("001w-a.flac") == sound
    with pytest.raises(FileError):
        keeper.sound("002w-c.flac")
    with pytest.raises(FileError):
        keeper.sound("../game.jsonl")


def test_a_sound_that_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "game.sounds").write_text("in the way")
    keeper = drivers.find("soundkeeper", "flac")(tmp_path / "game.sounds")
    with pytest.raises(FileError, match="cannot be"):
        keeper.keep("x.flac", b"aa")


def test_verify_names_the_recordings_that_are_gone(tmp_path: Path) -> None:
    game = table()
    game.listen(sounding(CLEAR, b"aa"))
    game.listen(sounding(CLEAR, b"bb"))
    sounds = [output for output in game.outputs if isinstance(output, KeepSound)]
    first = SoundKept(**asdict(sounds[0].event) | {"file": "001w-first.flac"})
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write((*game.events, first, sounds[-1].event)))
    keeper = drivers.find("soundkeeper", "flac")(path.with_suffix(".sounds"))
    keeper.keep(first.file, b"aa")
    keeper.keep(sounds[-1].event.file, b"bb")
    assert len(run("journal", "verify", str(path)).stdout.splitlines()) == 1
    (path.with_suffix(".sounds") / first.file).unlink()
    done = run("journal", "verify", str(path))
    assert done.returncode == 0  # the journal itself is as it was written
    assert done.stdout.splitlines()[1:] == [
        f"Das Journal nennt Tonaufnahmen, die fehlen: {first.file}."
    ]


@pytest.mark.parametrize(
    ("language", "length"),
    [("de", "Sekunden: 1,9"), ("en", "seconds: 1.9"), ("fr", "secondes : 1,9")],
)
def test_the_length_of_a_recording_has_the_decimal_sign_of_the_language(
    language: str, length: str, tmp_path: Path
) -> None:
    game = table()
    game.listen(sounding(CLEAR, bytes(2 * 30_400)))
    (sound,) = [output for output in game.outputs if isinstance(output, KeepSound)]
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write((*game.events, sound.event)))
    drivers.find("soundkeeper", "flac")(path.with_suffix(".sounds")).keep(
        sound.event.file, sound.pcm
    )
    done = run(
        "journal", "play", str(path), "1", "--wav", str(tmp_path / "move.wav"), "-l", language
    )
    assert done.stdout.splitlines()[-1].endswith(length)


def test_a_sound_that_was_not_saved_is_told_and_the_game_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.sounds").write_text("in the way")
    outlet, keeper = drivers.find("outlet", "null")(), drivers.find("keeper", "null")()
    game = Table(speech={"keep_sound": True})
    EventRunner(
        game.tournament,
        recognizer=drivers.find("recognizer", "null")(["start", sounding(CLEAR, b"aa")]),
        outlets=Outlets(Phrasebook(GRAMMAR), [outlet]),
        keeper=keeper,
        envelope=drivers.find("envelope", "null")(),
        timer=GameTime(drivers.find("timer", "script")(), 0),
        sounds=drivers.find("soundkeeper", "flac")(tmp_path / "game.sounds"),
    ).run(resumed=False)
    assert outlet.lines[-2:] == [
        "Weiß: Springer Gustav eins Felix drei",
        "Die Tonaufnahme dieses Zuges wurde nicht gespeichert.",
    ]
    assert not any(isinstance(event, SoundKept) for event in keeper.events)
    assert "game.sounds cannot be" in capfd.readouterr().err
