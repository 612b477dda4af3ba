"""Messages that wait for the next page: each is shown once, and few are kept."""

from __future__ import annotations

import re

from memsync.page.html.notices import Item, Notice, Notices


def test_a_message_is_taken_once() -> None:
    notices = Notices()
    word = notices.add(Notice("saved"))
    assert notices.take(word) == Notice("saved")
    assert notices.take(word) is None


def test_an_unknown_word_has_no_message() -> None:
    notices = Notices()
    notices.add(Notice("saved"))
    assert notices.take("") is None
    assert notices.take("../../x") is None


def test_each_message_has_a_word_of_its_own() -> None:
    notices = Notices()
    first, second = notices.add(Notice("one")), notices.add(Notice("one"))
    assert first != second
    assert notices.take(second) == Notice("one")
    assert notices.take(first) == Notice("one")


def test_a_word_needs_no_quoting_in_an_address() -> None:
    notices = Notices()
    words = [notices.add(Notice(str(n))) for n in range(20)]
    assert [word for word in words if not re.fullmatch(r"[\w-]{8}", word)] == []


def test_beyond_fifty_the_oldest_message_goes() -> None:
    notices = Notices()
    words = [notices.add(Notice(str(n))) for n in range(52)]
    assert [notices.take(word) for word in words[:2]] == [None, None]
    left = [notices.take(word) for word in words[2:]]
    assert [each.said for each in left if each] == [str(n) for n in range(2, 52)]


def test_a_message_taken_makes_room_for_another() -> None:
    notices = Notices()
    words = [notices.add(Notice(str(n))) for n in range(50)]
    notices.take(words[30])
    notices.add(Notice("new"))
    assert notices.take(words[0]) == Notice("0")


def test_a_message_is_good_and_bare_unless_told() -> None:
    notice = Notice("saved")
    assert notice.bad is False
    assert (notice.details, notice.items) == ((), ())
    assert (notice.command, notice.undo) == ("", "")


def test_a_message_keeps_the_notes_it_is_about() -> None:
    notices = Notices()
    notice = Notice("undone", items=(Item("restored", "n", "/x/notes/user/n"),))
    found = notices.take(notices.add(notice))
    assert found is not None
    assert [(i.said, i.name, i.address) for i in found.items] == [
        ("restored", "n", "/x/notes/user/n")
    ]
