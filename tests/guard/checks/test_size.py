"""What of a note counts for its cap, and which file has which."""

from __future__ import annotations

import pytest

from memsync.guard.checks.size import check, kind, measure
from memsync.guard.checks.staged import File

CAPS = {"caps.note": 10, "caps.memory_index": 20}
FILE = b"100644"
NOTE = b".coyote/memory/auth.md"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (b".coyote/memory/auth.md", "caps.note"),
        (b"sub/module/.coyote/memory/auth.md", "caps.note"),
        (b".coyote/memory/MEMORY.md", "caps.memory_index"),
        (b"COYOTE.md", "caps.memory_index"),
        (b"docs/COYOTE.md", "caps.memory_index"),
        (b".coyote/memory/daily/2026-11-22.md", None),
        (b".coyote/memory/.hidden.md", None),
        (b".coyote/memory/auth.txt", None),
        (b"not.coyote/memory/auth.md", None),
        (b"MEMORY.md", None),
    ],
)
def test_a_path_has_the_cap_of_its_kind(path: bytes, expected: str | None) -> None:
    assert kind(path) == expected


def test_a_notes_body_counts_in_characters_without_its_last_line_end() -> None:
    header = b"---\nname: auth\ndescription: about\n---\n\n"
    assert measure(header + "äöü\n".encode(), "caps.note") == 3
    assert measure(b"ab\r\n", "caps.note") == 2
    assert measure(header + b"abc\n", "caps.memory_index") == len(header) + 3


def test_only_what_is_over_its_cap_is_found() -> None:
    files = [
        File(NOTE, b"0123456789\n", FILE),
        File(b".coyote/memory/long.md", b"0123456789+\n", FILE),
        File(b".coyote/memory/umlauts.md", "ääääääääää".encode(), FILE),
        File(b".coyote/memory/MEMORY.md", b"0123456789+\n", FILE),
        File(b".coyote/memory/link.md", b"../a/long/way/to/go", b"120000"),
    ]
    (found,) = check(files, CAPS)
    assert (found.path, found.chars, found.cap) == (files[1].path, 11, 10)
    assert found.key == "caps.note"


def test_a_commit_that_makes_a_note_smaller_passes() -> None:
    def staged(data: bytes, parent: bytes) -> File:
        return File(NOTE, data, FILE, b"M", lambda: [parent])

    assert check([staged(b"x" * 30, b"x" * 40)], CAPS) == []
    assert [f.chars for f in check([staged(b"x" * 30, b"x" * 30)], CAPS)] == [30]
    assert [f.chars for f in check([staged(b"x" * 30, b"x" * 20)], CAPS)] == [30]


def test_the_longest_sections_are_named_and_headings_in_code_are_none() -> None:
    text = (
        b"# one\naa\n# two\nbbbbbb\n```\n# no heading\n```\n# three\nc\n# four\ndddd\n"
    )
    (found,) = check([File(NOTE, text, FILE)], CAPS)
    assert [section.line for section in found.sections] == [3, 10, 1]
    assert check([File(NOTE, b"# one\n" + b"x" * 30, FILE)], CAPS)[0].sections == []
