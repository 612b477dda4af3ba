"""Earlier versions: what is kept, found, pruned and brought back."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.clock import Now
from memsync.errors import BadUsage, NotFound, Refused
from memsync.files.lock import Held
from memsync.memory.archive.archive import digest_of
from memsync.memory.archive.events import LIVE
from memsync.memory.note import skeleton
from memsync.memory.note.names import Scope
from memsync.memory.store import restoring

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store


def later(days: int) -> Now:
    return Now(NOW.utc + timedelta(days=days), date(2026, 11, 21))


def bodies(store: Store, name: str) -> list[str]:
    return [
        version.path.read_bytes().rpartition(b"\n\n")[2].decode().strip()
        for version in store.archived(name)
    ]


def test_versions_are_files_named_by_time_and_content(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    digest = digest_of(store.read("a").data)
    written = store.write("a", "two", now=NOW)
    assert written.archived == f"a/20261121T093000Z-{digest}"
    path = store.memory.archive / f"{written.archived}.md"
    assert path.is_file()
    assert store.archived("a")[0].time == "2026-11-21T09:30:00Z"


def test_the_newest_come_first_also_within_one_second(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for text in ("one", "two", "three", "four"):
        store.write("a", text, now=NOW)
    assert bodies(store, "a") == ["three", "two", "one"]


def test_the_same_content_is_stored_once(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for text in ("one", "two", "one", "two", "one"):
        store.write("a", text, now=NOW)
    assert bodies(store, "a") == ["two"]
    assert len(store.archive.versions("a")) == 2


def test_a_version_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("ab", "one", now=NOW)
    version = store.archive.versions("a")[0]
    assert store.archive.find(version.id) == version
    assert store.archive.find(version.id[:-5]) == version
    assert store.archive.find("a/") == version
    with pytest.raises(BadUsage):
        store.archive.find("a")
    for missing in ("", "b", "../a", "a/2025"):
        with pytest.raises(NotFound):
            store.archive.find(missing)


def test_files_of_others_in_the_archive_are_ignored(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    folder = store.memory.archive
    (folder / "a" / "notes.txt").write_text("x")
    (folder / "lock").write_text("x")
    (folder / "made").mkdir()
    assert len(store.archive.versions()) == 2
    assert store.archived() == []


def test_a_linked_archive_folder_is_refused(tmp_path: Path) -> None:
    store = make_store(tmp_path, Scope.USER)
    store.write("a", "one", now=NOW)
    store.memory.archive.mkdir(exist_ok=True)
    (store.memory.archive / "a").symlink_to(tmp_path)
    with pytest.raises(Refused):
        store.write("a", "two", now=NOW)
    assert store.read("a").note.body == "one\n"


def test_without_the_log_only_reasons_are_lost(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("a", "two", now=NOW)
    (store.memory.archive / ".events").unlink()
    assert [version.reason for version in store.archived("a")] == ["synced"]
    (store.memory.archive / ".events").write_bytes(b"\xff\n a b\nlive\n")
    assert [version.reason for version in store.archived("a")] == ["synced"]


def test_a_version_cut_short_by_a_crash_is_stored_again(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    version = store.archive.versions("a")[0]
    version.path.write_bytes(b"")
    store.write("a", "two", now=NOW)
    assert b"one" in version.path.read_bytes()


# --- retention


def test_the_newest_and_all_of_some_days_are_kept(tmp_path: Path) -> None:
    store = make_store(tmp_path, archive__keep_last=3, archive__keep_days=30)
    for day in range(60):
        store.write("a", f"day {day}", now=later(day))
    kept = bodies(store, "a")
    assert kept[0] == "day 58"
    # Version 28 was replaced on day 29, which is 30 days before day 59.
    assert kept[-1] == "day 28"


def test_what_was_live_yesterday_stays_however_old(tmp_path: Path) -> None:
    store = make_store(tmp_path, archive__keep_last=1)
    store.write("a", "old", now=NOW)
    for text in ("one", "two", "three"):
        store.write("a", text, now=later(500))
    assert bodies(store, "a") == ["two", "one", "old"]


def test_old_versions_beyond_the_newest_go_and_the_live_one_never(
    tmp_path: Path,
) -> None:
    store = make_store(tmp_path, archive__keep_last=2, archive__keep_days=0)
    for number in range(6):
        store.write("a", f"n{number}", now=later(number))
    assert bodies(store, "a") == ["n4", "n3"]
    assert restoring.expendable(store, None, later(900)) == []
    assert store.archive.holds("a", digest_of(store.read("a").data))


def test_keeping_all_turns_retention_off(tmp_path: Path) -> None:
    store = make_store(
        tmp_path, archive__keep="all", archive__keep_last=1, archive__keep_days=0
    )
    for number in range(5):
        store.write("a", f"n{number}", now=later(number))
    assert len(store.archived("a")) == 4


def test_versions_of_a_forgotten_note_are_pruned_by_command(tmp_path: Path) -> None:
    store = make_store(tmp_path, archive__keep_last=1)
    for text in ("one", "two", "three"):
        store.write("a", text, now=NOW)
    store.forget("a", NOW)
    assert len(store.archived("a")) == 3
    assert len(restoring.expendable(store, "a", later(91))) == 2
    restoring.prune(store, "a", later(91))
    assert bodies(store, "a") == ["three"]


# --- restoring


def test_restoring_stores_what_is_live(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    first = store.read("a").data
    written = store.write("a", "two", now=NOW)
    second = store.read("a").data
    version = store.archive.find(written.archived or "")
    done = restoring.restore(store, "a", version.path.read_bytes(), NOW)
    assert store.read("a").data == first
    (other,) = store.archived("a")
    assert (other.id, other.reason) == (done.archived, "restored")
    assert other.path.read_bytes() == second


def test_restoring_under_another_name(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.forget("a", NOW)
    version = store.archived("a")[0]
    done = restoring.restore(store, "b", version.path.read_bytes(), NOW)
    assert (done.name, done.action) == ("b", "created")
    assert "- [[b]]: one" in store.index_text()


def vanish(store: Store) -> None:
    shutil.rmtree(store.memory.folder)
    store.memory.folder.mkdir()
    store.path_of("MEMORY").write_text(skeleton.workspace())


def test_a_vanished_memory_comes_back_as_it_was(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("kept", "one", now=NOW)
    store.write("kept", "two", now=NOW)
    store.write("gone", "x", now=NOW)
    store.write("old", "x", now=NOW)
    store.add_prose("Be kind.", NOW)
    store.path_of("agents").write_text("written directly\n")
    assert store.observe(NOW) == ()
    store.forget("gone", NOW)
    store.rename("old", "new", NOW)
    before = {p.name: p.read_bytes() for p in store.memory.folder.glob("*.md")}
    vanish(store)
    assert set(store.observe(NOW)) == {"agents", "kept", "new"}
    done = restoring.restore_all(store, NOW)
    assert {written.name for written in done} == {"MEMORY", "agents", "kept", "new"}
    after = {p.name: p.read_bytes() for p in store.memory.folder.glob("*.md")}
    assert after == before
    assert restoring.restore_all(store, NOW) == []
    assert store.observe(NOW) == ()


def test_the_index_that_was_live_last_comes_back_even_if_it_is_older(
    tmp_path: Path,
) -> None:
    """As after the undo of a sync."""
    store = make_store(tmp_path)
    texts = [f"{store.index_text()}\n- [[a]]: {word}\n" for word in ("one", "two")]
    stored = [
        store.archive.store("MEMORY", text.encode(), later(day).utc)
        for day, text in enumerate(texts)
    ]
    for day, version in enumerate([*stored, stored[0]]):
        store.archive.events.record(LIVE, "MEMORY", version.digest, later(day).utc)
    vanish(store)
    store.observe(later(3))
    restoring.restore_all(store, later(3))
    assert store.index_text() == texts[0]


def test_without_the_log_the_newest_version_comes_back(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("a", "two", now=later(1))
    (store.memory.archive / ".events").unlink()
    vanish(store)
    restoring.restore_all(store, later(2))
    assert store.read("a").note.body == "two\n"


def test_a_note_that_is_there_is_left_alone(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("b", "one", now=NOW)
    vanish(store)
    store.path_of("a").write_text("new\n")
    restoring.restore_all(store, NOW)
    assert store.live("a") == b"new\n"
    assert store.read("b").note.body == "one\n"


# --- what agents write


def test_versions_that_an_agent_wrote_are_stored_when_seen(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    path = store.path_of("a")
    for text in ("one\n", "two\n", "six\n"):
        path.write_text(text)
        store.observe(NOW)
    assert [v.path.read_text() for v in store.archived("a")] == ["two\n", "one\n"]
    assert {v.reason for v in store.archived("a")} == {"overwritten"}


def test_observing_again_reads_nothing(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.path_of("a").write_text("one\n")
    # A file that is about as old as the look at it may change unseen.
    utc = datetime.now(UTC) + timedelta(days=2)
    soon = Now(utc, utc.date())
    store.observe(soon)
    (store.memory.archive / ".events").write_text("")
    store.observe(soon)
    assert store.archive.events.live() == {}
    (store.memory.archive / ".seen").unlink()
    store.observe(soon)
    assert set(store.archive.events.live()) == {"a", "MEMORY"}


def test_many_notes_are_stored_at_once(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    for number in range(40):
        store.path_of(f"n{number}").write_text(f"text {number}\n")
    store.observe(NOW)
    assert len(store.archive.events.live()) == 41
    assert store.archived() == []


def test_what_a_kill_left_of_storing_many_is_stored_after_all(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    texts = {f"n{number}": f"text {number}\n" for number in range(40)}
    for name, text in texts.items():
        store.path_of(name).write_text(text)
    store.observe(NOW)
    archive = store.memory.archive
    # As if the disk had only some of it when the power went.
    (archive / ".events").unlink()
    (archive / ".seen").unlink(missing_ok=True)
    for number, version in enumerate(store.archive.versions()):
        if number % 3 == 0:
            version.path.write_text("te")
        elif number % 3 == 1:
            version.path.unlink()
    store.observe(NOW)
    assert len(store.archive.events.live()) == 41
    for name, text in texts.items():
        (version,) = store.archive.versions(name)
        assert version.path.read_text() == text


def test_a_missing_note_is_named_until_its_entry_goes(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    store.write("b", "one", now=NOW)
    store.path_of("a").unlink()
    assert store.observe(NOW) == ("a",)
    assert store.observe(NOW) == ("a",)
    index = store.path_of("MEMORY")
    index.write_text(index.read_text().replace("- [[a]]: one\n", ""))
    assert store.observe(NOW) == ()


def test_observing_leaves_the_user_scope_alone(tmp_path: Path) -> None:
    store = make_store(tmp_path, Scope.USER)
    store.path_of("a").write_text("one\n")
    assert store.observe(NOW) == ()
    assert not store.memory.archive.exists()


def test_a_long_log_is_cut_to_what_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memsync.memory.archive.events._COMPACT_ABOVE", 0)
    store = make_store(tmp_path)
    for text in ("one", "two", "one", "two", "one", "three"):
        store.write("a", text, now=NOW)
    store.write("b", "x", now=NOW)
    store.forget("b", NOW)
    events = store.archive.events
    live, past = events.live(), events.past()
    lines = len(events.path.read_bytes().splitlines())
    events.compact(Held())
    assert len(events.path.read_bytes().splitlines()) < lines
    assert events.live() == live
    after = events.past()
    assert {k: v.reason for k, v in after.items()} == {
        k: v.reason for k, v in past.items()
    }
