"""The patterns of commands and questions as a tree of words, for every way to spell them."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.core.spoken.command import SLOT_NAMES, SLOTS, expand, slots
from assistant.errors import DataError


@dataclass(slots=True)
class Node:
    """One step of the command patterns: the words that may follow, and what may end here."""

    words: dict[str, "Node"] = field(default_factory=dict)
    slots: dict[str, "Node"] = field(default_factory=dict)
    command: str | None = None
    origin: str = ""


def fold(word: str, digraphs: Mapping[int, str] | None = None) -> str:
    """Small letters without accents; with digraphs, ä becomes ae instead of a."""
    small = unicodedata.normalize("NFC", word.casefold()).replace("’", "'")
    if digraphs:
        small = small.translate(digraphs)
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFD", small)
    return "".join(c for c in parts if not unicodedata.combining(c))


def tree(commands: Mapping[str, list[str]], file: str, digraphs: Mapping[int, str]) -> Node:
    """The tree of all patterns.

    :raises DataError: if a pattern cannot be used, or means two commands.
    """
    root = Node()
    for name, patterns in commands.items():
        for pattern in patterns:
            for plain in expand(pattern):
                _add(root, name, plain, file, digraphs)
    return root


def _add(root: Node, name: str, pattern: str, file: str, digraphs: Mapping[int, str]) -> None:
    key = f"commands.{name}"
    found = slots(pattern)
    if unknown := [slot for slot in found if slot not in SLOT_NAMES]:
        raise DataError(
            file,
            key,
            f"{pattern!r} has the unknown slot {{{unknown[0]}}}",
            f"Slots are {', '.join(sorted(SLOT_NAMES))}",
        )
    if frozenset(found) not in SLOTS[name]:
        wanted = " or ".join(" and ".join(sorted(s)) or "no slot" for s in SLOTS[name])
        raise DataError(file, key, f"{pattern!r} has the wrong slots", f"It needs {wanted}")
    steps = pattern.split()
    if all(step.startswith("{") for step in steps) or set(pattern) & set("()[]|"):
        raise DataError(
            file, key, f"{pattern!r} cannot be used", "Give it a word; close every bracket"
        )
    nodes = [root]
    for step in steps:
        following: list[Node] = []
        for node in nodes:
            if step.startswith("{"):
                following.append(node.slots.setdefault(step[1:-1], Node()))
            else:
                new = node.words.get(fold(step, digraphs)) or node.words.get(fold(step)) or Node()
                following += (
                    node.words.setdefault(spelling, new)
                    for spelling in (fold(step, digraphs), fold(step))
                )
        nodes = list({id(node): node for node in following}.values())
    for node in nodes:
        if node.command is not None and node.command != name:
            raise DataError(
                file,
                key,
                f"{pattern!r} already means {node.origin}",
                "Keep it in one place only",
            )
        node.command, node.origin = name, key
