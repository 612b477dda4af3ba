"""A hook's glance at a memory: what it sees at once, and what when its turn comes."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.memories import NOW, make_store

from memsync.memory.files import listing
from memsync.memory.note.names import Scope
from memsync.retrieval.cache import glance, refresh
from memsync.retrieval.search.notes import with_notes
from memsync.retrieval.search.prompted import prompted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.note.records import MemoryFolder, StoredNote
    from memsync.memory.store.store import Store
    from memsync.retrieval.search.notes import Notes

LONG_AGO = 10**9
WORDS = ["login", "logins", "session", "kafka", "deploy", "auth-token", "live"]
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


def put(store: Store, name: str, text: str, clock: int = LONG_AGO) -> None:
    """Write a note at a time that is over; the folder's is, too."""
    path = store.path_of(name)
    path.write_text(f"{text}\n")
    os.utime(path, ns=(clock, clock))
    os.utime(path.parent, ns=(LONG_AGO, LONG_AGO))


def asked(
    stores: Sequence[Store], cache: Path | None, prompt: str
) -> list[tuple[str, float]]:
    """What a hook finds for a prompt, as a process of its own."""

    def chosen(notes: Notes) -> list[tuple[str, float]]:
        found = prompted(prompt, notes.corpus, 3, 0.35)
        return sorted((notes.name(one.at), round(one.share, 9)) for one in found)

    fresh = [type(store)(store.memory, store.settings) for store in stores]
    return with_notes(fresh, cache, NOW, chosen, glance=True)


def names(found: list[tuple[str, float]]) -> list[str]:
    return [name for name, _ in found]


@settings(max_examples=60)
@given(work=st.lists(TEXT, max_size=9), user=st.lists(TEXT, max_size=3), prompts=TEXT)
def test_a_prompt_gets_from_a_cache_what_it_gets_from_the_notes(
    work: list[str], user: list[str], prompts: str
) -> None:
    with TemporaryDirectory() as folder:
        stores = [
            make_store(Path(folder) / "work"),
            make_store(Path(folder) / "user", Scope.USER),
        ]
        for store, texts in zip(stores, (work, user), strict=True):
            for at, text in enumerate(texts):
                put(store, f"n{at}", text)
        plain = asked(stores, None, prompts)
        assert asked(stores, Path(folder) / "cache", prompts) == plain
        assert asked(stores, Path(folder) / "cache", prompts) == plain


def test_a_changed_note_of_a_small_memory_is_seen_at_once(tmp_path: Path) -> None:
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    put(store, "a", "the kafka cluster")
    put(store, "b", "the login page")
    assert names(asked([store], cache, "kafka cluster")) == ["a"]
    put(store, "b", "the zebrafish protocol", LONG_AGO + 1)
    assert names(asked([store], cache, "zebrafish protocol")) == ["b"]


@pytest.mark.parametrize("change", ["new", "removed", "renamed", "replaced"])
def test_a_change_of_names_is_seen_whoever_has_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr(glance, "AT_ONCE", 1)
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    put(store, "a", "the kafka cluster")
    put(store, "b", "the login page")
    assert names(asked([store], cache, "login page")) == ["b"]
    path = store.path_of("b")
    if change == "removed":
        path.unlink()
    elif change == "renamed":
        path.rename(store.path_of("c"))
    elif change == "new":
        store.path_of("c").write_text("the login page\n" * 3)
        path.write_text("nothing of it\n")
    else:
        beside = path.with_name(".b.new")
        beside.write_text("the login page of the shop\n")
        beside.replace(path)
    found = {"new": ["c"], "removed": [], "renamed": ["c"], "replaced": ["b"]}
    assert names(asked([store], cache, "login page")) == found[change]


def test_what_was_read_before_a_hook_was_killed_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    for name in "abcdefg":
        put(store, name, f"{name * 4} {name * 5}")
    monkeypatch.setattr(refresh, "PIECE", 2)
    read: list[str] = []
    plain = listing.load

    def counted(memory: MemoryFolder, name: str) -> StoredNote | None:
        if len(read) == 5:
            raise KeyboardInterrupt
        read.append(name)
        return plain(memory, name)

    monkeypatch.setattr(refresh, "load", counted)
    with pytest.raises(KeyboardInterrupt):
        asked([store], cache, "gggg ggggg")
    read.clear()
    assert names(asked([store], cache, "gggg ggggg")) == ["g"]
    assert read == ["f", "g"]


def test_a_note_edited_in_place_is_seen_when_its_turn_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "AT_ONCE", 2)
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    for name in "abcde":
        put(store, name, f"{name * 4} {name * 5}")
    assert names(asked([store], cache, "eeee eeeee")) == ["e"]
    put(store, "e", "the zebrafish protocol", LONG_AGO + 1)
    turns = [names(asked([store], cache, "zebrafish protocol")) for _ in range(4)]
    assert turns == [[], [], ["e"], ["e"]]


def test_a_memory_that_one_glance_takes_in_is_seen_whole_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "AT_ONCE", 2)
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    for name in "ab":
        put(store, name, f"{name * 4} {name * 5}")
    for turn, word in enumerate(("zebrafish", "heron", "otter"), 1):
        assert names(asked([store], cache, "bbbb bbbbb")) == ["b"] * (turn == 1)
        put(store, "b", f"the {word} protocol", LONG_AGO + turn)
        assert names(asked([store], cache, f"{word} protocol")) == ["b"]
