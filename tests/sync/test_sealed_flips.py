"""Any byte changed, any two things exchanged: an encrypted history is refused."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import pytest
from support.raw_objects import Forger, RawMirror, raw
from support.sealed_life import Life
from support.sealed_peer import CODE

from memsync.errors import Broken, KeyTrouble, Refused
from memsync.sync.members import joining
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.sealed.holder import Holder
from memsync.sync.sealed.key_store import KeyStore
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.vetting import read_ring
from memsync.sync.tree.commit import parse_commit
from memsync.sync.tree.objects import Object
from memsync.vault import keyring_file, slots
from memsync.vault.codes import code_text
from memsync.vault.machine_keys import MachineKeys

# The last two for another vault id, and for what says that it is of a later format.
WORDS = {
    *("forged", "hostile-tree", "hostile-objects", "downgraded", "revoked"),
    *("unrelated-remote", "newer-format"),
}


class Scene(NamedTuple):
    """A vault, and a machine that has seen it up to the change before the last."""

    forger: Forger
    seen: str
    """The commit that the machine agreed on."""
    had: frozenset[str]
    """All that it had then."""
    store: KeyStore
    keys: MachineKeys
    states: list[str]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    life = Life(tmp_path_factory.mktemp("life"))
    life.write("desk", "auth", "one\n\ntwo\n\nthree")
    life.sync("desk", "laptop")
    life.write("desk", "auth", "ONE\n\ntwo\n\nthree")
    life.write("laptop", "auth", "one\n\ntwo\n\nTHREE")
    life.sync("desk", "laptop", "desk")
    life.rotate("desk")
    life.write("desk", "auth", "changed")
    life.sync("desk", "laptop")
    seen = life.remote.main
    life.peer("desk").members(life.tick()).add_code(b"k" * 32, "key file")
    life.note_state()
    store = life.peers["laptop"].store
    keys = store.keys()
    assert keys
    assert seen
    assert life.remote.main
    forger = Forger(raw(life.attic), life.remote.main)
    had = frozenset(Forger(forger.objects, seen).ordered)
    return Scene(forger, seen, had, store, keys, life.states)


def by_a_member(scene: Scene, mirror: RawMirror) -> SealedMirror:
    """The mirror as the machine fetches it that has seen the rest."""
    mirror.known, mirror.had = scene.seen, scene.had
    holder = Holder(scene.store, scene.keys)
    return SealedMirror(mirror, holder, SealedCache(None))  # type: ignore[arg-type]


def refused_by_a_member(scene: Scene, mirror: RawMirror) -> str:
    """Why it is refused by what has seen the rest; else an empty text."""
    try:
        by_a_member(scene, mirror).fetch()
    except (Refused, KeyTrouble, Broken) as error:
        return error.message if error.word in WORDS else ""
    return ""


def refused_by_a_newcomer(scene: Scene, mirror: RawMirror) -> str:
    """Why it is refused by one that joins with the recovery code; else nothing."""
    tip = mirror.main
    assert tip
    try:
        mirror.fetch()
        opened = joining.open_by(read_ring(mirror, tip), code_text(CODE))  # type: ignore[arg-type]
        ring = opened.keyring
        keys = MachineKeys(
            ring.vault, slots.machine_secret().data, ring.epoch, opened.keys
        )
        store = KeyStore(scene.store.folder.with_name("nowhere"))
        holder = Holder(store, keys, keyring_file.rendered(ring))
        SealedMirror(mirror, holder, SealedCache(None)).fetch()  # type: ignore[arg-type]
    except (Refused, KeyTrouble, Broken) as error:
        return error.message
    return ""


def test_what_nobody_changed_is_believed(scene: Scene) -> None:
    honest = RawMirror(scene.forger.objects, scene.forger.tip)
    assert by_a_member(scene, honest).fetch() == scene.forger.tip
    assert refused_by_a_newcomer(scene, honest) == ""


def test_every_byte_of_every_object_counts(scene: Scene) -> None:
    objects = scene.forger.objects
    top = parse_commit(objects[scene.forger.tip].data).tree
    every = {oid: objects[oid] for oid in Forger(objects, top).ordered}
    kinds = [each.kind for each in every.values()]
    # Its top, `v1`, `v1/n`, and a folder each for two sealed files.
    assert (kinds.count("tree"), kinds.count("blob")) == (3 + 2, 2 + 2)
    every[scene.forger.tip] = objects[scene.forger.tip]
    for oid, found in every.items():
        for at in range(len(found.data)):
            wrong = bytearray(found.data)
            wrong[at] ^= 1 << at % 8
            forged = scene.forger.with_object(oid, bytes(wrong))
            assert refused_by_a_member(scene, forged), (found.kind, oid, at)


def test_a_byte_changed_long_ago_is_told_to_one_that_joins(scene: Scene) -> None:
    for oid in scene.forger.ordered:
        found = scene.forger.objects[oid]
        for at in (0, len(found.data) // 2, len(found.data) - 1):
            wrong = bytearray(found.data)
            wrong[at] ^= 1
            forged = scene.forger.with_object(oid, bytes(wrong))
            assert refused_by_a_newcomer(scene, forged), (found.kind, oid, at)


def blobs_of(scene: Scene, commit: str) -> dict[str, str]:
    """Blob ids by path."""
    entries = RawMirror(scene.forger.objects, None).listings([commit])[commit]
    return {entry.path.decode(): entry.oid for entry in entries}


def test_no_file_stands_in_for_another_or_for_an_older_one(scene: Scene) -> None:
    objects = scene.forger.objects
    here = blobs_of(scene, scene.forger.tip)
    every = {oid for oid, each in objects.items() if each.kind == "blob"}
    assert len(every) > 8
    for place, own in here.items():
        for other in sorted(every - {own}):
            forged = scene.forger.with_objects({own: objects[other]})
            assert refused_by_a_member(scene, forged), (place, other)
    for one, other in combinations(here.values(), 2):
        forged = scene.forger.with_objects({one: objects[other], other: objects[one]})
        assert refused_by_a_member(scene, forged), (one, other)


def test_no_commit_stands_in_for_another(scene: Scene) -> None:
    objects = scene.forger.objects
    commits = [oid for oid in scene.forger.ordered if objects[oid].kind == "commit"]
    assert len(commits) > 7
    for one, other in permutations(commits, 2):
        forged = scene.forger.with_objects({one: objects[other]})
        if one != scene.forger.tip:
            assert refused_by_a_newcomer(scene, forged), (one, other)
        # The files and the past of one, with the stamp of the other.
        head, stamp = objects[one].data, objects[other].data
        data = head.partition(b"\n\n")[0] + b"\n\n" + stamp.partition(b"\n\n")[2]
        forged = scene.forger.with_object(one, data)
        assert refused_by_a_newcomer(scene, forged), (one, other)


def test_no_keyring_stands_in_for_another(scene: Scene) -> None:
    objects = scene.forger.objects
    commits = [oid for oid in scene.forger.ordered if objects[oid].kind == "commit"]
    rings = {oid: blobs_of(scene, oid)[KEYRING_FILE] for oid in commits}
    assert len(set(rings.values())) == 4
    for commit, own in rings.items():
        for other in set(rings.values()) - {own}:
            tree = parse_commit(objects[commit].data).tree
            changed = Forger(objects, tree).with_objects({own: objects[other]})
            assert changed.main
            top = {tree: changed.objects[changed.main]}
            forged = scene.forger.with_objects(top)
            forged.objects = {**changed.objects, **forged.objects}
            assert refused_by_a_newcomer(scene, forged), (commit, other)
    for one, other in combinations(set(rings.values()), 2):
        forged = scene.forger.with_objects({one: objects[other], other: objects[one]})
        assert refused_by_a_newcomer(scene, forged), (one, other)


def test_a_folder_with_nothing_in_it_makes_no_second_commit_of_one_stamp(
    scene: Scene,
) -> None:
    # git lists no file below it, and so no stamp says that it is there.
    objects = scene.forger.objects
    empty = Object("tree", b"")
    top = parse_commit(objects[scene.forger.tip].data).tree
    for oid, found in objects.items():
        if found.kind == "tree" and oid in Forger(objects, top).below:
            line = b"40000 zz\0" + bytes.fromhex(empty.oid)
            forged = scene.forger.with_object(oid, found.data + line)
            forged.objects = {**forged.objects, empty.oid: empty}
            assert refused_by_a_member(scene, forged)
