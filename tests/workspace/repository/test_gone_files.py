"""Files that were committed once and are gone: git's history says which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.workspace.repository.gone_files import gone_files
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository that deleted a file, and renamed another."""
    top = machine.repository()
    for name in ("gone.py", "src/deep/gone.py", "old.py", "*.py", "n\u00e4me \n"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(name)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-qm", "more", cwd=top)
    machine.git("rm", "-q", "gone.py", "src/deep/gone.py", "n\u00e4me \n", cwd=top)
    machine.git("mv", "old.py", "new.py", cwd=top)
    machine.git("commit", "-qm", "less", cwd=top)
    return top


def gone(machine: Machine, top: Path, paths: Iterable[str]) -> set[str]:
    return gone_files(require_root(top, machine.environ), machine.environ, paths)


def test_only_what_history_deleted_is_gone(machine: Machine, top: Path) -> None:
    asked = ["gone.py", "code.py", "never.py", "src/deep/gone.py", "new.py"]
    assert gone(machine, top, asked) == {"gone.py", "src/deep/gone.py"}


def test_a_folder_whose_files_went_is_gone(machine: Machine, top: Path) -> None:
    assert gone(machine, top, ["src", "src/deep", "sr"]) == {"src", "src/deep"}


def test_a_renamed_file_is_gone_by_its_old_name(machine: Machine, top: Path) -> None:
    assert gone(machine, top, ["old.py"]) == {"old.py"}


def test_names_are_no_patterns_and_may_hold_anything(
    machine: Machine, top: Path
) -> None:
    # `*.py` is there; as a pattern it would find what is gone.
    assert gone(machine, top, ["*.py", "g*", ":(top)gone.py", "--all"]) == set()
    assert gone(machine, top, ["n\u00e4me \n"]) == {"n\u00e4me \n"}


def test_what_was_made_again_is_not_gone(machine: Machine, top: Path) -> None:
    (top / "gone.py").symlink_to("nowhere")
    assert gone(machine, top, ["gone.py"]) == set()


def test_a_repository_without_a_commit_has_lost_nothing(machine: Machine) -> None:
    top = machine.folder / "fresh"
    machine.git("init", "-q", str(top))
    assert gone(machine, top, ["a.py"]) == set()
    assert gone(machine, top, []) == set()
