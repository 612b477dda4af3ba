"""What one that was a member can make with its keys: nothing of it counts."""

from __future__ import annotations

import re
from copy import copy
from typing import TYPE_CHECKING

import pytest
from support.sealed_life import Life
from support.sealed_maker import (
    Maker,
    refuses,
)

from memsync.vault import keyring as keyrings
from memsync.vault import slots
from memsync.vault.keyring_file import About, digest, rendered
from memsync.vault.names import place_of
from memsync.vault.sealed_file import seal_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.vault.keyring import Opened


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    """What a machine has that was taken out since, which all others have seen."""
    life = Life(tmp_path_factory.mktemp("life"))
    life.write("desk", "auth", "mine")
    life.sync("desk", "laptop", "phone")
    maker = Maker(life, "phone")
    life.peers["desk"].members(life.tick()).revoke("m2")
    life.note_state()
    life.sync("desk", "laptop")
    return maker


@pytest.fixture
def maker(former: Maker) -> Iterator[Maker]:
    """The former member as it was, and an honest remote after each test."""
    yield copy(former)
    former.life.show(former.life.states[-1])


def own_ring(maker: Maker, number: int, epoch: int) -> Opened:
    """A keyring that a former member makes up, for all that were members then."""
    key, ring = b"\x01" * 32, maker.ring
    keys = ring.keys._replace(epoch=key)
    past = (*ring.past, ring.keys.epoch, *([key] * epoch))[: epoch - 1]
    entries = {
        slots.wrap(ring.keyring.vault, slot, keys): About("", "")
        for slot in ring.keyring.slots
    }
    before = ring.cipher() if epoch == ring.keyring.epoch + 1 else None
    return keyrings._made(
        ring.keyring.vault,
        number,
        epoch,
        digest(rendered(ring.keyring)),
        keys,
        past,
        entries,
        before,
    )


@pytest.mark.parametrize("on", ["its own past", "the newest"])
@pytest.mark.parametrize("number", [3, 4, 5, 6, 50])
@pytest.mark.parametrize("epoch", [1, 2, 3, 9])
def test_a_former_member_makes_no_keyring_that_counts(
    maker: Maker, on: str, number: int, epoch: int
) -> None:
    life = maker.life
    assert maker.ring.keyring.number == 3
    if epoch == 1:
        before = maker.ring.keyring._replace(number=number - 1)
        entries = keyrings.entries_of(maker.ring)[:1]
        made = keyrings.changed(maker.ring._replace(keyring=before), entries)
    else:
        made = own_ring(maker, number, epoch)
    if on == "the newest":
        maker.tip = life.remote.main or ""
    maker.cipher = made.cipher()
    token = maker.mirror.holder.names.token("user/auth.md")
    maker.files = {
        "memsync.json": maker.files["memsync.json"],
        "v1/keyring.json": rendered(made.keyring),
        place_of(token): seal_file(maker.cipher, token, "user/auth.md", b"false\n"),
    }
    maker.push()
    for name in ("desk", "laptop"):
        error = refuses(life, life.peers[name])
        assert error.exit_code in (13, 14), error.message
        assert not re.search("bug|Traceback", error.message)


def test_a_former_member_cannot_go_on_from_what_it_saw(maker: Maker) -> None:
    life = maker.life
    maker.push()
    for name in ("desk", "laptop"):
        error = refuses(life, life.peers[name])
        assert (error.word, error.exit_code) == ("keyring-rewound", 14)
    life.show(life.states[-1])
    maker.tip = life.states[-1]
    maker.push()
    assert refuses(life, life.peers["desk"]).word == "forged"
