"""The lean stand-ins for what Python has and loads slowly: each does as that does."""

from __future__ import annotations

import hashlib
import re
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync import record
from memsync.digest import sha256
from memsync.lazy import lazy


@given(st.binary(max_size=300))
def test_the_lean_digest_is_openssls(data: bytes) -> None:
    assert sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()


@given(st.text("ab1 \n", max_size=20))
def test_a_lazy_pattern_finds_what_a_compiled_one_does(text: str) -> None:
    source = r"(?i)(?P<letter>[AB])(\d)?"
    ours, theirs = lazy(source), re.compile(source)
    assert ours.findall(text) == theirs.findall(text)
    assert ours.sub("_", text) == theirs.sub("_", text)
    assert ours.split(text) == theirs.split(text)
    assert [m.span() for m in ours.finditer(text)] == [
        m.span() for m in theirs.finditer(text)
    ]
    for one, two in (
        (ours.match(text), theirs.match(text)),
        (ours.search(text), theirs.search(text)),
        (ours.fullmatch(text), theirs.fullmatch(text)),
    ):
        assert (one and one.groupdict()) == (two and two.groupdict())


def test_a_lazy_pattern_has_the_attributes_of_one() -> None:
    assert lazy(rb"a(b)").groups == 1
    assert lazy(rb"a(b)").pattern == rb"a(b)"


def test_a_wrong_pattern_is_said_when_it_is_first_used() -> None:
    wrong = lazy("(")
    with pytest.raises(re.error):
        wrong.search("x")


class Ours(record.NamedTuple):
    name: str
    size: int = 3

    def doubled(self) -> int:
        return self.size * 2

    @property
    def shown(self) -> str:
        return f"{self.name}/{self.size}"


class Theirs(typing.NamedTuple):
    name: str
    size: int = 3


def test_a_record_is_a_named_tuple() -> None:
    one = Ours("a")
    assert tuple(Theirs("a")) == tuple(one) == ("a", 3)
    assert one._replace(size=4) == Ours(name="a", size=4)
    assert one._asdict() == {"name": "a", "size": 3}
    assert Ours._fields == Theirs._fields
    assert Ours._make(["b", 1]).shown == "b/1"
    assert one.doubled() == 6
    assert repr(one) == "Ours(name='a', size=3)"
    name, size = one
    assert (name, size) == ("a", 3)


@pytest.mark.parametrize("given", [(), ("a", 1, 2)])
def test_a_record_takes_just_its_fields(given: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Ours(*given)  # type: ignore[arg-type]


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ours("a").name = "b"  # type: ignore[misc]
