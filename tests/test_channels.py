"""Who hears what, and which short sound comes before it."""

from fnmatch import fnmatchcase

import chess
import numpy as np
import pytest

from assistant import data
from assistant.core.output.announcement import Announcement, Phrase, Urgency, tell
from assistant.core.output.channel import Channel, channels
from assistant.core.output.earcon import check, earcon_of
from assistant.core.output.phrases import PHRASES
from assistant.errors import DataError
from assistant.tones import RATE, tone

ANNOUNCING = data.announcing()
PUBLIC = ANNOUNCING.channels.public
BOTH = frozenset(Channel)
EARPHONE = frozenset({Channel.EARPHONE})


def test_a_move_is_heard_by_both_and_an_answer_by_the_one_who_asked() -> None:
    assert channels(tell("played", Urgency.MOVE), PUBLIC, chess.WHITE) == BOTH
    assert channels(tell("on_square"), PUBLIC, chess.WHITE) == EARPHONE
    assert channels(tell("ruled", Urgency.ALARM), PUBLIC, chess.WHITE) == BOTH


def test_the_time_is_heard_only_by_the_one_who_asked() -> None:
    mine = Announcement("clock_told", audience=chess.WHITE)
    assert channels(mine, PUBLIC, chess.WHITE) == EARPHONE
    assert channels(mine, PUBLIC, chess.BLACK) == frozenset()
    assert channels(mine, PUBLIC, None) == EARPHONE
    public = Announcement("ruled", urgency=Urgency.MOVE, audience=chess.WHITE)
    assert channels(public, PUBLIC, chess.WHITE) == EARPHONE


def test_every_key_in_the_announcers_file_is_a_phrase() -> None:
    assert ANNOUNCING.channels.public <= set(PHRASES)
    assert ANNOUNCING.channels.silent <= set(PHRASES)
    for earcon in ANNOUNCING.earcons:
        assert f"sound_{earcon.name}" in PHRASES
        for pattern in earcon.when:
            assert any(fnmatchcase(key, pattern) for key in PHRASES), pattern
        if earcon.urgency:
            assert earcon.urgency.upper() in Urgency.__members__


def test_every_language_of_a_grammar_has_neighbours() -> None:
    assert set(data.languages()) <= set(ANNOUNCING.nearest)


@pytest.mark.parametrize(
    ("announcement", "name"),
    [
        (tell("played", Urgency.MOVE), "move"),
        (tell("which_origin"), "question"),
        (tell("illegal_blocked"), "refusal"),
        (tell("repetition_differs", Urgency.ALARM), "alarm"),
        (tell("clock_flag", Urgency.ALARM), "flag"),
        (
            tell(
                "ruled", Urgency.MOVE, what=Phrase("white_wins", {"reason": Phrase("reason_time")})
            ),
            "flag",
        ),
        (tell("opponent_lost", Urgency.ALARM), "connection_lost"),
        (tell("on_square"), None),
    ],
)
def test_the_sound_before_an_announcement_tells_its_kind(
    announcement: Announcement, name: str | None
) -> None:
    found = earcon_of(announcement, ANNOUNCING.earcons)
    assert (found.name if found else None) == name


def test_the_sounds_are_short_quiet_and_distinct() -> None:
    for earcon in ANNOUNCING.earcons:
        samples = tone(earcon)
        assert samples.seconds < 0.5
        assert 0.03 < np.abs(samples.pcm).max() / 32_768 < 0.2
        assert abs(int(samples.pcm[0])) < 50
        assert abs(int(samples.pcm[-1])) < 50
    melodies = [tuple(hertz for hertz, _ in e.notes if hertz) for e in ANNOUNCING.earcons]
    assert len(set(melodies)) == len(melodies)
    # One short high note is heard before every move: it must not delay the words.
    assert min(e.ms for e in ANNOUNCING.earcons) <= 50
    assert tone(ANNOUNCING.earcons[0]).rate == RATE


def test_a_broken_announcers_file_is_named_with_key_and_remedy() -> None:
    with pytest.raises(DataError, match=r"announcer\.toml, key channels\.silent"):
        check({"channels": {"public": []}, "nearest": {}, "earcons": []}, "announcer.toml")
