"""The model in numpy says what the reference runtime said of the same weights."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from memsync.retrieval.meaning import tensors
from memsync.retrieval.meaning.local import WEIGHTS, Local, digest_of
from memsync.retrieval.meaning.minilm import build
from memsync.retrieval.meaning.model import NoModel
from memsync.retrieval.meaning.ready import installed
from memsync.retrieval.meaning.tensors import NotUnderstood
from memsync.retrieval.meaning.wordpiece import LONGEST, vocabulary

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_bytes())["texts"]


def weights() -> Path:
    file = installed()
    assert file is not None
    return file


def test_the_installed_weights_are_those_that_memsync_was_made_for() -> None:
    assert digest_of(weights()) == WEIGHTS


def test_twenty_texts_mean_what_the_reference_runtime_says() -> None:
    model = Local(weights(), None, "digest")
    found = model.embed([row["text"] for row in GOLDEN])
    assert len(found) == 20
    for row, vector in zip(GOLDEN, found, strict=True):
        wanted = np.frombuffer(base64.b64decode(row["vector"]), dtype="<f2")
        cosine = float(vector @ wanted.astype(np.float32) / np.linalg.norm(wanted))
        assert cosine >= 0.999, row["text"]


def test_texts_are_cut_into_the_pieces_of_the_reference() -> None:
    for row in GOLDEN:
        assert vocabulary().ids(row["text"])[:40] == row["ids"]


def test_a_text_of_any_length_has_at_most_so_many_pieces() -> None:
    assert len(vocabulary().ids("word " * 10_000)) == LONGEST
    assert len(vocabulary().ids("")) == 2


@pytest.mark.parametrize("cut", [0, 1, 1000, 22_000_000])
def test_a_file_that_was_cut_is_no_model(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(weights().read_bytes()[:cut])
    with pytest.raises(NoModel, match="not a model that memsync can read"):
        Local(file, None, "digest")


def test_a_file_of_other_bytes_is_no_model(tmp_path: Path) -> None:
    for name, data in (
        ("model.onnx", b"\xff" * 1000),
        ("model.safetensors", b"\x05\0\0\0\0\0\0\0hello"),
        ("model.safetensors", b"\x02\0\0\0\0\0\0\0{}"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(NoModel):
            Local(tmp_path / name, None, "digest")


def test_a_tensor_of_another_shape_is_a_surprise() -> None:
    read = tensors.read(weights())
    name = "inner.encoder.layer.3.attention.self.query.bias"
    changed = {**read, name: read[name][:-1]}
    with pytest.raises(NotUnderstood, match="a different shape"):
        build(changed, len(vocabulary()))
    missing = {key: value for key, value in read.items() if key != "val_49_q"}
    with pytest.raises(NotUnderstood, match="a different number"):
        build(missing, len(vocabulary()))


def test_the_same_tensors_as_safetensors_are_the_same_model(tmp_path: Path) -> None:
    read = {
        k: v
        for k, v in tensors.read(weights()).items()
        if k.startswith(("inner", "val_"))
    }
    kinds = {np.dtype("<f4"): "F32", np.dtype("int8"): "I8", np.dtype("<i8"): "I64"}
    header, data = {}, b""
    for name, value in read.items():
        bytes_ = np.ascontiguousarray(value).tobytes()
        header[name] = {
            "dtype": kinds[value.dtype],
            "shape": list(value.shape),
            "data_offsets": [len(data), len(data) + len(bytes_)],
        }
        data += bytes_
    text = json.dumps(header).encode()
    file = tmp_path / "model.safetensors"
    file.write_bytes(len(text).to_bytes(8, "little") + text + data)
    theirs = Local(file, None, "a").embed(["How long does a login last?"])
    ours = Local(weights(), None, "b").embed(["How long does a login last?"])
    assert np.allclose(theirs, ours)
