"""Everything a round needs, from a person's folders, settings and environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync import __version__, atomic
from memsync.errors import NotSetUp
from memsync.sync.effects import Effects, Pretence
from memsync.sync.guards import NOTHING_ALLOWED
from memsync.sync.local import Who
from memsync.sync.mirror import open_mirror
from memsync.sync.round import Desk
from memsync.sync.snapshot import Rules
from memsync.sync.state import machine_id, user_vault
from memsync.sync.url import NOWHERE, parse_remote
from memsync.workspace.spot import user_memory_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config import Settings
    from memsync.memory.store import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.guards import Allowed
    from memsync.sync.state import State
    from memsync.sync.url import Remote


def open_desk(
    places: Places,
    settings: Settings,
    now: Now,
    *,
    allowed: Allowed = NOTHING_ALLOWED,
    dry_run: bool = False,
    restore: bool = False,
    detach: bool = False,
) -> Desk:
    """The desk of the user memory.

    Raises `NotSetUp`, and `Refused` for a remote or a memory that is unsafe.
    """
    remote = configured_remote(places, settings)
    vault = user_vault(places)
    memory = user_memory_folder(places)

    def effects() -> Effects:
        mirror = open_mirror(vault.mirror, places.environ, remote)
        return (Pretence if dry_run else Effects)(vault, mirror)

    exclude = tuple(settings.items("sync.exclude"))
    return Desk(
        vault=vault,
        memory=memory,
        who=Who(machine_id(vault), round(now.utc.timestamp() * 1000)),
        now=now,
        rules=lambda state: rules_for(memory, exclude, state),
        effects=effects,
        remote=remote is not None,
        budget=settings.number("sync.budget"),
        wait=settings.number("sync.wait"),
        allowed=allowed,
        restore=restore,
        detach=detach,
    )


def configured_remote(places: Places, settings: Settings) -> Remote | None:
    """The remote that the settings name; None for the mirror alone.

    Raises `NotSetUp` where there is none at all, `Refused` for an unsafe one.
    """
    text = settings.text("sync.remote")
    if not text:
        raise NotSetUp(
            "sync is not set up",
            hint="`memsync sync init URL`; without a URL it stays on this machine",
        )
    if text == NOWHERE:
        return None
    return parse_remote(
        text,
        cwd=places.config,
        home=places.environ.get("HOME"),
        allow_http=settings.flag("sync.allow_http"),
    )


def rules_for(memory: MemoryFolder, exclude: tuple[str, ...], state: State) -> Rules:
    """What keeps a note of this memory here."""
    allow = _allow_bytes(memory.allow_file)
    key = f"{__version__}-{_digest(allow)}"
    return Rules(exclude, state.released, _scanner(allow), key)


def _allow_bytes(path: Path) -> bytes:
    try:
        return atomic.read_regular(path, limit=1 << 20)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _digest(allow: bytes) -> str:
    import zlib

    return f"{zlib.crc32(allow):08x}{len(allow)}"


def _scanner(allow: bytes) -> Callable[[bytes], str | None]:
    def findings(data: bytes) -> str | None:
        from memsync.secrets.allow import AllowList
        from memsync.secrets.scan import scan

        allowed = AllowList.load(allow)
        for found in scan(data):
            if not allowed.allows(found.rule, data[found.start : found.end]):
                return f"line {found.line} looks like a secret ({found.rule})"
        return None

    return findings
