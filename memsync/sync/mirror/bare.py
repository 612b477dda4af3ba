"""The private bare clone that memsync pushes and fetches: objects and two refs.

Uses plumbing commands only: nothing is ever checked out, there is no index, and no
object of a project gets into it.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memsync.errors import Refused, Unreachable
from memsync.process import git as gits
from memsync.sync.mirror import bare_folder, bounds, transport
from memsync.sync.mirror.protocol import NO_TREE
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.layout import MAX_ENTRIES, Item, TreeEntry
from memsync.sync.tree.objects import Object, pack, tree_objects
from memsync.sync.tree.remote import MAIN, agreed_ref, has_no_ref, read_ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.process.git import Git
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.url import Remote

# git's id for "no such ref" in a compare-and-swap.
_ABSENT = "0" * 40

# As git's own fetch.unpackLimit: fewer objects are stored loose, more as a pack.
_FEW = 100


@dataclass(frozen=True, slots=True)
class BareMirror:
    """The mirror as a bare repository. See `open_mirror`, `read_mirror`."""

    folder: Path
    git: Git
    remote: Remote | None
    quiet: Mapping[str, str]
    """The environment for commands that contact the remote."""
    apart: bool = False
    """Whether nothing in `folder` may change: see `storing_in`."""

    def tip(self) -> str | None:
        """See `Mirror`."""
        return self._ref(MAIN)

    def agreed(self) -> str | None:
        """See `Mirror`."""
        return self._ref(agreed_ref(self.remote)) if self.remote else None

    def _ref(self, name: str) -> str | None:
        if oid := read_ref(self.folder, name):
            return oid
        if has_no_ref(self.folder, name):  # as in the first round, again and again
            return None
        # --quiet: a ref that is missing is an answer here, not an error.
        done = self.git.attempt("rev-parse", "--verify", "--quiet", name)
        return done.out.decode().strip() or None

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,
    ) -> str:
        """See `Mirror`."""
        trees = tree_objects(tree)
        made = Object("commit", commit(trees[-1].oid))
        there = {item.oid for item in tree_objects(beside)} if beside else ()
        every = {
            item.oid: item
            for item in (*(Object("blob", data) for data in blobs), *trees, made)
            if item.oid not in there
        }
        command = (
            # Few objects stay loose, many become one pack.
            ("unpack-objects", "-q") if len(every) < _FEW else ("index-pack", "--stdin")
        )
        self.git.run(*command, stdin=pack(list(every.values())))
        return made.oid

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        """See `Mirror`."""
        lines = [f"update {MAIN} {tip} {expected or _ABSENT}"]
        if agreed and self.remote:
            lines.append(f"update {agreed_ref(self.remote)} {agreed}")
        self.git.run("update-ref", "--stdin", stdin="\n".join([*lines, ""]).encode())

    def fetch(self, told: str | None = None) -> str | None:
        """See `Mirror`. Fetches at once: asking first would cost another connection."""
        remote, online = self._online()
        if self.apart and told is None:
            told = self.remote_tip()
            if told is None:
                return None
        known = (self.agreed(), self.tip())
        if told is not None and told in known:
            return told
        tip = transport.fetch(online, remote, told if self.apart else None)
        if tip is not None and tip not in known:
            self._check_fetched(tip)
        return tip

    def _check_fetched(self, tip: str) -> None:
        """Raise `Refused` unless `tip` is a commit, and no new commit is too large."""
        known = [oid for oid in (self.tip(), self.agreed()) if oid]
        # Only what no known commit has: the rest was checked when it came.
        listed = self.git.attempt("rev-list", tip, "--not", *known, "--")
        asked = f"{tip}\n".encode() + listed.out
        form = "--batch-check=%(objecttype) %(objectsize) %(objectname)"
        lines = self.git.run("cat-file", form, stdin=asked).splitlines()
        if lines[0].endswith(b" missing"):
            raise Unreachable(
                "the remote's main was replaced while it was fetched",
                hint="run the same command again",
                word="race",
            )
        if not lines[0].startswith(b"commit "):
            raise Refused(
                "the remote's main is not a commit",
                hint="nothing was changed here; look at the remote's branches",
                word="hostile-objects",
            )
        bounds.check_sizes(lines)
        if listed.code:
            raise gits.GitFailed(listed, ("rev-list",))

    def remote_tip(self) -> str | None:
        """See `Mirror`."""
        remote, online = self._online()
        return transport.ask_remote(online, remote, transport.ASK_LIMIT)

    def publish(self, tip: str, limit: float) -> bool:
        """See `Mirror`."""
        remote, online = self._online()
        return transport.push(online, remote, tip, limit)

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        """See `Mirror`."""
        remote, online = self._online()
        return transport.replace(online, remote, tip, expected, limit)

    def _online(self) -> tuple[Remote, Git]:
        assert self.remote is not None  # noqa: S101 -- a round without one stays here
        return self.remote, self.git._replace(environ=self.quiet)

    def push_back(self, tip: str) -> str:
        """See `Mirror`."""
        url = self.remote.url if self.remote else "URL"
        folder = shlex.quote(str(self.folder))
        return (
            f"git --git-dir={folder} push --force {shlex.quote(url)} {tip[:12]}:{MAIN}"
        )

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        """See `Mirror`."""
        found = self._batch(oids)
        return {
            oid: parse_commit(data)
            for oid, (kind, data) in found.items()
            if kind == b"commit"
        }

    def between(self, tip: str, since: Iterable[str]) -> list[str]:
        """See `Mirror`."""
        listed = self.git.run("rev-list", tip, "--not", *since, "--")
        return listed.decode().split()

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        """See `Mirror`."""
        asked = list(commits)
        # The path was validated: it has no newline and no NUL.
        out = self.git.run(
            "cat-file",
            "--batch-check=%(objecttype) %(objectname)",
            stdin="".join(f"{oid}:{path}\n" for oid in asked).encode(),
        )
        answers = [line.split(b" ") for line in out.splitlines()]
        return {
            oid: answer[1].decode()
            for oid, answer in zip(asked, answers, strict=True)
            if answer[0] == b"blob"
        }

    def entries(self, commit: str) -> list[TreeEntry]:
        """See `Mirror`."""
        lines = self._listed("-l", commit)
        return [_entry(line) for line in lines]

    def _listed(self, *arguments: str) -> list[bytes]:
        """The lines of a tree's files; raises `Refused` for too many."""
        pieces: list[bytes] = []
        bound = bounds.Listing()

        def take(piece: bytes) -> None:
            bound.feed(piece)
            pieces.append(piece)

        self.git.feed(take, "ls-tree", "-r", "-t", "-z", "--full-tree", *arguments)
        lines = b"".join(pieces).split(b"\0")
        files = [line for line in lines if line and line[7:12] != b"tree "]
        if len(files) > MAX_ENTRIES:
            raise bounds.too_many_files()
        return files

    def listings(self, commits: Iterable[str]) -> dict[str, list[TreeEntry]]:
        """See `Mirror`."""
        from memsync.sync.mirror.listings import listings

        tops = {oid: read.tree for oid, read in self.commits(commits).items()}
        return listings(tops, self._trees, self._sizes)

    def _trees(self, oids: Iterable[str]) -> dict[str, bytes]:
        found = self._batch(oids)
        return {oid: data for oid, (kind, data) in found.items() if kind == b"tree"}

    def _sizes(self, oids: Iterable[str]) -> dict[str, int]:
        asked = "".join(f"{oid}\n" for oid in sorted(oids)).encode()
        form = "--batch-check=%(objectname) %(objectsize)"
        lines = self.git.run("cat-file", form, stdin=asked).decode().splitlines()
        words = [line.split(" ") for line in lines]
        return {oid: int(size) for oid, size in words if size.isdigit()}

    def tree(self, commit: str) -> Tree:
        """See `Mirror`."""
        # "100644 blob <40 hex>\t<path>": a validated tree has no other types
        return {
            line[53:]: Item(line[12:52], line[:6])
            for line in (raw.decode("utf-8") for raw in self._listed(commit))
        }

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """See `Mirror`."""
        found = self._batch(oids)
        return {oid: data for oid, (kind, data) in found.items() if kind == b"blob"}

    def _batch(self, oids: Iterable[str]) -> dict[str, tuple[bytes, bytes]]:
        wanted = sorted(set(oids))
        if not wanted:
            return {}
        batch = bounds.Batch()
        asked = "".join(f"{oid}\n" for oid in wanted).encode()
        # One child for all blobs, instead of one a file.
        self.git.feed(batch.feed, "cat-file", "--batch", stdin=asked)
        return batch.objects

    def merge_bases(self, one: str, other: str) -> list[str]:
        """See `Mirror`."""
        # Exit 1: no common ancestor; any other code is an error.
        done = self.git.attempt("merge-base", "--all", one, other)
        if done.code not in (0, 1):
            raise gits.GitFailed(done, ("merge-base",))
        return sorted(done.out.decode().split())

    def tidy(self, *, forget: bool = False) -> None:
        """See `Mirror`."""
        if forget:
            own = {agreed_ref(self.remote)} if self.remote else set()
            bare_folder.forget(self.folder, self.git, {MAIN} | own)
        else:
            bare_folder.tidy(self.folder, self.git)


def _entry(line: bytes) -> TreeEntry:
    head, _, path = line.partition(b"\t")
    mode, kind, oid, size = head.decode("ascii").split()
    return TreeEntry(mode, kind, oid, 0 if size == "-" else int(size), path)


def open_mirror(
    folder: Path,
    environ: Mapping[str, str],
    remote: Remote | None,
    held: Held[Round],
) -> BareMirror:
    """Open the mirror in `folder`; create it if it is missing or incomplete.

    Removes locks that a killed git left there. Raises `OSError`, `GitFailed`, and
    `Broken` for a git that is too old.
    """
    git = gits.elsewhere(folder, environ, transport.config_for(remote))
    gits.require_version(git._replace(folder=None))  # the folder may not exist yet
    bare_folder.make_sound(folder, git, held)
    user_ssh = transport.user_ssh_command(git, remote)
    return BareMirror(
        folder, git, remote, transport.environ_for(git.environ, remote, user_ssh)
    )


def read_mirror(folder: Path, environ: Mapping[str, str]) -> BareMirror:
    """The mirror in `folder`, only to read what it holds: while a round runs, too."""
    git = gits.elsewhere(folder, environ, (transport.OWN_BARE,))
    return BareMirror(folder, git, None, git.environ)


def storing_in(folder: Path, mirror: BareMirror) -> BareMirror:
    """The same mirror, which stores new objects in `folder`; creates `folder`."""
    folder.mkdir(parents=True)
    apart = {
        # New objects go elsewhere; those of the mirror are read through the alternate.
        "GIT_OBJECT_DIRECTORY": str(folder),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(mirror.folder / "objects"),
    }
    return replace(
        mirror,
        git=mirror.git._replace(environ={**mirror.git.environ, **apart}),
        quiet={**mirror.quiet, **apart},
        apart=True,
    )
