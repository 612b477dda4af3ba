"""The weights in a model's file: ONNX or safetensors, read by numpy.

An ONNX file is a protocol buffer (onnx.proto3: ModelProto.graph = 7,
GraphProto.initializer = 5, TensorProto dims = 1, data_type = 2, name = 8,
raw_data = 9); only its initializers are read. A safetensors file is a length, a JSON
header, and bytes.
"""

from __future__ import annotations

import json
import mmap
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[Any]

# TensorProto.DataType: FLOAT, INT8, INT64; no other is needed.
_TYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("<f4"),
    3: np.dtype("int8"),
    7: np.dtype("<i8"),
}

_NAMED: dict[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "I8": np.dtype("int8"),
    "I64": np.dtype("<i8"),
}
# Field numbers in ONNX's protobuf: the graph, and in it the weights.
_GRAPH, _INITIALIZER = 7, 5
# The most bytes of a model's file.
_LARGEST = 1 << 30


class NotUnderstood(Exception):
    """The file does not hold the expected model, so there is no model."""


def read(path: Path) -> dict[str, Array]:
    """Every tensor of a file by its name, as views of the mapped file.

    Raises `NotUnderstood` if the file has another form, and `OSError`.
    """
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if len(data) > _LARGEST:
            raise NotUnderstood("it is larger than 1 GB")
        if path.suffix == ".safetensors":
            return dict(_safetensors(data))
        return dict(_onnx(data))
    except (ValueError, IndexError, KeyError, TypeError, RecursionError) as error:
        raise NotUnderstood("it is not a valid file of that kind") from error


def _safetensors(data: memoryview) -> Iterator[tuple[str, Array]]:
    size = int.from_bytes(data[:8], "little")
    header = json.loads(bytes(data[8 : 8 + size]))
    for name, about in header.items():
        if name == "__metadata__" or about["dtype"] not in _NAMED:
            continue
        begin, end = about["data_offsets"]
        kind = _NAMED[about["dtype"]]
        found = np.frombuffer(data[8 + size + begin : 8 + size + end], dtype=kind)
        yield name, found.reshape(about["shape"])


def _onnx(data: memoryview) -> Iterator[tuple[str, Array]]:
    for number, graph in _fields(data):
        if number != _GRAPH or isinstance(graph, int):
            continue
        for inner, tensor in _fields(graph):
            if inner == _INITIALIZER and not isinstance(tensor, int):
                found = _tensor(tensor)
                if found is not None:
                    yield found


def _tensor(data: memoryview) -> tuple[str, Array] | None:
    shape: list[int] = []
    kind, name, raw = 0, "", data[:0]
    for number, value in _fields(data):
        if isinstance(value, int):
            if number == 1:
                shape.append(value)
            elif number == 2:
                kind = value
        elif number == 1:  # packed
            shape += _varints(value)
        elif number == 8:
            name = bytes(value).decode("utf-8")
        elif number == 9:
            raw = value
    if kind not in _TYPES:
        return None
    return name, np.frombuffer(raw, dtype=_TYPES[kind]).reshape(shape)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: varints as numbers, all others as their bytes."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        if wire == 2:
            size, at = _varint(data, at)
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
        else:
            raise ValueError(wire)
        if at + size > len(data):
            raise ValueError(size)
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        # A varint of protocol buffers: 7 bits in each byte, the lowest bits first.
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError(shift)


def _varints(data: memoryview) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _varint(data, at)
        yield value
