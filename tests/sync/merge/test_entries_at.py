"""The entries of a memory index, by the form that its home has."""

from __future__ import annotations

import pytest

from memsync.sync.merge.entries_at import named_at, reinsert_at, strip_at

OURS = b"""\
# Memory Index

- [one](one.md) - the first
- [two](two.md) - the second
"""
CLAUDE = b"""\
# Memory

- [One](one.md) -- the first
- [Two](two.md) -- the second
"""
HOMES = [
    ("user", OURS),
    ("projects/github.com-a-b", OURS),
    ("projects/github.com-a-b/agents/claude-code", CLAUDE),
]


@pytest.mark.parametrize(("home", "index"), HOMES)
def test_an_index_names_its_notes(home: str, index: bytes) -> None:
    assert named_at(home, index) == {"one", "two"}
    assert named_at(home, b"") == set()
    assert named_at(home, b"# Words\n\nand a [link](https://one.md)\n") == set()


@pytest.mark.parametrize(("home", "index"), HOMES)
def test_what_is_stripped_of_the_synced_index_stands_in_the_local_one(
    home: str, index: bytes
) -> None:
    stripped = strip_at(home, index, {"two"})
    assert named_at(home, stripped) == {"one"}
    assert stripped + index.splitlines(keepends=True)[-1] == index
    assert reinsert_at(home, stripped, index, {"two"}) == index


@pytest.mark.parametrize(("home", "index"), HOMES)
def test_without_names_an_index_stays_as_it_is(home: str, index: bytes) -> None:
    assert strip_at(home, index, ()) == index
    assert reinsert_at(home, index, index, ()) == index
    assert strip_at(home, index, {"three"}) == index
