"""A microphone in a conversation: deaf while we speak, waiting when it must, never lost."""

import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import chess
import numpy as np
import pytest
import soundfile
from command import run
from contests import BOOK
from pulse import spoken

from assistant import drivers
from assistant.cli_decoder import Fitted, fit, remarks
from assistant.cli_setup import Metered
from assistant.core.output.scene import Scene
from assistant.core.play.events import MovePlayed
from assistant.core.record import journal
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.faint import Faint
from assistant.core.spoken.vocabulary import Unheard
from assistant.crosstalk import Crosstalk
from assistant.listener import Listener, TalkKey
from assistant.pcm import Funnel
from assistant.ports import Frame, Notice, Pause, Plugged, Sound, Unplugged, Words

SILENCE = bytes(2 * 16_000)
PIECE = 3_200


@pytest.fixture(scope="module")
def model(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    with zipfile.ZipFile(shared / "data" / "models" / "vosk-fide-de-lab.zip") as archive:
        archive.extractall(folder)
    return folder / "vosk-fide-de-lab"


@pytest.fixture(scope="module")
def fitted(model: Path) -> Fitted:
    return fit("de", model=str(model))


def said(text: str) -> bytes:
    samples = spoken(text).astype(np.float32) / 32_768
    return SILENCE + Funnel(22_050).put(samples, last=True) + SILENCE


Step = bytes | Sound | Callable[[], object]


class Tape:
    """A microphone whose recording may do something between its sounds."""

    live = True
    waits = False

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.closed = False

    def sounds(self) -> Iterator[Sound]:
        for step in self.steps:
            if isinstance(step, bytes):
                for at in range(0, len(step), PIECE):
                    yield Frame(step[at : at + PIECE], 0.0)
            elif callable(step):
                step()
            else:
                yield step

    def close(self) -> None:
        self.closed = True


def listener(fitted: Fitted, *steps: Step, push: bool = False) -> Listener:
    return Listener(Tape(*steps), fitted.decoder(), fitted.ear, push=push)


def texts(words: Iterator[Words]) -> list[str]:
    return [
        one if isinstance(one, str) else one.what.key if isinstance(one, Notice) else one.text
        for one in words
    ]


def test_each_utterance_is_heard_with_its_own_trimmed_sound(fitted: Fitted) -> None:
    first, second = said("Eva zwei Eva vier"), said("Springer Gustav eins Felix drei")
    words = list(listener(fitted, first, second).words())
    assert texts(iter(words)) == ["eva zwei eva vier", "springer gustav eins felix drei"]
    for one, whole in zip(words, (first, second), strict=True):
        assert isinstance(one, Spoken)
        assert one.decide(chess.Board()).verdict is Verdict.ACCEPT
        assert one.sound in whole
        assert 0.2 * len(whole) < len(one.sound) < 0.85 * len(whole)


def test_while_we_speak_only_stop_is_let_through(fitted: Fitted) -> None:
    ear = listener(fitted, said("Eva zwei Eva vier"), said("stopp"), said("Zeit"))
    ear.speaking(True)
    assert texts(ear.words()) == ["stopp"]


def test_an_answer_right_behind_our_own_voice_is_heard(fitted: Fitted) -> None:
    ours = Funnel(22_050).put(spoken("Weiß Eva zwei").astype(np.float32) / 32_768, last=True)
    answer = said("Eva sieben Eva fünf")[len(SILENCE) - 3200 :]
    tape = Tape()
    ear = Listener(tape, fitted.decoder(), fitted.ear)
    ear.speaking(True)

    def ended() -> None:
        ear.speaking(False)
        time.sleep(0.35)  # the echo dies away

    tape.steps = (SILENCE, ours, ended, answer)
    assert texts(ear.words()) == ["eva sieben eva fünf"]


def test_a_key_opens_the_microphone_and_closes_it(fitted: Fitted) -> None:
    tape = Tape()
    ear = Listener(tape, fitted.decoder(), fitted.ear, push=True)
    word = said("Eva zwei Eva vier")
    tape.steps = (word, ear.talk, word, ear.talk, word, bytes(PIECE))
    assert texts(ear.words()) == ["eva zwei eva vier"]


def test_an_empty_line_is_the_key_and_other_lines_are_words(fitted: Fitted) -> None:
    keyboard = drivers.find("recognizer", "null")(["", "Eva vier", "", "Ende"])
    ear = listener(fitted, push=True)
    key = TalkKey(keyboard, [ear], push=True)
    assert texts(key.words()) == ["talk_on", "Eva vier", "Ende"]
    assert texts(TalkKey(drivers.find("recognizer", "null")([""]), [ear]).words()) == [""]


def test_a_microphone_that_goes_and_comes_back_is_told_once(fitted: Fitted) -> None:
    gone = [Unplugged("it has gone"), Unplugged("not there")]
    ear = listener(
        fitted, Plugged("x"), said("Anna zwei Anna drei"), *gone, Plugged("x"), said("ja")
    )
    assert texts(ear.words()) == [
        "anna zwei anna drei", "microphone_lost", "microphone_back", "ja",
    ]  # fmt: skip


def test_a_move_that_is_made_meanwhile_changes_what_is_expected(fitted: Fitted) -> None:
    board = chess.Board()
    board.push_san("e4")
    whole = said("Eva sieben Eva fünf")
    tape = Tape()
    ear = Listener(tape, fitted.decoder(), fitted.ear)
    half = len(whole) // 2 // PIECE * PIECE
    tape.steps = (whole[:half], lambda: ear.see(Scene(board, True)), whole[half:], Pause("x"))
    (heard,) = list(ear.words())
    assert isinstance(heard, Spoken)
    assert heard.decide(board).moves == (chess.Move.from_uci("e7e5"),)


def beside(sound: bytes, meet: threading.Barrier) -> Iterator[Step]:
    """A sound whose pieces come at the same time as those of another one."""
    for at in range(0, len(sound), PIECE):
        yield meet.wait
        yield sound[at : at + PIECE]


def test_what_two_microphones_hear_was_said_into_the_louder_one(fitted: Fitted) -> None:
    word = said("Eva zwei Eva vier")
    soft = (np.frombuffer(word, "<i2") * 0.2).astype("<i2").tobytes()
    for first, second, wanted in ((word, soft, [1, 0]), (soft, word, [0, 1]), (word, word, [1, 0])):
        # both hear it at the same time, piece by piece
        meet = threading.Barrier(2)
        room = Crosstalk()
        ears = [
            Listener(Tape(*beside(sound, meet)), fitted.decoder(), fitted.ear, room=room)
            for sound in (first, second)
        ]
        with ThreadPoolExecutor(2) as pool:
            heard = list(pool.map(lambda ear: list(ear.words()), ears))
        assert [len(one) for one in heard] == wanted


def speak(room: Crosstalk, who: int, begun: float, ended: float, level: float) -> None:
    for moment in range(round(begun * 50), round(ended * 50)):
        room.hear(who, moment / 50, level)


def test_one_after_the_other_is_heard_from_both() -> None:
    room = Crosstalk()
    speak(room, 1, 0.0, 1.5, -20.0)
    assert room.wins(1, 0.0)
    speak(room, 2, 3.0, 4.5, -40.0)
    assert room.wins(2, 3.0)
    speak(room, 1, 3.2, 4.0, -30.0)
    assert room.wins(1, 3.2)
    assert not room.wins(2, 3.0)


@pytest.mark.parametrize("pause", [0.2, 0.5, 0.9])
def test_a_softer_answer_right_behind_an_announcement_is_no_crosstalk(pause: float) -> None:
    room = Crosstalk()
    speak(room, 1, 0.0, 1.5, -20.0)
    speak(room, 2, 0.05, 1.55, -35.0)
    assert not room.wins(2, 0.0)
    answer = 1.55 + pause
    speak(room, 2, answer, answer + 1.2, -30.0)
    assert room.wins(2, answer)
    speak(room, 1, answer, answer + 1.2, -45.0)
    assert room.wins(2, answer)
    assert not room.wins(1, answer)
    assert room.wins(1, 0.0)


def test_a_sound_within_a_much_longer_one_does_not_silence_it() -> None:
    room = Crosstalk()
    speak(room, 2, 0.0, 1.5, -40.0)
    speak(room, 1, 0.4, 0.6, -10.0)  # a piece is put down beside the other microphone
    assert room.wins(2, 0.0)


def quieter(sound: bytes, gain: float) -> bytes:
    return (np.frombuffer(sound, "<i2") * gain).astype("<i2").tobytes()


def test_a_softer_repetition_soon_after_is_heard_though_both_hear_both(
    fitted: Fitted,
) -> None:
    """The headset of a player and the microphone on the table: every voice reaches both."""
    announced, repeated = (
        said(text)[len(SILENCE) : -len(SILENCE)]
        for text in ("Eva zwei Eva vier", "David zwei David vier")
    )
    announced = announced[: 2 * 26_000]  # without the silence that the voice puts behind it
    gap = bytes(2 * 16_000 // 2)
    faint = [SILENCE, quieter(announced, 0.15), gap, quieter(repeated, 0.5), SILENCE]
    loud = [SILENCE, announced, gap, quieter(repeated, 0.05), SILENCE]
    room = Crosstalk()
    meet = threading.Barrier(2, action=lambda: time.sleep(0.1))  # in the pace of real sound
    headset, table = (
        Listener(Tape(*beside(b"".join(parts), meet)), fitted.decoder(), fitted.ear, room=room)
        for parts in (loud, faint)
    )
    with ThreadPoolExecutor(2) as pool:
        heard = [
            texts(iter(one)) for one in pool.map(lambda ear: list(ear.words()), (headset, table))
        ]
    assert heard == [["eva zwei eva vier"], ["david zwei david vier"]]


def test_two_recordings_never_silence_each_other(fitted: Fitted, tmp_path: Path) -> None:
    room = Crosstalk()
    ears = []
    for name, text, gain in (("a", "Eva zwei Eva vier", 1.0), ("b", "David zwei David vier", 0.2)):
        soundfile.write(tmp_path / f"{name}.wav", (spoken(text) * gain).astype(np.int16), 22_050)
        tape = drivers.find("microphone", "file")(tmp_path / f"{name}.wav")
        ears.append(Listener(tape, fitted.decoder(), fitted.ear, room=room))
        ears[-1].ready()
    with ThreadPoolExecutor(2) as pool:  # at the same time, and much faster than anybody speaks
        heard = [texts(iter(one)) for one in pool.map(lambda ear: list(ear.words()), ears)]
    assert heard == [["eva zwei eva vier"], ["david zwei david vier"]]


def test_a_folder_of_recordings_plays_a_game(model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "moves"
    folder.mkdir()
    for at, text in enumerate(("Eva zwei Eva vier", "Springer Gustav eins Felix drei")):
        mono = spoken(text).astype(np.int16)
        soundfile.write(folder / f"{at}.wav", np.stack([mono, mono], axis=1), 22_050)
    done = run(
        "practice", "--opponent", "builtin", "--level", "1", "--folder", str(tmp_path),
        "--microphone", f"file:{folder}", "--model", str(model),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    events = journal.read(next(tmp_path.glob("*.jsonl")).read_bytes()).events
    moves = [event.move for event in events if isinstance(event, MovePlayed)]
    assert (moves[0], moves[2], len(moves)) == ("e2e4", "g1f3", 4)


def test_what_the_ear_cannot_do_is_told_in_the_language_of_the_game(tmp_path: Path) -> None:
    wav = tmp_path / "move.wav"
    soundfile.write(wav, spoken("Eva zwei Eva vier").astype(np.int16), 22_050)
    done = run(
        "practice", "--opponent", "builtin", "--level", "1", "--folder", str(tmp_path),
        "--microphone", f"file:{wav}",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Ich höre mit dem kleinen Modell des Programms.")
    assert "Weiß: Eva zwei Eva vier" in done.stdout


def test_words_that_a_model_lacks_are_told_with_what_to_say(fitted: Fitted) -> None:
    lacking = (Unheard("Cesar", "Cäsar"), Unheard("König", ""))
    words = replace(fitted.ear.vocabulary, unheard=lacking)
    assert remarks(replace(fitted, ear=replace(fitted.ear, vocabulary=words))) == (
        "Das Modell kennt nicht: Cesar, sagen Sie Cäsar. Nicht zu hören, bitte tippen: König."
    )


def test_listen_tells_that_a_move_is_too_quiet_to_be_taken(tmp_path: Path) -> None:
    quiet = (spoken("Eva zwei Eva vier") * 10 ** (-45 / 20)).astype(np.int16)
    soundfile.write(tmp_path / "quiet.wav", quiet, 22_050)
    done = run("listen", "--voice", "off", "--microphone", f"file:{tmp_path / 'quiet.wav'}")
    assert done.returncode == 0, done.stderr
    assert sum("zu leise" in line for line in done.stdout.splitlines()) == 1


def test_our_own_voice_in_the_microphone_is_not_called_too_quiet() -> None:
    whisper = SILENCE * 3 + quieter(said("Eva zwei Eva vier"), 10 ** (-45 / 20)) + SILENCE
    for ours, times in ((False, 1), (True, 0)):
        metered = Metered(Tape(whisper), faint=Faint())
        if ours:
            metered.speaking(True)
        told = [BOOK.say(one.what) for one in metered.sounds() if isinstance(one, Notice)]
        assert sum("zu leise" in line for line in told) == times


def test_listen_tells_level_words_and_reading(model: Path, tmp_path: Path) -> None:
    for at, (text, gain) in enumerate(
        (
            ("Eva zwei Eva vier", 1.0),
            ("Eva zwei Eva drei", 0.03),
            ("Dame David eins Hector fünf", 1.0),
            ("Hilfe", 1.0),
        )
    ):
        quiet = (spoken(text) * gain).astype(np.int16)
        soundfile.write(tmp_path / f"{at}.wav", quiet, 22_050)
    arguments = ["--microphone", f"file:{tmp_path}", "--language"]
    done = run("listen", *arguments, "de", "--model", str(model))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("Pegel "))
    assert lines[first - 1].startswith("Ich höre zu.")
    assert lines[first + 1 : first + 3] == [
        "Gehört: eva zwei eva vier",
        "Verstanden: Eva zwei Eva vier",
    ]
    assert "zu leise" in done.stdout
    assert "Klar gehört, aber hier kein möglicher Zug." in lines
    assert "Befehl: hilfe" in lines
    # without a model the level alone is told, and a broken one is named
    alone = run("listen", *arguments, "de", home=tmp_path / "none")
    assert alone.returncode == 0
    assert "models install de" in alone.stdout
    assert "Pegel" in alone.stdout
    broken = run("listen", *arguments, "de", "--model", str(tmp_path))
    assert (broken.returncode, broken.stdout, broken.stderr.count("\n")) == (1, "", 1)
