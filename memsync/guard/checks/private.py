"""The rule `private-memory`: staged paths that a commit would publish."""

from __future__ import annotations

import os

from memsync.guard.checks import staged

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.guard.checks.staged import File


def memory_of(path: bytes) -> bytes:
    """The memory's folder in the path of one of its files; else the path."""
    above, memory, _ = path.partition(b".coyote/memory")
    return above + memory


def links(files: Iterable[File]) -> list[bytes]:
    """The new links in the place of a memory folder, which is private."""
    return sorted(_links(_fresh(files)))


def private(
    files: Iterable[File], environ: Mapping[str, str], *, commit: str = ""
) -> list[bytes]:
    """The paths of a memory that must stay private, in what is staged or in a commit.

    Those are new paths that an ignore rule covers (added by force, or the link of a
    linked worktree), and any link in the place of the memory folder. Whoever ignores
    a team's memory, and adds a note to it by force, publishes nothing.
    """
    fresh = _fresh(files)
    linked = _links(fresh)
    hidden = staged.ignored([f.path for f in fresh if f.path not in linked], environ)
    teams = _teams({memory_of(path) for path in hidden}, environ, commit)
    return sorted(linked | {p for p in hidden if memory_of(p) not in teams})


def _fresh(files: Iterable[File]) -> list[File]:
    return [
        file
        for file in files
        if file.status in (b"A", b"C", b"R", b"T")
        and staged.is_memory(file.path)
        # What a merged commit has is published already.
        and not (file.status == b"A" and file.parents)
    ]


def _links(files: Iterable[File]) -> set[bytes]:
    return {f.path for f in files if f.is_link and f.path.endswith(b".coyote/memory")}


def existing(names: list[bytes], environ: Mapping[str, str]) -> set[bytes]:
    """Those objects that git has, such as `HEAD:path`, of any type."""
    asked = b"".join(name + b"\n" for name in names)
    found = staged.git(environ, "cat-file", "--batch-check", stdin=asked).splitlines()
    return {
        name
        for name, row in zip(names, found, strict=True)
        if not row.endswith((b" missing", b" ambiguous"))
    }


def _teams(memories: set[bytes], environ: Mapping[str, str], commit: str) -> set[bytes]:
    """Those of the memories that are a team's, whatever rule ignores them."""
    if not memories:
        return set()
    before = os.fsencode(commit) + b"^" if commit else b"HEAD"
    names = {before + b":" + each + b"/MEMORY.md": each for each in memories}
    tracked = {names[name] for name in existing(list(names), environ)}
    if commit and tracked == memories:
        return tracked
    return {
        each
        for each in memories
        if _is_team(each, environ, tracked=each in tracked, published=bool(commit))
    }


def _is_team(
    memory: bytes, environ: Mapping[str, str], *, tracked: bool, published: bool
) -> bool:
    from pathlib import Path

    from memsync.workspace.place.discover import is_hidden, is_made_for_team
    from memsync.workspace.place.spot import spot_at
    from memsync.workspace.place.vanished import has_archive
    from memsync.workspace.repository.roots import find_root
    from memsync.workspace.steps.hide import relying

    root = find_root(Path.cwd(), environ)
    if root is None or not memory.endswith(b".coyote/memory"):
        return tracked
    spot = spot_at((root.top / os.fsdecode(memory)).parent.parent, root)
    if is_made_for_team(spot, root):
        return True
    if published or not tracked or not is_hidden(spot):
        return tracked
    # The rule may be there for another work tree's private memory alone.
    return not has_archive(spot) and relying(spot, root, environ) is not None
