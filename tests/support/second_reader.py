"""A second reader of encrypted vaults, written from docs/format.md alone.

It shares no line with memsync: AES-SIV is put together from AES and CMAC, git is
asked through its command line. It is slow, and says yes or raises `AssertionError`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import x25519
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

if TYPE_CHECKING:
    from pathlib import Path

NAME = b"memsync/v1"


def be(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")


def kdf(secret: bytes, salt: bytes, label: str, size: int = 32) -> bytes:
    info = NAME + b"/" + label.encode()
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


def mac(key: bytes, *parts: bytes) -> bytes:
    text = b"".join(be(len(part), 8) + part for part in parts)
    return hmac.new(key, text, hashlib.sha256).digest()


def _cmac(key: bytes, data: bytes) -> bytes:
    state = CMAC(algorithms.AES(key))
    state.update(data)
    return state.finalize()


def _double(block: bytes) -> bytes:
    number = int.from_bytes(block, "big") << 1
    if number >> 128:
        number = (number ^ 0x87) & ((1 << 128) - 1)
    return be(number, 16)


def _xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=True))


def _s2v(key: bytes, parts: list[bytes]) -> bytes:
    state = _cmac(key, bytes(16))
    for part in parts[:-1]:
        state = _xor(_double(state), _cmac(key, part))
    last = parts[-1]
    if len(last) >= 16:
        return _cmac(key, last[:-16] + _xor(last[-16:], state))
    padded = (last + b"\x80").ljust(16, b"\0")
    return _cmac(key, _xor(_double(state), padded))


def _ctr(key: bytes, iv: bytes, data: bytes) -> bytes:
    counter = bytearray(iv)
    counter[8] &= 0x7F
    counter[12] &= 0x7F
    stream = Cipher(algorithms.AES(key), modes.CTR(bytes(counter))).encryptor()
    return stream.update(data) + stream.finalize()


def siv_seal(key: bytes, bound: list[bytes], text: bytes) -> bytes:
    iv = _s2v(key[:32], [*bound, text])
    return iv + _ctr(key[32:], iv, text)


def siv_open(key: bytes, bound: list[bytes], sealed: bytes) -> bytes:
    iv, body = sealed[:16], sealed[16:]
    assert body
    text = _ctr(key[32:], iv, body)
    assert _s2v(key[:32], [*bound, text]) == iv
    return text


def padded(size: int) -> int:
    if size <= 4096:
        return max((size + 255) // 256, 1) * 256
    e = size.bit_length() - 1
    s = e.bit_length()
    unit = 1 << (e - s)
    return (size + unit - 1) // unit * unit


def fields(text: bytes, count: int) -> list[bytes]:
    """`be4(length) ‖ bytes`, so many times, and then padding."""
    found, at = [], 0
    for _ in range(count):
        size = int.from_bytes(text[at : at + 4], "big")
        found.append(text[at + 4 : at + 4 + size])
        assert len(found[-1]) == size
        at += 4 + size
    assert len(text) == padded(at)
    assert not any(text[at:])
    return found


def canonical(tree: object) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode("ascii")


@dataclass
class Epoch:
    vault: bytes
    number: int
    key: bytes

    def open(self, kind: bytes, place: bytes, sealed: bytes) -> bytes:
        return siv_open(self._data_key, self._bound(kind, place), sealed)

    def seal(self, kind: bytes, place: bytes, text: bytes) -> bytes:
        whole = text.ljust(padded(len(text)), b"\0")
        return siv_seal(self._data_key, self._bound(kind, place), whole)

    def _bound(self, kind: bytes, place: bytes) -> list[bytes]:
        return [NAME, self.vault, be(self.number, 8), kind, place]

    @property
    def _data_key(self) -> bytes:
        return kdf(self.key, self.vault, "data", 64)

    @property
    def mac_key(self) -> bytes:
        return kdf(self.key, self.vault, "mac")


def code_of(text: str) -> bytes:
    typed = "".join(text.split()).replace("-", "").upper()
    data = base64.b32decode(typed.replace("0", "O").replace("1", "I").replace("8", "B"))
    secret, check = data[:32], data[32:]
    assert hashlib.sha256(b"memsync/v1/code" + secret).digest()[:3] == check
    return secret


class Reader:
    """A repository, and the secret that opens it."""

    def __init__(
        self, repository: Path, *, code: str = "", passphrase: str = ""
    ) -> None:
        self.repository = repository
        self.code = code
        self.passphrase = passphrase
        self.blobs: dict[str, bytes] = {}
        self.root = b""
        self.epochs: dict[int, Epoch] = {}
        self.rings: dict[str, dict[str, Any]] = {}
        self.stamps: dict[str, bytes] = {}
        self.log: dict[str, dict[str, Any]] = {}

    def git(self, *arguments: str) -> bytes:
        argv = ["git", "-C", str(self.repository), *arguments]
        return subprocess.run(argv, check=True, capture_output=True).stdout

    def blob(self, oid: str) -> bytes:
        if oid not in self.blobs:
            self.blobs[oid] = self.git("cat-file", "blob", oid)
        return self.blobs[oid]

    def tree(self, commit: str) -> dict[str, str]:
        found = {}
        for line in self.git("ls-tree", "-r", commit).decode().splitlines():
            mode, kind, rest = line.split(" ", 2)
            assert (mode, kind) == ("100644", "blob")
            oid, path = rest.split("\t")
            found[path] = oid
        return found

    def read(self, main: str = "main") -> dict[str, bytes]:
        """The plain files of main, once its whole history was judged."""
        listed = self.git("rev-list", "--topo-order", "--reverse", main)
        commits = listed.decode().split()
        for commit in reversed(commits):
            self._open_ring(self.blob(self.tree(commit)["v1/keyring.json"]))
        self._check_line()
        for commit in commits:
            self._check_commit(commit)
        return self.files(commits[-1])

    def files(self, commit: str) -> dict[str, bytes]:
        tree = self.tree(commit)
        epoch = self._epoch_of(tree)
        names = kdf(self.root, epoch.vault, "names")
        found = {}
        for place, oid in tree.items():
            if not place.startswith("v1/n/"):
                continue
            token = bytes.fromhex(place.removeprefix("v1/n/").replace("/", ""))
            name, data = fields(epoch.open(b"file", token, self.blob(oid)), 2)
            assert hmac.new(names, name, hashlib.sha256).digest()[:20] == token
            found[name.decode()] = data
        return found

    def _epoch_of(self, tree: dict[str, str]) -> Epoch:
        ring = json.loads(self.blob(tree["v1/keyring.json"]))
        return self.epochs[ring["epoch"]]

    def _open_ring(self, data: bytes) -> None:
        ring = json.loads(data)
        if data.decode() in self.rings:
            return
        assert canonical(ring) + b"\n" == data
        assert ring["format"] == 1
        vault = bytes.fromhex(ring["vault"])
        if ring["epoch"] not in self.epochs:
            self.root, key = self._unwrap(vault, ring["slots"])
            self.epochs[ring["epoch"]] = Epoch(vault, ring["epoch"], key)
        epoch = self.epochs[ring["epoch"]]
        macs = {
            name: base64.b64decode(ring[name]) for name in ("anchor", "mac", "chain")
        }
        text = canonical({k: v for k, v in ring.items() if k not in macs})
        assert mac(kdf(self.root, vault, "anchor"), text) == macs["anchor"]
        assert mac(epoch.mac_key, text) == macs["mac"]
        place = be(ring["number"], 8)
        inner = epoch.open(b"keyring", place, base64.b64decode(ring["inner"]))
        size = len(inner.rstrip(b"\0"))
        assert len(inner) == padded(size)
        said = json.loads(inner[:size])
        assert canonical(said) == inner[:size]
        past = [base64.b64decode(key) for key in said["past"]]
        assert len(past) == ring["epoch"] - 1
        for number, key in enumerate(past, 1):
            assert self.epochs.setdefault(number, Epoch(vault, number, key)).key == key
        if macs["chain"]:
            assert mac(self.epochs[ring["epoch"] - 1].mac_key, text) == macs["chain"]
        self.rings[data.decode()] = ring

    def _unwrap(self, vault: bytes, slots: list[dict[str, Any]]) -> tuple[bytes, bytes]:
        for slot in slots:
            secret = self._secret(slot)
            if secret is None:
                continue
            kind = slot["kind"]
            private = x25519.X25519PrivateKey.from_private_bytes(
                kdf(secret, vault, f"{kind} key")
            )
            public = private.public_key().public_bytes_raw()
            if base64.b64decode(slot["public"]) != public:
                continue
            ephemeral = base64.b64decode(slot["ephemeral"])
            shared = private.exchange(
                x25519.X25519PublicKey.from_public_bytes(ephemeral)
            )
            key = kdf(shared, ephemeral + public, "x25519")
            bound = NAME + b"/slot" + vault + bytes.fromhex(slot["id"]) + kind.encode()
            wrapped = base64.b64decode(slot["wrapped"])
            opened = ChaCha20Poly1305(key).decrypt(bytes(12), wrapped, bound)
            proof = mac(kdf(secret, vault, f"{kind} proof"), opened[:32])
            assert base64.b64decode(slot["proof"]) == proof
            return opened[:32], opened[32:]
        raise AssertionError("no slot")

    def _secret(self, slot: dict[str, Any]) -> bytes | None:
        if slot["kind"] == "code" and self.code:
            return code_of(self.code)
        if slot["kind"] != "passphrase" or not self.passphrase:
            return None
        asked = slot["argon2id"]
        return Argon2id(
            salt=base64.b64decode(asked["salt"]),
            length=32,
            iterations=asked["iterations"],
            lanes=asked["lanes"],
            memory_cost=asked["memory"],
        ).derive(self.passphrase.encode())

    def _check_line(self) -> None:
        line = sorted(self.rings.items(), key=lambda item: int(item[1]["number"]))
        assert [ring["number"] for _, ring in line] == list(range(1, len(line) + 1))
        previous, epoch = "", 1
        for data, ring in line:
            assert ring["previous"] == previous
            assert bool(ring["chain"]) == (ring["epoch"] == epoch + 1)
            assert ring["epoch"] - epoch in (0, 1)
            epoch = ring["epoch"]
            previous = hashlib.sha256(data.encode()).hexdigest()

    def _check_commit(self, commit: str) -> None:
        raw = self.git("cat-file", "commit", commit)
        head, _, message = raw.partition(b"\n\n")
        said = "sync\n\nMemsync-Stamp: "
        assert message.decode().startswith(said)
        stamp = base64.b64decode(message.decode().removeprefix(said).removesuffix("\n"))
        parents = [
            line.split()[1].decode()
            for line in head.split(b"\n")
            if line.startswith(b"parent ")
        ]
        tree = self.tree(commit)
        epoch = self._epoch_of(tree)
        files = hashlib.sha256()
        for path in sorted(tree):
            digest = hashlib.sha256(self.blob(tree[path])).digest()
            files.update(be(len(path), 4) + path.encode() + digest)
        past = b"".join(hashlib.sha256(self.stamps[p]).digest() for p in parents)
        covered = [files.digest(), hashlib.sha256(past).digest()]
        assert stamp[:8] == be(epoch.number, 8)
        assert stamp[-32:] == mac(epoch.mac_key, b"commit", stamp[:-32], *covered)
        (text,) = fields(epoch.open(b"commit", b"commit", stamp[8:-32]), 1)
        self.log[commit] = json.loads(text)
        assert canonical(self.log[commit]) == text
        hour = int(self.log[commit]["clock"].split("-")[0]) // 3_600_000 * 3600
        signed = f"memsync <memsync@localhost> {hour} +0000"
        top = self.git("rev-parse", f"{commit}^{{tree}}").decode().strip()
        lines = [f"tree {top}", *(f"parent {p}" for p in parents)]
        lines += [f"author {signed}", f"committer {signed}", "", ""]
        assert raw == "\n".join(lines).encode() + message
        plain = {"encrypted": 1, "format": 2, "merge": 1, "vault": epoch.vault.hex()}
        expected = json.dumps(plain, indent=2, sort_keys=True).encode() + b"\n"
        assert self.blob(tree["memsync.json"]) == expected
        self.stamps[commit] = stamp
