"""From hypotheses to a decision: nothing doubtful is accepted, nothing illegal becomes legal."""

import dataclasses

import chess
import msgspec
import pytest
from hearings import EAR, GRAMMAR, LEXICON, TUNING, alternatives, heard
from hypothesis import given
from hypothesis import strategies as st

from assistant import script
from assistant.core.output.wording import Phrasebook
from assistant.core.spoken.attention import Sound, Words, take
from assistant.core.spoken.choice import Choice
from assistant.core.spoken.decision import Decision, Verdict, asked, combine
from assistant.core.spoken.evidence import audible
from assistant.core.spoken.hypotheses import Alternative, Word, joined
from assistant.core.spoken.reading import Ambiguous, Doubt, Exact
from assistant.core.spoken.vocabulary import announcements

KNIGHT = "springer gustav eins felix drei"
G1F3 = chess.Move.from_uci("g1f3")


def decided(
    general: dict[str, float],
    fitting: dict[str, float] | None = None,
    background: float = 40.0,
    board: chess.Board | None = None,
) -> Decision:
    return heard(general, fitting, background).decide(board or chess.Board())


def test_a_move_that_leads_in_both_decodings_is_accepted() -> None:
    decision = decided({KNIGHT: 100.0, "springer gustav eins felix zwei": 95.0})
    assert decision.verdict is Verdict.ACCEPT
    assert decision.moves == (G1F3,)


def test_a_near_rival_makes_it_a_question_with_both_moves() -> None:
    decision = decided({KNIGHT: 100.0, "springer gustav eins hector drei": 99.0})
    assert decision.verdict is Verdict.ASK
    assert [move.uci() for move in decision.moves] == ["g1f3", "g1h3"]


def test_a_decoding_that_knows_the_legal_moves_must_agree() -> None:
    decision = decided({KNIGHT: 100.0}, {"eva zwei eva vier": 100.0})
    assert decision.verdict is Verdict.ASK


def test_a_clearly_announced_illegal_move_is_called_illegal() -> None:
    illegal = "springer gustav eins felix vier"
    decision = decided({illegal: 100.0, KNIGHT: 93.0}, {KNIGHT: 100.0})
    assert decision.verdict is Verdict.NOT_LEGAL
    assert decision.text == illegal


def test_an_illegal_move_that_sounds_nearly_like_a_legal_one_is_asked() -> None:
    decision = decided({"springer gustav eins felix zwei": 100.0, KNIGHT: 96.5}, {KNIGHT: 100.0})
    assert decision.verdict is Verdict.ASK
    assert decision.moves == (G1F3,)


def test_a_fuller_illegal_reading_is_never_shortened_to_a_legal_one() -> None:
    board = chess.Board("7k/8/8/4p3/3P4/8/8/K7 w - - 0 1")
    said = {"david eva fünf": 100.0, "david vier anna fünf": 99.7}
    assert decided(said, {"david eva fünf": 100.0}, board=board).verdict is Verdict.ASK


def test_talk_is_not_for_me() -> None:
    assert decided({KNIGHT: 41.0}).verdict is Verdict.NOT_FOR_ME
    assert decided({"[unk] springer [unk]": 100.0}).verdict is Verdict.NOT_FOR_ME
    assert decided({}).verdict is Verdict.NOT_FOR_ME
    assert decided({"": 3.0}).verdict is Verdict.NOT_FOR_ME


def test_what_may_be_talk_is_asked_and_never_accepted() -> None:
    assert decided({KNIGHT: 46.0}).verdict is Verdict.ASK


def test_two_words_are_like_talk_and_need_more_than_four() -> None:
    """Over 0.8 s of speech, 50 leads the background by 12.5 a second, 45 by 6.25."""
    assert decided({"eva vier": 50.0}).verdict is Verdict.ACCEPT
    assert decided({"eva vier": 45.0}).verdict is Verdict.ASK
    assert decided({"eva zwei eva vier": 50.0}).verdict is Verdict.ACCEPT
    awaited = heard({"eva vier": 45.0}).decide(chess.Board(), chess.Move.from_uci("e2e4"))
    assert awaited.verdict is Verdict.ACCEPT


def test_a_word_said_twice_is_no_announcement() -> None:
    assert decided({"eva eva vier": 100.0}).verdict is Verdict.ASK


def test_half_an_announcement_is_asked_for_again() -> None:
    decision = decided({"springer gustav": 100.0})
    assert decision.verdict is Verdict.ASK
    assert decision.moves == ()


def test_a_known_confusion_asks_for_more_evidence() -> None:
    sure = decided({"eva vier": 100.0, "anna vier": 96.0})
    unsure = decided({"eva vier": 100.0, "bella vier": 96.0})
    assert (sure.verdict, unsure.verdict) == (Verdict.ACCEPT, Verdict.ASK)


def test_a_known_confusion_counts_even_if_the_other_word_was_not_named() -> None:
    often = msgspec.structs.replace(TUNING, confusions={"bella": {"eva": 11.0}})
    ear = dataclasses.replace(EAR, tuning=often)
    spoken = dataclasses.replace(heard({"eva vier": 100.0}), ear=ear)
    assert spoken.decide(chess.Board()).verdict is Verdict.ASK
    only = chess.Board("7k/8/8/8/8/8/4P3/K7 w - - 0 1")  # no other pawn could have been meant
    assert spoken.decide(only).verdict is Verdict.ACCEPT


def test_an_ambiguous_announcement_that_was_heard_clearly_is_taken_as_typed() -> None:
    board = chess.Board("7k/8/8/8/8/2K5/8/1N3N2 w - - 0 1")
    taken = take(heard({"springer david zwei": 100.0}), board, None)
    assert taken == Words("springer david zwei")


def test_words_round_an_announcement_that_are_silent_or_too_brief_were_not_spoken() -> None:
    words = (
        Word("anna", 0, 0.2, -80),
        Word("eva", 0.3, 0.6, -20),
        Word("vier", 0.6, 1, -21),
        Word("acht", 1, 1.03, -20),
    )
    assert audible(Alternative("anna eva vier acht", 1.0, words), TUNING) == "eva vier"


def test_a_doubtful_word_within_an_announcement_is_not_left_out_to_make_another_move() -> None:
    words = (
        Word("dame", 0, 0.4, -20),
        Word("david", 0.4, 0.8, -20),
        Word("acht", 0.8, 0.83, -20),
        Word("drei", 0.83, 1.2, -21),
    )
    said = "dame david acht drei"
    assert audible(Alternative(said, 1.0, words), TUNING) == said


def test_a_legal_move_is_asked_if_senseless_words_explain_the_sound_clearly_better() -> None:
    senseless = "springer gustav eins felix kurze"
    assert decided({senseless: 102.5, KNIGHT: 100.0}).verdict is Verdict.ASK
    assert decided({senseless: 100.5, KNIGHT: 100.0}).verdict is Verdict.ACCEPT


def test_how_much_better_senseless_words_may_fit_is_a_figure_of_the_model() -> None:
    spoken = heard({"springer gustav eins felix kurze": 102.5, KNIGHT: 100.0})
    unlikely = msgspec.structs.replace(TUNING, nothing=6.0)

    def verdict(senseless: float | None) -> Verdict:
        tuning = msgspec.structs.replace(unlikely, senseless=senseless)
        with_it = dataclasses.replace(spoken, ear=dataclasses.replace(EAR, tuning=tuning))
        return with_it.decide(chess.Board()).verdict

    assert verdict(None) is Verdict.ASK
    assert verdict(2.4) is Verdict.ASK
    assert verdict(2.6) is Verdict.ACCEPT


def test_commands_are_accepted_when_they_are_clear() -> None:
    decision = decided({"remis": 60.0, "eins": 50.0})
    assert decision.verdict is Verdict.ACCEPT
    assert decision.command is not None
    assert decision.command.name == "offer_draw"
    assert decided({"remis": 60.0, "eva vier": 59.5}).verdict is Verdict.ASK


def test_the_same_doubtful_move_twice_is_accepted() -> None:
    board = chess.Board()
    first = decided({KNIGHT: 100.0, "springer gustav eins hector drei": 98.8})
    again = decided({KNIGHT: 100.0, "eva zwei eva vier": 98.8})
    assert first.verdict is again.verdict is Verdict.ASK
    both = combine(first.odds, again, TUNING)
    assert both.verdict is Verdict.ACCEPT
    assert both.moves == (G1F3,)
    spoken = heard({KNIGHT: 100.0, "eva zwei eva vier": 98.8})
    assert take(spoken, board, asked(first)) == Exact(G1F3)


def test_two_doubtful_utterances_that_differ_are_asked_with_both() -> None:
    first = decided({KNIGHT: 100.0, "springer gustav eins hector drei": 99.5})
    second = decided({"springer gustav eins hector drei": 100.0, KNIGHT: 99.5})
    both = combine(first.odds, second, TUNING)
    assert both.verdict is Verdict.ASK
    assert {move.uci() for move in both.moves} == {"g1f3", "g1h3"}


def test_an_awaited_repetition_needs_less_evidence_and_another_move_more() -> None:
    same = heard({KNIGHT: 100.0, "springer gustav eins hector drei": 99.0})
    assert same.decide(chess.Board(), G1F3).verdict is Verdict.ACCEPT
    other = heard({"springer gustav eins hector drei": 102.0, KNIGHT: 100.0})
    assert other.decide(chess.Board()).verdict is Verdict.ACCEPT
    assert other.decide(chess.Board(), G1F3).verdict is Verdict.ASK


def test_part_of_a_move_answers_an_open_question() -> None:
    board = chess.Board("7k/8/8/8/8/2K5/8/1N3N2 w - - 0 1")
    question = Choice(
        asked(
            decided(
                {"springer bella eins david zwei": 100.0, "springer felix eins david zwei": 99.5},
                board=board,
            )
        ).reading
    )
    assert question.reading.doubt is Doubt.HEARING
    assert take(heard({"felix": 30.0}, background=10.0), board, question) == Exact(
        chess.Move.from_uci("f1d2")
    )
    near = heard({"felix": 30.0, "bella": 29.5}, background=10.0)
    assert not isinstance(take(near, board, question), Exact)


ONE = Choice(Ambiguous((G1F3,), Doubt.NOT_PAWN))
"""Keine Figur genannt. Ist gemeint: Springer Gustav eins Felix drei?"""


def test_a_no_is_never_taken_for_a_word_of_the_move_that_was_offered() -> None:
    said = heard({"nein": 160.4, "eins": 156.7}, background=150.0)
    assert take(said, chess.Board(), ONE) == Words("nein")


def test_a_yes_that_is_hardly_more_than_talk_answers_a_question_and_nothing_else() -> None:
    said = heard({"ja": 41.0}, background=40.5)
    assert take(said, chess.Board(), ONE) == Words("ja")
    assert take(said, chess.Board(), None) is Sound.NOT_FOR_ME


def test_a_doubtful_answer_is_asked_again() -> None:
    assert take(heard({"nein": 60.0, "ja": 59.5}), chess.Board(), ONE) is Sound.UNCLEAR


def test_one_word_of_the_only_move_that_was_offered_does_not_play_it() -> None:
    assert not isinstance(take(heard({"eins": 60.0}), chess.Board(), ONE), Exact)
    assert take(heard({"gustav eins": 60.0}), chess.Board(), ONE) == Exact(G1F3)


def test_talk_that_sounds_like_a_part_of_a_move_answers_nothing() -> None:
    said = heard({"gustav eins": 42.0}, background=41.0)
    assert not isinstance(take(said, chess.Board(), ONE), Exact)


def test_an_illegal_move_that_was_not_heard_clearly_is_asked_for_again() -> None:
    illegal = {"turm anna eins anna vier": 100.0, "turm anna eins anna fünf": 99.9}
    decision = decided(illegal, {"[unk]": 20.0})
    assert (decision.verdict, decision.moves) == (Verdict.ASK, ())


def test_a_question_needs_less_evidence_than_what_changes_the_game() -> None:
    assert decided({"zeit": 60.0}, background=59.0).verdict is Verdict.ACCEPT
    assert decided({"remis anbieten": 60.0}, background=58.0).verdict is not Verdict.ACCEPT


def test_what_may_be_talk_is_asked_in_a_game_too_and_never_played() -> None:
    board = chess.Board()
    short = heard({"eva vier": 100.0}, background=96.0)
    twice = heard({"eva eva vier": 100.0})
    for said in (short, twice):
        assert said.decide(board).verdict is Verdict.ASK
        assert not isinstance(take(said, board, None), Words | Exact)


@pytest.mark.parametrize("doubtful", [False, True])
def test_a_promotion_without_a_piece_is_asked_for_the_piece(doubtful: bool) -> None:
    board = chess.Board("8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    decision = decided({"eva acht": 100.0}, background=98.0 if doubtful else 40.0, board=board)
    assert (decision.verdict, decision.clear) == (Verdict.ASK, not doubtful)
    result = script.heard(board, decision, LEXICON, Phrasebook(GRAMMAR))
    assert result["say"] == "Umwandlung auf Eva acht: Dame, Turm, Läufer oder Springer?"
    assert result["candidates"] == ["e7e8q", "e7e8r", "e7e8b", "e7e8n"]


def test_words_beyond_doubt_are_asked_about_as_if_they_were_typed() -> None:
    board = chess.Board("7k/8/8/8/8/2K5/8/1N6 w - - 0 1")
    decision = decided({"springer schlägt david zwei": 100.0}, board=board)
    book = Phrasebook(GRAMMAR)
    result = script.heard(board, decision, LEXICON, book)
    assert result == script.read(board, "Springer schlägt David zwei", LEXICON, book)
    assert result["say"].startswith("Auf David zwei ist nichts zu schlagen.")


def test_a_move_that_is_asked_back_is_never_told_as_accepted() -> None:
    decision = decided({"eva eva vier": 100.0})
    assert decision.verdict is Verdict.ASK
    result = script.heard(chess.Board(), decision, LEXICON, Phrasebook(GRAMMAR))
    assert result["move"] is None


def test_a_cough_is_passed_over_while_a_question_is_open() -> None:
    question = asked(decided({KNIGHT: 100.0, "springer gustav eins hector drei": 99.5}))
    assert take(heard({"[unk]": 20.0}), chess.Board(), question) is Sound.NOT_FOR_ME


def test_a_pause_divides_an_utterance_and_its_parts_are_joined_by_their_scores() -> None:
    first = (Alternative("springer", 10.0), Alternative("könig", 9.0))
    second = (Alternative("felix drei", 20.0), Alternative("felix zwei", 19.5))
    whole = joined([first, (), (Alternative("", 1.0),), second])
    assert [(one.text, one.score) for one in whole[:2]] == [
        ("springer felix drei", 31.0),
        ("springer felix zwei", 30.5),
    ]
    assert joined([]) == ()


PHRASES = announcements(EAR.vocabulary)


@given(
    st.dictionaries(
        st.sampled_from([*PHRASES, "[unk]", "springer", "anna eins acht"]),
        st.floats(0, 120),
        max_size=6,
    ),
    st.dictionaries(st.sampled_from([*PHRASES, "[unk]"]), st.floats(0, 120), max_size=6),
    st.floats(0, 120),
)
def test_only_a_legal_move_that_leads_is_ever_accepted(
    general: dict[str, float], fitting: dict[str, float], background: float
) -> None:
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    decision = decided(general, fitting, background, board)
    if decision.verdict is not Verdict.ACCEPT or decision.command is not None:
        return
    (move,) = decision.moves
    assert board.is_legal(move)
    best = max(general.values())
    leaders = {
        read
        for text, score in general.items()
        if score > best - TUNING.accept
        for read in [_move(board, text)]
        if read
    }
    assert leaders <= {move}
    assert decision.margin >= TUNING.accept


def _move(board: chess.Board, text: str) -> chess.Move | None:
    (candidate,) = EAR.candidates(board, alternatives({text: 0.0}))
    return candidate.move
