"""Files of sessions: opened, unpacked, and compared with what they were."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.index.files import (
    Marks,
    digest,
    digest_of,
    looks,
    mtime_of,
    opened,
    unpacked,
)
from memsync.sessions.reading.reader import Source

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sessions.reading.reader import Form


def source(path: Path, form: Form = "lines") -> Source:
    return Source("jsonl", path, form)


def test_a_text_is_kept_as_a_digest_of_32_letters() -> None:
    assert len(digest_of("the title")) == 32
    assert digest_of("the title") != digest_of("the titles")
    assert "title" not in digest_of("the title")


def test_a_text_with_half_a_character_has_a_digest() -> None:
    assert digest_of("\ud800") == digest_of("?")


@given(st.binary(max_size=64), st.integers(0, 70), st.integers(0, 70))
def test_the_digest_is_that_of_the_part_alone(
    data: bytes, start: int, end: int
) -> None:
    part = data[start:end] if start < end else b""
    found = digest(io.BytesIO(data), start, end)
    assert found == digest(io.BytesIO(part), 0, len(part))
    assert len(found) == 16


def test_marks_leave_the_file_where_it_stood() -> None:
    file = io.BytesIO(b"one\ntwo\nthree\n")
    file.seek(8)
    made = Marks.of(file, 4, 8)
    assert file.tell() == 8
    assert (made.end, made.tail_from) == (8, 4)
    assert made.head == digest(io.BytesIO(b"one\ntwo\n"), 0, 8)
    assert made.tail == digest(io.BytesIO(b"two\n"), 0, 4)


def test_marks_of_a_long_line_cover_its_last_4096_bytes() -> None:
    data = b"x" * 10_000 + b"\n"
    assert Marks.of(io.BytesIO(data), 0, len(data)).tail_from == len(data) - 4096


@given(st.binary(min_size=1, max_size=40), st.binary(max_size=40))
def test_marks_stay_the_same_when_a_file_grows(data: bytes, more: bytes) -> None:
    before = Marks.of(io.BytesIO(data), 0, len(data))
    assert Marks.of(io.BytesIO(data + more), 0, len(data)) == before
    other = bytes([data[0] ^ 1]) + data[1:]
    assert Marks.of(io.BytesIO(other + more), 0, len(data)) != before


def test_a_regular_file_is_opened(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    with opened(tmp_path / "a") as file:
        assert file.read() == b"text"


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_nothing_but_a_regular_file_is_opened(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd"
    if kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"), opened(path):
        pass


def test_a_file_that_is_gone_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), opened(tmp_path / "gone"):
        pass


def test_a_packed_file_is_unpacked_over_all_its_frames() -> None:
    packed = zstandard.compress(b"one\n") + zstandard.compress(b"two\n")
    with unpacked(io.BytesIO(packed)) as file:
        assert file.readlines() == [b"one\n", b"two\n"]


def test_a_file_that_is_not_packed_is_an_error() -> None:
    with (
        pytest.raises(OSError, match="not packed by zstd, or cut off"),
        unpacked(io.BytesIO(b"plain text")) as file,
    ):
        file.read()


def test_a_frame_that_demands_much_memory_is_refused() -> None:
    # A frame header with a window of 2 GiB: magic, descriptor, window descriptor.
    frame = b"\x28\xb5\x2f\xfd\x00\xa8" + b"\x01\x00\x00"
    with (
        pytest.raises(OSError, match="not packed"),
        unpacked(io.BytesIO(frame)) as file,
    ):
        file.read()


def test_the_log_of_a_database_counts_as_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"12345")
    os.utime(path, ns=(10, 10))
    assert looks(source(path, "database")) == (5, 10)
    log = tmp_path / "a.db-wal"
    log.write_bytes(b"")
    os.utime(log, ns=(99, 99))
    assert looks(source(path, "database")) == (5, 10)
    log.write_bytes(b"123")
    os.utime(log, ns=(30, 30))
    assert looks(source(path, "database")) == (8, 30)
    assert looks(source(path)) == (5, 10)


def test_times_are_in_seconds(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    os.utime(tmp_path / "a", ns=(0, 1_500_000_000))
    assert mtime_of((tmp_path / "a").stat()) == 1.5
