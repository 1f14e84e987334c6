"""Shards on disk: many sounds or feature tables in one file, with what belongs to each.

A shard is written under another name first, so a file that is there is whole.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

Row = tuple[dict[str, Any], np.ndarray[Any, Any]]


def write(path: Path, rows: Iterable[Row]) -> int:
    """The number of rows written."""
    facts, tables = [], []
    for fact, table in rows:
        facts.append(fact)
        tables.append(table)
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    with half.open("wb") as file:
        np.savez(
            file,
            facts=np.frombuffer(json.dumps(facts).encode(), np.uint8),
            ends=np.cumsum([len(table) for table in tables]),
            values=np.concatenate(tables) if tables else np.zeros(0, np.int16),
        )
    half.replace(path)
    return len(facts)


def read(path: Path) -> Iterator[Row]:
    with np.load(path) as file:
        facts = json.loads(file["facts"].tobytes())
        ends, values = file["ends"], file["values"]
    begin = 0
    for fact, end in zip(facts, ends, strict=True):
        yield fact, values[begin:end]
        begin = int(end)
