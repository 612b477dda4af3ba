"""The place of a folder's memory: its own, or the one that worktrees share."""

from __future__ import annotations

import os
from pathlib import Path

from memsync.errors import Broken, Refused
from memsync.lazy import lazy
from memsync.memory.files.confirmed import CONFIRMED_FILE
from memsync.memory.note.names import Scope
from memsync.memory.store.store import MemoryFolder
from memsync.paths import LITE_MEMORY, MEMORY_INDEX, MEMORY_PATH, Places
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.repository.roots import GitRoot

# The folder in memsync's state of the memories outside their repositories.
PRIVATE = "private"

ALLOW_FILE = ".memsync-allow"

# The record that `init --tracked` leaves.
TEAM = "team"

# The record of a memory that is private although the clone has a team's, on other
# branches.
APART = "private"

_ISOLATED = "memsync/isolated"
# Percent-encoded in file names, so that no path needs quoting anywhere.
_UNSAFE = lazy(rb"[^A-Za-z0-9._-]")


class Spot(NamedTuple):
    """A folder of a work tree, and its memory, which may not exist yet.

    Create it with `spot_at`. `folder` is the memory's real place; `own` is where Coyote
    looks, which in a linked worktree is a link to `folder`.
    """

    level: Path
    root: GitRoot | None
    folder: Path
    isolated: bool
    foreign_link: bool
    """Whether a link at `own`, or on the way to `folder`, leads elsewhere."""
    team: bool = False
    """The memory is committed on the branch, and has an archive of its own."""
    outside: Path | None = None
    """The folder in memsync's state with all files of a private memory."""

    @property
    def own(self) -> Path:
        """The memory's place below `level`."""
        return self.level / MEMORY_PATH

    @property
    def marker(self) -> Path:
        """The memory index, which makes the folder a memory."""
        return self.folder / MEMORY_INDEX

    @property
    def lite(self) -> Path:
        """The single-file memory of the same folder."""
        return self.level / LITE_MEMORY

    @property
    def shared(self) -> bool:
        """Whether the memory is outside `level`, shared by worktrees."""
        return self.folder != self.own and self.outside is None

    @property
    def top(self) -> Path:
        """The git root around it; without one, its own folder."""
        return self.root.top if self.root else self.level

    @property
    def below_root(self) -> str:
        """The memory's path below its git root, with slashes; '' without one."""
        return (self.level.relative_to(self.top) / MEMORY_PATH).as_posix()

    @property
    def exists(self) -> bool:
        """Whether there is a memory; raises `Refused` behind a foreign link."""
        # Checked only if something is there: to a reader, a broken link is no memory.
        if self.foreign_link and (self.own / MEMORY_INDEX).is_file():
            self.refuse_foreign_link()
        return not self.foreign_link and os.path.lexists(self.marker)

    def refuse_foreign_link(self) -> None:
        """Raise `Refused` if a link leads to another folder."""
        if self.foreign_link:
            raise Refused(
                f"'{self.own}' leads through a link to"
                f" '{os.path.realpath(self.own)}', which is not this repository's"
                " memory",
                hint="remove the link, then run `memsync init`",
                word="foreign-link",
            )

    @property
    def memory_folder(self) -> MemoryFolder:
        """The memory for `memory.store`, with its archive and lock."""
        self.refuse_foreign_link()
        if self.outside is not None:
            return MemoryFolder(
                folder=self.folder,
                scope=Scope.WORKSPACE,
                archive=self.outside / "archive",
                lock=self.outside / "memory.lock",
                private=True,
                guards_live=True,
                allow_file=self.folder / ALLOW_FILE,
            )
        if self.root is None:
            archive = self.folder / ".archive"
            lock = archive / ".lock"
        else:
            archive = self.root.safe_dir / "archive" / self.memory_id
            lock = self.root.safe_dir / "locks" / f"{self.memory_id}.lock"
        return MemoryFolder(
            folder=self.folder,
            scope=Scope.WORKSPACE,
            archive=archive,
            lock=lock,
            private=False,
            guards_live=self.root is not None,
            allow_file=(self.root.top if self.root else self.folder) / ALLOW_FILE,
        )

    @property
    def memory_id(self) -> str:
        """A file name for this memory among those of its common dir."""
        name = file_name(self.below_root)
        if self.isolated and self.root is not None:
            name += f"@{file_name(self.root.git_dir.name)}"
        # A checkout can put a team's notes in the place of private ones. With an
        # archive of its own, the private memory knows its notes when the branch is
        # left.
        return name + "+team" * self.team

    def record(self, root: GitRoot, name: str) -> Path:
        """The record of what `init` did here, for `deinit`; deleted with its owner."""
        # These files are in each work tree; the other records are the memory's.
        own = self.isolated or name in ("gitignore", "gitattributes")
        made = (root.git_dir if own else root.common_dir) / "memsync" / "made"
        return made / f"{file_name(self.below_root)}.{name}"

    @property
    def is_ours(self) -> bool:
        """Whether the memory, or the lite one, belongs to this user or to root."""
        path = self.marker if os.path.lexists(self.marker) else self.lite
        return path.lstat().st_uid in (_user_id(), 0)

    @property
    def lite_text(self) -> Path | None:
        """The regular file behind `lite`; a link may not lead out of the git root."""
        real = Path(os.path.realpath(self.lite))
        return real if real.is_file() and self.top in real.parents else None

    @property
    def link_is_right(self) -> bool:
        """Whether readers of `own` find the memory."""
        return Path(os.path.realpath(self.own)) == self.folder


def spot_at(level: Path, root: GitRoot | None) -> Spot:
    """The memory that belongs to `level`, a real folder at or below `root.top`."""
    own = level / MEMORY_PATH
    real = Path(os.path.realpath(own))
    shared = _shared(level, root)
    if root is not None and shared != own:
        isolated = real == own and (
            (level == root.top and (root.git_dir / _ISOLATED).exists())
            or os.path.lexists(own / MEMORY_INDEX)
        )
        if isolated:
            return Spot(level, root, own, isolated=True, foreign_link=False)
        # A broken link is an old one of ours: the main work tree was moved.
        foreign = real not in (own, shared) and real.exists()
        foreign = foreign or Path(os.path.realpath(shared)) != shared
        return Spot(level, root, shared, isolated=False, foreign_link=foreign)
    return Spot(level, root, own, isolated=False, foreign_link=real != own)


def has_private(environ: Mapping[str, str]) -> bool:
    """Whether the user has any private memory on this machine."""
    try:
        return (Places(environ).state / PRIVATE).is_dir()
    except Broken:
        return False  # opening the user memory reports it


def shared_spot(level: Path, root: GitRoot) -> Spot:
    """The memory that the worktrees of `root` share, whatever stands at `level`."""
    folder = _shared(level, root)
    foreign = Path(os.path.realpath(folder)) != folder
    return Spot(level, root, folder, isolated=False, foreign_link=foreign)


def _shared(level: Path, root: GitRoot | None) -> Path:
    if root is None or not root.linked:
        return level / MEMORY_PATH
    below = level.relative_to(root.top)
    if root.main_top is not None:
        return root.main_top / below / MEMORY_PATH
    if below == Path():
        return root.common_dir / "memsync" / "memory"
    return root.common_dir / "memsync" / "memories" / file_name(below.as_posix())


def record_isolated(root: GitRoot) -> Path:
    """The file that says a linked worktree has its own memory.

    It is in the worktree's git folder: `git clean` keeps it, and `git worktree remove`
    deletes it.
    """
    return root.git_dir / _ISOLATED


def _user_id() -> int:
    # On Windows, Python reports 0 as the owner of every file.
    return os.getuid() if hasattr(os, "getuid") else 0


def file_name(text: str) -> str:
    """An injective file name of at most 120 bytes for a path of any bytes."""
    data = os.fsencode(text)
    name = _UNSAFE.sub(lambda found: b"%%%02X" % found[0][0], data).decode("ascii")
    if len(name) <= 120:
        return name
    from memsync.digest import sha256

    return f"{name[:80]}%{sha256(data).hexdigest()[:32]}"


def user_memory_folder(places: Places) -> MemoryFolder:
    """The user memory; raises `Refused` for a link to someone else's."""
    folder = places.user_memory
    real = Path(os.path.realpath(folder))
    if folder.parent.is_file():
        raise Broken(
            f"'{folder.parent}' is a file, and the user memory would be in it",
            hint=f"move '{folder.parent}' away, or correct COYOTE_CONFIG_DIR",
            word="not-a-folder",
        )
    if folder.is_symlink():
        try:
            theirs = real.stat().st_uid != _user_id()
        except FileNotFoundError:
            raise Broken(
                f"'{folder}' is a link that leads nowhere, to '{real}'",
                hint="fix or remove the link",
                word="dangling-link",
            ) from None
        if theirs:
            raise Refused(
                f"'{folder}' is a link to '{real}', which belongs to another user",
                hint="replace the link with a folder of your own",
                word="foreign-link",
            )
    return MemoryFolder(
        folder=real,
        scope=Scope.USER,
        archive=real / ".archive",
        lock=places.state / "locks" / "user.lock",
        private=True,
        guards_live=False,
        allow_file=real / ALLOW_FILE,
        confirmed_file=_confirmed_file(places),
    )


def _confirmed_file(places: Places) -> Path | None:
    try:
        return places.config / CONFIRMED_FILE
    except Broken:
        return None  # no home, and so no configuration either
