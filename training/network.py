"""The network: a time-delay network whose first layer looks at every third frame only.

It is made of what Kaldi has: affine layers over spliced frames, rectifiers, and batch
normalisation that disappears into the next layer when the weights are taken out.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.grow import Weights, grown
from training.lexicon import pdfs, toml

HALVED: bool = torch.cpu.get_capabilities().get("avx512_bf16", False)
"""Whether the processor multiplies in 16 bits: in half the time, exact enough to learn with."""

LEAST = 1e-2
"""Added to every variance: a unit that hardly ever answers must not shout when it does."""
SILENT = 1e-6
"""Below this variance a unit has not answered for long, and says nothing in what is exported."""


class Network(nn.Module):
    def __init__(self, *, drop: float = 0.1) -> None:
        super().__init__()
        shape = toml("topology.toml")["network"]
        width, stride = shape["width"], shape["stride"]
        inputs = toml("topology.toml")["features"]["num-ceps"]
        self.stride: int = stride
        self.first: list[int] = shape["first"]
        self.dilations: list[int] = shape["dilations"]
        self.layers = nn.ModuleList(
            [
                nn.Conv1d(inputs, width, len(self.first), stride=stride),
                *(nn.Conv1d(width, width, 3, dilation=reach) for reach in self.dilations),
            ]
        )
        self.norms = nn.ModuleList([nn.BatchNorm1d(width, eps=LEAST) for _ in self.layers])
        self.output = nn.Conv1d(width, pdfs(), 1)
        self.drop = drop
        self.mean: Tensor
        self.scale: Tensor
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))

    @property
    def context(self) -> int:
        """Frames that an output needs on either side."""
        return max(self.first) + self.stride * sum(self.dilations)

    def forward(self, frames: Tensor) -> Tensor:
        """(batch, frames, features), padded by `context`, to (batch, outputs, pdfs)."""
        x = ((frames - self.mean) * self.scale).transpose(1, 2)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            with torch.autocast("cpu", torch.bfloat16, enabled=self.training and HALVED):
                x = layer(x)
            x = norm(torch.relu(x.float()))
            if self.training and self.drop:
                keep = torch.rand(x.shape[0], x.shape[1], 1) > self.drop
                x = x * keep.to(x.dtype) / (1 - self.drop)
        return torch.as_tensor(self.output(x).transpose(1, 2))

    def take(self, weights: Weights, sample: Tensor) -> None:
        """Goes on from weights that were taken out: normalisation, folded away, is measured anew.

        `sample` is a batch as `forward` takes it; the outputs stay what the weights say, also
        those of a smaller network than this one.
        """
        weights = grown(weights, self.output.in_channels, len(self.layers))
        inputs = sample.transpose(1, 2)
        with torch.no_grad():
            mean, spread = inputs.mean((0, 2)), inputs.std((0, 2)) + 1e-3
            self.mean.copy_(mean)
            self.scale.copy_(1 / spread)
            x = (inputs - mean[:, None]) / spread[:, None]
            for at, layer in enumerate([*self.layers, self.output]):
                shape = layer.weight.shape
                flat = torch.from_numpy(weights[f"matrix{at}"])
                whole = flat.reshape(shape[0], shape[2], shape[1]).permute(0, 2, 1)
                # What comes in is normalised: or a step of the learning would be far too long.
                layer.weight.copy_(whole * spread[None, :, None])
                constant = (whole * mean[None, :, None]).sum((1, 2))
                layer.bias.copy_(torch.from_numpy(weights[f"bias{at}"]) + constant)
                if at < len(self.norms):
                    x = torch.relu(layer(x))
                    norm = self.norms[at]
                    norm.running_mean.copy_(x.mean((0, 2)))
                    norm.running_var.copy_(x.var((0, 2)))
                    norm.weight.fill_(1)
                    norm.bias.zero_()
                    mean, spread = norm.running_mean, torch.sqrt(norm.running_var + norm.eps)
                    x = norm(x)

    def weights(self) -> Weights:
        """Layer by layer the matrix over spliced inputs and the bias, normalisation folded in."""
        found: Weights = {}
        scale, shift = self.scale.double(), (-self.mean * self.scale).double()
        for at, layer in enumerate([*self.layers, self.output]):
            matrix = layer.weight.detach().double()
            bias = layer.bias.detach().double() + (matrix * shift[None, :, None]).sum((1, 2))
            matrix = matrix * scale[None, :, None]
            flat = matrix.permute(0, 2, 1).reshape(matrix.shape[0], -1)
            found[f"matrix{at}"] = flat.numpy().astype(np.float32)
            found[f"bias{at}"] = bias.numpy().astype(np.float32)
            if at < len(self.norms):
                norm = self.norms[at]
                scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().double()
                scale = torch.where(norm.running_var < SILENT, 0.0, scale)
                shift = norm.bias.detach().double() - norm.running_mean.double() * scale
        return found


def pad(tables: Sequence[np.ndarray[Any, Any]], context: int, stride: int) -> tuple[Tensor, Tensor]:
    """A batch whose edges repeat the first and the last frame, and the outputs of each row."""
    counts = [(len(table) + stride - 1) // stride for table in tables]
    length = 2 * context + stride * (max(counts) - 1) + 1
    batch = np.zeros((len(tables), length, tables[0].shape[1]), np.float32)
    for row, table in zip(batch, tables, strict=True):
        row[:context] = table[0]
        row[context : context + len(table)] = table[: length - context]
        row[context + len(table) :] = table[-1]
    return torch.from_numpy(batch), torch.tensor(counts)
