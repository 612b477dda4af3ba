"""The patterns of the native search are compiled once, and never used if damaged."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.guard.scan import compiled
from memsync.secrets import native
from memsync.secrets.scan import scan
from memsync.secrets.texts.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = f"We use {tokens.github()} for that.\n".encode()


# Bytes of a small scan, and of one for which compiling pays by itself.
FEW, MANY = 3_000_000, 30_000_000


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "state/patterns.hyperscan"
    native.disable()


def enable(kept: Path) -> None:
    compiled.enable(kept.parent, FEW)


def finds() -> bool:
    assert Text.search is not None
    return [f.rule for f in scan(TEXT)] == ["github-pat"]


def test_a_later_scan_compiles_nothing(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enable(kept)
    assert finds()
    native.disable()

    def refuse() -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(native, "enable", refuse)
    enable(kept)
    assert finds()
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]


@pytest.mark.parametrize("at", [0, 40, 100, 5000, -1])
def test_damaged_patterns_are_compiled_again(kept: Path, at: int) -> None:
    enable(kept)
    whole = kept.read_bytes()
    damaged = bytearray(whole)
    damaged[at] ^= 1
    kept.write_bytes(damaged)
    native.disable()
    enable(kept)
    assert finds()
    assert kept.read_bytes() == whole


@pytest.mark.parametrize("length", [0, 10, 64, 1000])
def test_patterns_that_were_cut_are_compiled_again(kept: Path, length: int) -> None:
    enable(kept)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:length])
    native.disable()
    enable(kept)
    assert finds()
    assert kept.read_bytes() == whole


def test_patterns_of_another_version_are_not_loaded(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enable(kept)
    before = kept.read_bytes()
    native.disable()
    monkeypatch.setattr(native, "digest", lambda: bytes(32))
    enable(kept)
    assert finds()
    after = kept.read_bytes()
    assert (after[:32], after[64:]) == (bytes(32), before[64:])


def test_what_another_processor_compiled_is_not_loaded() -> None:
    native.disable()
    assert not native.load(b"no patterns")
    assert Text.search is None


def test_they_are_kept_for_their_owner_alone(kept: Path) -> None:
    enable(kept)
    assert [oct(path.stat().st_mode & 0o777) for path in (kept, kept.parent)] == [
        "0o600",
        "0o700",
    ]


def test_a_link_is_not_followed(kept: Path, tmp_path: Path) -> None:
    enable(kept)
    kept.rename(tmp_path / "elsewhere")
    kept.symlink_to(tmp_path / "elsewhere")
    native.disable()
    enable(kept)
    assert finds()
    assert not kept.is_symlink()


@pytest.mark.parametrize(("size", "searches"), [(FEW, False), (MANY, True)])
def test_nothing_is_compiled_for_a_small_scan_that_could_not_keep_it(
    kept: Path, size: int, searches: bool
) -> None:
    native.disable()
    kept.parent.parent.joinpath("state").write_bytes(
        b"a file where the folder would be"
    )
    for folder in (kept.parent, None):
        compiled.enable(folder, size)
        assert (Text.search is not None) == searches
        native.disable()


def test_a_full_disk_is_no_error(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kept.parent.mkdir()
    monkeypatch.setattr(os, "fsync", refuse)
    enable(kept)
    assert finds()
    assert not [*kept.parent.iterdir()]


def test_without_the_library_python_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    native.disable()
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    compiled.enable(None, MANY)
    assert Text.search is None
