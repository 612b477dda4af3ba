"""The file that says where imported notes came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store

from memsync.files.lock import Held
from memsync.memory.files.origins import (
    ORIGINS_FILE,
    Origin,
    add,
    agents_by_note,
    load,
    merged,
    note_digest,
    parse,
    prune,
    render,
    source_digest,
)

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"The port is 8080.\n"
HERE = Origin("codex", source_digest(b"x"), note_digest(TEXT), "port", "a/port.md#2")
a_word = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
an_origin = st.builds(
    Origin,
    st.sampled_from(["codex", "claude-code"]),
    st.binary().map(source_digest),
    st.binary().map(note_digest),
    a_word,
    a_word,
)


@given(st.lists(an_origin, max_size=6))
def test_what_is_written_is_read_whatever_a_file_is_called(
    origins: list[Origin],
) -> None:
    data = render(origins)
    assert set(parse(data)) == set(origins)
    assert data.isascii()
    assert render(parse(data)) == data


@given(st.lists(an_origin, max_size=4), st.lists(an_origin, max_size=4))
def test_two_machines_files_merge_as_a_set(
    here: list[Origin], there: list[Origin]
) -> None:
    one, two = render(here), render(there)
    assert merged(one, two) == merged(two, one) == render([*here, *there])
    assert merged(one, one) == one


def test_a_line_of_a_later_version_stays_and_is_passed_over() -> None:
    odd = b"codex some other form\n"
    both = merged(odd, render([HERE]))
    assert odd in both
    assert parse(both) == [HERE]


def test_a_note_is_known_with_any_line_ends_and_with_a_mark_before_it() -> None:
    assert note_digest(b"\xef\xbb\xbfa\r\nb\r\n") == note_digest(b"a\nb\n")
    assert note_digest(b"a\nb\n") != note_digest(b"a\nb")
    assert agents_by_note(render([HERE])) == {note_digest(TEXT): "codex"}


def test_an_entry_of_a_file_has_a_number_that_is_not_part_of_the_file() -> None:
    assert HERE.file == "a/port.md"
    assert HERE._replace(path="a/port#x.md").file == "a/port#x.md"


def test_what_was_purged_is_forgotten_and_all_else_stays(tmp_path: Path) -> None:
    memory = make_store(tmp_path).memory
    kept = HERE._replace(name="auth")
    add(memory, [HERE, kept], Held())
    prune(memory, {"port": TEXT, "other": None}, Held())
    assert parse(load(memory)) == sorted([HERE, kept])
    prune(memory, {"port": b"another text\n"}, Held())
    assert parse(load(memory)) == [kept]
    assert (memory.folder / ORIGINS_FILE).is_file()


def test_adding_what_is_there_writes_nothing(tmp_path: Path) -> None:
    memory = make_store(tmp_path).memory
    add(memory, [HERE], Held())
    before = (memory.folder / ORIGINS_FILE).stat()
    add(memory, [HERE], Held())
    assert (memory.folder / ORIGINS_FILE).stat().st_mtime_ns == before.st_mtime_ns
    assert (memory.folder / ORIGINS_FILE).stat().st_ino == before.st_ino
