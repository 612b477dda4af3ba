"""Our NamedTuple does what typing's does."""

from __future__ import annotations

import copy
import pickle
import typing

import pytest

from memsync import record


class Ours(record.NamedTuple):
    """Two fields, one of them with a default."""

    name: str
    size: int = 3

    @property
    def doubled(self) -> int:
        """Both are used alike."""
        return 2 * self.size


class Theirs(typing.NamedTuple):
    """The same."""

    name: str
    size: int = 3


def test_it_behaves_as_that_of_typing() -> None:
    for made in (Ours, Theirs):
        one = made("a")
        assert tuple(one) == ("a", 3)
        assert one == made(name="a", size=3) == made._make(["a", 3])
        assert one._replace(size=4).size == 4
        assert one._asdict() == {"name": "a", "size": 3}
        assert made._fields == ("name", "size")
        assert made._field_defaults == {"size": 3}
        assert repr(one) == f"{made.__name__}(name='a', size=3)"
        assert copy.copy(one) == pickle.loads(pickle.dumps(one)) == one  # noqa: S301 -- our own
    match Ours("a"):
        case Ours(name, size):
            assert (name, size) == ("a", 3)
    assert Ours("a", 5).doubled == 10


@pytest.mark.parametrize("made", [Ours, Theirs])
def test_a_wrong_field_is_refused(made: type[Ours | Theirs]) -> None:
    for wrong in ({}, {"name": "a", "colour": 1}):
        with pytest.raises(TypeError):
            made(**wrong)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        made("a")._replace(colour=1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        made("a").name = "b"  # type: ignore[misc]
