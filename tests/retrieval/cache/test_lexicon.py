"""The terms of caches, asked as those of texts are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import NOW, make_store

from memsync.files.stored import named, storable, text_of
from memsync.retrieval.cache.lexicon import KeptLexicon
from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.search.notes import with_notes
from memsync.retrieval.words.documents import document

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.store.store import Store
    from memsync.retrieval.words.lexicon import Lexicon

WORDS = ["login", "logins", "log", "deploy", "deployed", "k8s", "retry-after", "zebra"]


def told(lexicon: Lexicon, words: list[str]) -> list[object]:
    """All that a lexicon says of some words."""
    return [
        {word: sorted(its) for word, its in lexicon.beginning(words).items()},
        sorted(lexicon.begun(words)),
        sorted(lexicon.present(words)),
        {word: sorted(its) for word, its in lexicon.with_stems(words).items()},
        {word: sorted(set(its)) for word, its in lexicon.extending(words).items()},
    ]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = make_store(tmp_path)
    for number, word in enumerate(WORDS):
        store.write(f"n{number}", f"{word} word", description="about", now=NOW)
    return store


def test_of_no_notes_no_word_is_known() -> None:
    none: dict[str, list[str]] = {word: [] for word in WORDS}
    assert told(Texts([]).lexicon, WORDS) == [none, [], [], none, none]


def test_a_cache_says_what_its_notes_say(store: Store, tmp_path: Path) -> None:
    whole = Texts([document(note) for note in store.entries()])
    asked = [*WORDS, "lo", "dep", "z", "none", ""]
    expected = told(whole.lexicon, asked)
    kept = with_notes([store], tmp_path, NOW, lambda n: told(n.corpus.lexicon, asked))
    assert kept == expected


def tables(connection: sqlite3.Connection) -> None:
    connection.executescript(
        """
        CREATE TABLE term (term TEXT, word INTEGER, stem TEXT);
        INSERT INTO term VALUES ('login', 1, 'login'), ('logins', 2, 'login');
        """
    )


def test_a_term_that_only_shadowed_notes_have_is_not_there() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        tables(connection)
        shadowed = KeptLexicon([connection], [[2]])
        assert shadowed.beginning(["log"]) == {"log": ["login"]}
        assert shadowed.begun(["log", "logins"]) == {"log"}
        assert shadowed.present(["login", "logins"]) == {"login"}
        assert shadowed.with_stems(["login"]) == {"login": ["login"]}
    with closing(sqlite3.connect(":memory:")) as connection:
        tables(connection)
        every = KeptLexicon([connection], [[]])
        assert every.beginning(["log"]) == {"log": ["login", "logins"]}


def test_several_caches_are_asked_together_and_more_words_than_sqlite_takes() -> None:
    with (
        closing(sqlite3.connect(":memory:")) as one,
        closing(sqlite3.connect(":memory:")) as two,
    ):
        for connection in (one, two):
            tables(connection)
        two.execute("INSERT INTO term VALUES ('zoo', 1, 'zoo')")
        lexicon = KeptLexicon([one, two], [[], []])
        asked = [f"word{number}" for number in range(2000)]
        assert lexicon.present(["zoo", "login", *asked]) == {"zoo", "login"}
        assert lexicon.beginning(["log", "zo"]) == {
            "log": ["login", "logins"],
            "zo": ["zoo"],
        }


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_can_be_stored(text: str) -> None:
    storable(text).encode()
    assert storable(storable(text)) == storable(text)


@given(st.binary(max_size=30))
def test_a_files_name_is_stored_and_read_again(data: bytes) -> None:
    name = data.decode("utf-8", "surrogateescape")
    value = named(name)
    assert text_of(value) == name
    with closing(sqlite3.connect(":memory:")) as connection:
        (back,) = connection.execute("SELECT ?", (value,)).fetchone()
    assert text_of(back) == name
