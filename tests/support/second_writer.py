"""A second writer of encrypted vaults, written from docs/format.md alone.

It changes what `second_reader` has read, with nothing but a recovery code.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric import x25519
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from support.second_reader import NAME, Epoch, Reader, be, canonical, kdf, mac

if TYPE_CHECKING:
    from collections.abc import Mapping

_MACHINE = "5ec0dd11"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class Writer:
    """Commits on top of a vault's main, whose whole history it judged first."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.files = reader.read()
        self.seq = 0

    def save(self, changes: Mapping[str, bytes], ms: int) -> str:
        """One machine's save, at this time; the new main."""
        places = self.reader.tree("main")
        epoch = self.reader._epoch_of(places)
        for path, data in changes.items():
            places |= self._sealed(epoch, path, data)
        return self._commit(places, epoch, "memsync: save", ms)

    def rotate(self, key: bytes, ms: int) -> str:
        """A new epoch with this key, for all that can open the vault now."""
        old = self.reader.blob(self.reader.tree("main")["v1/keyring.json"])
        ring = json.loads(old)
        before = self.reader.epochs[ring["epoch"]]
        epoch = Epoch(before.vault, before.number + 1, key)
        number = ring["number"] + 1
        opened = before.open(
            b"keyring", be(ring["number"], 8), base64.b64decode(ring["inner"])
        )
        inner = json.loads(opened.rstrip(b"\0"))
        inner["past"].append(b64(before.key))
        tree: dict[str, Any] = {
            "epoch": epoch.number,
            "format": 1,
            "inner": b64(epoch.seal(b"keyring", be(number, 8), canonical(inner))),
            "number": number,
            "previous": hashlib.sha256(old).hexdigest(),
            "slots": [self._wrapped(epoch, slot) for slot in ring["slots"]],
            "vault": ring["vault"],
        }
        said = canonical(tree)
        anchor = kdf(self.reader.root, epoch.vault, "anchor")
        tree |= {
            "anchor": b64(mac(anchor, said)),
            "chain": b64(mac(before.mac_key, said)),
            "mac": b64(mac(epoch.mac_key, said)),
        }
        self.reader.epochs[epoch.number] = epoch
        public = self.reader.tree("main")["memsync.json"]
        places = {
            "memsync.json": public,
            "v1/keyring.json": self._stored(canonical(tree) + b"\n"),
        }
        for path, data in self.reader.files("main").items():
            places |= self._sealed(epoch, path, data)
        return self._commit(places, epoch, "memsync: keys", ms)

    def _wrapped(self, epoch: Epoch, slot: dict[str, Any]) -> dict[str, Any]:
        public = base64.b64decode(slot["public"])
        private = x25519.X25519PrivateKey.generate()
        ephemeral = private.public_key().public_bytes_raw()
        shared = private.exchange(x25519.X25519PublicKey.from_public_bytes(public))
        key = kdf(shared, ephemeral + public, "x25519")
        bound = NAME + b"/slot" + epoch.vault
        bound += bytes.fromhex(slot["id"]) + slot["kind"].encode()
        keys = self.reader.root + epoch.key
        wrapped = ChaCha20Poly1305(key).encrypt(bytes(12), keys, bound)
        return slot | {"ephemeral": b64(ephemeral), "wrapped": b64(wrapped)}

    def _sealed(self, epoch: Epoch, path: str, data: bytes) -> dict[str, str]:
        name = path.encode()
        names = kdf(self.reader.root, epoch.vault, "names")
        token = hmac.new(names, name, hashlib.sha256).digest()[:20]
        text = be(len(name), 4) + name + be(len(data), 4) + data
        place = f"v1/n/{token.hex()[:2]}/{token.hex()[2:]}"
        return {place: self._stored(epoch.seal(b"file", token, text))}

    def _commit(
        self, places: dict[str, str], epoch: Epoch, message: str, ms: int
    ) -> str:
        self.seq += 1
        parent = self.reader.git("rev-parse", "main").decode().strip()
        said = canonical(
            {"clock": f"{ms}-0-{_MACHINE}", "message": message, "seq": self.seq}
        )
        head = be(epoch.number, 8)
        head += epoch.seal(b"commit", b"commit", be(len(said), 4) + said)
        files = hashlib.sha256()
        for path in sorted(places):
            digest = hashlib.sha256(self.reader.blob(places[path])).digest()
            files.update(be(len(path), 4) + path.encode() + digest)
        past = hashlib.sha256(hashlib.sha256(self.reader.stamps[parent]).digest())
        stamp = head + mac(
            epoch.mac_key, b"commit", head, files.digest(), past.digest()
        )
        signed = f"memsync <memsync@localhost> {ms // 3_600_000 * 3600} +0000"
        data = (
            f"tree {self._tree(places)}\nparent {parent}\nauthor {signed}\n"
            f"committer {signed}\n\nsync\n\nMemsync-Stamp: {b64(stamp)}\n"
        )
        made = self._git("hash-object", "-t", "commit", "-w", "--stdin", stdin=data)
        self._git("update-ref", "refs/heads/main", made, parent)
        self.reader.stamps[made] = stamp
        return made

    def _tree(self, places: Mapping[str, str]) -> str:
        index = self.reader.repository / "second-index"
        listed = "".join(f"100644 {oid}\t{path}\n" for path, oid in places.items())
        add = ("update-index", "--add", "--index-info")
        self._git(*add, stdin=listed, index=str(index))
        tree = self._git("write-tree", index=str(index))
        index.unlink()
        return tree

    def _stored(self, data: bytes) -> str:
        return self._git("hash-object", "-w", "--stdin", stdin=data)

    def _git(
        self, *arguments: str, stdin: bytes | str = b"", index: str = "unused"
    ) -> str:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            ["git", "-C", self.reader.repository, *arguments],
            input=given,
            check=True,
            capture_output=True,
            env={**os.environ, "GIT_INDEX_FILE": index},
        )
        return done.stdout.decode().strip()
