"""The tree's `memsync.json`: created with a new vault, and raised to our numbers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, KeyTrouble
from memsync.sync.tree.layout import MANIFEST_FILE, Item, blob_id, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.tree.layout import Tree


# See docs/format.md: a machine refuses a higher number.
FORMAT = 3

# Raised with every change in the result of a merge of the same three trees.
MERGE_NUMBER = 4

_VAULT_ID = re.compile(r"[0-9a-f]{32}")


class Manifest(NamedTuple):
    """`memsync.json`."""

    format: int
    merge: int
    vault: str
    """32 hex digits, random; two vaults are never merged unasked."""


def with_manifest(tree: Tree, blobs: dict[str, bytes]) -> Tree:
    """The tree with a `memsync.json` of a new vault, whose bytes go to `blobs`."""
    from secrets import token_hex

    data = manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, token_hex(16)))
    item = Item(blob_id(data))
    blobs[item.oid] = data
    return {**tree, MANIFEST_FILE: item}


def upgraded(
    tree: Tree, blobs: dict[str, bytes], read: Callable[[str], bytes], vault: str | None
) -> Tree:
    """The tree under our numbers; `vault` is its id, if known.

    New bytes go to `blobs`. Raises as `memsync.sync.tree.manifest.parse_manifest`.
    """
    oid = tree[MANIFEST_FILE].oid
    if vault and oid == blob_id(manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, vault))):
        return tree
    data = with_our_numbers(blobs.get(oid) or read(oid))
    item = Item(blob_id(data))
    if item.oid == oid:
        return tree
    blobs[item.oid] = data
    return {**tree, MANIFEST_FILE: item}


def manifest_bytes(vault: Manifest) -> bytes:
    """The canonical bytes of `memsync.json`."""
    return json.dumps(vault._asdict(), indent=2, sort_keys=True).encode() + b"\n"


def encrypted_remote() -> KeyTrouble:
    """The error for an encrypted remote where this machine syncs unencrypted."""
    return KeyTrouble(
        "the remote is encrypted, and this machine has no key for it",
        hint="nothing was applied or sent; `memsync sync init URL --encrypt` joins it, "
        "with a recovery code, a passphrase, or --ask",
        word="key-missing",
    )


def parse_manifest(data: bytes) -> Manifest:
    """Read `memsync.json` in any layout; unknown keys are ignored.

    Raises `Broken` for a format or merge number newer than ours (word
    `newer-format`), and `Refused` for what is no such file at all.
    """
    try:
        read = json.loads(data)
        vault = Manifest(read["format"], read["merge"], str(read["vault"]))
    # `RecursionError`: JSON that is nested deeply enough exhausts the parser.
    except (ValueError, KeyError, TypeError, RecursionError):
        vault = Manifest(0, 0, "")
        read = {}
    if read.get("encrypted"):
        raise encrypted_remote()
    numbers = (vault.format, vault.merge)
    if any(type(n) is not int or n < 1 for n in numbers):
        raise refused(MANIFEST_FILE, "it is not memsync's")
    if vault.format > FORMAT or vault.merge > MERGE_NUMBER:
        raise Broken(
            f"the remote was written by a newer memsync: format {vault.format}, "
            f"merge {vault.merge}; this one knows {FORMAT} and {MERGE_NUMBER}",
            hint="upgrade memsync on this machine; nothing was changed",
            word="newer-format",
        )
    if not _VAULT_ID.fullmatch(vault.vault):
        raise refused(MANIFEST_FILE, "its vault id is malformed")
    return vault


def with_our_numbers(data: bytes) -> bytes:
    """A `memsync.json` under the numbers of this memsync, if its own are lower.

    The first round that writes does so, before it merges by its own rules.
    Raises as `parse_manifest`.
    """
    vault = parse_manifest(data)
    if (vault.format, vault.merge) == (FORMAT, MERGE_NUMBER):
        return data
    return manifest_bytes(Manifest(FORMAT, MERGE_NUMBER, vault.vault))
