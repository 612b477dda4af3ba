"""The round that finds nothing to do, which is nearly every round.

It compares one text with another and asks the remote for one commit id. In all
other cases, and in doubt, it has no answer and a whole round is run.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from typing import TYPE_CHECKING

from memsync import __version__
from memsync.sync import listing
from memsync.sync.refs import MAIN, agreed_ref, read_ref
from memsync.sync.url import configured_remote

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config import Settings
    from memsync.paths import Places
    from memsync.sync.state import Vault
    from memsync.sync.url import Remote


def rules_key(allow: bytes) -> str:
    """What a verdict on a note depends on besides the note."""
    return f"{__version__}-{zlib.crc32(allow):08x}{len(allow)}"


def word(remote: Remote | None, exclude: tuple[str, ...], folder: Path) -> str:
    """What a round is idle for: the remote, the settings and the folder."""
    return repr((remote and remote.url, exclude, os.fspath(folder)))


def head_if_idle(
    places: Places,
    settings: Settings,
    now: Now,
    vault: Vault,
    ask: Callable[[Remote], str | None],
) -> str | None:
    """The commit at which everything stands, when nothing is to be done.

    `ask` gets the remote's main. Raises what `ask` and `configured_remote` do.
    """
    remote = configured_remote(places, settings)
    folder = places.user_memory
    wanted = word(remote, tuple(settings.items("sync.exclude")), folder)
    try:
        known = _remembered(vault.stat_file, f"{rules_key(_allow(folder))}\t{wanted}")
        refs = [MAIN, agreed_ref(remote)] if remote else [MAIN]
        if (
            known is None
            or folder.is_symlink()
            or any(read_ref(vault.mirror, ref) != known[0] for ref in refs)
        ):
            return None
        now_ns = round(now.utc.timestamp() * 1000) * 1_000_000
        tip, text = known
        archive = f"{folder}/.archive"
        if not listing.still_says(text, os.fspath(folder), archive, now_ns):
            return None
    except OSError:
        return None
    if remote is not None and ask(remote) != tip:
        return None
    with contextlib.suppress(OSError):
        # Its time says when a round last found both sides agreed.
        moment = now.utc.timestamp()
        os.utime(vault.stat_file, (moment, moment))
    return tip


def _remembered(path: Path, wanted: str) -> tuple[str, bytes] | None:
    """The commit and the listing of a stat file that was saved for `wanted`."""
    with open(path, "rb") as file:  # noqa: PTH123 -- pathlib's is slower
        data = file.read()
    head, _, body = data.partition(b"\n")
    words = head.decode("utf-8", "replace").split("\t")
    if len(words) != 6 or words[0] != listing.HEAD or not words[3]:
        return None
    if f"{words[2]}\t{words[5]}" != wanted or not words[4].isdigit():
        return None
    return words[3], body[: int(words[4])]


def _allow(folder: Path) -> bytes:
    try:
        with open(f"{folder}/.memsync-allow", "rb") as file:  # noqa: PTH123 -- as above
            return file.read()
    except FileNotFoundError:
        return b""
