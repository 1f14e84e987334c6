"""The matrices of the model, as Kaldi reads them with two bytes a number."""

import struct

import numpy as np
import pytest

from training.kaldi import _Binary


def read(content: bytes) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """As Kaldi does: the least number, the span, then how many of 65,535 steps of it."""
    assert content[:2] == b"\0B"
    assert content[2:6] == b"CM2 "
    least, span, rows, columns = struct.unpack_from("<ffii", content, 6)
    steps = np.frombuffer(content[22:], "<u2").reshape(rows, columns)
    return np.asarray(least + span / 65_535 * steps, np.float32)


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (40, 7)])
def test_a_matrix_is_read_back_within_half_a_step(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(2).normal(0, 0.5, shape).astype(np.float32)
    out = _Binary()
    out.matrix(values)
    step = max(float(values.max() - values.min()), 1e-6) / 65_535
    assert np.abs(read(out.file.getvalue()) - values).max() <= 0.51 * step + 1e-7


def test_a_matrix_of_equal_numbers_is_read_back() -> None:
    out = _Binary()
    out.matrix(np.full((2, 3), 0.25, np.float32))
    assert np.allclose(read(out.file.getvalue()), 0.25, atol=1e-6)
