"""What a voice is given: every announcement, in every language, as people say it."""

import json
import re
import shutil
import subprocess
import wave
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.output.announcement import (
    Announcement,
    Argument,
    ClockTime,
    Colour,
    FileOf,
    Hands,
    Kind,
    Kinds,
    Listing,
    Man,
    MoveTold,
    Phrase,
    Place,
    RankOf,
    Written,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.output.phrases import PHRASES
from assistant.core.output.speech import Utterance
from assistant.core.output.wording import Phrasebook, Style
from assistant.errors import DataError

LANGUAGES = data.languages()
OTHERS = [code for code in LANGUAGES if code != "de"]
BOARD = chess.Board("r3k2r/8/8/8/8/2N5/8/R3K2R w KQkq - 0 1")
KNIGHT = told(BOARD, chess.Move.from_uci("c3d5"))
WIDE = ClockTime((77 * 3600 + 10 * 60) * 1000)
"""A time whose hours are too many for words, and whose hand is on a dot."""

SAMPLES: dict[str, Argument] = {
    "side": Colour(chess.WHITE),
    "move": KNIGHT,
    "other": KNIGHT,
    "piece": Kind(chess.ROOK),
    "man": Man(chess.QUEEN, chess.BLACK),
    "men": Listing((Phrase("man_at", {"man": Man(2, True), "square": Place(18)}),)),
    "square": Place(chess.C4),
    "to": Place(chess.D5),
    "at": Place(chess.H8),
    "file": FileOf(2),
    "rank": RankOf(3),
    "squares": Listing((Place(chess.C4), Place(chess.D5))),
    "choices": Listing((KNIGHT, Kind(chess.QUEEN)), "or"),
    "moves": Listing((Place(chess.C4), Place(chess.D5))),
    "pieces": Listing((Kinds(chess.ROOK, 2), Kind(chess.KING)), ","),
    "count": 77,
    "number": 12,
    "hands": Hands(WIDE),
    "row": Written("⠒⠀⠂", "⠒⠀⠂"),
    "command": Written("chess-assistant clock", "chess-assistant clock"),
}


def book(code: str, style: Style | None = None) -> Phrasebook:
    return Phrasebook(data.language(code)[0], style)


def announcement(key: str) -> Announcement:
    args = {name: SAMPLES.get(name, "Wort") for name in PHRASES[key]}
    if key in ("file_empty", "on_file"):
        args["file"] = FileOf(2)
    elif "file" in args:
        args["file"] = "partie.pgn"
    if key in ("hands", "hands_rises", "hands_last", "hands_fallen"):
        args["place"] = Phrase("hands_on_dot", {"number": 5})
    return tell(key, **args)


def aloud(utterance: Utterance) -> str:
    return " ".join(segment.text for segment in utterance)


def flat(text: str) -> str:
    return " ".join(text.split())


# The same announcement, said and spoken


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_announcement_is_spoken_in_the_words_in_which_it_is_written(code: str) -> None:
    grammar, _ = data.language(code)
    phrasebook = Phrasebook(grammar)
    for key in PHRASES:
        spoken = aloud(phrasebook.speak(announcement(key)))
        for word, sound in grammar.pronunciation.words["de"].items():
            spoken = re.sub(rf"\b{sound.respelled}\b", word, spoken)
        written = re.sub(r"(?<=[D0-9])\.(?=[0-9])", " ", phrasebook.say(announcement(key)))
        assert spoken == flat(written), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_voice_ever_reads_a_time_in_figures_with_a_colon(code: str) -> None:
    phrasebook = book(code)
    for key in PHRASES:
        said = announcement(key)
        for ms in (0, 1000, 299_999, 300_000, 3_900_000):
            args = dict.fromkeys(set(said.args) & {"time", "used", "left"}, ClockTime(ms, -1))
            spoken = aloud(phrasebook.speak(Announcement(key, {**said.args, **args})))
            assert not re.search(r"\d:\d", spoken), spoken


@pytest.mark.parametrize("code", OTHERS)
def test_files_and_ranks_of_the_laws_are_given_to_the_german_voice(code: str) -> None:
    utterance = book(code).speak(tell("played", side=Colour(chess.WHITE), move=KNIGHT))
    assert [segment.language for segment in utterance] == [code, "de"]
    assert utterance[1].text == "Zäsar drei Dahwitt fünf"
    assert utterance[1].phonemes == "[[ts'E:zar]] drei [[d'A:vIt]] fünf"


@pytest.mark.parametrize("code", OTHERS)
def test_ranks_in_the_own_language_stay_with_its_voice(code: str) -> None:
    grammar, _ = data.language(code)
    style = Style(local_ranks=True)
    utterance = Phrasebook(grammar, style).speak(tell("square_empty", square=Place(chess.E4)))
    assert utterance[0].text == "Eva"
    assert utterance[0].language == "de"
    assert utterance[1].text.startswith(grammar.ranks_local["4"][0])
    assert utterance[1].language == code


@pytest.mark.parametrize("code", OTHERS)
def test_examples_within_a_help_text_are_german_too(code: str) -> None:
    german = [s.text.strip(". ") for s in book(code).speak(tell("help_move")) if s.language == "de"]
    assert {"Gustav eins Felix drei. Eva vier", "Eva acht"} <= set(german)


def test_a_player_called_eva_is_named_in_the_listeners_language() -> None:
    args: dict[str, Argument] = {"white": "Eva", "black": "Jan", "time": WIDE, "edition": "2018"}
    assert {s.language for s in book("cs").speak(tell("contest_open", **args))} == {"cs"}


def test_a_name_with_the_signs_of_this_program_changes_no_language() -> None:
    args: dict[str, Argument] = {"words": "\ue000x\ue001 y"}
    assert book("cs").speak(tell("unclear_words", **args))[0].text == "Nerozumím: x y."
    assert "\ue000" not in book("cs").say(tell("unclear_words", **args))


def test_german_is_one_stretch_with_the_castling_word_as_it_sounds() -> None:
    castling = told(BOARD, chess.Move.from_uci("e1g1"))
    (segment,) = book("de").speak(tell("played", side=Colour(chess.WHITE), move=castling))
    assert segment.text == "Weiß: Kurze Roschade"
    assert segment.phonemes == "Weiß: Kurze [[rOS'A:d@]]"


def test_a_voice_leaves_out_what_only_eyes_and_fingers_can_use() -> None:
    command = Written("python -m assistant clock --resume /x/clock-1.jsonl", "clock resume")
    said = tell("clock_kept", command=command)
    assert "/x/clock-1.jsonl" in book("en").say(said)
    assert aloud(book("en").speak(said)).endswith("clock resume")
    assert book("en").speak(tell("hands_row", row=Written("⠒⠀⠂"))) == ()


def test_the_number_of_an_article_is_said_figure_by_figure() -> None:
    law = Phrase("law", {"edition": "2018", "article": "D.2.10.4"})
    said = Phrase("ruled", {"what": Phrase("not_allowed"), "law": law})
    assert aloud(book("en").speak(said)).endswith("Laws of 2018, article D 2 10 4.")
    assert book("en").say(said).endswith("article D.2.10.4.")


# Times


def test_times_are_said_as_a_person_says_them() -> None:
    time = ClockTime((3600 + 5 * 60) * 1000)
    said = tell("clock_time", side=Colour(chess.WHITE), time=time)
    assert aloud(book("de").speak(said)) == "Eine Stunde, fünf Minuten, Weiß."
    assert aloud(book("en").speak(said)) == "One hour, five minutes, White."
    assert aloud(book("cs").speak(said)) == "Jedna hodina, pět minut, bílý."


def _czech(n: int) -> int:
    return 0 if n == 1 else 1 if 2 <= n <= 4 else 2


def _polish(n: int) -> int:
    return 0 if n == 1 else 1 if n % 10 in (2, 3, 4) and n // 10 % 10 != 1 else 2


@pytest.mark.parametrize(
    ("code", "rule", "forms"),
    [
        ("cs", _czech, {"hours": "hodina hodiny hodin", "minutes": "minuta minuty minut", "seconds": "sekunda sekundy sekund"}),
        ("sk", _czech, {"hours": "hodina hodiny hodín", "minutes": "minúta minúty minút", "seconds": "sekunda sekundy sekúnd"}),
        ("pl", _polish, {"hours": "godzina godziny godzin", "minutes": "minuta minuty minut", "seconds": "sekunda sekundy sekund"}),
    ],
)  # fmt: skip
def test_slavic_plurals_of_times_are_right_from_0_to_200(
    code: str, rule: Callable[[int], int], forms: dict[str, str]
) -> None:
    phrasebook = book(code)
    for key, words in forms.items():
        for count in range(201):
            wanted = words.split()[rule(count)]
            assert phrasebook.say(tell(key, count=count)) == f"{count} {wanted}"
            assert aloud(phrasebook.speak(tell(key, count=count))).split()[-1] == wanted


@pytest.mark.parametrize(
    ("code", "key", "count", "said"),
    [
        ("de", "minutes", 1, "Eine Minute"),
        ("de", "minutes", 21, "Einundzwanzig Minuten"),
        ("de", "seconds", 0, "Null Sekunden"),
        ("cs", "minutes", 1, "Jedna minuta"),
        ("cs", "minutes", 2, "Dvě minuty"),
        ("cs", "minutes", 22, "Dvacet dva minut"),
        ("sk", "hours", 2, "Dve hodiny"),
        ("sk", "seconds", 45, "Štyridsaťpäť sekúnd"),
        ("pl", "minutes", 2, "Dwie minuty"),
        ("pl", "minutes", 12, "Dwanaście minut"),
        ("pl", "minutes", 22, "Dwadzieścia dwie minuty"),
        ("pl", "seconds", 21, "Dwadzieścia jeden sekund"),
        ("es", "hours", 1, "Una hora"),
        ("es", "minutes", 21, "Veintiún minutos"),
        ("fr", "minutes", 1, "Une minute"),
        ("fr", "seconds", 31, "Trente et une secondes"),
        ("it", "hours", 1, "Un'ora"),
        ("it", "minutes", 53, "Cinquantatré minuti"),
        ("en", "minutes", 42, "Forty-two minutes"),
        ("de", "minutes", 60, "60 Minuten"),
    ],
)
def test_a_number_before_a_unit_takes_its_form(code: str, key: str, count: int, said: str) -> None:
    assert aloud(book(code).speak(tell(key, count=count))) == said


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_counts_to_59_without_repeating_itself(code: str) -> None:
    words = data.language(code)[0].numerals.words
    assert len(words) == len(set(words)) == 60


@given(
    ms=st.integers(0, 10**7), late=st.integers(0, 10**5), rate=st.sampled_from((-1, 0, 1)),
    holds=st.integers(0, 10**5),
)  # fmt: skip
def test_a_time_goes_on_as_its_clock_does(ms: int, late: int, rate: int, holds: int) -> None:
    time = ClockTime(ms, rate, holds)
    after = time.after(late)
    assert after.ms == max(0, ms + rate * max(0, late - holds))
    assert time.after(late // 2).after(late - late // 2) == after


def test_what_is_spoken_late_tells_the_time_of_that_moment_wherever_it_stands() -> None:
    runs = ClockTime(65_400, -1)
    inner = Phrase("control_game", {"time": runs})
    args: dict[str, Argument] = {"control": Listing((inner, Hands(runs)), ",")}
    early, late = (aloud(book("en").speak(tell("control_is", **args), ms)) for ms in (0, 6_000))
    assert "one minute, five seconds" in early
    assert "fifty-nine seconds" in late
    assert "flag is rising" in early
    assert "flag is about to fall" in late


# Grammar files


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('"hours", "minutes", "seconds"', '"ours", "minutes", "seconds"', "numerals.before"),
        ('words = { 1 = "eine" }', 'words = { one = "eine" }', "numerals.before.words.one"),
        ('laws = "de"', 'law = "de"', "pronunciation"),
    ],
)
def test_a_wrong_entry_about_speech_is_named(
    right: str, wrong: str, named: str, tmp_path: Path
) -> None:
    text = (data.folder("grammars") / "de.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "de.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(named)):
        data.load(path)


# By ear: the real synthesiser, and a recogniser that listens to it


def espeak(*args: str) -> bytes:
    program = shutil.which("espeak-ng")
    if program is None:
        pytest.skip("espeak-ng is not on this machine")
    return subprocess.run([program, *args], check=True, capture_output=True).stdout


def sounds(text: str, voice: str) -> str:
    return espeak("-q", "-x", "-v", voice, text).decode().strip()


def test_respelled_words_sound_as_their_phonemes_say() -> None:
    words = data.language("de")[0].pronunciation.words["de"]
    for word, sound in words.items():
        assert sounds(f"[[{sound.phonemes}]]", "de") == sound.phonemes, word
        assert sounds(word, "de") != sounds(sound.respelled, "de"), word
    assert sounds(words["Cesar"].respelled, "de").startswith("ts'E:z")
    assert sounds(words["David"].respelled, "de") == "d'A:vIt"
    assert "S" in sounds(words["Rochade"].respelled, "de")


@pytest.mark.parametrize("phonemes", [False, True])
def test_a_german_recogniser_hears_every_square_in_a_czech_sentence(
    phonemes: bool, shared: Path, tmp_path: Path
) -> None:
    vosk: Any = pytest.importorskip("vosk")
    numpy: Any = pytest.importorskip("numpy")
    soxr: Any = pytest.importorskip("soxr")
    with zipfile.ZipFile(shared / "data/models/vosk-fide-de-lab.zip") as model:
        model.extractall(tmp_path)
    vosk.SetLogLevel(-1)
    grammar, _ = data.language("de")
    names = [table[key][0].casefold() for table in (grammar.files, grammar.ranks) for key in table]
    recognizer = vosk.KaldiRecognizer(
        vosk.Model(str(tmp_path / "vosk-fide-de-lab")),
        16_000,
        json.dumps([*names, "[unk]"], ensure_ascii=False),
    )
    for file, rank in zip(range(8), (2, 4, 6, 0, 1, 3, 5, 7), strict=True):
        square = chess.square(file, rank)
        spoken = book("cs").speak(tell("square_empty", square=Place(square)))[0]
        assert spoken.language == "de"
        sound = espeak("-v", "de", "--stdout", (phonemes and spoken.phonemes) or spoken.text)
        with wave.open(BytesIO(sound)) as wav:
            hertz = wav.getframerate()
        samples = numpy.frombuffer(sound[44:], numpy.int16).astype(numpy.float32)
        heard = numpy.concatenate([numpy.zeros(4000), soxr.resample(samples, hertz, 16_000)])
        recognizer.AcceptWaveform(numpy.pad(heard, (0, 6000)).astype(numpy.int16).tobytes())
        text = json.loads(recognizer.FinalResult())["text"]
        assert text == f"{names[file]} {names[8 + rank]}"


def test_a_move_told_is_the_move_that_is_said() -> None:
    assert isinstance(SAMPLES["move"], MoveTold)
    assert aloud(book("en").speak(Phrase("numbered_white", {"number": 3, "move": KNIGHT}))) == (
        "3: knight Zäsar drei Dahwitt fünf"
    )
