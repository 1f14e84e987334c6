"""A word at the end of a phrase is found and cut out."""

import numpy as np

from training.alone import EARLY, LATE, cut, last_word
from training.lexicon import SILENCE
from training.patchwork import Segment
from training.utterance import RATE


def segments(phones: str) -> list[Segment]:
    """The phones one after the other, each of a hundred samples."""
    return [(phone, 100 * at, 100 * at + 100) for at, phone in enumerate(phones.split())]


def test_the_last_word_lies_where_its_phones_are() -> None:
    assert last_word("drei", segments(f"{SILENCE} k R aI s d R aI {SILENCE}")) == (500, 800)


def test_of_the_ways_to_say_it_the_longest_that_was_heard_counts() -> None:
    told = segments("ts a: l z i: b @ n")
    assert last_word("sieben", told) == (300, 800)
    assert last_word("sieben", segments("ts a: l z i: m")) == (300, 600)


def test_a_pause_within_the_word_is_cut_out_with_it() -> None:
    assert last_word("acht", segments(f"n a x a {SILENCE} x t")) == (300, 700)


def test_another_word_is_not_found() -> None:
    assert last_word("vier", segments("ts a: l d R aI")) is None


def test_the_cut_holds_the_word_and_fades_at_both_ends() -> None:
    sound = np.ones(2 * RATE, np.float32)
    for seed in range(30):
        part = cut(sound, RATE, RATE + RATE // 2, np.random.default_rng(seed))
        assert 0.5 + EARLY[0] - 1e-3 <= len(part) / RATE <= 0.5 + EARLY[1] + LATE[1] + 1e-3
        assert part[0] == part[-1] == 0
        assert part[len(part) // 2] == 1
    assert sound.min() == 1
