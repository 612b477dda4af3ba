"""One suite for the bare repository and its twin in memory."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from support.memory_mirror import MemoryMirror, MemoryRemote

from memsync.errors import Refused, Unreachable
from memsync.files.lock import Held
from memsync.process.git import GitFailed
from memsync.sync.mirror.bare import BareMirror, open_mirror
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.commit import commit_bytes
from memsync.sync.tree.layout import Item, blob_id
from memsync.sync.tree.url import parse_remote

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.sync.mirror.protocol import Mirror

    Machines = Callable[[str], Mirror]


@pytest.fixture(params=["bare repository", "memory"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Machines:
    """Makes the mirrors of machines that share one empty remote."""
    if request.param == "memory":
        remote = MemoryRemote()
        return lambda _: MemoryMirror(remote)
    path = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(path)], check=True)
    return lambda name: bare(tmp_path / name, path)


def bare(folder: Path, remote: Path, **environ: str) -> BareMirror:
    found = parse_remote(str(remote), cwd=folder, home=None)
    return open_mirror(folder / "mirror", {**os.environ, **environ}, found, Held())


def save(
    mirror: Mirror, files: dict[str, bytes], *parents: str, second: int = 1
) -> str:
    tree = {path: Item(blob_id(data)) for path, data in files.items()}
    clock = Clock(second * 1000, 0, "0000000a")
    return mirror.save(
        tree, files.values(), lambda top: commit_bytes(top, parents, clock)
    )


FILES = {"memsync.json": b"{}", "user/a.md": b"one\n", "user/daily/d.md": b"two\n"}


def test_a_ref_is_found_among_packed_ones(tmp_path: Path) -> None:
    mirror = bare(tmp_path / "desk", tmp_path / "remote.git")
    assert mirror.tip() is None
    tip = save(mirror, FILES)
    mirror.advance(tip, None)
    mirror.git.run("pack-refs", "--all")
    assert not (mirror.folder / "refs/heads/main").exists()
    assert mirror.tip() == tip
    assert mirror.agreed() is None


def test_a_saved_tree_is_read_back_whole(machines: Machines) -> None:
    mirror = machines("desk")
    made = save(mirror, FILES)
    assert mirror.tip() is None
    entries = mirror.entries(made)
    assert {e.path.decode(): e.size for e in entries} == {
        path: len(data) for path, data in FILES.items()
    }
    read = mirror.blobs(entry.oid for entry in entries)
    assert {e.path.decode(): read[e.oid] for e in entries} == FILES
    assert mirror.commits([made, "0" * 40])[made].clock == Clock(1000, 0, "0000000a")


def test_many_notes_with_equal_text_are_saved_at_once(machines: Machines) -> None:
    mirror = machines("desk")
    files = {f"user/n{i}.md": b"%d\n" % (i % 50) for i in range(500)}
    made = save(mirror, files)
    entries = mirror.entries(made)
    read = mirror.blobs(entry.oid for entry in entries)
    assert {e.path.decode(): read[e.oid] for e in entries} == files


def test_an_empty_remote_has_no_main(machines: Machines) -> None:
    mirror = machines("desk")
    assert mirror.remote_tip() is None
    assert mirror.fetch() is None


def test_what_one_machine_publishes_the_other_fetches(machines: Machines) -> None:
    desk, laptop = machines("desk"), machines("laptop")
    made = save(desk, FILES)
    assert desk.publish(made, 60)
    desk.advance(made, None, made)
    assert (desk.tip(), desk.agreed()) == (made, made)
    assert laptop.fetch() == made
    assert len(laptop.entries(made)) == len(FILES)
    assert (laptop.tip(), laptop.agreed()) == (None, None)


def test_the_slower_of_two_pushes_is_told_and_merges(machines: Machines) -> None:
    desk, laptop = machines("desk"), machines("laptop")
    base = save(desk, FILES)
    assert desk.publish(base, 60)
    assert laptop.fetch() == base
    first = save(desk, {**FILES, "user/b.md": b"b"}, base, second=2)
    second = save(laptop, {**FILES, "user/c.md": b"c"}, base, second=3)
    assert desk.publish(first, 60)
    assert not laptop.publish(second, 60)
    assert laptop.fetch() == first
    assert laptop.merge_bases(first, second) == [base]
    both = {**FILES, "user/b.md": b"b", "user/c.md": b"c"}
    merged = save(laptop, both, *sorted((first, second)), second=3)
    assert laptop.publish(merged, 60)
    assert desk.fetch() == merged


def test_unrelated_histories_have_no_base(machines: Machines) -> None:
    mirror = machines("desk")
    one, two = save(mirror, FILES), save(mirror, FILES, second=2)
    assert mirror.merge_bases(one, two) == []
    assert mirror.merge_bases(one, one) == [one]


def test_a_path_is_followed_through_its_commits(machines: Machines) -> None:
    mirror = machines("desk")
    one = save(mirror, FILES)
    two = save(mirror, {**FILES, "user/b.md": b"b"}, one, second=2)
    assert mirror.between(two, [one]) == [two]
    assert sorted(mirror.between(two, [])) == sorted([one, two])
    assert mirror.blobs_at([one, two], "user/b.md") == {two: blob_id(b"b")}


@pytest.mark.parametrize("kind", ["tree", "blob", "tag"])
def test_a_main_that_is_no_commit_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "remote.git"

    def git(*arguments: str, stdin: str = "") -> str:
        return subprocess.run(
            ["git", "-C", path, *arguments],
            input=stdin,
            text=True,
            check=True,
            capture_output=True,
        ).stdout.strip()

    subprocess.run(["git", "init", "-q", "--bare", path], check=True)
    mirror = bare(tmp_path / "desk", path)
    made = save(mirror, FILES)
    assert mirror.publish(made, 60)
    signed = "tagger A <a@example.invalid> 0 +0000"
    tag = f"object {made}\ntype commit\ntag x\n{signed}\n\nx\n"
    oid = {
        "tree": lambda: git("rev-parse", f"{made}^{{tree}}"),
        "blob": lambda: git("hash-object", "-w", "--stdin"),
        "tag": lambda: git("mktag", stdin=tag),
    }[kind]()
    (path / "refs/heads/main").write_text(f"{oid}\n")
    with pytest.raises(Refused, match="is not a commit"):
        mirror.fetch()


def test_a_remote_that_is_gone_is_unreachable(tmp_path: Path) -> None:
    mirror = bare(tmp_path, tmp_path / "gone.git")
    with pytest.raises(Unreachable, match="no git repository"):
        mirror.fetch()


def test_a_hook_of_another_repository_does_not_lead_it_astray(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "project", check=True)
    led: dict[str, Any] = {
        "GIT_DIR": str(tmp_path / "project/.git"),
        "GIT_INDEX_FILE": str(tmp_path / "project/.git/index"),
        "GIT_OBJECT_DIRECTORY": str(tmp_path / "project/.git/objects"),
        "GIT_AUTHOR_NAME": "The Employer",
    }
    mirror = bare(tmp_path, tmp_path / "remote.git", **led)
    made = save(mirror, FILES)
    mirror.advance(made, None)
    raw = mirror.git.run("cat-file", "commit", made)
    assert b"Employer" not in raw
    assert b"author memsync <memsync@localhost> 1 +0000" in raw
    assert not list((tmp_path / "project/.git/objects").glob("??"))


def test_locks_of_a_killed_git_are_cleared(tmp_path: Path) -> None:
    mirror = bare(tmp_path, tmp_path / "remote.git")
    made = save(mirror, FILES)
    (mirror.folder / "refs/heads/main.lock").touch()
    (mirror.folder / "HEAD.lock").touch()
    bare(tmp_path, tmp_path / "remote.git").advance(made, None)
    assert mirror.tip() == made


def test_a_mirror_that_was_half_made_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "mirror.new/objects").mkdir(parents=True)
    (tmp_path / "mirror").mkdir()
    mirror = bare(tmp_path, tmp_path / "remote.git")
    assert mirror.tip() is None
    assert mirror.folder.stat().st_mode & 0o777 == 0o700
    assert not (tmp_path / "mirror.new").exists()


def test_moving_main_from_an_unexpected_place_fails(tmp_path: Path) -> None:
    mirror = bare(tmp_path, tmp_path / "remote.git")
    one, two = save(mirror, FILES), save(mirror, FILES, second=2)
    mirror.advance(one, None)
    with pytest.raises(GitFailed, match="update-ref"):
        mirror.advance(two, two)
    assert mirror.tip() == one


def test_strange_user_settings_change_no_commit(tmp_path: Path) -> None:
    config = tmp_path / "gitconfig"
    config.write_text(
        "[commit]\n\tgpgSign = true\n[i18n]\n\tcommitEncoding = latin1\n"
        "[init]\n\tdefaultBranch = other\n\tdefaultObjectFormat = sha256\n"
        "[core]\n\tautocrlf = true\n\tcompression = 0\n[push]\n\tdefault = current\n"
        "[user]\n\tname = The Employer\n"
    )
    remote = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
    plain = bare(tmp_path / "a", remote)
    strange = bare(tmp_path / "b", remote, GIT_CONFIG_GLOBAL=str(config))
    made = save(strange, FILES)
    assert made == save(plain, FILES)
    assert strange.publish(made, 60)
