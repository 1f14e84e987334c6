"""Questions about the position are listened for, so that none is heard as a move."""

import json
from pathlib import Path

import chess
import pytest
from command import run
from hearings import EAR, GRAMMAR, LEXICON, alternatives
from voices import NEEDS_ESPEAK, say

from assistant import data
from assistant.core.spoken.attention import Sound, take
from assistant.core.spoken.command import Command
from assistant.core.spoken.decision import Decision, Spoken, Verdict, asked
from assistant.core.spoken.hypotheses import Hearing
from assistant.core.spoken.utterance import understand
from assistant.core.spoken.vocabulary import choose

TAKES = chess.Board("4k3/8/8/8/4p3/5P2/8/4K3 w - - 0 1")


def spoken(
    general: dict[str, float],
    questions: dict[str, float],
    fitting: dict[str, float] | None = None,
) -> Spoken:
    moves = alternatives(general if fitting is None else fitting)
    return Spoken(Hearing(alternatives(general), moves, 40.0, asked=alternatives(questions)), EAR)


def decided(general: dict[str, float], questions: dict[str, float]) -> Decision:
    return spoken(general, questions).decide(TAKES)


@pytest.mark.parametrize("language", data.languages())
def test_everything_that_is_listened_for_is_a_question(language: str) -> None:
    grammar, lexicon = data.language(language)
    asked = choose(grammar, lambda _: True).questions
    assert asked
    assert [one for one in asked if not isinstance(understand(one, lexicon), Command)] == []


def test_every_file_rank_and_piece_is_asked_about() -> None:
    asked = choose(GRAMMAR, lambda _: True).questions
    said = {str(understand(one, LEXICON)) for one in asked}
    assert {f"file {file}" for file in "abcdefgh"} <= said
    assert {f"rank {rank}" for rank in range(1, 9)} <= said
    assert {f"where {piece}" for piece in ("king", "queen", "rook", "pawn")} <= said


def test_a_model_that_lacks_the_words_is_asked_nothing() -> None:
    moves = "eva vier springer"
    assert choose(GRAMMAR, lambda word: word in moves).questions == ()


def test_a_question_that_leads_clearly_is_answered() -> None:
    decision = decided({"felix eva vier": 90.0}, {"feld eva vier": 100.0})
    assert decision.verdict is Verdict.ACCEPT
    assert str(decision.command) == "square e4"


def test_a_move_that_sounds_like_a_question_is_asked() -> None:
    near = decided({"felix eva vier": 100.0}, {"feld eva vier": 99.5})
    assert near.verdict is Verdict.ASK
    far = decided({"felix eva vier": 100.0}, {"feld eva vier": 80.0})
    assert far.verdict is Verdict.ACCEPT


def test_half_a_question_is_no_rival_of_a_move() -> None:
    decision = decided({"felix eva vier": 100.0}, {"wo eva vier": 100.0, "[unk] eva vier": 100.0})
    assert decision.verdict is Verdict.ACCEPT
    assert [move.uci() for move in decision.moves] == ["f3e4"]


RANK = {"reihe vier": 100.0}


@pytest.mark.parametrize(
    ("general", "fitting"),
    [
        ({"anna vier": 99.5}, {"anna vier": 99.5}),  # expected sooner than a question
        ({"anna vier": 96.0}, {"anna vier": 96.0}),
        ({"eins vier": 102.0}, {"anna vier": 90.0}),  # legal, but nothing that was heard
        ({"springer cesar drei": 99.5}, {"springer cesar drei": 99.5}),
        ({"dame vier": 99.5}, {"anna vier": 90.0}),
        ({"[unk] vier": 102.0}, {"anna vier": 90.0}),
    ],
)
def test_a_doubtful_question_is_never_offered_as_a_move(
    general: dict[str, float], fitting: dict[str, float]
) -> None:
    board = chess.Board("4k3/8/8/8/8/8/P7/1N2K1N1 w - - 0 1")
    decision = spoken(general, RANK, fitting).decide(board)
    assert decision.verdict in (Verdict.ASK, Verdict.ACCEPT, Verdict.NOT_FOR_ME)
    assert (decision.moves, decision.odds) == ((), ())
    if decision.verdict is Verdict.ASK:
        assert (decision.text, decision.clear) == ("reihe vier", False)


def test_a_doubtful_question_does_not_play_the_move_that_was_asked_before() -> None:
    board = chess.Board()
    first = spoken({"anna vier": 100.0, "anna drei": 99.5}, {}).decide(board)
    doubtful = spoken({"anna vier": 99.5}, RANK)
    assert first.moves
    assert take(doubtful, board, asked(first)) is Sound.UNCLEAR
    assert take(doubtful, board, None) is Sound.UNCLEAR


def test_a_move_that_is_awaited_is_heard_though_a_question_sounds_like_it() -> None:
    board = chess.Board()
    move = chess.Move.from_uci("a2a4")
    decision = spoken({"anna vier": 99.5}, RANK).decide(board, move)
    assert (decision.verdict, decision.moves) == (Verdict.ACCEPT, (move,))


@NEEDS_ESPEAK
def test_a_spoken_question_is_answered_by_the_model_that_comes_along(tmp_path: Path) -> None:
    sound = say("Was steht auf Eva zwei", tmp_path / "asked.wav")
    result = run("hear", str(sound))
    assert (result.returncode, result.stdout) == (0, "Eva zwei: weißer Bauer.\n")


@NEEDS_ESPEAK
@pytest.mark.parametrize("text", ["Was steht auf Anna drei", "Wer greift Felix sechs an"])
def test_a_question_whose_words_sound_like_squares_is_still_a_question(
    tmp_path: Path, text: str
) -> None:
    sound = say(text, tmp_path / "asked.wav")
    result = run("hear", "--json", str(sound))
    assert (result.returncode, json.loads(result.stdout)["outcome"]) == (0, "command")
