"""The list of an encrypted tree's files, and the commits that have a stamp."""

from __future__ import annotations

import hashlib
import json
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.sealed.format import (
    KEYRING_FILE,
    MANIFEST_FILE,
    SealedList,
    listed,
    load_list,
    save_list,
    sealed_commit,
    sealed_manifest,
    stamp_of,
)
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.commit import AUTHOR, Commit, parse_commit
from memsync.vault import stamp as stamps
from memsync.vault.names import TOKEN_BYTES, place_of

if TYPE_CHECKING:
    from pathlib import Path

PAST = hashlib.sha256(b"past").digest()
PUBLIC = {MANIFEST_FILE: b"m" * 32, KEYRING_FILE: b"k" * 32}
CLOCK = Clock(1_700_000_123_456, 7, "00c0ffee")

places = st.dictionaries(
    st.binary(min_size=TOKEN_BYTES, max_size=TOKEN_BYTES).map(place_of),
    st.binary(min_size=32, max_size=32),
    max_size=6,
)


def commit(message: str = "", *parents: str) -> Commit:
    return Commit("a" * 40, parents, 0, None, message)


@given(places)
def test_a_list_has_the_digest_of_a_whole_tree(files: dict[str, bytes]) -> None:
    whole = sorted((PUBLIC | files).items())
    assert listed(PAST, PUBLIC, files).contents == stamps.contents(whole)


@given(places, st.binary(min_size=TOKEN_BYTES, max_size=TOKEN_BYTES))
def test_one_file_more_gives_the_list_of_all(
    files: dict[str, bytes], token: bytes
) -> None:
    place, digest = place_of(token), b"n" * 32
    whole = listed(PAST, PUBLIC, {**files, place: digest})
    assert listed(PAST, PUBLIC, files).with_file(place, digest) == whole


@given(places.filter(bool), st.data())
def test_a_file_that_is_listed_is_replaced(
    files: dict[str, bytes], data: st.DataObject
) -> None:
    place = data.draw(st.sampled_from(sorted(files)))
    changed = listed(PAST, PUBLIC, files).with_file(place, b"n" * 32)
    assert changed == listed(PAST, PUBLIC, {**files, place: b"n" * 32})
    assert changed.with_file(place, files[place]) == listed(PAST, PUBLIC, files)


def test_a_stored_list_reads_back(tmp_path: Path) -> None:
    files = {place_of(bytes([n]) * TOKEN_BYTES): bytes([n]) * 32 for n in range(5)}
    for known in (listed(PAST, PUBLIC, files), listed(PAST, PUBLIC, {})):
        save_list(tmp_path / "list", known)
        assert load_list(tmp_path / "list", PUBLIC) == known
    assert [path.name for path in tmp_path.iterdir()] == ["list"]
    assert stat.S_IMODE((tmp_path / "list").stat().st_mode) == 0o600


def test_a_list_of_other_named_files_is_none(tmp_path: Path) -> None:
    save_list(tmp_path / "list", listed(PAST, PUBLIC, {}))
    assert load_list(tmp_path / "list", {**PUBLIC, KEYRING_FILE: b"x" * 32}) is None
    assert load_list(tmp_path / "none", PUBLIC) is None


@pytest.mark.parametrize("cut", [1, 31, 60])
def test_a_list_that_was_cut_short_is_none(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "list"
    save_list(file, listed(PAST, PUBLIC, {place_of(bytes(TOKEN_BYTES)): b"d" * 32}))
    file.write_bytes(file.read_bytes()[:-cut])
    assert load_list(file, PUBLIC) is None


def test_a_link_in_place_of_the_new_list_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "list.new").symlink_to(victim)
    with pytest.raises(OSError, match=r"list\.new"):
        save_list(tmp_path / "list", listed(PAST, PUBLIC, {}))
    assert victim.read_text() == "mine"
    assert not (tmp_path / "list").exists()


def test_a_list_is_three_parts_in_this_order(tmp_path: Path) -> None:
    save_list(tmp_path / "list", SealedList(b"1" * 32, b"22", b"333"))
    assert (tmp_path / "list").read_bytes() == b"1" * 32 + b"22333"


def test_a_commit_has_its_stamp_and_the_hour_alone() -> None:
    stamp = b"\0\x01 any bytes \xff"
    made = sealed_commit(commit("ignored", "b" * 40, "c" * 40), stamp, CLOCK)
    found = parse_commit(made.data)
    assert (made.kind, found.tree) == ("commit", "a" * 40)
    assert found.parents == ("b" * 40, "c" * 40)
    assert stamp_of(found) == stamp
    assert found.seconds % 3600 == 0
    assert 0 <= CLOCK.seconds - found.seconds < 3600
    assert b"ignored" not in made.data
    assert made.data.count(AUTHOR) == 2


def test_within_one_hour_the_same_stamp_is_the_same_commit() -> None:
    later = CLOCK._replace(ms=CLOCK.ms + 1, machine="0badcafe")
    assert sealed_commit(commit(), b"s", CLOCK) == sealed_commit(commit(), b"s", later)
    next_hour = CLOCK._replace(ms=CLOCK.ms + 3_600_000)
    other = sealed_commit(commit(), b"s", next_hour)
    assert other != sealed_commit(commit(), b"s", CLOCK)


@pytest.mark.parametrize(
    "message", ["", "memsync: save\n", "sync\n\nMemsync-Stamp: \n"]
)
def test_other_commits_have_no_stamp(message: str) -> None:
    assert stamp_of(commit(message)) is None
    assert stamp_of(None) is None


def test_the_manifest_names_the_vault_and_stops_old_versions() -> None:
    data = sealed_manifest(b"\xab" * 16)
    assert data.endswith(b"}\n")
    assert json.loads(data) == {
        "encrypted": 1,
        "format": 2,
        "merge": 1,
        "vault": "ab" * 16,
    }
