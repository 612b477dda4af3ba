"""Whatever a repository ignores: init hides the memory or says why it cannot."""

from __future__ import annotations

import shutil
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memsync.clock import read_clock
from memsync.paths import Places
from memsync.workspace.verbs.bootstrap import Wanted, init
from memsync.workspace.verbs.deinit import deinit

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

RULES = b"""
.coyote/memory/
!.coyote/memory/
.coyote/
!.coyote/
*
!*
*.md
!*.md
# x
.coyote
!.coyote
/.coyote/*
!/.coyote/memory
**/memory/**
!**/memory/**
!memory
 .coyote/memory/
.coyote/memory/ 
""".split(b"\n")  # noqa: W291 -- a space at the end of a rule means something
files = st.lists(st.sampled_from(RULES), max_size=4).flatmap(
    lambda rules: st.sampled_from([b"\n", b"\r\n"]).map(lambda end: end.join(rules))
)
given_files = given(
    gitignore=st.none() | files, inner=st.none() | files, exclude=st.none() | files
)


@given_files
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_the_memory_is_hidden_or_it_is_said(
    machine: Machine,
    gitignore: bytes | None,
    inner: bytes | None,
    exclude: bytes | None,
) -> None:
    with TemporaryDirectory(dir=machine.folder) as name:
        top = machine.folder / name
        machine.git("init", "-q", cwd=top)
        put(top / ".gitignore", gitignore)
        put(top / ".coyote/.gitignore", inner)
        put(top / ".git/info/exclude", exclude)
        before = read(top / ".gitignore"), read(top / ".git/info/exclude")
        places = Places(machine.environ)
        (plan,) = init(top, places, Wanted())
        (again,) = init(top, places, Wanted())
        assert not any(step.pending for step in again.steps)
        memory = top / ".coyote/memory"
        put(memory / "note.md", b"private")
        put(memory / "daily/any.txt", b"private")
        seen = machine.git("add", "--all", "--dry-run", cwd=top)
        assert (".coyote/memory/" in seen) == bool(plan.warnings)
        shutil.rmtree(memory / "daily")
        deinit(top, places, read_clock(), keep_notes=False)
        after = read(top / ".gitignore"), read(top / ".git/info/exclude")
        assert after == before


def put(path: Path, data: bytes | None) -> None:
    if data is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
