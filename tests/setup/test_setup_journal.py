"""What setup changed, kept so that it can be taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Broken, Refused
from memsync.setup import journal
from memsync.setup.journal import Entry, digest, missing_folders

FILE = Path("/home/me/.agent/settings.json")


def entry(before: bytes | None, after: bytes | None, path: Path = FILE) -> Entry:
    return Entry(path, "agent", before, digest(after), ())


BYTES = st.none() | st.binary(max_size=20)
ENTRY = st.builds(
    Entry,
    st.text("abc /.é", min_size=1, max_size=8).map(Path),
    st.sampled_from(["memory", "sync", "claude-code"]),
    BYTES,
    BYTES.map(digest),
    st.lists(st.sampled_from([Path("/a/b"), Path("/a")]), max_size=2).map(tuple),
)


@given(st.lists(ENTRY, max_size=4))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "journal"
    journal.write(folder, entries)
    assert journal.read(folder) == entries


def test_it_is_the_owners_alone_and_goes_with_its_last_entry(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert journal.read(folder) == []
    journal.write(folder, [entry(b"x", b"y")])
    assert (folder / journal.NAME).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o077 == 0
    journal.write(folder, [])
    assert list(folder.iterdir()) == []
    journal.write(folder, [])


def test_a_file_changed_again_keeps_what_it_was_at_first(tmp_path: Path) -> None:
    journal.add(tmp_path, [entry(b"first", b"ours")])
    journal.add(tmp_path, [entry(b"ours", b"ours 2")])
    assert journal.read(tmp_path) == [entry(b"first", b"ours 2")]


def test_what_somebody_changed_since_is_what_it_was(tmp_path: Path) -> None:
    journal.add(tmp_path, [entry(b"first", b"ours")])
    journal.add(tmp_path, [entry(b"theirs", b"ours 2")])
    assert journal.read(tmp_path) == [entry(b"theirs", b"ours 2")]


def test_other_files_stay_in_their_order(tmp_path: Path) -> None:
    two = entry(None, b"y", Path("/two"))
    journal.add(tmp_path, [entry(b"a", b"b"), two])
    journal.add(tmp_path, [entry(b"b", b"c")])
    assert journal.read(tmp_path) == [entry(b"a", b"c"), two]


def test_no_file_and_an_empty_one_are_told_apart() -> None:
    assert digest(None) == ""
    assert digest(b"") != ""
    assert digest(b"a") != digest(b"b")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"files": 3}',
        b'{"files": [{}]}',
        b'{"files": [3]}',
        (
            b'{"files": [{"path": "a", "part": "b", "before": 3, "after": "", '
            b'"folders": []}]}'
        ),
        (
            b'{"files": [{"path": "a", "part": "b", "before": "_", "after": "", '
            b'"folders": null}]}'
        ),
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_damaged_journal_is_named(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / journal.NAME
    file.write_bytes(data)
    with pytest.raises(Broken) as raised:
        journal.read(tmp_path)
    assert f"'{file}' is damaged" in raised.value.message
    assert str(file) in (raised.value.hint or "")
    assert raised.value.word == "setup-journal"
    # And nothing is written over it.
    with pytest.raises(Broken):
        journal.add(tmp_path, [entry(b"a", b"b")])
    assert file.read_bytes() == data


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text(json.dumps({"files": []}))
    (tmp_path / journal.NAME).symlink_to(tmp_path / "other")
    with pytest.raises(Refused):
        journal.read(tmp_path)


def test_the_folders_that_a_file_needs_are_named_from_within(tmp_path: Path) -> None:
    assert missing_folders(tmp_path / "a/b/file") == (tmp_path / "a/b", tmp_path / "a")
    assert missing_folders(tmp_path / "file") == ()
