"""The conversation of a practice game, driven without any device."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant import data
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
)
from assistant.core.play.game import begin, replay
from assistant.core.spoken.choice import choose
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.utterance import as_fragment
from assistant.messages import (
    Announce,
    AskDraw,
    AskMove,
    DrawAnswered,
    Heard,
    Leave,
    OpponentLost,
    Output,
    Record,
    Replied,
)
from assistant.session import Session

GRAMMAR, LEXICON = data.language("de")
BOOK = Phrasebook(GRAMMAR)


class Conversation:
    """A session with its words spelled out and its events kept."""

    def __init__(self, fen: str = chess.STARTING_FEN, *, player: chess.Color = chess.WHITE) -> None:
        started = GameStarted(at=0, fen=fen, player=player, opponent="Null", level=1)
        self.events: list[Event] = [started]
        self.session = Session(begin(started), LEXICON)
        self.at = 0
        self.opening = self._take(self.session.open(0, resumed=False))

    def _take(self, outputs: list[Output]) -> list[str]:
        self.outputs = outputs
        self.events += [output.event for output in outputs if isinstance(output, Record)]
        return [BOOK.say(output.what) for output in outputs if isinstance(output, Announce)]

    def hear(self, words: str) -> list[str]:
        self.at += 1000
        return self._take(self.session.receive(Heard(words, self.at)))

    def listen(self, spoken: Spoken) -> list[str]:
        self.at += 1000
        return self._take(self.session.receive(Heard(spoken.text, self.at, spoken=spoken)))

    def reply(self, move: str, *, offers_draw: bool = False) -> list[str]:
        self.at += 1000
        ply = len(self.board.move_stack)
        answer = Replied(chess.Move.from_uci(move), offers_draw, ply, self.at)
        return self._take(self.session.receive(answer))

    @property
    def board(self) -> chess.Board:
        return self.session.game.board


def test_a_move_is_recorded_before_it_is_read_back_and_then_the_opponent_is_asked() -> None:
    talk = Conversation()
    assert talk.hear("Eva vier") == ["Weiß: Eva zwei Eva vier"]
    assert [type(output) for output in talk.outputs] == [Record, Announce, AskMove]
    assert talk.reply("e7e5") == ["Schwarz: Eva sieben Eva fünf"]
    assert [type(output) for output in talk.outputs] == [Record, Announce]


def test_the_opponent_begins_if_the_player_has_black() -> None:
    talk = Conversation(player=chess.BLACK)
    assert isinstance(talk.outputs[-1], AskMove)
    assert talk.hear("Eva fünf") == ["Der Gegner ist am Zug. Ihre Ansage zählt noch nicht."]
    talk.reply("e2e4")
    assert talk.hear("Eva fünf") == ["Schwarz: Eva sieben Eva fünf"]


KNIGHTS = "7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1"


@pytest.mark.parametrize(
    "answer", ["Eva drei", "von eva drei", "e3", "Springer Eva drei Cesar vier"]
)
def test_a_question_is_answered_by_a_square_or_by_the_whole_move(answer: str) -> None:
    talk = Conversation(KNIGHTS)
    assert talk.hear("Springer Cesar vier") == [
        "Springer nach Cesar vier: von Anna drei, Eva drei, Anna fünf oder Eva fünf?"
    ]
    assert talk.hear(answer) == ["Weiß: Springer Eva drei Cesar vier"]


def test_a_question_can_be_narrowed_step_by_step() -> None:
    talk = Conversation(KNIGHTS)
    talk.hear("Springer Cesar vier")
    assert talk.hear("Eva") == ["Springer nach Cesar vier: von Eva drei oder Eva fünf?"]
    assert talk.hear("fünf") == ["Weiß: Springer Eva fünf Cesar vier"]


def test_yes_to_a_choice_of_several_asks_again() -> None:
    talk = Conversation(KNIGHTS)
    asked = talk.hear("Springer Cesar vier")
    assert talk.hear("ja") == asked
    assert not talk.board.move_stack


def test_a_promotion_is_chosen_by_its_piece() -> None:
    talk = Conversation("8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    assert talk.hear("Eva acht") == ["Umwandlung auf Eva acht: Dame, Turm, Läufer oder Springer?"]
    assert talk.hear("Turm") == ["Weiß: Eva sieben Eva acht Turm"]
    assert talk.board.piece_type_at(chess.E8) == chess.ROOK


def test_a_single_candidate_is_confirmed_by_yes_and_dropped_by_no() -> None:
    talk = Conversation()
    talk.hear("Gustav eins Felix drei")
    assert talk.hear("nein") == ["Gut, nichts gezogen."]
    assert talk.hear("ja") == ["Es ist nichts gefragt."]
    talk.hear("Gustav eins Felix drei")
    assert talk.hear("ja") == ["Weiß: Springer Gustav eins Felix drei"]


def test_questions_about_the_board_leave_the_open_question_open() -> None:
    talk = Conversation()
    talk.hear("Gustav eins Felix drei")
    assert talk.hear("was steht auf Eva zwei") == ["Eva zwei: weißer Bauer."]
    assert talk.hear("ja") == ["Weiß: Springer Gustav eins Felix drei"]


def test_a_target_is_a_new_announcement_and_no_choice() -> None:
    talk = Conversation()
    talk.hear("Springer schlägt Felix drei")
    assert talk.hear("Felix drei") == ["Weiß: Felix zwei Felix drei"]


def test_a_plain_yes_or_no_answers_a_draw_offer() -> None:
    for word, ended in (("ja", True), ("nein", False)):
        talk = Conversation()
        talk.hear("Eva vier")
        talk.reply("e7e5", offers_draw=True)
        talk.hear(word)
        assert (talk.session.game.ended is not None) == ended
        assert talk.session.game.offer is None


def test_an_answer_that_is_not_understood_has_the_question_asked_again() -> None:
    talk = Conversation()
    talk.hear("aufgeben")
    assert talk.hear("nien") == [
        "Nicht verstanden: nien. Ähnlich ist: nein.",
        "Wirklich aufgeben? Ja oder nein.",
    ]


def test_a_yes_after_another_question_does_not_resign() -> None:
    talk = Conversation()
    talk.hear("aufgeben")
    talk.hear("was steht auf Eva vier")
    assert talk.hear("ja") == ["Es ist nichts gefragt."]
    assert talk.session.game.ended is None


TWO_KNIGHTS = "4k3/8/8/8/8/5N2/1P6/1N2K3 w - - 0 1"


def test_a_false_word_about_several_moves_is_told() -> None:
    talk = Conversation(TWO_KNIGHTS)
    said = talk.hear("Springer schlägt David zwei")
    assert said[0].startswith("Auf David zwei ist nichts zu schlagen.")
    assert talk.hear("Felix") == ["Weiß: Springer Felix drei David zwei"]


def test_a_false_word_within_an_answer_is_told() -> None:
    talk = Conversation(TWO_KNIGHTS)
    talk.hear("Springer David zwei")
    assert talk.hear("Felix matt")[0].startswith("Der Zug gibt kein Schach.")
    assert talk.hear("ja") == ["Weiß: Springer Felix drei David zwei"]


def test_a_check_that_only_one_of_two_moves_gives_is_verified_when_chosen() -> None:
    talk = Conversation("8/8/8/8/2k5/5N2/1P6/1N2K3 w - - 0 1")
    talk.hear("Springer David zwei Schach")
    assert len(talk.board.move_stack) == 0
    talk.hear("Felix")
    assert len(talk.board.move_stack) == 1


def test_origin_is_asked_before_promotion() -> None:
    talk = Conversation("3r3k/2P1P3/8/8/8/8/6PP/4K3 w - - 0 1")
    assert talk.hear("David acht") == ["Bauer nach David acht: von Cesar sieben oder Eva sieben?"]
    assert talk.hear("Cesar") == ["Umwandlung auf David acht: Dame, Turm, Läufer oder Springer?"]
    assert talk.hear("Springer") == ["Weiß: Cesar sieben schlägt David acht Springer"]


def test_castling_is_chosen_by_its_side() -> None:
    talk = Conversation("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert talk.hear("Rochade") == ["Ist Rochade gemeint: Lange Rochade oder Kurze Rochade?"]
    assert talk.hear("die kurze") == ["Weiß: Kurze Rochade"]
    assert talk.board.king(chess.WHITE) == chess.G1


@pytest.mark.parametrize("language", data.languages())
def test_every_name_of_a_piece_chooses_the_promotion_in_every_language(language: str) -> None:
    """Also queen, which in English is a side of castling as well."""
    grammar, lexicon = data.language(language)
    board = chess.Board("8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    moves = [move for move in board.legal_moves if move.promotion]
    for name, piece in (("queen", 5), ("rook", 4), ("bishop", 3), ("knight", 2)):
        for spelling in grammar.pieces[name]:
            fragment = as_fragment(spelling, lexicon)
            assert fragment is not None
            assert [move.promotion for move in choose(board, moves, fragment)] == [piece]


def test_castling_is_chosen_by_the_queen_side_too() -> None:
    _, lexicon = data.language("en")
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    moves = [move for move in board.legal_moves if board.is_castling(move)]
    for words, to in (("queen side", "c1"), ("the short one", "g1"), ("the long one", "c1")):
        fragment = as_fragment(words, lexicon)
        assert fragment is not None
        (chosen,) = choose(board, moves, fragment)
        assert chess.square_name(chosen.to_square) == to


def test_a_draw_is_offered_together_with_the_move() -> None:
    for words in ("Eva vier remis", "Eva vier, ich biete remis an", "e4 (=)"):
        talk = Conversation()
        assert talk.hear(words) == ["Weiß: Eva zwei Eva vier", "Sie bieten remis an."]
        assert talk.reply("e7e5") == []
        assert talk.outputs == [AskDraw(talk.session.game)]
        declined = talk.session.receive(DrawAnswered(accepted=False, ply=1, at=9))
        assert [type(output) for output in declined] == [Record, Announce, Record, Announce]
        assert len(talk.board.move_stack) == 2


def test_a_refused_move_closes_the_open_question() -> None:
    talk = Conversation()
    talk.hear("Gustav eins Felix drei")
    talk.hear("Dame Hector fünf")
    assert talk.hear("ja") == ["Es ist nichts gefragt."]


def test_taking_back_returns_to_the_players_turn() -> None:
    talk = Conversation()
    talk.hear("Eva vier")
    talk.reply("e7e5")
    assert talk.hear("zurück") == ["Zurückgenommen: 2 Halbzüge.", "Noch kein Zug."]
    assert talk.board.fen() == chess.STARTING_FEN
    assert talk.hear("zurück") == ["Es gibt keinen Zug zurückzunehmen."]


def test_a_reply_to_a_move_that_was_taken_back_is_not_played() -> None:
    talk = Conversation()
    talk.hear("Eva vier")
    late = Replied(chess.Move.from_uci("e7e5"), False, 1, 9)
    assert talk.hear("Korrektur") == ["Zurückgenommen: 1 Halbzug.", "Noch kein Zug."]
    assert talk.session.receive(late) == []
    assert not talk.board.move_stack


def test_repeat_says_the_last_words_again() -> None:
    talk = Conversation()
    said = talk.hear("was steht auf Eva zwei")
    assert talk.hear("wie bitte") == said
    assert talk.hear("wiederholen") == said


def test_resigning_is_asked_back() -> None:
    talk = Conversation()
    assert talk.hear("ich gebe auf") == ["Wirklich aufgeben? Ja oder nein."]
    talk.hear("nein")
    assert talk.session.game.ended is None
    talk.hear("aufgeben")
    assert talk.hear("ja") == ["Schwarz gewinnt: Aufgabe."]
    assert isinstance(talk.events[-1], GameEnded)
    assert talk.hear("Eva vier")[0].startswith("Die Partie ist beendet.")


def test_mate_ends_the_game_and_is_said_last() -> None:
    talk = Conversation("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    assert talk.hear("Turm Eva acht") == [
        "Weiß: Turm Eva eins Eva acht, Schachmatt",
        "Weiß gewinnt: Schachmatt.",
    ]
    assert talk.session.game.ended is not None


def test_a_draw_offer_is_taken_or_declined_by_the_opponent() -> None:
    talk = Conversation()
    talk.hear("remis anbieten")
    assert isinstance(talk.outputs[-1], AskDraw)
    assert talk.hear("remis anbieten") == ["Ihr Angebot steht schon."]
    talk.session.receive(DrawAnswered(accepted=False, ply=0, at=5))
    assert talk.session.game.offer is None
    talk.hear("ich biete remis an")
    talk.session.receive(DrawAnswered(accepted=True, ply=0, at=6))
    assert talk.session.game.ended is not None
    assert talk.session.game.ended.result == "1/2-1/2"


def test_an_offer_of_the_opponent_stands_until_it_is_answered_or_a_move_is_made() -> None:
    talk = Conversation()
    talk.hear("Eva vier")
    said = talk.reply("e7e5", offers_draw=True)
    assert said[-1] == "Schwarz bietet remis an. Annehmen oder ablehnen?"
    talk.hear("abgelehnt")
    assert isinstance(talk.events[-1], DrawDeclined)
    assert talk.hear("angenommen") == ["Es liegt kein Remisangebot vor."]
    talk.hear("Springer Felix drei")
    talk.reply("b8c6", offers_draw=True)
    talk.hear("Läufer Bella fünf")
    assert talk.session.game.offer is None
    talk.reply("a7a6", offers_draw=True)
    assert talk.hear("remis annehmen") == ["Remis: vereinbart."]


def test_a_claim_needs_its_ground() -> None:
    talk = Conversation()
    assert talk.hear("remis reklamieren")[0].startswith("Kein Remis")
    for mine, theirs in [("Springer Felix drei", "g8f6"), ("Springer Gustav eins", "f6g8")] * 2:
        talk.hear(mine)
        talk.reply(theirs)
    assert talk.hear("ich reklamiere remis") == ["Remis: dreimal dieselbe Stellung."]


def test_time_is_told_on_request() -> None:
    talk = Conversation()
    talk.hear("Eva vier")
    talk.reply("e7e5")
    talk.at += 60_000
    assert talk.hear("Zeit") == ["Verbraucht: Sie 1 Minute, 2 Sekunden, Gegner 1 Sekunde."]


def test_help_fits_the_moment() -> None:
    talk = Conversation(KNIGHTS)
    assert talk.hear("Hilfe")[0].startswith("Zug ansagen")
    talk.hear("Springer Cesar vier")
    assert talk.hear("Hilfe")[0].startswith("Wählen")
    talk.hear("aufgeben")
    assert talk.hear("Hilfe")[0].startswith("Ja oder nein")
    talk.hear("ja")
    assert talk.hear("Hilfe")[0].startswith("Die Partie ist beendet")


def test_a_lost_opponent_is_replaced_and_asked_again() -> None:
    talk = Conversation()
    talk.hear("Eva vier")
    outputs = talk.session.receive(OpponentLost("Other", 2, 5))
    assert [type(output) for output in outputs] == [Record, Announce, AskMove]
    assert talk.session.game.opponent == "Other"


def test_words_of_an_event_do_nothing_in_a_practice_game() -> None:
    talk = Conversation()
    for words in ("gedrückt", "illegaler Zug Weiß", "hängepartie", "p"):
        assert talk.hear(words) == ["Das gibt es nur in einer Turnierpartie."]
    assert not talk.outputs[1:]


def test_leaving_changes_nothing() -> None:
    talk = Conversation()
    talk.hear("Ende")
    assert talk.outputs == [Leave()]
    assert talk.session.game.ended is None


WORDS = [
    "Eva vier", "Springer Felix drei", "Eva zwei Eva drei", "Gustav eins Felix drei", "ja", "nein",
    "zurück", "Korrektur", "remis", "angenommen", "abgelehnt", "remis reklamieren", "aufgeben",
    "wiederholen", "Hilfe", "Zeit", "letzter Zug", "quatsch", "Dame Hector fünf", "Eva", "Anna zwei",
]  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.integers(0, 40)), max_size=40))
def test_the_live_game_is_always_the_replay_of_its_events(inputs: list[str | int]) -> None:
    talk = Conversation()
    for said in inputs:
        if isinstance(said, str):
            talk.hear(said)
        elif talk.session.awaits_opponent and not talk.session.game.players_turn:
            moves = list(talk.board.legal_moves)
            talk.reply(moves[said % len(moves)].uci(), offers_draw=said % 7 == 0)
    assert replay(talk.events) == talk.session.game
    kinds = {MovePlayed, MovesTakenBack, DrawOffered, DrawDeclined, GameEnded, GameStarted}
    assert {type(event) for event in talk.events} <= kinds
