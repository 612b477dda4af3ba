"""The pieces of a note that get a vector each, and the vectors as they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.meaning.pieces import MOST, pieces
from memsync.retrieval.meaning.vectors import Vectors, best
from memsync.retrieval.words.documents import Document

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def cut(body: str, name: str = "login-flow", about: str = "How it works") -> list[str]:
    return pieces(Document(name, "", about, body))


def test_the_first_piece_is_what_the_note_is_called_and_about() -> None:
    assert cut("") == ["login flow. How it works"]
    assert cut("", "a_b--c", "") == ["a b c."]


def test_short_sentences_stand_together() -> None:
    assert cut("One. Two!\nThree\n\nFour") == [
        "login flow. How it works",
        "One. Two! Three Four",
    ]


def test_a_piece_holds_about_forty_words() -> None:
    body = ". ".join(" ".join(f"w{n}" for n in range(25)) for _ in range(3))
    assert [len(piece.split()) for piece in cut(body)[1:]] == [25, 25, 25]


def test_each_point_of_a_list_is_a_sentence() -> None:
    body = "\n".join(f"- {'word ' * 30}" for _ in range(2))
    assert len(cut(body)) == 3


def test_a_long_note_shares_what_is_left_evenly() -> None:
    body = "This is one of very many sentences. " * 500
    found = cut(body)
    assert len(found) == MOST
    sizes = [len(piece.split()) for piece in found[1:]]
    assert max(sizes) - min(sizes) < 30
    assert sum(sizes) > 3400


@given(st.text())
def test_any_body_is_cut_into_a_few_pieces_of_one_line(body: str) -> None:
    found = cut(body)
    assert 1 <= len(found) <= MOST
    assert all(piece == " ".join(piece.split()) != "" for piece in found)


@given(st.lists(st.text("ab. \n", max_size=20), max_size=5).map("\n\n".join))
def test_no_word_of_a_short_note_is_lost(body: str) -> None:
    assert " ".join(cut(body)[1:]).split() == body.split()


ROWS: NDArray[np.float32] = np.array([[0.6, -0.8, 0.0], [0.0, 0.1, 0.995]], np.float32)


def test_vectors_are_kept_within_a_hundredth(tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, "a model")
    vectors.save({b"one": ROWS, b"two": -ROWS[:1]})
    found = vectors.load([b"one", b"two", b"three"])
    assert found.keys() == {b"one", b"two"}
    assert np.abs(found[b"one"] - ROWS).max() < 0.01
    assert found[b"two"].shape == (1, 3)


def test_each_model_has_its_own(tmp_path: Path) -> None:
    Vectors(tmp_path, "a").save({b"one": ROWS})
    assert Vectors(tmp_path, "b").load([b"one"]) == {}
    # A name may hold anything, and never leads out of the folder.
    Vectors(tmp_path, "../../\udcff").save({b"one": ROWS})
    assert all(file.name.startswith("vectors-") for file in tmp_path.iterdir())


def test_saved_again_they_are_replaced(tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, "a")
    vectors.save({b"one": ROWS})
    vectors.save({b"one": ROWS[1:]})
    assert vectors.load([b"one"])[b"one"].shape == (1, 3)


def test_a_note_is_as_like_as_its_best_piece() -> None:
    query: NDArray[np.float32] = np.array([0, 0, 1], np.float32)
    assert best(query, [ROWS, ROWS[:1]]) == [pytest.approx(0.995), pytest.approx(0)]
    assert best(query, []) == []


def test_a_vector_of_nothing_is_kept(tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, "a")
    vectors.save({b"none": np.zeros((1, 3), np.float32)})
    assert not vectors.load([b"none"])[b"none"].any()
