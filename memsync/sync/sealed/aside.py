"""Histories from before encryption was turned on or off, which stay on this machine.

A mirror is plain or encrypted. One keeps its place until the other is ready; then it is
moved beside it, where `archive` finds its versions. The keys of a former encrypted
mirror are beside those in use.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import MemsyncError
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.state import state as states

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Held, Round
    from memsync.paths import Places
    from memsync.sync.mirror.bare import BareMirror
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.mirror import SealedMirror
    from memsync.sync.state.state import Base, StateFolder
    from memsync.sync.tree.remote import Remote

MirrorKind = Literal["plain", "encrypted"]


PLAIN: MirrorKind = "plain"
ENCRYPTED: MirrorKind = "encrypted"


def set_aside(folder: Path, kind: MirrorKind, now: Now) -> Path:
    """Move a mirror or a key store aside; returns its new place.

    Raises `OSError`.
    """
    name = f"{folder.name}.{kind}-{now.stamp}"
    aside = folder.with_name(name)
    for number in count(2):
        if not aside.exists():
            break
        aside = folder.with_name(f"{name}-{number}")  # a run of the same second
    folder.rename(aside)
    return aside


def former_mirrors(state_folder: StateFolder, kind: MirrorKind) -> list[Path]:
    """The mirrors of this kind that were set aside, the oldest first."""
    return sorted(state_folder.folder.glob(f"{state_folder.mirror.name}.{kind}-*"))


def former_histories(
    state_folder: StateFolder, places: Places, held: Held[Round]
) -> list[Mirror]:
    """Open all mirrors that were set aside, except those without a key.

    Raises `OSError` and `GitFailed`.
    """
    plain: list[Mirror] = [
        open_mirror(folder, places.environ, None, held)
        for folder in former_mirrors(state_folder, PLAIN)
    ]
    sealed = [
        unsealed(f, places, held) for f in former_mirrors(state_folder, ENCRYPTED)
    ]
    return plain + [mirror for mirror in sealed if mirror is not None]


def unsealed(folder: Path, places: Places, held: Held[Round]) -> SealedMirror | None:
    """Open an encrypted mirror that was set aside; None without its key.

    Writes nothing, except for a purge. Raises `OSError` and `GitFailed`.
    """
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.sealed.key_store import KeyStore, user_keys
    from memsync.sync.sealed.mirror import SealedMirror
    from memsync.sync.sealed.vetting import read_ring

    bare = open_mirror(folder, places.environ, None, held)
    tip = bare.tip()
    if tip is None:
        return None
    current = user_keys(places).folder
    for keys_folder in sorted(current.parent.glob(f"{current.name}.{ENCRYPTED}-*")):
        store = KeyStore(keys_folder, places)
        try:
            keys = store.keys()
            if keys is None or keys.vault != read_ring(bare, tip).vault:
                continue
            holder = Holder(store, keys)
        except MemsyncError:
            continue  # it is locked, or damaged
        return SealedMirror(bare, holder, SealedCache(None))
    return None


class Placement(NamedTuple):
    """The place for an encrypted history. Create it with `open_placement`."""

    bare: BareMirror
    """A mirror without a plain history."""
    plain: BareMirror | None
    """The plain mirror in its place, if there is one."""
    state_folder: StateFolder
    places: Places
    remote: Remote
    held: Held[Round]

    @property
    def is_encrypted(self) -> bool:
        """Whether the mirror has the history of a vault."""
        return self.plain is None and self.bare.tip() is not None

    @contextmanager
    def taken(self, now: Now) -> Iterator[BareMirror]:
        """Put `bare` in the mirror's place, and set a plain mirror aside.

        Reverts this if the body fails. Raises `OSError`.
        """
        if self.plain is None:
            yield self.bare
            return
        mirror = self.state_folder.mirror
        aside = set_aside(mirror, PLAIN, now)
        try:
            self.bare.folder.rename(mirror)
            taken = open_mirror(mirror, self.places.environ, self.remote, self.held)
            yield replace(taken, quiet=self.bare.quiet)
        # Put back what was set aside, also after Ctrl-C.
        except BaseException:
            shutil.rmtree(mirror, ignore_errors=True)
            aside.rename(mirror)
            raise


def open_placement(
    state_folder: StateFolder, places: Places, remote: Remote, held: Held[Round]
) -> Placement:
    """Look at the mirror, and make another one beside it if that is plain.

    Raises `OSError` and `GitFailed`.
    """
    here = open_mirror(state_folder.mirror, places.environ, remote, held)
    tip = here.tip()
    if tip is None or here.blobs_at([tip], KEYRING_FILE):
        return Placement(here, None, state_folder, places, remote, held)
    beside = state_folder.mirror.with_name(f"{state_folder.mirror.name}.sealed")
    shutil.rmtree(beside, ignore_errors=True)
    bare = open_mirror(beside, places.environ, remote, held)
    return Placement(bare, here, state_folder, places, remote, held)


def forget_agreement(
    state_folder: StateFolder,
    with_id: str,
    held: Held[Round],
    moved: tuple[str, str] | None = None,
) -> None:
    """Forget what was agreed with any memory but the vault `with_id`.

    Where `moved` is a commit and the one of the vault that holds the same files,
    what the folders held is known by the second. Raises `OSError`.
    """
    state = states.load(state_folder).settled(moved and moved[0])
    if state.vault == with_id:
        return

    def moved_to(base: Base | None) -> Base | None:
        if base is None or moved is None or base.commit != moved[0]:
            return None
        return base._replace(commit=moved[1])

    projects = {home: moved_to(base) for home, base in state.projects.items()}
    states.save(
        state_folder,
        replace(
            state,
            base=moved_to(state.base),
            projects={home: base for home, base in projects.items() if base},
            vault=with_id if moved else None,
            last_success=None,
            queued_since=None,
        ),
        held,
    )
    for file in (state_folder.stat_file, state_folder.last_round_file):
        file.unlink(missing_ok=True)
