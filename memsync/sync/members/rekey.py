"""Changing the keyring: always on top of what the remote has, with one winner."""

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
    """The next keyring; None where nothing is to be changed any more."""

MESSAGE = "memsync: keys"
# Attempts when other machines push first, and the pause after the first one, in
# seconds; it doubles.
_TRIES = 20
_LIMIT = 60.0
_FIRST_PAUSE = 0.1


def change_keyring(mirror: SealedMirror, who: Who, change: Change) -> str | None:
    """Publish another keyring; the commit, or None where `change` wanted none.

    A machine that is overtaken looks again at what the other one made, so of two
    rotations at once one comes first and the other sees it. Raises `Unreachable`,
    and what `SealedMirror.fetch` does.
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
    """Whether the remote really has it, below another machine's work maybe."""
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
