"""Writes the folder that vosk loads, from the weights and the data files. Needs numpy only.

python -m training.export      after a change of the lexicon or the topology: no training
"""

from pathlib import Path
from typing import Any

import numpy as np

from training import graph, kaldi
from training.lexicon import HERE, toml

WEIGHTS = HERE / "weights" / "de.npz"
SHIPPED = HERE.parent / "assistant" / "models" / "de"


def files(weights: Path = WEIGHTS, garbage: dict[str, float] | None = None) -> dict[str, bytes]:
    """Every file of the model with its bytes."""
    with np.load(weights) as found:
        table = {name: found[name].astype(np.float32) for name in found.files}
    numbers = kaldi.names()
    settings = toml("topology.toml")
    return {
        "am/final.mdl": kaldi.model(table),
        "conf/mfcc.conf": _options(settings["features"]) + b"--allow-downsample=true\n",
        "conf/model.conf": _options(settings["decoder"]),
        "graph/HCLr.fst": graph.sounds(garbage).const(by_output=True),
        "graph/Gr.fst": graph.announcements().const(by_output=False),
        "graph/words.txt": _lines(f"{word} {at}" for word, at in graph.words().items()),
        "graph/disambig_tid.int": f"{kaldi.transitions() + 1}\n".encode(),  # dummy
        "graph/phones/word_boundary.int": _lines(
            f"{at} {place}" for at, (_, _, place) in enumerate(numbers, 1)
        ),
    }


def write(folder: Path, weights: Path = WEIGHTS, garbage: dict[str, float] | None = None) -> None:
    for name, content in files(weights, garbage).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _options(table: dict[str, Any]) -> bytes:
    return _lines(
        f"--{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in table.items()
    )


def _lines(lines: Any) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


if __name__ == "__main__":
    write(SHIPPED)
    print(f"Written: {SHIPPED}")
