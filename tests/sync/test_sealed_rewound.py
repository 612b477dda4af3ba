"""An old state of an encrypted vault is refused, whatever a machine is about to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.kill_points import FaultyMirror
from support.sealed_life import Life, lived

from memsync.errors import KeyTrouble, Refused
from memsync.sync.members import joining
from memsync.sync.round import round as rounds
from memsync.sync.sealed.holder import Holder
from memsync.vault.keyring_file import rendered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.sealed_peer import SealedPeer

    Act = Callable[[SealedPeer, int], object]

ACTS: dict[str, Act] = {
    "sync": lambda peer, now: rounds.run(peer.context(now)),
    "rotate": lambda peer, now: peer.members(now).rotate(),
    "add": lambda peer, now: peer.members(now).add_code(b"x" * 32, "code"),
    "approve": lambda peer, now: peer.members(now).admit(b"\x09" * 32, "phone"),
    "revoke": lambda peer, now: peer.members(now).revoke("recovery code"),
}


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """A vault's whole life, with machines that stopped looking on the way."""
    found: Life | None = None
    for step, each in lived(tmp_path_factory.mktemp("life")):
        found = each
        if step in ("merged", "rotated"):
            each.sync(f"seen-{step}")
            each.sync("desk")
    assert found is not None
    return found


def refuses(life: Life, peer: SealedPeer, act: str, state: str | None) -> str:
    """The word of the error; nothing was changed here or sent."""
    life.show(state)
    files, main, pins = peer.files(), peer.mirror.main, peer.store.pins()
    try:
        ACTS[act](peer, life.tick())
    except (Refused, KeyTrouble) as error:
        word = error.word
    else:
        raise AssertionError((act, state, life.states.index(state or "")))
    assert life.remote.main == state
    assert (peer.files(), peer.mirror.main) == (files, main)
    assert peer.store.pins() == pins
    return word


@pytest.mark.parametrize("act", ACTS)
def test_one_that_has_seen_the_newest_refuses_every_older_state(
    life: Life, act: str
) -> None:
    newest = life.states[-1]
    for name in ("desk", "laptop"):
        peer = life.peers[name]
        for state in (*life.states[:-1], None):
            word = refuses(life, peer, act, state)
            assert word in ("remote-rewound", "keyring-rewound", "empty-remote")
    life.show(newest)
    assert not life.sync("laptop").changed


@pytest.mark.parametrize("name", ["seen-merged", "seen-rotated"])
def test_one_that_has_seen_the_middle_refuses_every_state_before_it(
    life: Life, name: str
) -> None:
    peer = life.peers[name]
    seen = life.states.index(peer.mirror.agreed_with or "")
    assert seen > 3
    for act in ACTS:
        for state in life.states[:seen]:
            refuses(life, peer, act, state)
    life.show(life.states[-1])


def test_a_rotation_long_ago_does_not_stand_in_for_one_that_is_asked_for_now(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path)
    life.sync("desk", "laptop", "desk")
    life.rotate("desk")
    assert life.peers["laptop"].members(life.tick()).rotate()
    pins = life.peers["laptop"].store.pins()
    assert pins is not None
    assert pins.epoch == 3


def test_keys_of_another_vault_are_not_used_where_one_is_pinned(tmp_path: Path) -> None:
    one, other = Life(tmp_path / "one"), Life(tmp_path / "other")
    one.sync("desk")
    other.sync("desk")
    store = one.peers["desk"].store
    keys = other.peers["desk"].store.keys()
    assert keys
    with pytest.raises(Refused, match="a different encrypted memory"):
        Holder(store, keys)


def test_a_machine_that_is_let_in_again_does_not_go_back(tmp_path: Path) -> None:
    # It asked, was approved, and the host shows what was before it was taken out.
    life = Life(tmp_path)
    life.sync("desk", "laptop", "desk")
    before = life.states[-1]
    life.rotate("desk")
    life.sync("laptop")
    laptop = life.peers["laptop"]
    keys = laptop.store.keys()
    assert keys
    life.show(before)
    mirror = laptop.sealed()
    data = rendered(mirror.ring_of(before).keyring)
    pins = laptop.store.pins()
    with pytest.raises(Refused, match="was rewound"):
        joining.enter(laptop.candidate(life.tick()), keys, data)
    assert laptop.store.pins() == pins


def test_a_machine_taken_out_that_lost_its_mirror_comes_back_after_a_purge(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path)
    life.write("desk", "gone", "to be purged")
    life.write("desk", "kept", "stays")
    life.sync("desk", "laptop", "desk")
    desk, laptop = life.peers["desk"], life.peers["laptop"]
    desk.members(life.tick()).revoke("m1")
    desk.purge("gone", life.tick())
    life.note_state()
    laptop.lose_state(mirror=True)
    with pytest.raises(KeyTrouble):
        laptop.bare_round(life.tick())
    with pytest.raises(Refused) as caught:
        laptop.enter(life.tick())
    assert caught.value.word == "remote-rewound"
    assert "`memsync keys import --accept-rewind`" in (caught.value.hint or "")
    laptop.accepting = True
    laptop.enter(life.tick())
    laptop.accepting = False
    life.sync("laptop", "desk", "laptop")
    assert laptop.mirror.main == desk.mirror.main
    assert laptop.files() == desk.files() | {"gone": laptop.files()["gone"]}
    assert "gone" in laptop.held()


@pytest.mark.parametrize("mirror", ["kept", "lost"])
def test_a_backup_of_before_a_rotation_is_brought_forward_when_a_person_says_so(
    tmp_path: Path, mirror: str
) -> None:
    life = Life(tmp_path)
    life.write("desk", "auth", "one")
    life.sync("desk", "laptop", "phone", "desk", "laptop")
    desk, laptop = life.peers["desk"], life.peers["laptop"]
    backup = life.remote.main
    desk.members(life.tick()).revoke("m2")
    life.note_state()
    life.sync("laptop", "desk")
    life.show(backup)
    for peer in (desk, laptop):
        assert refuses(life, peer, "sync", backup) == "remote-rewound"
    if mirror == "lost":
        desk.mirror = FaultyMirror(life.remote)
        with pytest.raises(Refused) as caught:
            desk.bare_round(life.tick())
        assert caught.value.word == "keyring-rewound"
        assert "sync --accept-rewind`" in (caught.value.hint or "")
    life.write("desk", "late", "after it")
    desk.accepting = True
    life.sync("desk")
    desk.accepting = False
    # What desk did before is with laptop alone, where desk's mirror is lost.
    laptop.accepting = mirror == "lost"
    life.sync("laptop")
    laptop.accepting = False
    life.sync("desk")
    assert laptop.files() == desk.files()
    assert laptop.sealed().ring_of(life.remote.main or "").keyring.epoch == 2
    with pytest.raises(KeyTrouble):
        life.peers["phone"].bare_round(life.tick())


def test_a_merge_of_before_a_rotation_is_purged_alike_whoever_joined_since(
    tmp_path: Path,
) -> None:
    # What stands in for a merge follows from its parents, not from what was seen since.
    life = Life(tmp_path)
    life.write("desk", "gone", "to be purged")
    life.write("desk", "auth", "one\n\ntwo\n\nthree")
    life.sync("desk", "laptop")
    life.write("desk", "auth", "ONE\n\ntwo\n\nthree")
    life.write("laptop", "auth", "one\n\ntwo\n\nTHREE")
    life.sync("desk", "laptop", "desk")
    life.rotate("desk")
    life.sync("phone")
    result = life.peers["desk"].purge("gone", life.tick())
    assert result.trouble is None
    life.note_state()
    life.sync("laptop", "phone", "desk")
    names = {"auth"}
    for name in ("desk", "laptop", "phone"):
        assert life.peers[name].files().keys() == names
        assert life.peers[name].mirror.main == life.remote.main


def test_a_purge_after_a_rotation_is_followed_by_who_has_seen_neither(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path)
    life.write("desk", "gone", "to be purged")
    life.sync("desk", "laptop")
    life.write("desk", "auth", "one")
    life.write("laptop", "style", "two")
    life.sync("desk", "laptop", "desk")
    life.rotate("desk")
    life.peer("desk").purge("gone", life.tick())
    life.note_state()
    life.sync("laptop", "desk")
    desk, laptop = life.peers["desk"], life.peers["laptop"]
    assert set(laptop.files()) == {"auth", "style", "MEMORY"} & set(desk.files())
    assert desk.mirror.main == laptop.mirror.main


def test_a_mirror_that_a_backup_took_back_takes_no_pin_back(tmp_path: Path) -> None:
    life = Life(tmp_path)
    life.write("desk", "auth", "one")
    life.sync("desk", "laptop")
    laptop = life.peers["laptop"]
    backup = laptop.mirror.main
    for body in ("two", "three"):
        life.write("desk", "auth", body)
        life.sync("desk")
    between, newest = life.states[-2:]
    life.sync("laptop")
    laptop.mirror.main = laptop.mirror.agreed_with = backup
    for act in ACTS:
        assert refuses(life, laptop, act, between) == "remote-rewound"
        assert refuses(life, laptop, act, backup) == "remote-rewound"
    life.show(newest)
    life.sync("laptop")
    assert laptop.mirror.main == newest
    assert laptop.files() == life.peers["desk"].files()
