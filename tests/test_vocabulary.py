"""The words that a model knows, and the phrases that are listened for."""

from itertools import pairwise

import chess
import pytest
from positions import BY_HAND, varied

from assistant import data
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.spoken.grammar import Grammar
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import NotUnderstood, SpokenMove, understand
from assistant.core.spoken.vocabulary import Unheard, Vocabulary, announcements, choose, legal

ALL = data.languages()


def everything(code: str) -> tuple[Grammar, Lexicon, Vocabulary]:
    grammar, lexicon = data.language(code)
    return grammar, lexicon, choose(grammar, lambda _: True)


def test_the_first_spelling_that_a_model_knows_is_listened_for() -> None:
    grammar, _ = data.language("de")
    words = choose(grammar, lambda word: word not in ("cesar", "springer"))
    assert words.files[2] == ("cäsar",)
    assert words.pieces[chess.KNIGHT] == ("pferd",)
    assert words.unheard == (Unheard("Cesar", "cäsar"), Unheard("Springer", "pferd"))
    assert words.complete


def test_every_spelling_of_a_rank_is_listened_for() -> None:
    words = everything("de")[2]
    assert words.ranks[1] == ("zwei", "zwo")


def test_the_languages_own_numbers_serve_where_german_ones_are_unknown() -> None:
    grammar, _ = data.language("en")
    words = choose(
        grammar, lambda word: word not in "eins zwei zwo drei vier fünf sechs sieben acht"
    )
    assert [spellings[0] for spellings in words.ranks][:3] == ["one", "two", "three"]
    assert Unheard("eins", "one") in words.unheard


def test_a_model_of_another_language_knows_too_few_words() -> None:
    grammar, _ = data.language("de")
    english = "anna bella cesar david eva felix gustav hector dame"
    words = choose(grammar, lambda word: word in english.split())
    assert not words.complete
    assert words.share < 0.5


def test_what_sounds_alike_is_heard_as_the_word_it_stands_for() -> None:
    import msgspec

    grammar, lexicon = data.language("en")
    alike = msgspec.structs.replace(
        grammar, sounds_like={"Gustav": ["goose tough"], "knight": ["night"]}
    )
    words = choose(
        alike,
        lambda word: word not in ("gustav", "golf", "knight", "horse", "springer"),
        local_ranks=True,
    )
    assert words.files[6] == ("goose tough",)
    said = words.spell("night goose tough one felix three")
    reading = read_all(chess.Board(), _spoken(said, lexicon))
    assert reading == Exact(chess.Move.from_uci("g1f3"))
    assert not any(one.word in ("Gustav", "knight") for one in words.unheard)


def _spoken(text: str, lexicon: Lexicon) -> tuple[SpokenMove, ...]:
    said = understand(text, lexicon)
    assert isinstance(said, tuple), text
    return said


@pytest.mark.parametrize("code", ALL)
def test_every_phrase_for_a_legal_move_reads_as_a_legal_move(code: str) -> None:
    _, lexicon, words = everything(code)
    for board in varied(60):
        moves = set(board.legal_moves)
        said = set()
        for phrase in legal(board, words):
            reading = read_all(board, _spoken(phrase, lexicon))
            assert isinstance(reading, Exact), (board.fen(), phrase, reading)
            said.add(reading.move)
        assert said == moves


@pytest.mark.parametrize("length", Length)
def test_what_the_program_says_of_a_move_is_listened_for(length: Length) -> None:
    grammar, _, words = everything("de")
    book = Phrasebook(grammar, Style(length=length))
    for board in varied(40):
        phrases = set(legal(board, words))
        for move in board.legal_moves:
            said = book.move(told(board, move)).lower().replace(",", "")
            assert said in phrases, (board.fen(), said)


@pytest.mark.parametrize("code", ALL)
def test_announcements_hold_every_word_that_may_follow_another(code: str) -> None:
    _, _, words = everything(code)
    pairs = {
        pair
        for phrase in announcements(words)
        for said in (["<", *phrase.split(), ">"],)
        for pair in pairwise(said)
    }
    for board in [*varied(30), chess.Board(BY_HAND[0])]:
        for phrase in legal(board, words):
            said = ["<", *phrase.split(), ">"]
            missing = [pair for pair in pairwise(said) if pair not in pairs]
            assert not missing, (phrase, missing)


@pytest.mark.parametrize("code", ALL)
def test_every_announcement_and_command_is_understood(code: str) -> None:
    _, lexicon, words = everything(code)
    for phrase in announcements(words):
        said = understand(phrase, lexicon)
        assert not isinstance(said, NotUnderstood), (phrase, said)
