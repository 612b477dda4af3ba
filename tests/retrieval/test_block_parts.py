"""What goes into a context block of a given size, and what it says is missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.budget import Budget
from memsync.retrieval.compose import compose
from memsync.retrieval.parts import Body, Context, Held, Log, Parts, Text

INDEX = Text("workspace", "# Memory Index\n- [port](port.md)\n")


def made(cap: int, parts: Parts) -> Context:
    return compose(Budget(cap), parts)


def body(name: str, text: str | None) -> Body:
    said = None if text is None else Text("workspace", text)
    return Body(name, "workspace", lambda: said)


def test_nothing_makes_no_block() -> None:
    blank = Parts(indexes=[Text("user", " \n")], lite=Text("/r/COYOTE.md", "\n"))
    for parts in (Parts(), blank):
        assert made(1000, parts) == Context("", 1000)


def test_an_index_is_never_cut_and_too_long_a_one_is_named() -> None:
    long = "x" * 60
    text = f"# Memory Index\n{long}\nshort\n"
    found = made(20, Parts(indexes=[Text("user", text)]))
    assert long in found.text
    ((message, hint),) = found.warnings
    assert message.startswith(
        f"the memory indexes hold {len(text)} characters, over the cap of 20"
        f" characters; they are never cut; largest lines: user MEMORY.md line 2"
        f" (60 characters: '{'x' * 40}')"
    )
    assert hint == "shorten them with `memsync edit`, or move facts into notes"


def test_an_index_that_just_fits_is_not_warned_of() -> None:
    parts = Parts(indexes=[INDEX])
    assert made(len(INDEX.text), parts).warnings == ()
    assert len(made(len(INDEX.text) - 1, parts).warnings) == 1


def test_where_all_of_the_text_counts_what_is_kept_free_is_not_the_cap() -> None:
    parts = Parts(indexes=[INDEX])
    size = len(made(1000, parts).text)
    for budget in (Budget(size, whole=True), Budget(999, lines=9, whole=True)):
        assert compose(budget, parts).warnings == ()
    for budget in (Budget(size - 1, whole=True), Budget(999, lines=3, whole=True)):
        ((message, _),) = compose(budget, parts).warnings
        assert f"the whole context {size}, over the cap of {budget.cap}" in message


def test_a_lite_memory_is_cut_at_a_line_with_a_warning() -> None:
    lite = Text("/r/COYOTE.md", "first line\nsecond line\nthird line\n")
    found = made(24, Parts(lite=lite))
    assert "second line" in found.text
    assert "third line" not in found.text
    assert "only the first 22 of 34 characters" in found.text
    ((message, hint),) = found.warnings
    assert message == (
        "'/r/COYOTE.md' is cut to 22 of 34 characters, for the cap of 24 characters"
    )
    assert hint == "move what is below the cut into notes with `memsync remember`"


def test_of_a_log_the_newest_lines_stay() -> None:
    log = Log("2026-11-21", "user", "early\nlater\nlast\n")
    found = made(12, Parts(logs=[log]))
    assert "early" not in found.text
    assert "last" in found.text
    ((message, hint),) = found.warnings
    assert message.startswith("the user log of 2026-11-21: only the last ")
    assert hint == "read it with `memsync daily show 2026-11-21 --scope user`"


def test_a_scratchpad_that_does_not_fit_is_counted_by_items() -> None:
    pad = Log("", "workspace", "- [ ] one of them\n- [ ] two of them\n")
    found = made(20, Parts(logs=[pad]))
    said = "the 2 open items of the workspace scratchpad: only the last 1"
    assert said in found.text
    assert "two of them" in found.text
    assert "one of them" not in found.text
    none = made(3, Parts(logs=[pad]))
    message, hint = none.warnings[0]
    assert message.startswith("the 2 open items of the workspace scratchpad left out")
    assert hint == "see them with `memsync scratchpad show --scope workspace`"


def test_a_smaller_note_goes_in_after_a_larger_that_does_not() -> None:
    bodies = [body("large", "x" * 500), body("small", "short"), body("gone", None)]
    found = made(200, Parts(bodies=bodies))
    assert "short" in found.text
    assert found.omitted == 1
    assert "1 note omitted, over the cap of 200 characters: large" in found.text


def test_the_best_note_of_a_query_is_cut_instead_of_left_out() -> None:
    text = "the first line\n" + "x" * 500
    bodies = [body("best", text), body("next", text)]
    found = made(200, Parts(bodies=bodies, best_first=True))
    assert "the first line" in found.text
    assert f"only the first 14 of {len(text)} characters" in found.text
    assert found.omitted == 1


def test_after_the_room_is_used_up_no_note_is_read() -> None:
    def read() -> Text | None:
        raise AssertionError("it was read")

    never = Body("unread", "workspace", read)
    found = made(60, Parts(indexes=[INDEX], bodies=[never]))
    assert found.omitted == 1
    assert "omitted, over the cap of 60 characters: unread" in found.text


def test_summaries_get_a_third_of_the_cap_together() -> None:
    summaries = [Text("workspace", "a" * 90), Text("user", "b" * 90)]
    found = made(300, Parts(summaries=summaries, most=1000))
    assert "a" * 90 in found.text
    assert "b" * 11 not in found.text
    assert "the user summary: only the first 0 of 90 characters" in found.text
    small = made(3000, Parts(summaries=summaries, most=80))
    assert "the workspace summary: only the first 80 of 90 characters" in small.text


def test_held_notes_and_those_beyond_a_query_are_named() -> None:
    held = [Held("port", "its name", "2026-11-21")]
    found = made(1000, Parts(indexes=[INDEX], held=held, beyond=["a", "b"]))
    assert (
        "held on this machine, not synced: port (its name, since 2026-11-21); see"
        " `memsync sync status`"
    ) in found.text
    assert (
        "2 notes omitted, beyond what `search.top_k` and `search.max_bytes` let a"
        " query find: a, b"
    ) in found.text
    assert found.omitted == 2


@pytest.mark.parametrize("origin", ["", "another machine"])
def test_who_else_may_have_written_it_is_said(origin: str) -> None:
    log = Log("2026-11-21", "user", "text", origin)
    found = made(1000, Parts(indexes=[INDEX._replace(origin=origin)], logs=[log]))
    assert found.text.count('from="another machine"') == (2 if origin else 0)


def test_a_cap_in_lines_is_named_too() -> None:
    index = Text("user", "line\n" * 30)
    found = compose(Budget(1000, "bytes", lines=10), Parts(indexes=[index]))
    assert "over the cap of 1000 bytes or 10 lines;" in found.warnings[0][0]


PIECE = st.text(st.sampled_from("ab \n-[]<&é"), max_size=60)


@given(
    st.integers(0, 300),
    st.lists(PIECE, max_size=2),
    st.lists(PIECE, max_size=4),
)
def test_one_input_makes_one_block_that_counts_what_it_leaves_out(
    cap: int, logs: list[str], notes: list[str]
) -> None:
    parts = Parts(
        logs=[Log("2026-11-21", "user", text) for text in logs],
        bodies=[body(f"n{number}", text) for number, text in enumerate(notes)],
    )
    found = made(cap, parts)
    assert made(cap, parts) == found
    assert found.text.count("<note ") + found.omitted == len(notes)
    assert made(10_000, parts).omitted == 0
