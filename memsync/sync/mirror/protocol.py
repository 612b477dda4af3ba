"""The interface of the private clone that a round pushes from and fetches into.

`bare_mirror` is the real one. Tests have one in memory; both pass the same tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree, TreeEntry

NO_TREE: Tree = {}


class Mirror(Protocol):
    """The mirror of a round: a bare repository, or the tests' mirror in memory."""

    def tip(self) -> str | None:
        """The commit of the local main, published or not."""

    def agreed(self) -> str | None:
        """The remote's main as we last saw and validated it."""

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,
    ) -> str:
        """Store new blobs, the tree, and the commit made for it; moves no ref.

        `beside` are the files of a commit that is here: what both trees share is not
        written again.
        """

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        """Move main from `expected` to `tip`; with `agreed`, the remote's ref, too."""

    def fetch(self, told: str | None = None) -> str | None:
        """Fetch the remote's main; None if the remote has none.

        `told` is that main, if the remote was asked a moment ago: a commit that is
        already here is not fetched.

        Raises `Unreachable`, and `Refused` for objects that git refuses.
        """

    def publish(self, tip: str, limit: float) -> bool:
        """Push `tip` to the remote's main; False if another machine was faster.

        Never forces. `limit` is in seconds. Raises `Unreachable`.
        """

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        """Replace a main that `tip` does not descend from. Only for a purge.

        Only if the remote's main is `expected`; else returns False. `limit` is in
        seconds. Raises `Unreachable`, also if the host forbids it.
        """

    def push_back(self, tip: str) -> str:
        """The command with which a person puts the remote's main back to `tip`."""

    def remote_tip(self) -> str | None:
        """Ask the remote for its main, without fetching. Raises `Unreachable`."""

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        """The commits that are here, by id."""

    def between(self, tip: str, since: Iterable[str]) -> list[str]:
        """The commits that `tip` reaches and none of `since` does."""

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        """The blob that each of these commits has at a path, if any."""

    def entries(self, commit: str) -> list[TreeEntry]:
        """All files of a commit's tree, sizes in bytes."""

    def listings(self, commits: Iterable[str]) -> dict[str, list[TreeEntry]]:
        """Like `entries`, for many commits at once."""

    def tree(self, commit: str) -> Tree:
        """The files of a commit that was validated before."""

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """The bytes of blobs that are here, by id."""

    def merge_bases(self, one: str, other: str) -> list[str]:
        """The best common ancestors; none for unrelated histories."""

    def tidy(self, *, forget: bool = False) -> None:
        """Pack objects if there are many; cheap if there are few.

        With `forget`, removes everything that neither `tip` nor `agreed` reaches, and
        the refs of other remotes.
        """
