"""Fingerprints of false alarms that come in: confirmed, or named to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.history import History
from support.memories import make_store, settings

from memsync.errors import Broken
from memsync.memory.files import confirmed
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.secrets.allow import AllowList, of_pairs
from memsync.sync.round.arrivals import Arrivals, arrivals_of, begin, confirm_or_name
from memsync.sync.tree.layout import ALLOW_PATH
from memsync.sync.tree.remote import Remote

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder

SALT = bytes(range(16))
ONE, TWO, THREE = "1" * 16, "2" * 16, "3" * 16
REMOTE = Remote("https://git.example.com/acme/memory.git", "https", "git.example.com")


def listed(*words: str, salt: bytes = SALT) -> bytes:
    return of_pairs({(salt, word) for word in words}).render()


def words_in(file: Path) -> set[str]:
    return {word for _, word in AllowList.load(file.read_bytes()).pairs() if word}


def user_memory(folder: Path) -> MemoryFolder:
    made = make_store(folder, Scope.USER).memory
    return made._replace(confirmed_file=folder / "config" / "confirmed")


def receive(
    arrivals: Arrivals | None, before: bytes | None, after: bytes | None
) -> list[str]:
    """What one round tells of the list as it was and as it is."""
    history = History()
    was, now = (
        history.commit({"user/a.md": "A.\n"} | ({ALLOW_PATH: data} if data else {}))
        for data in (before, after)
    )
    seen, tree = history.lineage.tree(was), history.lineage.tree(now)
    return confirm_or_name(arrivals, history.lineage, seen, tree)


def test_nothing_comes_in_without_a_remote_or_a_file(tmp_path: Path) -> None:
    places = Places({"HOME": str(tmp_path)})
    memory = user_memory(tmp_path)
    assert arrivals_of(places, settings(), memory, None) is None
    without = memory._replace(confirmed_file=None)
    assert arrivals_of(places, settings(), without, REMOTE) is None
    assert arrivals_of(places, settings(), memory, REMOTE) == Arrivals(
        tmp_path / "config" / "confirmed", sealed=False
    )


def test_the_list_begins_with_all_that_counted_before(tmp_path: Path) -> None:
    memory = user_memory(tmp_path)
    memory.allow_file.write_bytes(listed(ONE, TWO))
    arrivals = Arrivals(tmp_path / "config" / "confirmed", sealed=False)
    begin(arrivals, memory)
    assert words_in(arrivals.file) == {ONE, TWO}
    assert arrivals.file.stat().st_mode & 0o777 == 0o600
    memory.allow_file.write_bytes(listed(ONE, TWO, THREE))
    begin(arrivals, memory)
    assert words_in(arrivals.file) == {ONE, TWO}


def test_a_list_begins_without_a_list_of_false_alarms(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "config" / "confirmed", sealed=False)
    begin(arrivals, user_memory(tmp_path))
    assert confirmed.read(arrivals.file) is not None
    assert words_in(arrivals.file) == set()


def test_an_encrypted_memory_begins_no_list(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=True)
    memory = user_memory(tmp_path)
    begin(arrivals, memory)
    begin(None, memory)
    assert confirmed.read(arrivals.file) is None


def test_what_comes_from_a_plain_remote_is_named_and_does_not_count(
    tmp_path: Path,
) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    confirmed.keep(arrivals.file, {(SALT, ONE)})
    assert receive(arrivals, listed(ONE), listed(ONE, THREE, TWO)) == [TWO, THREE]
    assert words_in(arrivals.file) == {ONE}
    assert receive(arrivals, None, listed(TWO)) == [TWO]


def test_what_a_person_confirmed_before_is_not_named(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    confirmed.keep(arrivals.file, {(SALT, TWO)})
    assert receive(arrivals, listed(ONE), listed(ONE, TWO)) == []


def test_a_confirmed_word_counts_under_its_own_salt_alone(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    confirmed.keep(arrivals.file, {(SALT, TWO)})
    assert receive(arrivals, None, listed(TWO, salt=b"x" * 16)) == [TWO]


def test_while_everything_counts_nothing_is_named(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    assert receive(arrivals, None, listed(ONE)) == []
    assert not arrivals.file.exists()


def test_what_comes_from_an_encrypted_memory_is_confirmed(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=True)
    confirmed.keep(arrivals.file, {(SALT, ONE)})
    assert receive(arrivals, listed(ONE), listed(ONE, TWO)) == []
    assert words_in(arrivals.file) == {ONE, TWO}


def test_an_encrypted_memory_makes_no_list_where_everything_counts(
    tmp_path: Path,
) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=True)
    assert receive(arrivals, None, listed(ONE)) == []
    assert not arrivals.file.exists()


@pytest.mark.parametrize(
    ("before", "after"), [(ONE, ONE), (ONE, ""), ("", "")], ids=["same", "gone", "none"]
)
def test_a_list_that_brings_nothing_new_tells_nothing(
    tmp_path: Path, before: str, after: str
) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    confirmed.keep(arrivals.file, {(SALT, THREE)})
    data = [listed(word) if word else None for word in (before, after)]
    assert receive(arrivals, *data) == []


def test_fewer_entries_tell_nothing(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    confirmed.keep(arrivals.file, set())
    assert receive(arrivals, listed(ONE, TWO), listed(TWO)) == []


def test_where_nothing_is_received_no_list_is_read() -> None:
    assert receive(None, None, listed(ONE)) == []


def test_a_confirmed_list_that_is_malformed_is_named(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path / "confirmed", sealed=False)
    arrivals.file.write_bytes(b"no list\n")
    with pytest.raises(Broken, match="confirmed-fingerprints"):
        receive(arrivals, None, listed(ONE))
