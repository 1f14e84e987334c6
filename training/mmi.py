"""Lattice-free MMI: what was said against everything that could have been said.

The score of a graph is the logarithm of the sum over all its paths. The paths of everything:
any words of the lexicon in any order, pauses between them, and `[unk]`, which is any sequence of
phones. The paths of what was said: the words with all their pronunciations, pauses where one
likes, and the phones of the garbage where they are known. The former are scored by `everything`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

import torch
from torch import Tensor

from training.everything import STAY
from training.lexicon import GARBAGE, SILENCE, entry_pdf, lexicon, phones, stay_pdf

Said = tuple[tuple[str, tuple[str, ...]], ...]
"""Words and phones; `a|a:` is either of them; a garbage without phones is any phones."""


class Graph(Protocol):
    """Paths through states; a state emits one pdf when it is entered and another while it lasts."""

    start: Tensor
    final: Tensor
    enter: Tensor
    last: Tensor

    def forth(self, mass: Tensor) -> Tensor: ...

    def back(self, mass: Tensor) -> Tensor:
        """What `forth` does, from the end to the beginning."""


class _Score(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, outputs: Tensor, counts: Tensor, graph: Graph) -> Tensor:  # type: ignore[override]
        batch, length, width = outputs.shape
        peak = outputs.max(2, keepdim=True)[0]
        likely = torch.exp(outputs - peak)
        enter, last = _index(graph.enter, batch), _index(graph.last, batch)
        mass = graph.start * likely[:, 0].gather(1, enter)
        norm = mass.sum(1, keepdim=True).clamp_min(1e-30)
        mass = mass / norm
        masses, norms = [mass], [norm]
        total = torch.log(norm[:, 0]) + peak[:, 0, 0]
        for at in range(1, length):
            frame = likely[:, at]
            moved = graph.forth(mass) * frame.gather(1, enter)
            moved += mass * (frame.gather(1, last) * STAY)
            norm = moved.sum(1, keepdim=True).clamp_min(1e-30)
            alive = at < counts
            mass = torch.where(alive[:, None], moved / norm, mass)
            norm = torch.where(alive[:, None], norm, torch.ones_like(norm))
            total = total + torch.where(alive, torch.log(norm[:, 0]) + peak[:, at, 0], 0.0)
            masses.append(mass)
            norms.append(norm)
        ended = (mass * graph.final).sum(1)
        ctx.graph, ctx.counts, ctx.masses, ctx.norms = graph, counts, masses, norms
        ctx.likely, ctx.ended, ctx.width = likely, ended, width
        return total + torch.log(ended.clamp_min(1e-30))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        graph, likely, counts = ctx.graph, ctx.likely, ctx.counts
        batch, length, width = likely.shape
        enter, last = _index(graph.enter, batch), _index(graph.last, batch)
        found = torch.zeros_like(likely)
        ahead = (graph.final / ctx.ended.clamp_min(1e-30)[:, None]).expand(batch, -1)
        for at in range(length - 1, 0, -1):
            alive = (at < counts)[:, None]
            frame = likely[:, at]
            came = frame.gather(1, enter) * ahead / ctx.norms[at]
            stayed = frame.gather(1, last) * ahead * STAY / ctx.norms[at]
            before = ctx.masses[at - 1]
            share = torch.zeros(batch, width, dtype=likely.dtype)
            share.scatter_add_(1, enter, graph.forth(before) * came)
            share.scatter_add_(1, last, before * stayed)
            found[:, at] = share * alive
            ahead = torch.where(alive, graph.back(came) + stayed, ahead)
        share = torch.zeros(batch, width, dtype=likely.dtype)
        share.scatter_add_(1, enter, ctx.masses[0] * ahead)
        found[:, 0] = share
        return found * grad[:, None, None], None, None


def _index(pdf: Tensor, batch: int) -> Tensor:
    return pdf if pdf.dim() == 2 else pdf[None].expand(batch, -1)


def score(outputs: Tensor, counts: Tensor, graph: Graph) -> Tensor:
    """The logarithm of the sum over all paths, for every row of the batch."""
    found: Tensor = _Score.apply(outputs, counts, graph)  # type: ignore[no-untyped-call]
    return found


@lru_cache(maxsize=100_000)
def paths(
    said: Said,
) -> tuple[list[int], list[int], list[tuple[int, int, float]], list[tuple[int, float]], list[int]]:
    pause = 0.5
    enter, last = [entry_pdf(SILENCE)], [stay_pdf(SILENCE)]
    arcs: list[tuple[int, int, float]] = []
    begins = [(0, pause)]
    doors: list[tuple[int, float]] = [(0, 1 - STAY)]
    for place, (word, given) in enumerate(said):
        known = [given] if given else []
        ways = lexicon()[word] if word != GARBAGE else known
        ended: list[int] = []
        first = len(enter)
        for way in ways:
            before: list[int] = []
            for at, phone in enumerate(way):
                either = phone.split("|")
                states = range(len(enter), len(enter) + len(either))
                enter += [entry_pdf(one) for one in either]
                last += [stay_pdf(one) for one in either]
                share = 1 / len(either)
                if at:
                    arcs += [(one, two, (1 - STAY) * share) for one in before for two in states]
                else:
                    arcs += [
                        (door, two, weight * share) for door, weight in doors for two in states
                    ]
                    begins += [(two, (1 - pause) * share) for two in states] if not place else []
                before = list(states)
            ended += before
        if not ways:
            loop = list(range(first, first + len(phones()) - 1))
            for phone in phones()[1:]:
                enter.append(entry_pdf(phone))
                last.append(stay_pdf(phone))
            share = 1 / len(loop)
            arcs += [(one, two, 0.85 * 0.5 * share) for one in loop for two in loop]
            arcs += [(door, state, weight * share) for door, weight in doors for state in loop]
            begins += [(state, share * (1 - pause)) for state in loop] if not place else []
            ended = loop
        rest = len(enter)
        enter.append(entry_pdf(SILENCE))
        last.append(stay_pdf(SILENCE))
        arcs += [(state, rest, (1 - STAY) * pause) for state in ended]
        doors = [(state, (1 - STAY) * (1 - pause)) for state in ended] + [(rest, 1 - STAY)]
    return enter, last, arcs, begins, [state for state, _ in doors]


class WhatWasSaid:
    """The sentences of a batch, one small graph a row."""

    def __init__(self, batch: Sequence[Said]) -> None:
        found = [paths(said) for said in batch]
        size = max(len(enter) for enter, *_ in found)
        self.arcs = torch.zeros(len(batch), size, size)
        self.start, self.final = torch.zeros(len(batch), size), torch.zeros(len(batch), size)
        self.enter = torch.zeros(len(batch), size, dtype=torch.long)
        self.last = torch.zeros(len(batch), size, dtype=torch.long)
        for row, (enter, last, arcs, begins, ends) in enumerate(found):
            self.enter[row, : len(enter)] = torch.tensor(enter)
            self.last[row, : len(last)] = torch.tensor(last)
            if arcs:
                one, two, weight = zip(*arcs, strict=True)
                self.arcs[row, list(one), list(two)] = torch.tensor(weight)
            for state, weight in begins:
                self.start[row, state] = weight
            self.final[row, ends] = 1.0

    def forth(self, mass: Tensor) -> Tensor:
        return torch.bmm(mass[:, None], self.arcs)[:, 0]

    def back(self, mass: Tensor) -> Tensor:
        return torch.bmm(self.arcs, mass[:, :, None])[:, :, 0]
