"""A list from a cache shows what one from the notes themselves shows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from support.memories import NOW, make_store

from memsync.retrieval.cache.cards import cards, lines

if TYPE_CHECKING:
    from pathlib import Path

LONG_AGO = 10**9


def test_cards_are_the_same_with_a_cache_and_without(tmp_path: Path) -> None:
    store, cache = make_store(tmp_path / "memory"), tmp_path / "cache"
    folder = store.memory.folder
    texts = {
        b"plain.md": b"---\ndescription: a fact\ntype: user\n---\n\ntext\n",
        b"whole.md": b"---\nname: whole\ndescription: all of it\n---\n\ntext\n",
        b"MEMORY.md": b"# Memory Index\n",
        b"broken.md": b"---\ndescription: [\n---\n",
        b"r\xe9sum\xe9.md": b"not UTF-8 in its name\n",
        b"two\nlines.md": b"a newline in its name\n",
        b".hidden.md": b"hidden\n",
        b"other.txt": b"no note\n",
    }
    for name, text in texts.items():
        path = folder / os.fsdecode(name)
        path.write_bytes(text)
        os.utime(path, ns=(LONG_AGO, LONG_AGO))
    (folder / "folder.md").mkdir()
    (folder / "link.md").symlink_to(folder / "plain.md")
    plain = cards(store, None, NOW)
    again = [cards(type(store)(store.memory, store.settings), cache, NOW) for _ in "12"]
    assert again == [plain, plain]
    assert [card.name for card in plain] == [
        *("broken", "link", "plain", "r\udce9sum\udce9", "two\nlines", "whole")
    ]
    assert [card.unread for card in plain] == ["", "a symlink", "", "", "", ""]
    shown = [
        (card.name, card.type, f"({card.unread})" if card.unread else card.description)
        for card in plain
    ]
    for kept in (None, cache):
        store = type(store)(store.memory, store.settings)
        found = lines(store, kept, NOW)
        assert [line[:3] for line in found] == shown
        assert [bool(line[3]) for line in found] == [
            True,
            True,
            True,
            True,
            True,
            False,
        ]
