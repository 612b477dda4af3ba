"""The fingerprints of false alarms that come in: they count here, or are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.files import confirmed
from memsync.secrets.allow import AllowList
from memsync.sync.tree.layout import ALLOW_PATH

if TYPE_CHECKING:
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.round.context import Arrivals
    from memsync.sync.tree.layout import Tree


def confirm_or_name(
    arrivals: Arrivals | None, lineage: Lineage, seen: Tree, tree: Tree
) -> list[str]:
    """Let the fingerprints from an encrypted memory count; those from elsewhere.

    `seen` is what was here before, `tree` what is now. Raises `Broken` for a list of
    ours that is malformed, and `OSError`.
    """
    before, after = seen.get(ALLOW_PATH), tree.get(ALLOW_PATH)
    if arrivals is None or after is None or after == before:
        return []
    listed = lineage.read(after.oid)
    known = AllowList.load(lineage.read(before.oid) if before else b"")
    here = confirmed.read(arrivals.file)
    came = AllowList.load(listed).pairs() - known.pairs()
    new = came - confirmed.counting(listed, here).pairs()
    if arrivals.sealed and here is not None:
        confirmed.keep(arrivals.file, new)
        return []
    return sorted({word for _, word in new if word})
