"""Words that fill a pattern of the grammar file are a command or a question."""

import re
from dataclasses import dataclass, replace

from assistant.core.spoken.command import Command
from assistant.core.spoken.lexicon import FILE, PIECE, RANK, Lexicon
from assistant.core.spoken.patterns import Node
from assistant.core.spoken.words import single


def as_command(words: list[str], lexicon: Lexicon) -> Command | None:
    """The command whose pattern the words fill, with or without words of politeness."""
    keys = [lexicon.key(word) for word in words]
    command = _Match(words, keys, lexicon).behind(lexicon.commands, 0, Command(""))
    plain = without_politeness(words, lexicon)
    if command is None and len(plain) < len(words):
        keys = [lexicon.key(word) for word in plain]
        command = _Match(plain, keys, lexicon).behind(lexicon.commands, 0, Command(""))
    return command


def without_politeness(words: list[str], lexicon: Lexicon) -> list[str]:
    """The words that are left without please and its like."""
    keys = [lexicon.key(word) for word in words]
    kept: list[str] = []
    at = 0
    while at < len(keys):
        polite = [p for p in lexicon.polite if tuple(keys[at : at + len(p)]) == p]
        if polite:
            at += max(map(len, polite))
        else:
            kept.append(words[at])
            at += 1
    return kept


@dataclass(frozen=True, slots=True)
class _Match:
    words: list[str]
    keys: list[str]
    lexicon: Lexicon

    def behind(self, node: Node, at: int, filled: Command) -> Command | None:
        """The command that the words from `at` on complete, after the steps that led to `node`."""
        if at == len(self.words):
            return None if node.command is None else replace(filled, name=node.command)
        following = node.words.get(self.keys[at])
        if following is not None:
            command = self.behind(following, at + 1, filled)
            if command is not None:
                return command
        for slot, next_node in node.slots.items():
            taken, more = self._fill(slot, at, filled)
            if taken:
                command = self.behind(next_node, at + taken, more)
                if command is not None:
                    return command
        return None

    def _fill(self, slot: str, at: int, filled: Command) -> tuple[int, Command]:
        """How many words the slot takes from here, none if it cannot, and the command then."""
        key = self.keys[at]
        if slot == "side" and key in self.lexicon.sides:
            return 1, replace(filled, side=self.lexicon.sides[key])
        if slot == "number" and (number := self._number(at)) is not None:
            return 1, replace(filled, number=number)
        if slot == "piece" and key in self.lexicon.many:
            return 1, replace(filled, piece=self.lexicon.many[key])
        if slot == "square":
            return self._fill_square(at, filled)
        match slot, self._meanings(at):
            case "piece", [(code, value)] if code == PIECE:
                return 1, replace(filled, piece=value)
            case "file", [(code, value)] if code == FILE:
                return 1, replace(filled, file=value)
            case "rank", [(code, value)] if code == RANK:
                return 1, replace(filled, rank=value)
        return 0, filled

    def _fill_square(self, at: int, filled: Command) -> tuple[int, Command]:
        """A square is one written word, or a file and a rank."""
        match self._meanings(at), self._meanings(at + 1):
            case [(first, file), (second, rank)], _ if first + second == FILE + RANK:
                taken = 1
            case [(first, file)], [(second, rank)] if first + second == FILE + RANK:
                taken = 2
            case _:
                return 0, filled
        return taken, replace(filled, squares=(*filled.squares, file + 8 * rank))

    def _meanings(self, at: int) -> list[tuple[str, int]]:
        if at >= len(self.words):
            return []
        return [meaning for meaning in single(self.words[at], self.lexicon) if meaning[0]]

    def _number(self, at: int) -> int | None:
        if re.fullmatch(r"0*[1-9][0-9]{0,2}", self.words[at]):
            return int(self.words[at])
        if self.keys[at] in self.lexicon.numbers:
            return self.lexicon.numbers[self.keys[at]]
        match self._meanings(at):
            case [(code, value)] if code == RANK:
                return value + 1
        return None
