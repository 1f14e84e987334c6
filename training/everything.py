"""The score of everything that could have been said: any words, pauses and garbage, in a loop.

The same as `mmi.score`, for a graph that is too big for matrices.
"""

from typing import Any

import numba
import numpy as np
import torch
from torch import Tensor

from training.lexicon import SILENCE, entry_pdf, lexicon, phones, stay_pdf, toml

STAY = 0.5


class Everything:
    """Any words and any garbage: chains of states one after the other, joined by one loop."""

    def __init__(self, garbage: float = 0.1) -> None:
        enter, last = [entry_pdf(SILENCE)], [stay_pdf(SILENCE)]
        go_on, begin, ends = [0.0], [0.0], [0.0]
        words = lexicon()
        for ways in words.values():
            for way in ways:
                for place, phone in enumerate(way):
                    enter.append(entry_pdf(phone))
                    last.append(stay_pdf(phone))
                    go_on.append((1 - STAY) if place else 0.0)
                    begin.append(0.0 if place else (1 - garbage) / len(words) / len(ways))
                    ends.append(1.0 if place == len(way) - 1 else 0.0)
        self.words = len(enter)
        any_phone = phones()[1:]
        for phone in any_phone:
            enter.append(entry_pdf(phone))
            last.append(stay_pdf(phone))
            go_on.append(0.0)
            begin.append(garbage / len(any_phone))
            ends.append(0.0)
        self.enter, self.last = np.array(enter), np.array(last)
        self.go_on, self.begin, self.ends = (
            np.array(values, np.float32) for values in (go_on, begin, ends)
        )
        self.pause = float(toml("topology.toml")["hmm"]["silence"])

    def score(self, outputs: Tensor, counts: Tensor) -> Tensor:
        found: Tensor = _Everything.apply(outputs, counts, self)  # type: ignore[no-untyped-call]
        return found


class _Everything(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, outputs: Tensor, counts: Tensor, graph: Everything) -> Tensor:  # type: ignore[override]
        total, share = _sum_over_all(
            outputs.detach().contiguous().numpy(), counts.numpy(), graph.enter, graph.last,
            graph.go_on, graph.begin, graph.ends, graph.words, graph.pause,
        )  # fmt: skip
        ctx.share = torch.from_numpy(share)
        return torch.from_numpy(total)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        return ctx.share * grad[:, None, None], None, None


GARBAGE_ENDS = 0.15
"""The chance that the garbage ends after a phone."""


@numba.njit(fastmath=True, cache=True)  # type: ignore[untyped-decorator]
def _sum_over_all(  # noqa: PLR0915, PLR0917
    outputs: Any, counts: Any, enter: Any, last: Any, go_on: Any, begin: Any, ends: Any,
    words: int, pause: float,
) -> tuple[Any, Any]:  # fmt: skip
    """The scores, and how much every pdf of every output has a share in them.

    The same as `_Score` for the loop of words and garbage, which is too big for matrices.
    """
    rows, length, width = outputs.shape
    states = len(enter)
    each = np.float32(1.0 / (states - words))
    leave, stop = np.float32(1 - STAY), np.float32(GARBAGE_ENDS)
    halt, run = np.float32(pause), np.float32(1 - pause)
    stay = np.float32(STAY)
    total = np.zeros(rows, np.float32)
    share = np.zeros((rows, length, width), np.float32)
    mass = np.zeros((length, states), np.float32)
    moved = np.zeros((length, states), np.float32)
    norms = np.zeros(length, np.float32)
    ahead = np.zeros(states, np.float32)
    came = np.zeros(states, np.float32)
    likely = np.zeros((length, width), np.float32)
    for row in range(rows):
        count = counts[row]
        log = 0.0
        for at in range(count):
            peak = outputs[row, at].max()
            log += peak
            for pdf in range(width):
                likely[at, pdf] = np.exp(outputs[row, at, pdf] - peak)
        for at in range(count):
            frame = likely[at]
            if at == 0:
                for state in range(states):
                    moved[0, state] = begin[state] * run
                moved[0, 0] = halt
            else:
                before = mass[at - 1]
                ended = np.float32(0)
                for state in range(words):
                    ended += before[state] * ends[state]
                loose = np.float32(0)
                for state in range(words, states):
                    loose += before[state]
                loose *= leave
                ended = ended * leave + loose * stop
                loop = ended * run + before[0] * leave
                move = moved[at]
                move[0] = ended * halt
                for state in range(1, words):
                    move[state] = before[state - 1] * go_on[state] + loop * begin[state]
                again = loose * (np.float32(1) - stop) * each
                for state in range(words, states):
                    move[state] = loop * begin[state] + again
            norm = np.float32(1e-30)
            now, move = mass[at], moved[at]
            if at == 0:
                for state in range(states):
                    now[state] = move[state] * frame[enter[state]]
                    norm += now[state]
            else:
                before = mass[at - 1]
                for state in range(states):
                    now[state] = (
                        move[state] * frame[enter[state]]
                        + before[state] * stay * frame[last[state]]
                    )
                    norm += now[state]
            scale = np.float32(1) / norm
            for state in range(states):
                now[state] *= scale
            norms[at] = norm
            log += np.log(norm)
        now = mass[count - 1]
        done = now[0]
        for state in range(words):
            done += now[state] * ends[state]
        for state in range(words, states):
            done += now[state] * stop
        done = max(done, np.float32(1e-30))
        total[row] = log + np.log(done)
        for state in range(states):
            ahead[state] = (ends[state] if state < words else stop) / done
        ahead[0] = np.float32(1) / done
        for at in range(count - 1, -1, -1):
            frame, move, part = likely[at], moved[at], share[row, at]
            scale = np.float32(1) / norms[at]
            into_loop, into_garbage = np.float32(0), np.float32(0)
            for state in range(states):
                came[state] = frame[enter[state]] * ahead[state] * scale
                part[enter[state]] += move[state] * came[state]
                into_loop += came[state] * begin[state]
            if at == 0:
                break
            before = mass[at - 1]
            for state in range(words, states):
                into_garbage += came[state]
            into_garbage *= (np.float32(1) - stop) * each
            through = into_loop * run + came[0] * halt
            for state in range(states):
                held = frame[last[state]] * ahead[state] * stay * scale
                part[last[state]] += before[state] * held
                ahead[state] = held
            for state in range(words - 1):
                ahead[state] += came[state + 1] * go_on[state + 1] + through * ends[state] * leave
            ahead[words - 1] += through * ends[words - 1] * leave
            for state in range(words, states):
                ahead[state] += (through * stop + into_garbage) * leave
            ahead[0] += into_loop * leave
    return total, share
