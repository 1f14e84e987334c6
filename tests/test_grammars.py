"""Every grammar file, whatever its language: complete, consistent, and understood by itself."""

from pathlib import Path

import chess
import pytest

from assistant import data
from assistant.core.output.moves import told
from assistant.core.output.phrases import PHRASES
from assistant.core.output.wording import Phrasebook
from assistant.core.play.position import start
from assistant.core.spoken.command import SLOTS, Command, expand
from assistant.core.spoken.grammar import Example
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import understand

LANGUAGES = data.languages()
SAMPLES = {
    "square": "Eva vier",
    "piece": None,
    "side": None,
    "file": "Eva",
    "rank": "vier",
    "number": "3",
}


def examples() -> list[tuple[str, Example, str]]:
    return [
        (code, example, text)
        for code in LANGUAGES
        for example in data.language(code)[0].examples
        for text in example.say
    ]


def test_the_languages_that_the_product_promises_are_there() -> None:
    assert {"de", "en", "cs", "sk", "es", "fr"} <= set(LANGUAGES)
    assert {"pl", "it"} & set(LANGUAGES)


def test_every_file_in_the_folder_is_a_language_named_after_its_code() -> None:
    for path in data.folder("grammars").glob("*.toml"):
        grammar, _ = data.load(path)
        assert grammar.header.language == path.stem


@pytest.mark.parametrize(
    ("code", "example", "text"), examples(), ids=lambda x: x if isinstance(x, str) else ""
)
def test_an_example_means_what_its_file_says(code: str, example: Example, text: str) -> None:
    heard = understand(text, data.language(code)[1])
    if example.means.startswith("command "):
        assert isinstance(heard, Command)
        assert str(heard) == example.means.removeprefix("command ")
    else:
        assert isinstance(heard, tuple), heard
        board = start(example.fen or None)
        assert read_all(board, heard) == Exact(chess.Move.from_uci(example.means))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_pattern_of_a_command_is_understood_as_that_command(code: str) -> None:
    grammar, lexicon = data.language(code)
    samples = SAMPLES | {"piece": grammar.pieces["knight"][0], "side": grammar.sides.mine[0]}
    for name, patterns in grammar.commands.items():
        for pattern in patterns:
            for plain in expand(pattern):
                heard = understand(plain.format(**samples), lexicon)
                assert isinstance(heard, Command), f"{plain}: {heard}"
                assert heard.name == name, plain


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_that_the_help_names_is_understood(code: str) -> None:
    grammar, lexicon = data.language(code)
    for key in ("help_questions", "help_board", "help_game"):
        phrase = grammar.phrases[key]
        assert isinstance(phrase, str)
        for sentence in phrase.partition(":")[2].split("."):
            if sentence.strip():
                assert isinstance(understand(sentence, lexicon), Command), sentence
    phrase = grammar.phrases["help_move"]
    assert isinstance(phrase, str)
    for sentence in phrase.partition(":")[2].split("."):
        if sentence.strip():
            assert isinstance(understand(sentence, lexicon), tuple), sentence


@pytest.mark.parametrize("code", LANGUAGES)
def test_letters_and_ranks_of_the_laws_are_understood_in_every_language(code: str) -> None:
    _, lexicon = data.language(code)
    files = ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"]
    ranks = ["eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht"]
    for file, name in enumerate(files):
        for rank, number in enumerate(ranks):
            for words in (f"{name} {number}", f"{'abcdefgh'[file]}{rank + 1}"):
                heard = understand(words, lexicon)
                assert isinstance(heard, tuple), words
                assert heard[0].to == chess.square(file, rank)
    two, also = understand("Eva zwo", lexicon), understand("Eva zwei", lexicon)
    assert two == also


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_names_of_the_laws_are_what_is_said(code: str) -> None:
    grammar, _ = data.language(code)
    said = [grammar.files[name][0] for name in "abcdefgh"]
    assert said == ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"]
    assert [grammar.ranks[n][0] for n in "12345678"] == (
        ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"]
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_phrase_is_left_over_from_another_key(code: str) -> None:
    grammar, _ = data.language(code)
    assert set(grammar.phrases) == set(PHRASES)
    assert set(grammar.commands) == set(SLOTS)


def test_a_language_needs_one_file_and_no_code(tmp_path: Path) -> None:
    text = (data.folder("grammars") / "en.toml").read_text(encoding="utf-8")
    path = tmp_path / "xx.toml"
    path.write_text(text.replace('"knight", "horse"', '"zorp", "horse"'), encoding="utf-8")
    grammar, lexicon = data.load(path)
    board = chess.Board()
    words = Phrasebook(grammar).move(told(board, chess.Move.from_uci("g1f3")))
    assert words == "zorp Gustav eins Felix drei"
    heard = understand(words, lexicon)
    assert isinstance(heard, tuple)
    assert read_all(board, heard) == Exact(chess.Move.from_uci("g1f3"))
