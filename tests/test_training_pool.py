"""Shards are made once each, and a process that dies is told, not waited for."""

import os
from pathlib import Path

import pytest

from training.plan import Plan
from training.pool import run


def _write(plan: Plan, shard: int) -> int:
    path = plan.speech(shard)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("made")
    return shard


def _die_at_one(plan: Plan, shard: int) -> int:
    if shard == 1:
        os._exit(139)
    return _write(plan, shard)


def test_what_is_there_is_not_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = Plan(tmp_path, workers=2)
    _write(plan, 0)
    plan.speech(0).write_text("old")
    run("speech", plan, range(3), _write, plan.speech)
    assert [plan.speech(shard).read_text() for shard in range(3)] == ["old", "made", "made"]
    assert "speech: 1 of 3 shards are there" in capsys.readouterr().out


def test_a_process_that_dies_ends_the_work_with_a_sentence(tmp_path: Path) -> None:
    plan = Plan(tmp_path, workers=1)
    with pytest.raises(ChildProcessError, match=r"one of the shards \[1\].*what is there is kept"):
        run("speech", plan, range(3), _die_at_one, plan.speech)
    assert plan.speech(0).exists()
    run("speech", plan, range(3), _write, plan.speech)
    assert plan.speech(1).exists()
