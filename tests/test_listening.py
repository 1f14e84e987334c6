"""Sound in a conversation: what leaves no doubt is played, what leaves some is asked."""

import chess
from contests import Table
from hearings import heard
from test_session import Conversation

from assistant.core.play.contestevents import MoveAnnounced, MoveRepeated, RepetitionDiffered
from assistant.core.spoken.decision import Spoken

CLEAR = {"springer gustav eins felix drei": 100.0}
NEAR = {"springer gustav eins felix drei": 100.0, "springer gustav eins hector drei": 99.0}
OTHER = {"springer gustav eins hector drei": 100.0}


def test_a_clear_announcement_is_played_like_a_typed_one() -> None:
    talk = Conversation()
    assert talk.listen(heard(CLEAR)) == ["Weiß: Springer Gustav eins Felix drei"]
    assert talk.board.peek().uci() == "g1f3"


def test_a_doubtful_announcement_is_asked_back_and_played_on_yes() -> None:
    talk = Conversation()
    lone = {"springer gustav eins felix drei": 100.0, "springer gustav eins felix zwei": 104.0}
    assert talk.listen(heard(lone)) == ["Springer Gustav eins Felix drei, ja?"]
    assert not talk.board.move_stack
    assert talk.listen(heard({"ja": 60.0})) == ["Weiß: Springer Gustav eins Felix drei"]


def test_two_near_moves_are_offered_and_nothing_is_played_on_no() -> None:
    talk = Conversation()
    (question,) = talk.listen(heard(NEAR))
    assert "Felix drei" in question
    assert "Hector drei" in question
    talk.listen(heard({"nein": 60.0}))
    assert not talk.board.move_stack


def test_moves_to_one_square_are_told_apart_by_where_they_come_from() -> None:
    talk = Conversation("7k/8/8/8/8/2K5/8/1N3N2 w - - 0 1")
    both = {"springer bella eins david zwei": 100.0, "springer felix eins david zwei": 99.5}
    assert talk.listen(heard(both)) == ["Springer nach David zwei: von Bella eins oder Felix eins?"]
    talk.listen(heard({"felix eins": 60.0, "bella eins": 50.0}))
    assert talk.board.peek().uci() == "f1d2"


def test_saying_it_once_more_removes_the_doubt() -> None:
    talk = Conversation()
    talk.listen(heard(NEAR))
    assert talk.listen(heard(NEAR)) == ["Weiß: Springer Gustav eins Felix drei"]


def test_talk_is_passed_over_in_silence_and_the_question_stays() -> None:
    talk = Conversation()
    assert talk.listen(heard({"[unk]": 90.0})) == []
    talk.listen(heard(NEAR))
    assert talk.listen(heard({"[unk] eins": 90.0})) == []
    talk.listen(heard(CLEAR))
    assert talk.board.peek().uci() == "g1f3"


def test_an_illegal_announcement_is_refused_with_its_reason() -> None:
    talk = Conversation()
    (said,) = talk.listen(heard({"dame david eins hector fünf": 100.0}))
    assert said.startswith("Nicht möglich")


def test_half_an_announcement_is_asked_for_again() -> None:
    talk = Conversation()
    (said,) = talk.listen(heard({"springer gustav": 100.0}))
    assert said.startswith("Unvollständig: springer gustav")
    unclear = heard({"springer gustav": 100.0, "kurze rochade": 99.0})
    assert talk.listen(unclear) == ["Nicht deutlich gehört. Bitte noch einmal."]


def test_while_the_opponent_thinks_a_doubtful_sound_asks_nothing() -> None:
    talk = Conversation(player=chess.BLACK)
    assert talk.listen(heard(NEAR)) == []


def board_with_running_clock() -> Table:
    table = Table(speech={"repetition_required": True})
    table.hear("start")
    return table


def test_the_opponents_repetition_needs_less_evidence_and_confirms() -> None:
    table = board_with_running_clock()
    table.listen(heard(CLEAR))
    assert isinstance(table.new[0], MoveAnnounced)
    table.listen(heard(NEAR))
    assert isinstance(table.new[0], MoveRepeated)


def test_a_clearly_differing_repetition_is_an_alarm() -> None:
    table = board_with_running_clock()
    table.listen(heard(CLEAR))
    said = table.listen(heard(OTHER))
    assert isinstance(table.new[0], RepetitionDiffered)
    assert table.new[0].move == "g1h3"
    assert said


def test_a_repetition_that_may_be_another_move_is_asked_and_not_yet_an_alarm() -> None:
    table = board_with_running_clock()
    table.listen(heard(CLEAR))
    said = table.listen(heard({**OTHER, "springer gustav eins felix drei": 98.0}))
    assert not table.new
    assert "Hector drei" in said[0]


def test_a_doubtful_repetition_is_asked_with_the_move_that_was_announced_and_the_one_heard() -> (
    None
):
    unsure = heard({**OTHER, "springer gustav eins hector zwei": 104.0})
    both = "Springer Gustav eins Felix drei oder Springer Gustav eins Hector drei?"
    for answer, event in (
        ("felix drei", MoveRepeated),
        ("hector drei", RepetitionDiffered),
    ):
        table = board_with_running_clock()
        table.listen(heard(CLEAR))
        (said,) = table.listen(unsure)
        assert said.endswith(both)
        assert not table.new
        assert table.listen(heard({"nein": 60.0, "neun": 59.0}))[-1].endswith(both)
        table.listen(heard({f"springer gustav eins {answer}": 100.0}))
        assert isinstance(table.new[0], event)


def test_a_doubtful_repetition_of_the_announced_move_alone_names_it_once() -> None:
    table = board_with_running_clock()
    table.listen(heard(CLEAR))
    lone = {"springer gustav eins felix drei": 100.0, "springer gustav eins felix zwei": 105.0}
    assert table.listen(heard(lone)) == ["Springer Gustav eins Felix drei, ja?"]


def test_two_microphones_tell_who_speaks() -> None:
    table = board_with_running_clock()
    spoken = heard(CLEAR)
    table.listen(Spoken(spoken.hearing, spoken.ear, speaker=chess.BLACK))
    assert not table.new  # Black cannot announce White's move


def said_by(said: dict[str, float], speaker: chess.Color) -> Spoken:
    spoken = heard(said)
    return Spoken(spoken.hearing, spoken.ear, speaker=speaker)


def test_only_the_player_who_was_asked_answers_with_his_voice() -> None:
    table = board_with_running_clock()
    table.listen(said_by(NEAR, chess.WHITE))
    for words in ({"ja": 60.0}, CLEAR, OTHER):
        table.listen(said_by(words, chess.BLACK))
        assert not table.new
    table.listen(said_by(CLEAR, chess.WHITE))
    assert isinstance(table.new[0], MoveAnnounced)
    assert (table.new[0].side, table.new[0].move) == (chess.WHITE, "g1f3")


def test_the_question_stays_open_while_the_other_player_speaks() -> None:
    table = board_with_running_clock()
    lone = {"springer gustav eins felix drei": 100.0, "springer gustav eins felix zwei": 104.0}
    assert table.listen(said_by(lone, chess.WHITE)) == ["Springer Gustav eins Felix drei, ja?"]
    table.listen(said_by(OTHER, chess.BLACK))
    table.listen(said_by({"ja": 60.0}, chess.WHITE))
    assert isinstance(table.new[0], MoveAnnounced)


def test_a_doubtful_announcement_at_an_event_is_asked_before_anything_is_recorded() -> None:
    table = board_with_running_clock()
    table.listen(heard(NEAR))
    assert not table.new
    table.listen(heard(CLEAR))
    assert isinstance(table.new[0], MoveAnnounced)
