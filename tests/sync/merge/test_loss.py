from __future__ import annotations

import pytest

from memsync.memory.note import frontmatter
from memsync.sync.merge import notes
from memsync.sync.merge.notes import Merged, Side, merge_note, nothing_lost
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.clock import Clock

HEAD = "---\nname: n\ntags: [a]\nupdated: 2026-01-02\n# why\n---\n\n"


def note(body: str, head: str = HEAD) -> bytes:
    return (head + body).encode()


BASE = note("one\ntwo\n")


@pytest.mark.parametrize(
    ("version", "result", "kept"),
    [
        (note("one\ntwo\nnew\n"), note("two\nnew\n"), True),
        (note("one\ntwo\nnew\n"), note("one\ntwo\n"), False),
        (note("one\ntwo\n\n\n"), note("one\ntwo\n"), True),
        (note("one\r\nnew\r\n"), note("new\n"), True),
        (note("", HEAD.replace("[a]", "[a, b]")), note("", HEAD), False),
        (note("", HEAD.replace("[a]", "[b]")), note("", HEAD), False),
        (
            note("", HEAD.replace("[a]", "[a, b]")),
            note("", HEAD.replace("[a]", "[b, c]")),
            True,
        ),
        (note("", HEAD.replace("01-02", "02-03")), note("", HEAD), True),
        (note("", HEAD.replace("name: n", "name: m")), note("", HEAD), False),
        (note("", HEAD.replace("# why", "# how")), note("", HEAD), False),
    ],
)
def test_what_counts_as_lost(version: bytes, result: bytes, kept: bool) -> None:
    assert nothing_lost(BASE, [version], result, []) is kept
    assert nothing_lost(BASE, [version], result, [version])
    assert nothing_lost(version, [version], result, [])


def test_a_merge_that_would_lose_a_line_keeps_a_whole_side_and_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    early = Side(note("one\ntwo\nearly\n"), Clock(1, 0, "aaaaaaaa"))
    late = Side(note("zero\none\ntwo\n"), Clock(2, 0, "bbbbbbbb"))
    assert not merge_note(BASE, early, late).losers
    monkeypatch.setattr(notes, "merge_bodies", lambda *_: ([b"one\n"], False))
    merged = merge_note(BASE, early, late)
    assert merged == Merged(late.data, Outcome.DECIDED, (early,))


def test_a_merge_that_would_not_parse_keeps_a_whole_side_and_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    early = Side(note("early\n", HEAD + "x: 1\n"), Clock(1, 0, "aaaaaaaa"))
    late = Side(note("one\ntwo\nlate\n"), Clock(2, 0, "bbbbbbbb"))
    broken = frontmatter.split(b"---\nname: [\n---\n")
    monkeypatch.setattr(notes, "_merge_parts", lambda *_: (broken, True))
    assert merge_note(BASE, early, late).data == late.data
