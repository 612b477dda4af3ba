"""What git said, and what that means: of the remote, or of our own store."""

from __future__ import annotations

import pytest

from memsync.errors import Unreachable
from memsync.sync.mirror.trouble import StoreTrouble, explain, rejected
from memsync.sync.tree.remote import Remote

REMOTE = Remote("ssh://git@host.invalid/tree/of/objects/ref.git", "ssh", "host.invalid")
OID = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    "said",
    [
        "ssh: connect to host tree.invalid port 22: Connection refused",
        "fatal: unable to access 'https://ref.invalid/object.git/': Could not resolve",
        "fatal: Could not read from remote repository.",
        "remote: fatal: bad object refs/heads/main",
        "remote: error: inflate: data stream error (incorrect header check)",
        "error: pack-objects died of signal 13",
        "fatal: the remote end hung up unexpectedly",
        "fatal: early EOF\nfatal: fetch-pack: invalid pack header",
    ],
)
def test_what_is_not_of_our_store_is_no_damage(said: str) -> None:
    found = explain(said.encode(), REMOTE)
    assert isinstance(found, Unreachable)
    assert not isinstance(found, StoreTrouble)
    assert found.word == "offline"


def test_the_object_is_named_whichever_process_spoke_first() -> None:
    lines = [
        "error: git upload-pack: git-pack-objects died with error.",
        f"remote: fatal: unable to read {OID}",
    ]
    for said in (lines, lines[::-1]):
        assert OID in explain("\n".join(said).encode(), REMOTE).message


@pytest.mark.parametrize(
    "said",
    [
        f"error: object file objects/01/{OID[2:]} is empty",
        f"error: unable to unpack {OID} header",
        "error: inflate: data stream error (incorrect header check)",
        f"fatal: loose object {OID} (stored in objects/01/23) is corrupt",
        f"fatal: packed object {OID} (stored in objects/pack/p.pack) is corrupt",
        f"fatal: bad object {OID}",
        f"fatal: bad tree object {OID}",
        f"fatal: unable to read tree {OID}",
        f"fatal: unable to read {OID}",
        f"error: Could not read {OID}",
        f"fatal: Failed to traverse parents of commit {OID}",
        "error: refs/heads/main does not point to a valid object!",
        "error: packfile objects/pack/p.pack does not match index",
    ],
)
def test_what_git_says_of_its_own_store_is_damage(said: str) -> None:
    found = explain(f"{said}\nerror: failed to push some refs".encode(), REMOTE)
    assert isinstance(found, StoreTrouble)
    assert found.word == "offline"


@pytest.mark.parametrize(
    "said",
    [
        f"remote: error: header for {OID} too long, exceeds 32 bytes",
        "remote: error: inflate: data stream error (incorrect header check)",
        f"remote: fatal: unable to read {OID}",
        f"remote: fatal: loose object {OID} (stored in objects/01/23) is corrupt",
        "remote: fatal: bad object refs/heads/main",
    ],
)
def test_damage_at_the_remote_is_not_said_to_mend_itself(said: str) -> None:
    found = explain(f"{said}\nfatal: early EOF".encode(), REMOTE)
    assert "is damaged: " in found.message
    assert found.hint is not None
    assert "`git fsck`" in found.hint
    assert "the next `memsync sync` sends them" not in found.hint


@pytest.mark.parametrize(
    "said",
    [
        "error: remote unpack failed: unable to create temporary object directory",
        "remote: error: insufficient permission for adding an object to repository",
        "remote: fatal: write error: No space left on device",
    ],
)
def test_a_folder_that_the_host_cannot_write_is_no_rule_of_the_branch(
    said: str,
) -> None:
    found = rejected("unpacker error", said.encode(), REMOTE)
    assert (found.word, found.message[:21]) == ("rejected", "git cannot write to '")
    assert found.hint is not None
    assert "rules of the remote" not in found.hint
    assert "rules of the remote" in str(rejected("hook declined", b"", REMOTE).hint)
