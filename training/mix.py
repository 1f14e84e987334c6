"""A network between the one that a training went on from and the one that it ended with.

python -m training.mix OUTPUT [--share 0.8] [--folder build/model]

What was learned last is not all for the better: weights between those before and those after hear
people better than either, if the training stayed near. The normalisation is measured anew.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from training import train
from training.network import Network, pad
from training.vary import vary

SHARDS, EACH, BATCHES = 24, 8, 30
"""The normalisation is measured on so many batches: of some shards every so many-th utterance."""


def mixed(folder: Path, rows: Sequence[train.Example], share: float) -> Network:
    """The network with this share of the end; `rows` are what the normalisation is measured on."""
    one = train.trained(folder, train.BEGUN).state_dict()
    two = train.trained(folder).state_dict()
    made = Network(drop=0.0)
    made.load_state_dict(
        {
            name: torch.lerp(one[name], value, share) if value.is_floating_point() else value
            for name, value in two.items()
        }
    )
    _normalised(made, rows)
    return made


def _normalised(network: Network, rows: Sequence[train.Example]) -> None:
    """The means and variances of every unit, on speech as the training hears it."""
    chance = np.random.default_rng(5)
    for norm in network.norms:
        norm.reset_running_stats()
        norm.momentum = None  # all batches count alike
    network.train()
    with torch.no_grad():
        for batch in list(train.batches(rows, random.Random(3)))[:BATCHES]:
            tables = [
                vary(row.table.astype(np.float32), chance, train.needed(row.said)) for row in batch
            ]
            network(pad(tables, network.context, network.stride)[0])
    network.eval()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.mix", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("output", type=Path, help="where to write the weights")
    parser.add_argument("--share", type=float, default=0.8, help="of the end, from 0 to 1")
    parser.add_argument("--folder", type=Path, default=Path("build/model"), help="of the work")
    options = parser.parse_args()
    paths = sorted((options.folder / "features").glob("*.npz"))
    if not 0 <= options.share <= 1:
        parser.error(f"--share: {options.share} is not from 0 to 1")
    for path in (options.folder / train.BEGUN, options.folder / train.ENDED):
        if not path.is_file():
            parser.error(f"there is no file {path}. First train: python -m training --from … mmi")
    if not paths:
        parser.error(f"no features in {options.folder}. Make them: python -m training features")
    random.Random(3).shuffle(paths)
    rows = [row for path in paths[:SHARDS] for row in train.examples([path], aligned=False)[::EACH]]
    torch.manual_seed(1)
    train.weigh(mixed(options.folder, rows, options.share), options.output)
    print(f"Written: {options.output}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. Nothing was written.")
