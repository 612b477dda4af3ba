"""Which fingerprints count here, once a remote that others write to is plain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.memory.files import confirmed
from memsync.secrets.allow import AllowList

if TYPE_CHECKING:
    from pathlib import Path

SALT = b"s" * 16
OURS, THEIRS = "0" * 16, "f" * 16


def listing(*words: str) -> bytes:
    """An allow list with these fingerprints."""
    found = AllowList(SALT)
    for word in words:
        found = found.with_one(word, SALT)
    return found.render()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Where what is confirmed is kept, and the list that has ours."""
    allow = tmp_path / ".memsync-allow"
    allow.write_bytes(listing(OURS))
    return tmp_path / "config" / confirmed.CONFIRMED_FILE, allow


def counts(files: tuple[Path, Path]) -> set[str]:
    path, allow = files
    return set(
        confirmed.counting(allow.read_bytes(), confirmed.read(path)).fingerprints
    )


def test_before_there_is_a_plain_remote_everything_counts(
    files: tuple[Path, Path],
) -> None:
    files[1].write_bytes(listing(OURS, THEIRS))
    assert counts(files) == {OURS, THEIRS}


def test_from_then_on_only_what_was_there_and_what_is_confirmed(
    files: tuple[Path, Path],
) -> None:
    confirmed.begin(*files)
    files[1].write_bytes(listing(OURS, THEIRS))
    assert counts(files) == {OURS}
    assert confirmed.confirm(*files, THEIRS) is True
    assert counts(files) == {OURS, THEIRS}
    assert confirmed.confirm(*files, THEIRS) is False


def test_beginning_again_confirms_nothing_that_came_meanwhile(
    files: tuple[Path, Path],
) -> None:
    confirmed.begin(*files)
    files[1].write_bytes(listing(OURS, THEIRS))
    confirmed.begin(*files)
    assert counts(files) == {OURS}


def test_what_never_arrived_cannot_be_confirmed(files: tuple[Path, Path]) -> None:
    confirmed.begin(*files)
    assert confirmed.confirm(*files, THEIRS) is None
    assert counts(files) == {OURS}


def test_what_is_taken_off_the_list_counts_no_more(files: tuple[Path, Path]) -> None:
    confirmed.begin(*files)
    files[1].write_bytes(listing())
    assert counts(files) == set()


def test_the_same_word_under_another_salt_is_another_fingerprint(
    files: tuple[Path, Path],
) -> None:
    confirmed.begin(*files)
    forged = AllowList(b"t" * 16).with_one(OURS, b"t" * 16)
    files[1].write_bytes(forged.render())
    assert counts(files) == set()


def test_the_list_is_a_private_file(files: tuple[Path, Path]) -> None:
    confirmed.begin(*files)
    assert files[0].stat().st_mode & 0o777 == 0o600
    assert files[0].parent.stat().st_mode & 0o777 == 0o700
