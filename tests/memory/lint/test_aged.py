"""Learned notes that speak of files which are gone: which words are paths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.memory.lint.aged import files_named, findings
from memsync.memory.note.names import Scope
from memsync.memory.note.note import Note
from memsync.memory.note.records import StoredNote

HEAD = "---\nname: n\ndescription: d\nlearned: 2026-01-01\n---\n\n"


def learned(body: str, head: str = HEAD) -> StoredNote:
    data = f"{head}{body}\n".encode()
    return StoredNote("n", Scope.WORKSPACE, "/m/n.md", Note.parse(data), data)


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("Run src/app.py first.", ["src/app.py"]),
        ("See `src/app.py:12:3`, and (lib/x.c).", ["src/app.py", "lib/x.c"]),
        ("In ./tools/run and tools/run/", ["tools/run"]),
        ("Edit setup.cfg.", ["setup.cfg"]),
        ("**docs/a.md**", ["docs/a.md"]),
        # Words, versions and times are no files.
        ("It was 3.11 or 1.2.3 at 10:30, and/or so.", ["and/or"]),
        ("No files here.", []),
        # Nothing outside the repository, and no address.
        ("../secret/x.py and /etc/passwd and ~/x.py", []),
        ("https://example.com/a.py", []),
        ("a/../../b.py", []),
        ("C:\\x\\y.py", []),
        ("", []),
    ],
)
def test_a_word_that_may_be_a_file_is_one(body: str, paths: list[str]) -> None:
    assert list(files_named(learned(body))) == paths


def test_each_path_has_the_line_of_the_file_where_it_stands_first() -> None:
    found = files_named(learned("one\nsrc/a.py\nsrc/b.py and src/a.py"))
    assert found == {"src/a.py": 8, "src/b.py": 9}


def test_only_what_was_learned_is_looked_at() -> None:
    assert files_named(learned("src/a.py", "---\nname: n\n---\n\n")) == {}
    assert files_named(learned("src/a.py", "")) == {}


def test_of_endless_paths_fifty_are_looked_for() -> None:
    body = " ".join(f"src/f{number}.py" for number in range(80))
    assert list(files_named(learned(body)))[-1] == "src/f49.py"


def test_what_is_gone_is_said_with_its_line() -> None:
    notes = [learned("src/a.py\nsrc/b.py"), learned("src/b.py")]
    (finding,) = findings(notes, {"src/a.py", "elsewhere.py"})
    assert (finding.line, finding.note, finding.path) == (7, "n", "/m/n.md")
    assert "'src/a.py', which is gone" in finding.message
    assert findings(notes, set()) == []


@given(st.text())
def test_any_text_may_be_a_note(body: str) -> None:
    for path, line in files_named(learned(body)).items():
        assert not path.startswith("/")
        assert ".." not in path.split("/")
        assert line > 6
