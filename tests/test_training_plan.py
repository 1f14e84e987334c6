"""Which shards the training makes, from what, and how often each is spoiled."""

from collections import Counter
from pathlib import Path

from training.people import speakers
from training.plan import Plan

PLAN = Plan(Path("nowhere"), synthetic=12, high=4, natural=3)


def test_high_voices_say_every_patchwork_once() -> None:
    high = range(PLAN.patched, PLAN.raised)
    assert len(high) == 4
    used = Counter(source for shard in high for source in PLAN.sources(shard))
    assert set(used.values()) == {1}
    assert set(range(PLAN.recorded, PLAN.patched)) <= set(used)
    assert sum(source < PLAN.synthetic for source in used) == 8


def test_all_but_the_synthetic_speech_is_spoiled_twice() -> None:
    names = Counter(PLAN.features(place).name.partition("-")[2] for place in PLAN.places)
    twice = {f"{shard:03}.npz" for shard in range(12, 12 + 2 * len(speakers()) + 4 + 3 + 1)}
    assert {name for name, count in names.items() if count == 2} == twice
    assert len(names) == PLAN.shards


def test_words_of_phrases_on_their_own_are_the_last_shard() -> None:
    assert PLAN.alone == PLAN.shards - 1
    assert PLAN.alone not in range(PLAN.raised, PLAN.raised + PLAN.natural)
