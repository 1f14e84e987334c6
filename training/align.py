"""Finds where the phones of a recording are, with the weights of an earlier training."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from training.features import mfcc
from training.lexicon import entry_pdf, phones, toml
from training.mmi import Said, paths
from training.network import Network, pad
from training.patchwork import HOP, Segment
from training.utterance import Samples

STRIDE = 3


class Aligner:
    """Finds the phones of a recording with the weights of an earlier training."""

    def __init__(self, weights: Path) -> None:
        torch.set_num_threads(1)
        self._network = Network()
        with np.load(weights) as found:
            wide = toml("topology.toml")["features"]["num-ceps"]
            self._network.take(dict(found), torch.randn(1, 2 * self._network.context + 301, wide))
        self._network.eval()

    def __call__(self, sound: Samples, said: Said) -> tuple[list[Segment], float]:
        """The phones and pauses, and how much likelier any phones are than these, for a frame."""
        frames, _ = pad([mfcc(np.round(sound * 32_767))], self._network.context, STRIDE)
        with torch.no_grad():
            outputs = self._network(frames)[0].numpy()
        enter, last, arcs, begins, ends = paths(said)
        size = len(enter)
        moves = np.full((size, size), -np.inf, np.float32)
        for one, two, weight in arcs:
            moves[one, two] = np.log(weight)
        best = np.full(size, -np.inf, np.float32)
        for state, weight in begins:
            best[state] = np.log(weight)
        best += outputs[0, enter]
        before = np.zeros((len(outputs), size), np.int32)
        for at in range(1, len(outputs)):
            came = best[:, None] + moves
            source = came.argmax(0)
            moved = came[source, np.arange(size)] + outputs[at, enter]
            stayed = best + np.log(0.5) + outputs[at, last]
            stay = stayed > moved
            before[at] = np.where(stay, np.arange(size), source)
            best = np.where(stay, stayed, moved)
        state = max(ends, key=lambda one: best[one])
        score = float(best[state])
        states = [state]
        for at in range(len(outputs) - 1, 0, -1):
            state = int(before[at, state])
            states.append(state)
        states.reverse()
        free = float(outputs.max(1).sum())
        return self._segments(states, enter, len(sound)), (free - score) / len(outputs)

    @staticmethod
    def _segments(states: Sequence[int], enter: Sequence[int], length: int) -> list[Segment]:
        names = {entry_pdf(phone): phone for phone in phones()}
        found: list[Segment] = []
        for at, state in enumerate(states):
            begin = 0 if at == 0 else int((at * STRIDE - 0.5) * HOP + 200)
            if at and state == states[at - 1]:
                continue
            if found:
                found[-1] = (found[-1][0], found[-1][1], begin)
            found.append((names[enter[state]], begin, length))
        return found
