"""The cache of sealed files: what it finds, what it forgets, and damage to its file."""

from __future__ import annotations

import hashlib
import stat
from typing import TYPE_CHECKING

import pytest

from memsync.sync.sealed.cache import Known, SealedCache, append, known_file
from memsync.sync.tree.layout import blob_id
from memsync.vault.cipher import Cipher

if TYPE_CHECKING:
    from pathlib import Path


def known(number: int, *, epoch: int = 1, path: str = "", plain: int = 0) -> Known:
    """A file that differs from every other by its number."""
    return Known(
        f"{number:040x}",
        f"v1/n/{number:02x}/x",
        epoch,
        f"{number:064x}",
        f"{plain or number:040x}",
        number,
        path or f"user/n{number}.md",
    )


def filled(path: Path | None, *files: Known) -> SealedCache:
    cache = SealedCache(path)
    for each in files:
        cache.learn(each)
    return cache


def test_what_is_remembered_of_a_file() -> None:
    cipher = Cipher(b"v" * 16, 4, b"k" * 32)
    made = known_file(cipher, "v1/n/aa/b", b"sealed", "user/a.md", b"text\n")
    assert made == Known(
        blob_id(b"sealed"),
        "v1/n/aa/b",
        4,
        hashlib.sha256(b"sealed").hexdigest(),
        blob_id(b"text\n"),
        5,
        "user/a.md",
    )


def test_a_file_is_found_by_either_of_its_blobs() -> None:
    one, two = known(1, plain=9), known(2, plain=9, epoch=2)
    cache = filled(None, one, two)
    assert cache.by_sealed == {one.sealed: one, two.sealed: two}
    assert cache.forms(one.plain) == [one, two]
    assert cache.find(1, one.path, one.plain) == one
    assert cache.find(2, one.path, one.plain) is None
    assert cache.forms("f" * 40) == []


def test_a_saved_cache_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    odd = known(3, path="user/über \u2028 '.md")
    filled(file, known(1), odd).save([])
    assert list(SealedCache(file).by_sealed.values()) == [known(1), odd]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_saving_again_appends_only_what_is_new(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    cache = filled(file, known(1))
    cache.save([])
    before = file.read_bytes()
    cache.learn(known(1))
    cache.save([])
    assert file.read_bytes() == before
    cache.learn(known(2))
    cache.save([])
    assert file.read_bytes().startswith(before)
    assert set(SealedCache(file).by_sealed.values()) == {known(1), known(2)}


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path / "sealed", pretend=True)
    cache.learn(known(1))
    cache.save([], forget=True)
    assert list(tmp_path.iterdir()) == []


def test_to_forget_leaves_only_what_lives(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    cache = filled(file, known(1), known(2))
    cache.save([])
    cache.save([known(2).sealed], forget=True)
    assert list(SealedCache(file).by_sealed.values()) == [known(2)]
    assert known(1).path.encode() not in file.read_bytes()


def test_a_file_that_grew_large_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    many = [known(number) for number in range(1, 1006)]
    cache = filled(file, *many[:1004])
    cache.save([many[0].sealed])
    assert len(SealedCache(file).by_sealed) == 1004
    cache.learn(many[1004])
    cache.save([many[0].sealed])
    assert list(SealedCache(file).by_sealed.values()) == [many[0]]


def test_an_epoch_that_never_came_to_be_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    kept, gone = known(1), known(2, epoch=2)
    cache = filled(file, kept, gone)
    cache.drop(2)
    assert list(cache.by_sealed.values()) == [kept]
    assert cache.forms(gone.plain) == []
    assert cache.find(2, gone.path, gone.plain) is None
    cache.save([])
    assert list(SealedCache(file).by_sealed.values()) == [kept]


def test_damaged_lines_are_skipped_and_the_others_read(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    append(file, [known(1), known(2), known(3)])
    lines = file.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b"n2.md", b"n9.md")
    file.write_bytes(b"\n".join([b"\xff\xff garbage", b"\t00000000", *lines]))
    assert list(SealedCache(file).by_sealed.values()) == [known(1), known(3)]


def test_a_line_that_a_crash_cut_short_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    append(file, [known(1), known(2)])
    file.write_bytes(file.read_bytes()[:-5])
    append(file, [known(3)])
    assert list(SealedCache(file).by_sealed.values()) == [known(1), known(3)]


def test_a_line_with_too_few_words_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    # The checksum of an empty text is right, but the line says nothing.
    file.write_bytes(b"\t00000000\n")
    assert SealedCache(file).by_sealed == {}


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "sealed").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="sealed"):
        append(tmp_path / "sealed", [known(1)])
    assert (tmp_path / "victim").read_text() == "mine"
