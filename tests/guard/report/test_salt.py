"""The salt of fingerprints: one that stays, and one that a list brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.guard.report.salt import add, allow_list
from memsync.secrets.allow import ALLOW_FILE

if TYPE_CHECKING:
    from pathlib import Path

WORD = "0123456789abcdef"
KEPT = "fingerprint-salt"


def test_without_a_list_the_salt_stays_with_this_machine(tmp_path: Path) -> None:
    private = tmp_path / "git/memsync"
    first = allow_list(tmp_path, private)
    assert allow_list(tmp_path, private).salt == first.salt
    assert allow_list(tmp_path, tmp_path / "other").salt != first.salt
    assert (private / KEPT).stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / ALLOW_FILE).exists()


def test_a_finding_keeps_its_fingerprint_when_the_list_is_made(tmp_path: Path) -> None:
    private = tmp_path / "git"
    before = allow_list(tmp_path, private).fingerprint("github-pat", b"value")
    assert add(tmp_path, private, WORD)
    assert allow_list(tmp_path, private).fingerprint("github-pat", b"value") == before
    assert allow_list(tmp_path, None).fingerprint("github-pat", b"value") == before


def test_a_fingerprint_is_added_once(tmp_path: Path) -> None:
    assert add(tmp_path, tmp_path / "git", WORD)
    data = (tmp_path / ALLOW_FILE).read_bytes()
    assert not add(tmp_path, tmp_path / "git", WORD)
    assert (tmp_path / ALLOW_FILE).read_bytes() == data


def test_where_nothing_can_be_kept_each_run_has_a_salt_of_its_own(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    first = allow_list(None, blocked / "below")
    assert allow_list(None, blocked / "below").salt != first.salt
    assert allow_list(None, None).salt != first.salt


def test_a_damaged_salt_is_not_taken_for_one(tmp_path: Path) -> None:
    (tmp_path / KEPT).write_text("no hex\n")
    salt = allow_list(None, tmp_path).salt
    assert salt is not None
    assert len(salt) == 16
    assert (tmp_path / KEPT).read_text() == "no hex\n"
