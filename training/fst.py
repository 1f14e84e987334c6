"""Writes a weighted automaton as OpenFst reads it: type `const`, arcs of the standard kind.

Needs nothing but Python. The bytes are those that OpenFst itself writes on a machine with little
end first, without alignment.
"""

import math
import struct
from dataclasses import dataclass, field

_MAGIC = 2125659606
_VERSION = 2  # of the type const; 1 would be aligned


@dataclass(frozen=True, slots=True)
class Arc:
    source: int
    target: int
    label_in: int
    label_out: int
    cost: float


@dataclass(slots=True)
class Automaton:
    """States from 0, the start; a state with a final cost may end."""

    states: int = 1
    arcs: list[Arc] = field(default_factory=list)
    finals: dict[int, float] = field(default_factory=dict)

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def arc(self, source: int, target: int, into: int, out: int, cost: float) -> None:
        self.arcs.append(Arc(source, target, into, out, cost))

    def const(self, *, by_output: bool) -> bytes:
        """The arcs of a state sorted by output or by input label."""

        def order(arc: Arc) -> tuple[int, int, int]:
            labels = (arc.label_out, arc.label_in) if by_output else (arc.label_in, arc.label_out)
            return (*labels, arc.target)

        leaving: list[list[Arc]] = [[] for _ in range(self.states)]
        for arc in self.arcs:
            leaving[arc.source].append(arc)
        parts = [
            struct.pack("<i", _MAGIC), _text("const"), _text("standard"),
            struct.pack("<iiQqqq", _VERSION, 0, self._properties(by_output=by_output), 0,
                        self.states, len(self.arcs)),
        ]  # fmt: skip
        position = 0
        for state, found in enumerate(leaving):
            into = sum(arc.label_in == 0 for arc in found)
            out = sum(arc.label_out == 0 for arc in found)
            final = self.finals.get(state, math.inf)
            parts.append(struct.pack("<fIIII", final, position, len(found), into, out))
            position += len(found)
        for found in leaving:
            parts += [
                struct.pack("<iifi", arc.label_in, arc.label_out, arc.cost, arc.target)
                for arc in sorted(found, key=order)
            ]
        return b"".join(parts)

    def _properties(self, *, by_output: bool) -> int:
        """Expanded; sorted as said. What is not claimed, OpenFst finds out itself."""
        return 0x1 | (0x1 << 30 if by_output else 0x1 << 28)


def _text(text: str) -> bytes:
    return struct.pack("<i", len(text)) + text.encode()
