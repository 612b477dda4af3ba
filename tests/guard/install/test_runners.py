"""Programs that run hooks are known by what they write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.guard.install.runners import (
    RUNNERS,
    configured,
    is_husky,
    lefthook_advice,
    read,
    runner_of,
)

if TYPE_CHECKING:
    from pathlib import Path

LEFTHOOK = RUNNERS[2]


def test_each_runner_is_known_by_the_mark_in_its_hook() -> None:
    for runner in RUNNERS:
        found = runner_of(b"#!/bin/sh\n# " + runner.mark + b"\nrun\n")
        assert found is runner
    assert runner_of(b"#!/bin/sh\nmake check\n") is None
    assert runner_of(None) is None


def test_huskys_folder_is_known_by_its_place_or_its_script(tmp_path: Path) -> None:
    assert is_husky(tmp_path / ".husky/_")
    own = tmp_path / "hooks/_"
    own.mkdir(parents=True)
    assert not is_husky(own)
    (own / "h").write_text("#!/bin/sh\n")
    assert is_husky(own)
    assert not is_husky(tmp_path / ".husky")


def test_any_of_lefthooks_files_may_configure_us(tmp_path: Path) -> None:
    assert not configured(LEFTHOOK, tmp_path)
    assert lefthook_advice(tmp_path, require=False).file == tmp_path / "lefthook.yml"
    (tmp_path / ".config").mkdir()
    file = tmp_path / ".config/lefthook.yaml"
    file.write_text("pre-commit:\n  commands: {}\n")
    assert not configured(LEFTHOOK, tmp_path)
    advice = lefthook_advice(tmp_path, require=True)
    assert advice.file == file
    assert advice.text.endswith("run: memsync-guard")
    file.write_text(advice.text)
    assert configured(LEFTHOOK, tmp_path)


def test_a_file_that_is_none_reads_as_none(tmp_path: Path) -> None:
    assert read(tmp_path / "none") is None
    assert read(tmp_path) is None
    (tmp_path / "file").write_bytes(b"x" * (1 << 21))
    assert len(read(tmp_path / "file") or b"") == 1 << 20
    assert read(tmp_path / "file/below") is None
