"""Trains the network: cross-entropy where the time of every phone is known, then MMI on all.

Several processes train on parts of the speech and now and then take the mean of their networks.
The state is kept every minute; a training that was stopped goes on there.
"""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, distributed
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training import store
from training.everything import Everything
from training.features import targets
from training.lexicon import pdfs, toml
from training.mmi import Said, WhatWasSaid, score
from training.network import Network, pad
from training.progress import Progress
from training.vary import vary

BEGUN, ENDED = "mmi-begun.pt", "mmi.pt"
"""The networks that a training went on from and ended with."""
BATCH = 48
LONGEST = 700
"""Frames; longer utterances are left out."""
FADING = get_ema_multi_avg_fn(0.97)
"""The network at the end is a mean over its last states, so that no single step decides."""


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
    return needed(said) <= frames


def needed(said: Said) -> int:
    """The fewest frames in which it can be said."""
    return 3 * (sum(len(way) for _, way in said) + 3)


def batches(rows: Sequence[Example], rng: random.Random) -> Iterator[list[Example]]:
    """Rows of about the same length together, in a random order."""
    order = sorted(rows, key=lambda row: len(row.table) + rng.random() * 25)
    cut = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    rng.shuffle(cut)
    yield from cut


@dataclass(frozen=True, slots=True)
class Crew:
    """The processes of a training and the place of this one among them."""

    place: int = 0
    size: int = 1

    def share(self, rows: Sequence[Any]) -> list[Any]:
        return list(rows[self.place :: self.size])

    def agree(self, network: Network) -> None:
        """Every process goes on with the mean of all networks."""
        if self.size == 1:
            return
        for value in network.state_dict().values():
            if value.is_floating_point():
                distributed.all_reduce(value)
                value.div_(self.size)


class Training:
    def __init__(self, folder: Path, stage: str, crew: Crew) -> None:
        self.folder, self.stage, self.crew = folder, stage, crew
        self.network = Network()
        self.everything = Everything()
        self.chance = np.random.default_rng(11 + crew.place)
        torch.set_num_threads(1)

    def loss(self, rows: Sequence[Example], *, spoil: bool) -> tuple[Tensor, float]:
        """What is to become small, and a figure that people understand."""
        net = self.network
        tables = [row.table.astype(np.float32) for row in rows]
        if spoil:
            least = [needed(row.said) if row.pdfs is None else None for row in rows]
            tables = [
                vary(table, self.chance, frames)
                for table, frames in zip(tables, least, strict=True)
            ]
        frames, counts = pad(tables, net.context, net.stride)
        outputs = net(frames)
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
        rng = random.Random(5 + self.crew.place)
        rng.shuffle(rows)
        held, rows = rows[: min(300, len(rows) // 20)], rows[min(300, len(rows) // 20) :]
        steps = self.steps(len(rows), epochs)
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
        mean = AveragedModel(self.network, multi_avg_fn=FADING, use_buffers=True)
        step, path = 0, self.folder / f"{self.stage}.part"
        if path.exists():
            kept = torch.load(path, weights_only=True)
            self.network.load_state_dict(kept["network"])
            optimizer.load_state_dict(kept["optimizer"])
            schedule.load_state_dict(kept["schedule"])
            mean.load_state_dict(kept["mean"])
            step = kept["step"]
        self.tell(f"{len(rows)} utterances for each process, step {step} of {steps}")
        progress = Progress(f"{self.stage}, step", steps, done=step)
        saved = time.monotonic()
        recent: list[tuple[float, float]] = []
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
                if step % 20 == 0 or step == steps:
                    self.crew.agree(self.network)
                    mean.update_parameters(self.network)
                    lately = np.mean(recent[-20:], 0)
                    if self.crew.place == 0:
                        progress.tell(step, f"loss {lately[0]:.4f}, figure {lately[1]:.4f}")
                    if self.crew.place == 0 and time.monotonic() - saved > 60:
                        saved = time.monotonic()
                        state = {
                            "network": self.network.state_dict(),
                            "optimizer": optimizer.state_dict(),
                            "schedule": schedule.state_dict(),
                            "mean": mean.state_dict(),
                            "step": step,
                        }
                        torch.save(state, path.with_suffix(".new"))
                        path.with_suffix(".new").replace(path)
                if step >= steps:
                    break
            self.check(held)
        self.network.load_state_dict(mean.module.state_dict())
        self.check(held)

    def steps(self, count: int, epochs: float) -> int:
        """As many as the process with the fewest utterances has, so that none waits for ever."""
        found = torch.tensor(int(math.ceil(count / BATCH) * epochs))
        if self.crew.size > 1:
            distributed.all_reduce(found, op=distributed.ReduceOp.MIN)
        return int(found)

    def tell(self, text: str) -> None:
        if self.crew.place == 0:
            print(f"{self.stage}: {text}", flush=True)

    def check(self, held: Sequence[Example]) -> None:
        self.network.eval()
        with torch.no_grad():
            found = [
                self.loss(held[at : at + BATCH], spoil=False) for at in range(0, len(held), BATCH)
            ]
        losses = [float(loss) for loss, _ in found]
        figures = [figure for _, figure in found]
        self.tell(f"held out: loss {np.mean(losses):.4f}, figure {np.mean(figures):.4f}")


def _pace(stage: str) -> tuple[float, float]:
    """How many epochs, and the rate of the learning."""
    shape = toml("topology.toml")
    return shape["training"][stage], shape["rate"][stage]


def align(folder: Path, paths: Sequence[Path]) -> None:
    """Cross-entropy; the network of the result gives likelihoods, not posteriors."""
    torch.manual_seed(0)
    training = Training(folder, "aligned", Crew())
    rows = examples(paths, aligned=True)
    sample = np.concatenate([row.table[::7].astype(np.float32) for row in rows[::5]])
    training.network.mean.copy_(torch.from_numpy(sample.mean(0)))
    training.network.scale.copy_(torch.from_numpy(1 / (sample.std(0) + 1e-3)))
    training.run(rows, *_pace("aligned"))
    counts = np.bincount([pdf for row in rows for pdf in row.pdfs or ()], minlength=pdfs()) + 5.0
    bias = training.network.output.bias
    assert bias is not None  # noqa: S101
    bias.data -= torch.from_numpy(np.log(counts / counts.sum())).float()
    torch.save(training.network.state_dict(), folder / "aligned.pt")


def discriminate(
    folder: Path, paths: Sequence[Path], *, workers: int = 1, begin: Path | None = None
) -> None:
    """MMI on everything, from the result of `align`, or from weights of an earlier training."""
    meeting = folder / "meeting"
    meeting.unlink(missing_ok=True)
    torch.multiprocessing.spawn(  # type: ignore[no-untyped-call]
        _discriminate, (folder, list(paths), workers, begin), workers, daemon=True
    )
    meeting.unlink(missing_ok=True)


def _discriminate(  # the place comes first, from spawn
    place: int, folder: Path, paths: list[Path], workers: int, begin: Path | None
) -> None:
    crew = Crew(place, workers)
    if workers > 1:
        meeting = (folder / "meeting").absolute().as_uri()
        distributed.init_process_group("gloo", meeting, rank=place, world_size=workers)
    torch.manual_seed(1 + place)
    training = Training(folder, "mmi", crew)
    rows = examples(crew.share(paths), aligned=False)
    if begin is None:
        training.network.load_state_dict(torch.load(folder / "aligned.pt", weights_only=True))
    else:
        with np.load(begin) as weights:
            sample = [row.table.astype(np.float32) for row in rows[:400]]
            training.network.take(dict(weights), pad(sample, training.network.context, 3)[0])
        crew.agree(training.network)
        if place == 0:
            torch.save(training.network.state_dict(), folder / BEGUN)
    training.run(rows, *_pace("mmi" if begin is None else "onward"))
    if place == 0:
        torch.save(training.network.state_dict(), folder / ENDED)


def trained(folder: Path, name: str = ENDED) -> Network:
    """The network that the training in a folder ended with, or the one that it began with."""
    network = Network()
    network.load_state_dict(torch.load(folder / name, weights_only=True))
    network.eval()
    return network


def weigh(network: Network, path: Path) -> None:
    """Writes the weights in the plain form that the export reads, matrices with two bytes a number.

    The model that comes along has no more, and the training multiplied with as few bits.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(
        path,
        **{
            name: values.astype(np.float16) if values.ndim > 1 else values
            for name, values in network.weights().items()
        },
    )
