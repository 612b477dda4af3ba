"""The names of the mirror's refs, and reading one without a child."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.sync.url import Remote

MAIN = "refs/heads/main"
REMOTES = "refs/memsync/remote"
"""Below it, for each address, where its main was when we last agreed with it."""


def agreed_ref(remote: Remote) -> str:
    """Where the mirror keeps the last agreed main of this remote.

    Each address has its own: moving to another remote and back must not look
    like one that was rewound.
    """
    return f"{REMOTES}/{hashlib.sha256(remote.url.encode()).hexdigest()[:16]}"


def read_ref(folder: Path, name: str) -> str | None:
    """A loose ref of the repository in `folder`; git would cost a child."""
    try:
        text = (folder / name).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if re.fullmatch(r"[0-9a-f]{40}", text) else None
