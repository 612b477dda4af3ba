"""all-MiniLM-L6-v2 in numpy: six layers of BERT, and the mean of their last states.

The architecture is that of Wang et al., MiniLM (2020), with BERT's layers: attention,
a feed-forward part with the error-function form of GELU, layer norms after each.
Weights may be float32, or 8 bit with a scale for each column.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from memsync.retrieval.meaning.tensors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from memsync.retrieval.meaning.tensors import Array

    Floats = NDArray[np.float32]

# The dimensions of MiniLM-L6 (all-MiniLM-L6-v2), as in its config.json.
WIDTH = 384
_LAYERS, _HEADS, _INNER = 6, 12, 1536
_POSITIONS = 512
_EPSILON = 1e-12

# Texts that go through the layers together: 16 x 256 x 1536 floats are 25 MB.
_BATCH = 16

# The matrices of a layer, [in, out], in the order in which a graph uses them.
_ORDERED = (
    ("attention.self.query", (WIDTH, WIDTH)),
    ("attention.self.key", (WIDTH, WIDTH)),
    ("attention.self.value", (WIDTH, WIDTH)),
    ("attention.output.dense", (WIDTH, WIDTH)),
    ("intermediate.dense", (WIDTH, _INNER)),
    ("output.dense", (_INNER, WIDTH)),
)


class Matrix(NamedTuple):
    """A matrix, as float32 or as 8-bit numbers with their scales."""

    values: Array
    scale: Array | None

    def rows(self, at: NDArray[np.int64]) -> Floats:
        """Some rows, for a matrix with one scale for each row."""
        found = self.values[at].astype(np.float32)
        return found if self.scale is None else found * self.scale[at]

    def times(self, states: Floats) -> Floats:
        """`states` times the matrix, for a matrix with one scale for each column."""
        # Converted for this product alone: all matrices at once are 42 MB.
        product: Floats = states @ self.values.astype(np.float32)
        return product if self.scale is None else product * self.scale


class MiniLM:
    """The model. `build` creates it; it holds only views of its file."""

    def __init__(
        self, matrices: Mapping[str, Matrix], plain: Mapping[str, Array]
    ) -> None:
        self._matrices = matrices
        self._plain = plain

    def embed(self, texts: Sequence[Sequence[int]]) -> Floats:
        """A vector of length 1 for each text, given as the ids of its pieces."""
        found = np.zeros((len(texts), WIDTH), dtype=np.float32)
        # Texts of similar length go together, so that there is little padding.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for begin in range(0, len(order), _BATCH):
            some = order[begin : begin + _BATCH]
            found[some] = self._embed([texts[at] for at in some])
        return found

    def _embed(self, texts: Sequence[Sequence[int]]) -> Floats:
        longest = max(map(len, texts))
        ids = np.zeros((len(texts), longest), dtype=np.int64)
        mask = np.zeros((len(texts), longest), dtype=np.float32)
        for at, text in enumerate(texts):
            ids[at, : len(text)] = text
            mask[at, : len(text)] = 1
        words = self._matrices["embeddings.word_embeddings"].rows(ids)
        places = self._matrices["embeddings.position_embeddings"].rows(
            np.arange(longest)
        )
        kind = self._plain["embeddings.token_type_embeddings.weight"][0]
        states = self._norm("embeddings.LayerNorm", words + places + kind)
        for layer in range(_LAYERS):
            states = self._layer(f"encoder.layer.{layer}", states, mask)
        summed = (states * mask[:, :, None]).sum(axis=1)
        mean = summed / mask.sum(axis=1, keepdims=True)
        lengths = np.linalg.norm(mean, axis=1, keepdims=True)
        found: Floats = mean / np.maximum(lengths, _EPSILON)
        return found

    def _layer(self, name: str, states: Floats, mask: Floats) -> Floats:
        texts, longest, _ = states.shape
        size = WIDTH // _HEADS

        def heads(what: str) -> Floats:
            found = self._dense(f"{name}.attention.self.{what}", states)
            return found.reshape(texts, longest, _HEADS, size).transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2)
        scores = scores / np.float32(size**0.5) + (mask[:, None, None, :] - 1) * 1e9
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        seen = (scores @ heads("value")).transpose(0, 2, 1, 3)
        seen = seen.reshape(texts, longest, WIDTH)
        seen = self._dense(f"{name}.attention.output.dense", seen)
        states = self._norm(f"{name}.attention.output.LayerNorm", states + seen)
        inner = _gelu(self._dense(f"{name}.intermediate.dense", states))
        inner = self._dense(f"{name}.output.dense", inner)
        return self._norm(f"{name}.output.LayerNorm", states + inner)

    def _dense(self, name: str, states: Floats) -> Floats:
        found: Floats = self._matrices[name].times(states) + self._plain[f"{name}.bias"]
        return found

    def _norm(self, name: str, states: Floats) -> Floats:
        mean = states.mean(axis=-1, keepdims=True)
        spread = states.var(axis=-1, keepdims=True)
        even = (states - mean) / np.sqrt(spread + _EPSILON)
        found: Floats = (
            even * self._plain[f"{name}.weight"] + self._plain[f"{name}.bias"]
        )
        return found.astype(np.float32)


def _gelu(x: Floats) -> Floats:
    found: Floats = 0.5 * x * (1 + _erf(x * np.float32(0.5**0.5)))
    return found


def _erf(x: Floats) -> Floats:
    """The error function, within 1.5e-7 (Abramowitz and Stegun 7.1.26)."""
    size = np.abs(x)
    # The error function by Abramowitz and Stegun, formula 7.1.26 (error below 1.5e-7).
    t = 1 / (1 + np.float32(0.3275911) * size)
    sum_ = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        sum_ = sum_ * t + np.float32(factor)
    found: Floats = np.sign(x) * (1 - sum_ * t * np.exp(-size * size))
    return found


def build(tensors: Mapping[str, Array], vocabulary: int) -> MiniLM:
    """The model with these tensors. Raises `NotUnderstood` if they are not MiniLM's."""
    prefix = next(
        (
            p
            for p in ("", "inner.", "bert.")
            if f"{p}embeddings.LayerNorm.bias" in tensors
        ),
        None,
    )
    if prefix is None:
        raise NotUnderstood("it has no embeddings of BERT")
    plain = {name.removeprefix(prefix): tensors[name] for name in tensors}
    matrices = {
        f"embeddings.{kind}": _table(plain, f"embeddings.{kind}.weight", rows)
        for kind, rows in (
            ("word_embeddings", vocabulary),
            ("position_embeddings", _POSITIONS),
        )
    }
    names = [
        (f"encoder.layer.{layer}.{name}", shape)
        for layer in range(_LAYERS)
        for name, shape in _ORDERED
    ]
    quantised = _in_order(plain)
    if quantised and len(quantised) != len(names):
        raise NotUnderstood("it has a different number of matrices")
    for at, (name, shape) in enumerate(names):
        if quantised:
            found = quantised[at]
        else:
            whole = _checked(plain, f"{name}.weight", shape[::-1], np.float32)
            found = Matrix(whole.T, None)
        if found.values.shape != shape or (
            found.scale is not None and found.scale.shape != (1, shape[1])
        ):
            raise NotUnderstood(f"{name} has a different shape")
        matrices[name] = found
        _checked(plain, f"{name}.bias", (shape[1],), np.float32)
    _checked(plain, "embeddings.token_type_embeddings.weight", (2, WIDTH), np.float32)
    for norm in _norms():
        for part in ("weight", "bias"):
            _checked(plain, f"{norm}.{part}", (WIDTH,), np.float32)
    return MiniLM(matrices, plain)


def _norms() -> list[str]:
    layers = [f"encoder.layer.{layer}" for layer in range(_LAYERS)]
    inner = [
        f"{x}.{y}.LayerNorm" for x in layers for y in ("attention.output", "output")
    ]
    return ["embeddings.LayerNorm", *inner]


def _in_order(plain: Mapping[str, Array]) -> list[Matrix]:
    """The 8-bit matrices; an exporter numbers them in the order of their use."""
    numbered = [
        (int(m[1]), m[0]) for n in plain if (m := re.fullmatch(r"val_(\d+)_q", n))
    ]
    return [
        Matrix(plain[name], plain.get(name.removesuffix("_q") + "_scale"))
        for _, name in sorted(numbered)
    ]


def _table(plain: Mapping[str, Array], name: str, rows: int) -> Matrix:
    if f"{name}_q" in plain:
        values = _checked(plain, f"{name}_q", (rows, WIDTH), np.int8)
        return Matrix(values, _checked(plain, f"{name}_scale", (rows, 1), np.float32))
    return Matrix(_checked(plain, name, (rows, WIDTH), np.float32), None)


def _checked(
    plain: Mapping[str, Array],
    name: str,
    shape: tuple[int, ...],
    kind: type[np.generic],
) -> Array:
    found = plain.get(name)
    if found is None or found.shape != shape or found.dtype != kind:
        raise NotUnderstood(f"{name} is missing or has a different shape")
    return found
