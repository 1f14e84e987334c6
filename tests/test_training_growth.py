"""A larger network that goes on from a smaller one says at first what that one says."""

import numpy as np

from training.grow import Weights, grown

DILATIONS = [1, 2, 1]


def network(width: int, layers: int) -> Weights:
    rng = np.random.default_rng(7)
    shapes = [(width, 5), *[(width, 3 * width)] * (layers - 1), (4, width)]
    found: Weights = {}
    for at, shape in enumerate(shapes):
        found[f"matrix{at}"] = rng.normal(0, 0.4, shape).astype(np.float32)
        found[f"bias{at}"] = rng.normal(0, 0.4, shape[0]).astype(np.float32)
    return found


def said(
    weights: Weights, frames: np.ndarray[tuple[int, int], np.dtype[np.float32]]
) -> list[float]:
    """What it says of the frame in the middle."""
    layers = len(weights) // 2 - 1
    x = frames
    for at in range(layers):
        if at:
            reach = DILATIONS[at - 1]
            x = np.hstack([x[: -2 * reach], x[reach:-reach], x[2 * reach :]])
        x = np.maximum(x @ weights[f"matrix{at}"].T + weights[f"bias{at}"], 0)
    x = x @ weights[f"matrix{layers}"].T + weights[f"bias{layers}"]
    return [float(value) for value in x[len(x) // 2]]


def test_a_deeper_network_says_the_same() -> None:
    small = network(6, 3)
    frames = np.random.default_rng(1).normal(0, 1, (21, 5)).astype(np.float32)
    assert np.allclose(said(grown(small, 6, 4), frames), said(small, frames), atol=1e-5)


def test_a_wider_network_says_nearly_the_same_and_its_new_units_differ() -> None:
    small = network(6, 3)
    frames = np.random.default_rng(1).normal(0, 1, (21, 5)).astype(np.float32)
    large = grown(small, 9, 3)
    assert np.allclose(said(large, frames), said(small, frames), atol=0.3)
    rows = {tuple(row) for row in large["matrix1"]}
    assert len(rows) == 9


def test_a_network_of_the_same_size_is_left_as_it_is() -> None:
    small = network(6, 3)
    same = grown(small, 6, 3)
    assert all(np.array_equal(same[name], small[name]) for name in small)
