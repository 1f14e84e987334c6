"""Trains the network: cross-entropy where the time of every phone is known, then MMI on all.

After every part of an epoch the state is kept; a training that was stopped goes on there.
"""

import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import store
from training.features import targets
from training.lexicon import pdfs
from training.mmi import Everything, Said, WhatWasSaid, score
from training.network import Network, pad

BATCH = 48
LONGEST = 700
"""Frames; longer utterances are left out."""


@dataclass(frozen=True, slots=True)
class Example:
    table: np.ndarray[Any, Any]
    said: Said
    pdfs: list[int] | None


def examples(paths: Sequence[Path], *, aligned: bool) -> list[Example]:
    found = []
    for path in paths:
        for fact, table in store.read(path):
            if not 20 <= len(table) < LONGEST or (aligned and fact["alignment"] is None):
                continue
            said = tuple(
                (word, tuple(phone.lstrip("'") for phone in way)) for word, way in fact["pieces"]
            )
            known = targets(fact["alignment"], len(table)) if aligned else None
            if _fits(said, len(table)):
                found.append(Example(table, said, known))
    return found


def _fits(said: Said, frames: int) -> bool:
    """Whether every phone can have an output of its own."""
    return sum(len(way) for _, way in said) < frames // 3 - 2


def batches(rows: Sequence[Example], rng: random.Random) -> Iterator[list[Example]]:
    """Rows of about the same length together, in a random order."""
    order = sorted(rows, key=lambda row: len(row.table) + rng.random() * 25)
    cut = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    rng.shuffle(cut)
    yield from cut


def colour(frames: Tensor) -> Tensor:
    """Another level and another microphone for every row: an offset of the lower cepstra."""
    count, _, width = frames.shape
    offset = torch.zeros(count, 1, width)
    offset[:, :, 0] = torch.randn(count, 1) * 6
    offset[:, :, 1:6] = torch.randn(count, 1, 5) * 2
    return frames + offset


class Training:
    def __init__(self, folder: Path, stage: str) -> None:
        self.folder, self.stage = folder, stage
        self.network = Network()
        self.everything = Everything()
        torch.set_num_threads(int(json.loads(_read(folder / "threads.json", "1"))))

    def loss(self, rows: Sequence[Example], *, spoil: bool) -> tuple[Tensor, float]:
        """What is to become small, and a figure that people understand."""
        net = self.network
        frames, counts = pad(
            [row.table.astype(np.float32) for row in rows], net.context, net.stride
        )
        outputs = net(colour(frames) if spoil else frames)
        if self.stage == "aligned":
            wanted = torch.full(outputs.shape[:2], -100)
            for place, row in enumerate(rows):
                known = torch.tensor(row.pdfs)[: outputs.shape[1]]
                wanted[place, : len(known)] = known
            loss = functional.cross_entropy(
                outputs.reshape(-1, pdfs()), wanted.reshape(-1), ignore_index=-100,
                label_smoothing=0.05,
            )  # fmt: skip
            right = (outputs.argmax(2) == wanted).sum() / (wanted >= 0).sum()
            return loss, float(right)
        said = score(outputs, counts, WhatWasSaid([row.said for row in rows]))
        gain = (said - self.everything.score(outputs, counts)).sum() / counts.sum()
        inside = torch.arange(outputs.shape[1])[None] < counts[:, None]
        size = ((outputs**2).mean(2) * inside).sum() / inside.sum()
        return 0.0005 * size - gain, float(gain.detach())

    def run(self, rows: list[Example], epochs: float, rate: float) -> None:
        """Trains for the rest of the epochs, with a line now and then."""
        rng = random.Random(5)
        rng.shuffle(rows)
        held, rows = rows[: min(300, len(rows) // 20)], rows[min(300, len(rows) // 20) :]
        steps = int(math.ceil(len(rows) / BATCH) * epochs)
        optimizer = torch.optim.AdamW(
            self.network.parameters(), rate, weight_decay=1e-3 if self.stage == "aligned" else 1e-2
        )
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer,
            lambda step: (
                min(1, (step + 1) / 60)
                * (0.02 + 0.49 * (1 + math.cos(math.pi * min(1, step / steps))))
            ),
        )
        step, path = 0, self.folder / f"{self.stage}.part"
        if path.exists():
            kept = torch.load(path, weights_only=True)
            self.network.load_state_dict(kept["network"])
            optimizer.load_state_dict(kept["optimizer"])
            schedule.load_state_dict(kept["schedule"])
            step = kept["step"]
        print(f"{self.stage}: {len(rows)} utterances, step {step} of {steps}", flush=True)
        begin, recent, saved = time.monotonic(), [], time.monotonic()
        while step < steps:
            for batch in batches(rows, rng):
                self.network.train()
                loss, figure = self.loss(batch, spoil=True)
                optimizer.zero_grad()
                loss.backward()
                norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
                if torch.isfinite(norm):
                    optimizer.step()
                schedule.step()
                step += 1
                recent.append((loss.item(), figure))
                if step % 20 == 0:
                    mean = np.mean(recent[-20:], 0)
                    passed = time.monotonic() - begin
                    print(
                        f"{self.stage}: step {step} of {steps}, loss {mean[0]:.4f},"
                        f" figure {mean[1]:.4f}, {passed:.0f} s",
                        flush=True,
                    )
                if time.monotonic() - saved > 60:
                    saved = time.monotonic()
                    kept = {
                        "network": self.network.state_dict(),
                        "optimizer": optimizer.state_dict(),
                        "schedule": schedule.state_dict(),
                        "step": step,
                    }
                    torch.save(kept, path.with_suffix(".new"))
                    path.with_suffix(".new").replace(path)
                if step >= steps:
                    break
            self.check(held)

    def check(self, held: Sequence[Example]) -> None:
        self.network.eval()
        with torch.no_grad():
            found = [
                self.loss(held[at : at + BATCH], spoil=False) for at in range(0, len(held), BATCH)
            ]
        losses = [float(loss) for loss, _ in found]
        figures = [figure for _, figure in found]
        print(
            f"{self.stage}: held out: loss {np.mean(losses):.4f}, figure {np.mean(figures):.4f}",
            flush=True,
        )


def _read(path: Path, otherwise: str) -> str:
    return path.read_text("ascii") if path.exists() else otherwise


def align(folder: Path, paths: Sequence[Path], epochs: float) -> None:
    """Cross-entropy; the network of the result gives likelihoods, not posteriors."""
    torch.manual_seed(0)
    training = Training(folder, "aligned")
    rows = examples(paths, aligned=True)
    sample = np.concatenate([row.table[::7].astype(np.float32) for row in rows[::5]])
    training.network.mean.copy_(torch.from_numpy(sample.mean(0)))
    training.network.scale.copy_(torch.from_numpy(1 / (sample.std(0) + 1e-3)))
    training.run(rows, epochs, 2e-3)
    counts = np.bincount([pdf for row in rows for pdf in row.pdfs or ()], minlength=pdfs()) + 5.0
    bias = training.network.output.bias
    assert bias is not None  # noqa: S101
    bias.data -= torch.from_numpy(np.log(counts / counts.sum())).float()
    torch.save(training.network.state_dict(), folder / "aligned.pt")


def discriminate(folder: Path, paths: Sequence[Path], epochs: float, rate: float = 1e-3) -> None:
    """MMI on everything, from the result of `align`."""
    torch.manual_seed(1)
    training = Training(folder, "mmi")
    training.network.load_state_dict(torch.load(folder / "aligned.pt", weights_only=True))
    training.run(examples(paths, aligned=False), epochs, rate)
    torch.save(training.network.state_dict(), folder / "mmi.pt")


def weigh(folder: Path, path: Path, name: str = "mmi.pt") -> None:
    """Writes the weights in the plain form that the export reads."""
    network = Network()
    network.load_state_dict(torch.load(folder / name, weights_only=True))
    network.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **network.weights())
