"""The bare clone: made whole, mended after a killed git, kept small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.files.lock import Held
from memsync.process.git import Git, elsewhere
from memsync.sync.mirror.bare_folder import forget, make_sound, tidy

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state/mirror"


@pytest.fixture
def git(machine: Machine, folder: Path) -> Git:
    return elsewhere(folder, machine.environ)


@pytest.fixture
def clone(folder: Path, git: Git) -> Path:
    make_sound(folder, git, Held())
    return folder


def blob(git: Git, text: str) -> str:
    return git.run("hash-object", "-w", "--stdin", stdin=text.encode()).decode().strip()


def has(git: Git, oid: str) -> bool:
    return git.attempt("cat-file", "-e", oid).code == 0


def test_it_is_made_where_there_is_none(clone: Path, git: Git) -> None:
    assert git.run("rev-parse", "--is-bare-repository") == b"true\n"
    assert git.run("symbolic-ref", "HEAD") == b"refs/heads/main\n"
    assert clone.stat().st_mode & 0o077 == 0
    assert not (clone / "hooks").exists()


def test_made_again_it_keeps_what_it_has(clone: Path, git: Git) -> None:
    oid = blob(git, "kept")
    make_sound(clone, git, Held())
    assert has(git, oid)


def test_one_that_was_never_finished_is_made_anew(folder: Path, git: Git) -> None:
    folder.mkdir(parents=True)
    (folder / "HEAD").write_text("half")
    half = folder.with_name("mirror.new")
    half.mkdir()
    (half / "junk").write_text("of a killed one")
    make_sound(folder, git, Held())
    assert git.run("rev-parse", "--is-bare-repository") == b"true\n"
    assert [path.name for path in folder.parent.iterdir()] == ["mirror"]


def test_one_that_lost_its_head_keeps_its_objects(clone: Path, git: Git) -> None:
    oid = blob(git, "all there is")
    (clone / "HEAD").unlink()
    make_sound(clone, git, Held())
    assert has(git, oid)


@pytest.mark.parametrize(
    "lock", ["HEAD.lock", "refs/heads/main.lock", "packed-refs.lock", "config.lock"]
)
def test_the_lock_of_a_killed_git_goes(clone: Path, git: Git, lock: str) -> None:
    (clone / lock).write_text("")
    make_sound(clone, git, Held())
    assert not (clone / lock).exists()


def test_many_packs_become_one(clone: Path, git: Git) -> None:
    oids = []
    for number in range(32):
        oids.append(blob(git, f"text {number}"))
        given = f"{oids[-1]}\n".encode()
        git.run("pack-objects", "-q", "objects/pack/pack", stdin=given)
        git.run("prune-packed", "-q")
    tree = "".join(f"100644 blob {oid}\tn{n}\n" for n, oid in enumerate(oids))
    made = git.run("mktree", stdin=tree.encode()).decode().strip()
    commit = git.run(
        *("-c", "user.name=a", "-c", "user.email=a@b.c"),
        *("commit-tree", made, "-m", "x"),
    )
    git.run("update-ref", "refs/heads/main", commit.decode().strip())
    tidy(clone, git)
    assert len(list((clone / "objects/pack").glob("*.pack"))) == 1
    assert all(has(git, oid) for oid in oids)
    before = sorted(path.name for path in clone.rglob("*"))
    tidy(clone, git)
    assert sorted(path.name for path in clone.rglob("*")) == before


def test_what_no_kept_ref_reaches_is_forgotten(clone: Path, git: Git) -> None:
    kept, gone = blob(git, "kept"), blob(git, "gone")
    git.run("update-ref", "refs/keep", kept)
    git.run("update-ref", "refs/gone", gone)
    (clone / "objects/pack/pack-1.keep").write_text("of a killed fetch")
    forget(clone, git, {"refs/keep"})
    assert has(git, kept)
    assert not has(git, gone)
    assert git.run("for-each-ref", "--format=%(refname)") == b"refs/keep\n"
