"""The plain history of a memory that is encrypted now: it stays on this machine.

A mirror holds the one or the other. The plain one keeps its place until the other
is ready, and stands beside it from then on, where `archive` finds its versions.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync import state as states
from memsync.sync.bare_mirror import open_mirror
from memsync.sync.sealed_public import KEYRING_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.sync.bare_mirror import BareMirror
    from memsync.sync.remote import Remote
    from memsync.sync.state import Base, Vault


def former_mirrors(vault: Vault) -> list[Path]:
    """The plain mirrors that were set aside, the oldest first."""
    return sorted(vault.folder.glob(f"{vault.mirror.name}.plain-*"))


def former_histories(vault: Vault, places: Places) -> list[BareMirror]:
    """Those mirrors, opened. Raises `OSError` and `GitFailed`."""
    found = former_mirrors(vault)
    return [open_mirror(folder, places.environ, None) for folder in found]


class Room(NamedTuple):
    """Where an encrypted history can be put. Build it with `open_room`."""

    bare: BareMirror
    """A mirror without a plain history."""
    plain: BareMirror | None
    """The one in its place, where that has one."""
    vault: Vault
    places: Places
    remote: Remote

    @contextmanager
    def taken(self, now: Now) -> Iterator[BareMirror]:
        """`bare` in the place of the mirror, which is set aside where it is plain.

        It comes back when what is done then fails. Raises `OSError`.
        """
        if self.plain is None:
            yield self.bare
            return
        stamp = now.utc.strftime("%Y%m%dT%H%M%SZ")
        mirror = self.vault.mirror
        aside = mirror.with_name(f"{mirror.name}.plain-{stamp}")
        mirror.rename(aside)
        try:
            self.bare.folder.rename(mirror)
            taken = open_mirror(mirror, self.places.environ, self.remote)
            yield replace(taken, quiet=self.bare.quiet)
        except BaseException:
            shutil.rmtree(mirror, ignore_errors=True)
            aside.rename(mirror)
            raise


def open_room(vault: Vault, places: Places, remote: Remote) -> Room:
    """Look at the mirror, and make another one beside it if that is plain.

    For the holder of the round's lock. Raises `OSError` and `GitFailed`.
    """
    here = open_mirror(vault.mirror, places.environ, remote)
    tip = here.tip()
    if tip is None or here.blobs_at([tip], KEYRING_FILE):
        return Room(here, None, vault, places, remote)
    beside = vault.mirror.with_name(f"{vault.mirror.name}.sealed")
    shutil.rmtree(beside, ignore_errors=True)
    bare = open_mirror(beside, places.environ, remote)
    return Room(bare, here, vault, places, remote)


def forget_agreement(
    vault: Vault, with_id: str, moved: tuple[str, str] | None = None
) -> None:
    """Forget what was agreed on with another memory than the vault `with_id`.

    Where `moved` is a commit and the one of the vault that holds the same files,
    what the folders held is known by the second. Raises `OSError`.
    """
    state = states.load(vault)
    if state.vault == with_id:
        return

    def held(base: Base | None) -> Base | None:
        if base is None or moved is None or base.commit != moved[0]:
            return None
        return base._replace(commit=moved[1])

    projects = {home: held(base) for home, base in state.projects.items()}
    states.save(
        vault,
        replace(
            state,
            base=held(state.base),
            projects={home: base for home, base in projects.items() if base},
            vault=with_id if moved else None,
            last_success=None,
            queued_since=None,
        ),
    )
    for file in (vault.stat_file, vault.last_round_file):
        file.unlink(missing_ok=True)
