"""Change the keyring: each change builds on the keyring that the remote has."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from memsync.errors import Unreachable
from memsync.sync.mirror.lineage import check_onward
from memsync.sync.tree.clock import tick
from memsync.sync.tree.commit import commit_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.sealed.mirror import SealedMirror
    from memsync.sync.tree.clock import Who
    from memsync.vault.keyring import Opened

    Change = Callable[[Opened], Opened | None]
    """Makes the next keyring; None where nothing has to change any more."""

MESSAGE = "memsync: keys"
# Attempts while other machines push first.
_TRIES = 20
# The time limit of one push, in seconds.
_LIMIT = 60.0
# The longest pause after the first attempt, in seconds; it doubles five times.
_FIRST_PAUSE = 0.1


def change_keyring(mirror: SealedMirror, who: Who, change: Change) -> str | None:
    """Publish a changed keyring; return the commit, or None if `change` made none.

    Where another machine pushes first, this calls `change` again with the keyring
    that the other pushed: of two rotations at once the second sees the first.
    Raises `Unreachable`, `Refused` for a remote that was rewound, and what
    `SealedMirror.fetch` raises.
    """
    for attempt in range(_TRIES):
        tip = mirror.fetch()
        if not mirror.accept_rewind:
            check_onward(mirror, mirror.known(), tip, who.now_ms)
        if tip is None:
            raise Unreachable("the remote is empty", hint="`memsync sync` fills it")
        before = mirror.ring_of(tip)
        after = change(before)
        if after is None:
            return None
        made = _commit(mirror, who, tip, after)
        if mirror.publish(made, _LIMIT) and _is_there(mirror, made, after):
            mirror.settle(made)
            return made
        mirror.withdraw(after)
        longest = _FIRST_PAUSE * 2 ** min(attempt, 5)
        time.sleep(random.uniform(0, longest))  # noqa: S311 -- no secret is made of it
    raise Unreachable(
        "other machines kept pushing",
        hint="nothing was changed; run it again",
        word="race",
    )


def _is_there(mirror: SealedMirror, made: str, ring: Opened) -> bool:
    """Whether the remote has the commit, perhaps below another machine's commits."""
    if mirror.remote_tip() == made:
        return True
    tip = mirror.fetch()
    if tip is None:
        return False
    return mirror.ring_of(tip) == ring or made in mirror.merge_bases(made, tip)


def _commit(mirror: SealedMirror, who: Who, tip: str, ring: Opened) -> str:
    mirror.holder.accept(ring)
    tree = mirror.tree(tip)
    clock = mirror.commits([tip])[tip].clock
    now = tick(who.now_ms, who.machine, *([clock] if clock else []))
    return mirror.save_under(
        ring, tree, {}, lambda top: commit_bytes(top, [tip], now, MESSAGE), [tip]
    )
