"""Words without a board: what is understood, what is not, and that nothing is guessed."""

import time

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.spoken.command import Command
from assistant.core.spoken.suggestion import suggest
from assistant.core.spoken.utterance import (
    Castle,
    Fragment,
    NotUnderstood,
    SpokenMove,
    Unclear,
    as_fragment,
    understand,
)

_, GERMAN = data.language("de")
KNOWN = sorted(GERMAN.plain)


def spoken(words: str, language: str = "de") -> SpokenMove:
    heard = understand(words, data.language(language)[1])
    assert isinstance(heard, tuple), heard
    assert len(heard) == 1
    return heard[0]


def test_what_was_not_said_stays_unsaid() -> None:
    assert spoken("Eva vier") == SpokenMove(to=chess.E4)
    assert spoken("Springer Felix drei") == SpokenMove(piece=chess.KNIGHT, to=chess.F3)
    assert spoken("Turm Anna David eins") == SpokenMove(piece=chess.ROOK, file=0, to=chess.D1)
    assert spoken("Turm eins David eins") == SpokenMove(piece=chess.ROOK, rank=0, to=chess.D1)
    assert spoken("Kurze Rochade") == SpokenMove(castle=Castle.SHORT)


def test_the_piece_before_moves_and_the_piece_behind_is_promoted_to() -> None:
    assert spoken("Dame Eva acht") == SpokenMove(piece=chess.QUEEN, to=chess.E8)
    assert spoken("Eva acht Dame") == SpokenMove(to=chess.E8, promotion=chess.QUEEN)


@pytest.mark.parametrize(
    "words",
    [
        "König Eva zwei",
        "Koenig Eva zwei",
        "könig eva zwo",
        "KOENIG EVA ZWEI",
        "Konig Eva 2",
        "König e2",
        "Ke2",
        "♔e2",
        "  König ,  Eva  zwei. ",
        "König-Eva-zwei",
        "König Eva2",
        "König nach Eva zwei bitte",
    ],
)
def test_spellings_of_one_announcement_are_one_move(words: str) -> None:
    assert spoken(words) == SpokenMove(piece=chess.KING, to=chess.E2)


@pytest.mark.parametrize("words", ["Läufer e2", "Laeufer e2", "Laeuffer e2", "Läuffer e2", "Le2"])
def test_both_editions_spellings_of_the_bishop_are_one_word(words: str) -> None:
    assert spoken(words) == SpokenMove(piece=chess.BISHOP, to=chess.E2)


def test_a_combining_umlaut_is_the_same_letter() -> None:
    assert spoken("Ko\u0308nig Eva zwei") == spoken("König Eva zwei")


def test_capitals_tell_pieces_from_files_in_written_notation() -> None:
    assert spoken("Dd4") == SpokenMove(piece=chess.QUEEN, to=chess.D4)
    assert spoken("D d4") == SpokenMove(piece=chess.QUEEN, to=chess.D4)
    assert spoken("dd4") == SpokenMove(file=3, to=chess.D4)
    assert spoken("bxc3", "en") == SpokenMove(file=1, to=chess.C3, capture=True)
    assert spoken("Bxc3", "en") == SpokenMove(piece=chess.BISHOP, to=chess.C3, capture=True)


def test_the_mover_piece_letters_are_the_languages_own() -> None:
    assert spoken("Sf3").piece == chess.KNIGHT
    assert spoken("Sf3", "cs").piece == chess.BISHOP
    assert spoken("Jf3", "cs").piece == chess.KNIGHT
    assert spoken("Cf3", "fr").piece == chess.KNIGHT
    assert isinstance(understand("Nf3", GERMAN), NotUnderstood)


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("Springer Fritz drei", ("Fritz",)),
        ("bla", ("bla",)),
        ("Eva vier oder Eva drei", ("oder",)),
        ("kein Springer Felix drei", ("kein",)),
        ("Kb1 (=)", ("=",)),
    ],
)
def test_a_word_that_is_not_known_is_named_and_nothing_is_guessed(
    words: str, unknown: tuple[str, ...]
) -> None:
    assert understand(words, GERMAN) == NotUnderstood(Unclear.WORDS, unknown)


@pytest.mark.parametrize(
    "words",
    ["Springer", "Springer Felix", "Eva", "vier", "Springer Gustav eins Felix", "zwei Eva vier"],
)
def test_half_a_move_is_no_move(words: str) -> None:
    heard = understand(words, GERMAN)
    assert isinstance(heard, NotUnderstood)
    assert heard.why is Unclear.INCOMPLETE
    assert " ".join(heard.words) == words


@pytest.mark.parametrize(
    "words", ["Eva vier Springer Felix drei", "Dame Turm Eva vier", "vier Eva", "Rochade Eva vier"]
)
def test_two_moves_at_once_are_none(words: str) -> None:
    heard = understand(words, GERMAN)
    assert isinstance(heard, NotUnderstood)
    assert heard.why is Unclear.FORM


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "David schlägt fünf"),
        ("de", "Bauer David schlägt auf fünf"),
        ("de", "Dame Gustav Schach drei"),
        ("de", "von Eva vier"),
        ("de", "schlägt Springer Felix drei"),
        ("en", "David takes five"),
        ("en", "castle g1"),
        ("en", "c4 takes rook"),
        ("it", "donna Cesare prende 5"),
        ("cs", "David vezmu pátá"),
        ("pl", "Dorota zamienia się na piąty"),
        ("sk", "Eva s premenou na štyri"),
    ],
)
def test_a_square_that_lost_its_half_is_no_square(language: str, words: str) -> None:
    assert isinstance(understand(words, data.language(language)[1]), NotUnderstood)


def test_unknown_words_are_not_swallowed_by_a_question() -> None:
    _, english = data.language("en")
    assert isinstance(understand("what about e4", english), NotUnderstood)


def test_a_known_word_in_the_wrong_place_gets_no_suggestion() -> None:
    heard = understand("Eva vier nein", GERMAN)
    assert heard == NotUnderstood(Unclear.WORDS, ("nein",))
    assert suggest(heard, GERMAN) is None


def test_a_question_that_begins_like_a_move_is_a_question() -> None:
    _, english = data.language("en")
    assert understand("moves from Eva vier", english) == Command("moves_of", squares=(chess.E4,))


def test_politeness_does_not_turn_a_question_into_a_move() -> None:
    _, english = data.language("en")
    assert understand("please moves from e4", english) == Command("moves_of", squares=(chess.E4,))
    _, spanish = data.language("es")
    assert understand("quién juega por favor", spanish) == Command("turn")


def test_every_doubtful_word_is_taken_both_ways() -> None:
    _, spanish = data.language("es")
    moves = understand("torre a a cuatro", spanish)
    assert isinstance(moves, tuple)
    assert set(moves) == {
        SpokenMove(piece=chess.ROOK, file=0, to=chess.A4),
        SpokenMove(piece=chess.ROOK, to=chess.A4),
    }


def test_capitals_throughout_tell_nothing() -> None:
    assert spoken("TORRE A DAVID UNO".replace("A ", ""), "es").piece == chess.ROOK
    _, spanish = data.language("es")
    assert understand("QUÉ HAY EN A UNO", spanish) == Command("square", squares=(chess.A1,))


@pytest.mark.parametrize("language", ["es", "fr", "it"])
def test_a_promotion_as_uci_writes_it_is_no_king(language: str) -> None:
    assert spoken("b7a8r", language).promotion == chess.ROOK


def test_both_apostrophes_are_one() -> None:
    _, french = data.language("fr")
    for sign in "'’":
        assert understand(f"qu{sign}y a-t-il en e4", french) == Command(
            "square", squares=(chess.E4,)
        )


def test_silence_is_heard_as_silence() -> None:
    for nothing in ("", "   ", "...", "?!"):
        assert understand(nothing, GERMAN) == NotUnderstood(Unclear.EMPTY)


def test_a_fragment_can_choose_between_moves() -> None:
    assert as_fragment("Bella", GERMAN) == Fragment(file=1)
    assert as_fragment("von Bella eins", GERMAN) == Fragment(file=1, rank=0)
    assert as_fragment("Dame", GERMAN) == Fragment(piece=chess.QUEEN)
    assert as_fragment("Springer Bella eins Cesar drei", GERMAN) is None
    assert as_fragment("irgendwas", GERMAN) is None


def test_a_misspelled_word_gets_a_suggestion_but_no_move() -> None:
    heard = understand("Spinger Felix drei", GERMAN)
    assert isinstance(heard, NotUnderstood)
    assert suggest(heard, GERMAN) == "Springer"
    assert suggest(NotUnderstood(Unclear.WORDS, ("qqqq",)), GERMAN) is None


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    for code in data.languages():
        understand(text, data.language(code)[1])


@given(st.lists(st.sampled_from([*KNOWN, "(", "0-0", "Sf3", "e8D", "bitte", "wo"]), max_size=45))
def test_no_sequence_of_known_words_raises(words: list[str]) -> None:
    heard = understand(" ".join(words), GERMAN)
    if isinstance(heard, tuple):
        assert all(move.to is not None or move.castle is not None for move in heard)


HOSTILE = [
    " ".join(["Springer"] * 10_000),
    " ".join(["bitte"] * 10_000),
    " ".join(["wo sind meine"] * 3_000),
    "e\u0301\u0323" * 50_000,
    "\u0308" * 100_000,
    "a-" * 50_000,
    "x" * 1_000_000,
    " ".join(chr(0x4E00 + n) for n in range(10_000)),
    " ".join(["die letzten"] * 19),
    "-".join(["a"] * 190),
    ("züge " * 39).strip(),
    "0-0-" * 90,
]


@pytest.mark.parametrize("text", HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_no_text_takes_more_than_a_few_milliseconds(text: str) -> None:
    for code in data.languages():
        lexicon = data.language(code)[1]
        times = []
        for _ in range(3):
            begin = time.perf_counter()
            understand(text, lexicon)
            times.append(time.perf_counter() - begin)
        assert min(times) < 0.005
