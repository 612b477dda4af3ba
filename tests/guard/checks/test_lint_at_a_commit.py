"""The errors of one note, as a commit is told of them."""

from __future__ import annotations

from memsync.guard.checks.lint import _in_note, _in_text

NOTE = b"---\nname: auth\ndescription: about\n---\n\n"


def found(name: str, data: bytes, *others: str) -> list[tuple[int, str, str]]:
    faults = _in_text(name, data, {name, *others})
    return [(fault.line, fault.rule, fault.link) for fault in faults]


def test_a_link_leads_to_a_note_or_is_named_with_its_line() -> None:
    data = NOTE + b"See [[other]].\n\n`[[code]]` and [[gone]] and [x](file.md)\n"
    assert found("auth", data, "other") == [(8, "broken-link", "gone")]


def test_a_name_that_memsync_would_not_write_is_an_error() -> None:
    data = NOTE.replace(b"name: auth", b"name: My Note")
    assert found("My Note", data) == [(1, "name", "")]
    assert found("auth", data) == [(1, "name", "")]
    assert found("con", NOTE.replace(b"auth", b"con")) == [(1, "name", "")]


def test_names_that_some_file_system_takes_for_one_are_twins() -> None:
    (fault,) = _in_note("auth", NOTE, {"auth", "AUTH", "other"})
    assert (fault.rule, fault.message) == (
        *("twin", "differs from 'AUTH' only by case or form"),
    )


def test_a_memory_index_names_notes_that_exist() -> None:
    index = b"# Memory Index\n\n- [[auth]]: about\n- [[gone]]: what was\n"
    assert found("MEMORY", index, "auth") == [(4, "dead-entry", "gone")]
