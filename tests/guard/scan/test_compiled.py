"""The patterns of the native search are compiled once, and never used if damaged."""

from __future__ import annotations

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


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "native.hyperscan"
    monkeypatch.setattr(compiled, "_path", lambda: path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    yield path
    native.disable()


def finds() -> bool:
    assert Text.search is not None
    return [f.rule for f in scan(TEXT)] == ["github-pat"]


def test_a_later_scan_compiles_nothing(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled.enable()
    assert finds()
    native.disable()

    def refuse() -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(native, "enable", refuse)
    compiled.enable()
    assert finds()
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]


@pytest.mark.parametrize("at", [0, 40, 100, 5000, -1])
def test_damaged_patterns_are_compiled_again(kept: Path, at: int) -> None:
    compiled.enable()
    whole = kept.read_bytes()
    damaged = bytearray(whole)
    damaged[at] ^= 1
    kept.write_bytes(damaged)
    native.disable()
    compiled.enable()
    assert finds()
    assert kept.read_bytes() == whole


@pytest.mark.parametrize("length", [0, 10, 64, 1000])
def test_patterns_that_were_cut_are_compiled_again(kept: Path, length: int) -> None:
    compiled.enable()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:length])
    native.disable()
    compiled.enable()
    assert finds()
    assert kept.read_bytes() == whole


def test_patterns_of_another_version_are_not_loaded(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled.enable()
    before = kept.read_bytes()
    native.disable()
    monkeypatch.setattr(native, "digest", lambda: bytes(32))
    compiled.enable()
    assert finds()
    after = kept.read_bytes()
    assert (after[:32], after[64:]) == (bytes(32), before[64:])


def test_what_another_processor_compiled_is_not_loaded() -> None:
    native.disable()
    assert not native.load(b"no patterns")
    assert Text.search is None


def test_where_python_keeps_no_compiled_modules_nothing_is_kept(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    compiled.enable()
    assert finds()
    assert not kept.exists()


def test_a_folder_that_cannot_be_written_is_no_error(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_path", lambda: kept / "no folder" / "x")
    kept.write_bytes(b"a file")
    compiled.enable()
    assert finds()


def test_the_patterns_are_beside_the_compiled_modules() -> None:
    path = compiled._path()
    assert path is not None
    assert path.parent.name == "__pycache__"
    assert path.name.startswith("native.")


def test_without_the_library_python_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    native.disable()
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    compiled.enable()
    assert Text.search is None
