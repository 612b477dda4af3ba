"""What is fine at a glance is fine for the whole lint, too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.guard.checks.lint import _in_note
from memsync.guard.checks.plain import is_fine

NOTE = b"---\nname: auth\ndescription: How to log in\ntype: project\n---\n\nText.\n"

NAMES = st.sampled_from(
    [b"auth", b"a-b_c", b"a1", b"Auth", b"con", b"com1", b"memory", b"a" * 65, b"-x"]
)
LINES = st.sampled_from(
    [
        *(b"name: auth", b"name: Auth", b"name: a_b", b"name:", b"name: 'auth'"),
        *(b"description: about", b"description: a: b", b"description: a #b"),
        *(b"description: [x", b"description: yes", b"description: 1", b"type: user"),
        *(b"created: 2026-11-22", b"expires: soon", b"sync: false", b"  deep: 1"),
        *(b"description: caf\xc3\xa9", b"description: \xff", b"# comment", b"---"),
        *(b"superseded_by: other", b"updated: x", b"metadata: {}", b"- item"),
    ]
)
BODIES = st.sampled_from(
    [b"Text.\n", b"[[auth]]\n", b"[[gone]]\n", b"a\r\n", b"\0", b"\xff", b"", b"---\n"]
)
EXTRA = st.lists(LINES, max_size=2)


def note_of(name: bytes, extra: list[bytes], body: bytes) -> bytes:
    lines = [b"---", b"name: " + name, b"description: about", *extra, b"---", body]
    return b"\n".join(lines)


def test_a_note_as_memsync_writes_it_is_fine() -> None:
    assert is_fine(b"auth", NOTE, {b"auth", b"other"})


@given(NAMES, EXTRA, BODIES)
def test_the_whole_lint_finds_nothing_in_what_is_fine(
    name: bytes, extra: list[bytes], body: bytes
) -> None:
    data = note_of(name, extra, body)
    faults = _in_note(name.decode(), data, {name.decode(), "other"})
    assert not (faults and is_fine(name, data, {name, b"other"}))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        (b"auth", {b"auth", b"AUTH"}),
        (b"auth", {b"auth", "über".encode()}),
        (b"Auth", {b"Auth"}),
        (b"", {b""}),
    ],
)
def test_a_name_that_may_meet_another_is_looked_at_again(
    name: bytes, names: set[bytes]
) -> None:
    assert not is_fine(name, NOTE.replace(b"name: auth", b"name: " + name), names)
