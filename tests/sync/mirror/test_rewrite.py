"""A history without its purged texts, and a remote whose main was rewound."""

from __future__ import annotations

import pytest
from support.history import NOW, History

from memsync.errors import Refused
from memsync.sync.mirror.lineage import check_onward, rewound
from memsync.sync.mirror.rewrite import Rewriting, rewriting, stripped, texts_of
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.layout import PURGED_FILE, blob_id
from memsync.sync.tree.purged import (
    Lines,
    Purge,
    PurgeClock,
    PurgedEdit,
    PurgedNote,
    PurgedValue,
    render,
)

WHEN = PurgeClock.of(Clock(NOW, 0, "00c0ffee"))
GONE: Lines = frozenset([PurgedNote.of(WHEN, "user", "gone")])
VERSION = "user/.archive/{}/20260101T000000Z-{}.md"


@pytest.fixture
def history() -> History:
    return History()


def test_a_history_without_the_note_is_left_as_it_is(history: History) -> None:
    first = history.commit({"user/auth.md": "one\n"})
    second = history.commit({"user/auth.md": "two\n"}, first)
    made = rewriting(history.mirror, GONE)
    assert made.commit(second) == second
    assert made.dropped == set()


def test_a_purged_note_is_in_no_commit(history: History) -> None:
    before = history.commit({"user/auth.md": "one\n"})
    with_note = {"user/auth.md": "one\n", "user/gone.md": "secret\n"}
    first = history.commit(with_note, before)
    old = VERSION.format("gone", "0" * 12)
    second = history.commit({**with_note, old: "older secret\n"}, first)
    made = rewriting(history.mirror, GONE)
    tip = made.commit(second)
    assert history.files(tip) == {"user/auth.md": b"one\n"}
    assert set(texts_of(history.mirror, tip)) == {b"one\n"}
    assert made.dropped == {blob_id(b"secret\n"), blob_id(b"older secret\n")}
    new, old_commit = history.lineage.commit(tip), history.lineage.commit(second)
    assert (new.seconds, new.clock) == (old_commit.seconds, old_commit.clock)
    # What came before the note keeps its id.
    since = set(history.mirror.between(tip, [before]))
    assert since == {tip, made.commit(first)}
    assert before in history.mirror.between(tip, ())


def test_two_machines_get_the_same_commits(history: History) -> None:
    first = history.commit({"user/gone.md": "secret\n"})
    second = history.commit({"user/auth.md": "two\n"}, first)
    one = rewriting(history.mirror, GONE).commit(second)
    again = rewriting(history.mirror, GONE)
    assert again.commit(first) != first
    assert again.commit(second) == one
    assert rewriting(history.mirror, GONE).commit(one) == one


def test_the_note_of_the_same_name_in_another_home_stays(history: History) -> None:
    tip = history.commit({"projects/app/gone.md": "one\n", "user/gone2.md": "two\n"})
    assert rewriting(history.mirror, GONE).commit(tip) == tip


def test_what_was_written_after_the_purge_stays(history: History) -> None:
    tip = history.commit({"user/gone.md": "new\n", PURGED_FILE: render(GONE)})
    assert rewriting(history.mirror, GONE).commit(tip) == tip


def test_the_index_loses_its_lines_about_the_note(history: History) -> None:
    index = "- [auth](auth.md) one\n- [gone](gone.md) two\n"
    tip = history.commit({"user/MEMORY.md": index, "user/gone.md": "secret\n"})
    found = history.files(rewriting(history.mirror, GONE).commit(tip))
    assert found == {"user/MEMORY.md": b"- [auth](auth.md) one\n"}


def test_without_the_purged_notes_an_index_is_as_it_was() -> None:
    index = b"# Memory Index\n\n- [auth](auth.md) one\n"
    assert stripped(Purge(GONE), "user", "MEMORY", index) == index


def test_one_purged_version_gets_its_replacement(history: History) -> None:
    new = b"one [purged]\n"
    edit = PurgedEdit.of(WHEN, ("user", "auth", b"one secret\n"), blob_id(new))
    first = history.commit({"user/auth.md": "one secret\n", "user/b.md": "kept\n"})
    second = history.commit({"user/auth.md": new, "user/b.md": "kept\n"}, first)
    made = rewriting(history.mirror, frozenset([edit]))
    tip = made.commit(second)
    assert set(texts_of(history.mirror, tip)) == {new, b"kept\n"}
    assert made.dropped == {blob_id(b"one secret\n")}


def test_a_replacement_that_is_not_there_is_refused(history: History) -> None:
    edit = PurgedEdit.of(WHEN, ("user", "auth", b"one secret\n"), "f" * 40)
    tip = history.commit({"user/auth.md": "one secret\n"})
    with pytest.raises(Refused, match="names a text that is not there") as caught:
        rewriting(history.mirror, frozenset([edit])).commit(tip)
    assert caught.value.word == "hostile-tree"


def test_a_redacted_version_moves_in_the_archive_and_is_found(
    history: History,
) -> None:
    def redact(data: bytes) -> tuple[PurgeClock, bytes] | None:
        new = data.replace(b"secret", b"[purged]")
        return None if new == data else (WHEN, new)

    old = VERSION.format("auth", "0" * 12)
    tip = history.commit({old: "my secret\n", "user/b.md": "kept\n"})
    value = PurgedValue(WHEN, b"s" * 16, "0" * 16)
    made = Rewriting(history.mirror, frozenset([value]), redact)
    found = history.files(made.commit(tip))
    assert set(found.values()) == {b"my [purged]\n", b"kept\n"}
    assert old not in found
    whole = ("user", "auth", b"my secret\n")
    edit = PurgedEdit.of(WHEN, whole, blob_id(b"my [purged]\n"))
    assert made.found == {edit}


def test_files_of_other_programs_are_not_searched(history: History) -> None:
    tip = history.commit({"other/gone.md": "x\n", "user/gone.txt": "y\n"})
    assert rewriting(history.mirror, GONE).commit(tip) == tip
    assert list(texts_of(history.mirror, tip)) == []


def test_a_text_of_many_commits_is_read_once(history: History) -> None:
    first = history.commit({"user/a.md": "one\n"})
    second = history.commit({"user/a.md": "one\n", "user/b.md": "two\n"}, first)
    assert sorted(texts_of(history.mirror, second)) == [b"one\n", b"two\n"]


def test_a_main_that_goes_on_is_accepted(history: History) -> None:
    first = history.commit({"user/a.md": "one\n"})
    second = history.commit({"user/a.md": "two\n"}, first)
    check_onward(history.mirror, None, second, NOW)
    check_onward(history.mirror, None, None, NOW)
    check_onward(history.mirror, first, first, NOW)
    check_onward(history.mirror, first, second, NOW)


def test_a_main_that_went_back_is_refused(history: History) -> None:
    first = history.commit({"user/a.md": "one\n"})
    second = history.commit({"user/a.md": "two\n"}, first)
    beside = history.commit({"user/a.md": "three\n"}, first)
    for found in (first, beside, None):
        with pytest.raises(Refused, match="the remote was rewound") as caught:
            check_onward(history.mirror, second, found, NOW)
        assert caught.value.message == rewound(second, found).message
    with pytest.raises(Refused, match="the remote was rewound"):
        check_onward(history.mirror, "f" * 40, second, NOW)


def test_a_main_that_was_purged_elsewhere_is_accepted(history: History) -> None:
    known = history.commit({"user/a.md": "one\n", "user/gone.md": "secret\n"})
    purged = rewriting(history.mirror, GONE).commit(known)
    new = {"user/a.md": b"one\n", PURGED_FILE: render(GONE)}
    check_onward(history.mirror, known, history.commit(new, purged), NOW)
    with pytest.raises(Refused, match="the remote was rewound"):
        check_onward(history.mirror, known, history.commit(new), NOW)


def test_the_error_for_a_rewind_names_both_and_the_way_on() -> None:
    error = rewound("a" * 40, "b" * 40)
    assert error.word == "remote-rewound"
    assert error.message == (
        f"the remote was rewound: it was at {'a' * 12} and is now at {'b' * 12}"
    )
    assert rewound("a" * 40, None).message.endswith("and is now empty")
    assert "memsync sync --accept-rewind" in (error.hint or "")
