"""Writes `final.mdl` as Kaldi reads it: the transitions of the phones, then the network.

Needs numpy only. The same weights always give the same bytes.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from training.lexicon import SILENCE, entry_pdf, phones, stay_pdf, toml

Matrix = np.ndarray[Any, np.dtype[np.float32]]

POSITIONS = {"B": "begin", "E": "end", "I": "internal", "S": "singleton"}
"""A phone has a name for each place in a word, so that words can be found in a path."""


PAUSE_WITHIN = f"{SILENCE}_I"
"""A pause that is part of a word, between two words that the model knows as one."""

GARBAGE_PHONE = "SPN"
"""Kaldi's phone of the garbage: one phone whose states are all of ours and pauses, in any order.

One phone, so that a lattice holds one path for a stretch of garbage and not one for every
sequence of phones in it.
"""


def names() -> list[tuple[str, str, str]]:
    """Kaldi's phones from number 1: name, phone of ours, place in the word."""
    return [
        (SILENCE, SILENCE, "nonword"),
        (PAUSE_WITHIN, SILENCE, "internal"),
        *(
            (f"{phone}_{mark}", phone, place)
            for phone in phones()[1:]
            for mark, place in POSITIONS.items()
        ),
        (GARBAGE_PHONE, "", "singleton"),
    ]


def numbers() -> dict[str, int]:
    return {name: at for at, (name, _, _) in enumerate(names(), 1)}


def stay(kaldi_phone: int) -> int:
    """The transition that repeats a phone."""
    return 2 * kaldi_phone - 1


def go(kaldi_phone: int) -> int:
    """The transition that enters a phone and leaves it."""
    return 2 * kaldi_phone


@dataclass(frozen=True, slots=True)
class Inside:
    """The transitions of one of our phones as a state of the garbage."""

    stay: int
    go_on: int
    end: int


def inside(phone: str) -> Inside:
    first = 2 * (len(names()) - 1) + 3 * phones().index(phone)
    return Inside(first + 1, first + 2, first + 3)


def transitions() -> int:
    """How many transitions there are; they are counted from 1."""
    return inside(phones()[-1]).end


class _Binary:
    def __init__(self) -> None:
        self.file = BytesIO()
        self.file.write(b"\0B")

    def token(self, *texts: str) -> None:
        for text in texts:
            self.file.write(text.encode() + b" ")

    def line(self, text: str) -> None:
        self.file.write(text.encode() + b"\n")

    def integer(self, *values: int) -> None:
        for value in values:
            self.file.write(b"\4" + struct.pack("<i", value))

    def real(self, value: float) -> None:
        self.file.write(b"\4" + struct.pack("<f", value))

    def double(self, value: float) -> None:
        self.file.write(b"\x08" + struct.pack("<d", value))

    def integers(self, values: list[int]) -> None:
        self.integer(len(values))
        self.file.write(np.asarray(values, "<i4").tobytes())

    def vector(self, values: Any) -> None:
        self.token("FV")
        self.integer(len(values))
        self.file.write(np.asarray(values, "<f4").tobytes())

    def matrix(self, values: Matrix) -> None:
        """In Kaldi's form of two bytes a number: even steps from the least to the greatest."""
        least = np.float32(values.min())
        span = np.float32(max(values.max() - least, 1e-6))
        steps = np.rint((values.astype(np.float64) - least) * (65_535 / span))
        self.token("CM2")
        self.file.write(struct.pack("<ffii", least, span, *values.shape))
        self.file.write(np.clip(steps, 0, 65_535).astype("<u2").tobytes())


def model(weights: Mapping[str, Matrix]) -> bytes:
    """The bytes of `final.mdl`."""
    out = _Binary()
    _transitions(out)
    _network(out, weights)
    return out.file.getvalue()


def _transitions(out: _Binary) -> None:
    known, garbage = names()[:-1], phones()
    last = len(known) + 1
    probability: float = toml("topology.toml")["hmm"]["stay"]
    out.token("<TransitionModel>", "<Topology>")
    out.integers(list(range(1, last + 1)))
    out.integers([-1, *([0] * len(known)), 1])
    out.integer(-1, 2)  # -1: staying has a pdf of its own; two topologies
    out.integer(2)
    _state(out, 0, [(0, probability), (1, 1 - probability)])
    out.integer(-1, -1, 0)
    out.integer(len(garbage) + 1)
    for at in range(len(garbage)):
        following = at + 1 if at + 1 < len(garbage) else 1
        rest = (1 - probability) / 2
        _state(out, at, [(at, probability), (following, rest), (len(garbage), rest)])
    out.integer(-1, -1, 0)
    out.token("</Topology>", "<Tuples>")
    out.integer(len(known) + len(garbage))
    for at, (_, phone, _) in enumerate(known, 1):
        out.integer(at, 0, entry_pdf(phone), stay_pdf(phone))
    for at, phone in enumerate(garbage):
        out.integer(last, at, entry_pdf(phone), stay_pdf(phone))
    out.token("</Tuples>", "<LogProbs>")
    two = [np.log(probability), np.log(1 - probability)]
    three = [np.log(probability), *([np.log((1 - probability) / 2)] * 2)]
    out.vector([0.0, *(two * len(known)), *(three * len(garbage))])
    out.token("</LogProbs>", "</TransitionModel>")


def _state(out: _Binary, at: int, leaving: list[tuple[int, float]]) -> None:
    out.integer(2 * at, 2 * at + 1, len(leaving))  # pdf classes of entering and of staying
    for target, chance in leaving:
        out.integer(target)
        out.real(chance)


def layers() -> Iterator[tuple[str, list[int]]]:
    """The layers by name with the frames that each looks at, as offsets."""
    shape = toml("topology.toml")["network"]
    yield "tdnn1", shape["first"]
    for at, reach in enumerate(shape["dilations"], 2):
        step = reach * shape["stride"]
        yield f"tdnn{at}", [-step, 0, step]
    yield "output", [0]


def _network(out: _Binary, weights: Mapping[str, Matrix]) -> None:
    out.token("<Nnet3>")
    out.line("")
    out.line(f"input-node name=input dim={toml('topology.toml')['features']['num-ceps']}")
    before, parts = "input", 0
    for name, offsets in layers():
        terms = [before if at == 0 else f"Offset({before}, {at})" for at in offsets]
        source = terms[0] if len(terms) == 1 else f"Append({', '.join(terms)})"
        before = f"{name}.affine"
        out.line(f"component-node name={before} component={before} input={source}")
        parts += 1
        if name != "output":
            out.line(f"component-node name={name}.relu component={name}.relu input={before}")
            before = f"{name}.relu"
            parts += 1
    out.line(f"output-node name=output input={before} objective=linear")
    out.line("")
    out.token("<NumComponents>")
    out.integer(parts)
    for at, (name, _) in enumerate(layers()):
        out.token("<ComponentName>", f"{name}.affine", "<AffineComponent>", "<LearningRate>")
        out.real(0.001)
        out.token("<LinearParams>")
        out.matrix(weights[f"matrix{at}"])
        out.token("<BiasParams>")
        out.vector(weights[f"bias{at}"])
        out.token("</AffineComponent>")
        if name != "output":
            out.token("<ComponentName>", f"{name}.relu", "<RectifiedLinearComponent>", "<Dim>")
            out.integer(len(weights[f"bias{at}"]))
            for statistic in ("<ValueAvg>", "<DerivAvg>"):
                out.token(statistic)
                out.vector([])
            out.token("<Count>")
            out.double(0.0)
            out.token("</RectifiedLinearComponent>")
    out.token("</Nnet3>", "<LeftContext>")
    out.integer(0)
    out.token("<RightContext>")
    out.integer(0)
    out.token("<Priors>")
    out.vector([])
