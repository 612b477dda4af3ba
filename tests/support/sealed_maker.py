"""Commits that break the rules, with a member's keys, and what a round says of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from memsync.errors import Broken, KeyTrouble, MemsyncError, Refused
from memsync.sync.round import round as rounds
from memsync.sync.sealed.format import stamp_of
from memsync.sync.tree.clock import tick
from memsync.sync.tree.commit import commit_bytes, parse_commit
from memsync.sync.tree.layout import Item, blob_id
from memsync.sync.tree.objects import Object, tree_objects
from memsync.vault import stamp as stamps
from memsync.vault.padding import pad
from support.memory_mirror import MemoryMirror

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.sync.sealed.mirror import SealedMirror
    from support.sealed_life import Life
    from support.sealed_peer import SealedPeer


def at_the_remote(life: Life, name: str) -> SealedMirror:
    """The remote's own objects, with a member's keys, to put in what it likes."""
    remote = life.remote
    inner = MemoryMirror(remote, remote.objects, remote.trees, remote.main)
    mirror = life.peer(name).looking_at(inner)
    assert remote.main
    mirror.ring_of(remote.main)
    return mirror


def puts(life: Life, files: Mapping[str, bytes]) -> None:
    """The laptop's keys seal and stamp these files besides what is there."""
    mirror = at_the_remote(life, "laptop")
    tip = life.remote.main or ""
    given = {blob_id(data): data for data in files.values()}
    tree = {**mirror.tree(tip), **{p: Item(blob_id(d)) for p, d in files.items()}}
    clock = tick(life.tick(), "00000002")
    life.remote.main = mirror.save_under(
        mirror.ring_of(tip),
        tree,
        given,
        lambda top: commit_bytes(top, [tip], clock),
    )


def refuses(life: Life, peer: SealedPeer) -> MemsyncError:
    """What a round says that applies nothing and sends nothing."""
    files, main, pins = peer.files(), life.remote.main, peer.store.pins()
    below = sorted(life.folder.rglob("*.md"))
    with pytest.raises((Refused, KeyTrouble, Broken)) as caught:
        rounds.run(peer.context(life.tick()))
    assert (peer.files(), life.remote.main) == (files, main)
    assert peer.store.pins() == pins
    assert sorted(life.folder.rglob("*.md")) == below
    return caught.value


@dataclass
class Maker:
    """Makes commits below the rules, with the keys of a machine."""

    life: Life
    name: str

    def __post_init__(self) -> None:
        life = self.life
        self.mirror = at_the_remote(life, self.name)
        self.tip = life.remote.main or ""
        self.ring = self.mirror.ring_of(self.tip)
        self.cipher = self.ring.cipher()
        head = parse_commit(life.remote.objects[self.tip].data)
        self.files = {
            path: life.remote.objects[item.oid].data
            for path, item in life.remote.trees[head.tree].items()
        }

    def push(self, text: object = None, hour: int = 0, **more: Any) -> str:  # noqa: ANN401 -- any JSON
        """Main becomes a commit of `files`, whose stamp hides `text`."""
        remote = self.life.remote
        blobs = {p: Object("blob", data) for p, data in self.files.items()}
        tree = {path: Item(blob.oid) for path, blob in blobs.items()}
        top = tree_objects(tree)[-1].oid
        if text is None:
            text = {"clock": "3600000-0-00000002", "message": "m", "seq": 9} | more
        raw = text if isinstance(text, bytes) else keyrings_canonical(text)
        whole = pad(len(raw).to_bytes(4, "big") + raw)
        head = self.cipher.epoch.to_bytes(8, "big")
        head += self.cipher.seal("commit", b"commit", whole)
        listed = stamps.contents(
            (p, sha256(data)) for p, data in sorted(self.files.items())
        )
        parents = parse_commit(remote.objects[self.tip].data)
        past = stamps.ancestry([stamp_of(parents) or b""])
        stamp = head + stamps._mac(self.cipher, head, listed, past)
        signed = f"memsync <memsync@localhost> {hour or 3600} +0000"
        made = Object(
            "commit",
            f"tree {top}\nparent {self.tip}\nauthor {signed}\ncommitter {signed}\n\n"
            f"{stamps.message_of(stamp)}".encode(),
        )
        remote.objects |= {blob.oid: blob for blob in blobs.values()}
        remote.objects[made.oid] = made
        remote.trees[top] = tree
        remote.main = made.oid
        return made.oid


def keyrings_canonical(tree: object) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()


def sha256(data: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(data).digest()
