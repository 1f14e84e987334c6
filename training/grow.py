"""Weights of a small network as those of a larger one, which says the same and can learn more."""

from typing import Any

import numpy as np

Weights = dict[str, np.ndarray[Any, np.dtype[np.float32]]]


def grown(weights: Weights, width: int, layers: int) -> Weights:
    """The weights of a wider and deeper network that says what the smaller one says.

    A new unit is nearly the copy of another, and both share what they had to say; a new layer,
    the last before the output, passes on what it gets.
    """
    rng = np.random.default_rng(3)
    had, wide = (len(weights) // 2) - 1, len(weights["bias0"])
    source = np.concatenate([np.arange(wide), rng.integers(0, wide, width - wide)])
    shared = np.bincount(source, minlength=wide)[source]
    noise = np.where(np.arange(width) < wide, 0.0, 0.05)[:, None]
    found: Weights = {}
    for at in range(had + 1):
        matrix, bias = weights[f"matrix{at}"], weights[f"bias{at}"]
        if at:
            spliced = matrix.reshape(len(matrix), -1, wide)[:, :, source] / shared
            matrix = spliced.reshape(len(matrix), -1)
        if at < had:
            matrix = matrix[source] * (1 + noise * rng.standard_normal((width, matrix.shape[1])))
            bias = bias[source]
        name = at if at < had else layers
        found[f"matrix{name}"] = np.ascontiguousarray(matrix, np.float32)
        found[f"bias{name}"] = bias
    for at in range(had, layers):
        nothing = np.zeros((width, width), np.float32)
        found[f"matrix{at}"] = np.hstack([nothing, np.eye(width, dtype=np.float32), nothing])
        found[f"bias{at}"] = np.zeros(width, np.float32)
    return found
