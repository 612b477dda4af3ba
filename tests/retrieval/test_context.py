"""What a prompt gets, and in which order."""

from __future__ import annotations

from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.retrieval.budget import Budget
from memsync.retrieval.compose import compose
from memsync.retrieval.parts import Body, Context, Held, Log, Parts, Text


def bodies(**texts: str) -> list[Body]:
    def read(text: str) -> Text:
        return Text("", text)

    return [
        Body(name, "workspace", partial(read, text)) for name, text in texts.items()
    ]


def positions(text: str, *parts: str) -> list[int]:
    return [text.index(part) for part in parts]


def test_everything_stands_in_its_order() -> None:
    found = compose(
        Budget(12000),
        Parts(
            [Text("user", "# U\n"), Text("workspace", "# W\n")],
            Text("/p/COYOTE.md", "lite words"),
            [
                Log("", "workspace", "- [ ] an item"),
                Log("2026-11-21", "workspace", "newer day"),
                Log("2026-11-19", "workspace", "older day"),
            ],
            bodies(alpha="first", beta="second"),
        ),
    )
    order = positions(
        *(found.text, "# U", "# W", "lite words", "an item"),
        *("newer day", "older day", "first", "second"),
    )
    assert order == sorted(order)
    assert found.omitted == 0
    assert found.warnings == ()
    assert found.chars == len(found.text)


def test_with_nothing_there_is_no_block() -> None:
    assert compose(Budget(6000), Parts([Text("user", " \n")])) == Context("", 6000)


def test_an_index_over_the_cap_is_whole_and_its_largest_lines_are_named() -> None:
    long = "- [[auth]]: " + "x" * 500
    found = compose(Budget(100), Parts([Text("user", f"# U\n{long}\n- [[b]]: y\n")]))
    assert long in found.text
    ((message, hint),) = found.warnings
    assert "over the cap of 100" in message
    assert "user MEMORY.md line 2 (512 characters" in message
    assert "\n" not in message
    assert hint


def test_lite_text_is_cut_to_what_the_indexes_leave_and_it_is_said() -> None:
    lite = Text("/p/COYOTE.md", "kept line\n" + "z" * 300)
    found = compose(Budget(60), Parts([Text("user", "x" * 40)], lite))
    assert "kept line" in found.text
    assert "zz" not in found.text
    assert "only the first 9 of 310 characters" in found.text
    assert "'/p/COYOTE.md' is cut to 9 of 310" in found.warnings[0][0]


def test_of_a_log_the_newest_end_is_kept_and_each_cut_is_named() -> None:
    days = [
        Log("2026-11-21", "user", "in the morning\n" + "y" * 90 + "\nin the evening"),
        Log("2026-11-20", "user", "the day before, all of it"),
    ]
    found = compose(Budget(30), Parts(logs=days))
    assert "in the evening" in found.text
    assert "in the morning" not in found.text
    assert "the user log of 2026-11-21: only the last 14 of 120 char" in found.text
    assert "the user log of 2026-11-20 left out" in found.text
    assert len(found.warnings) == 2
    assert found.warnings[0][1] == (
        "read it with `memsync daily show 2026-11-21 --scope user`"
    )


def test_of_the_scratchpad_the_last_items_are_kept() -> None:
    items = "\n".join(f"- [ ] item {number:02}" for number in range(20))
    found = compose(Budget(100), Parts(logs=[Log("", "workspace", items)]))
    assert "item 19" in found.text
    assert "item 02" not in found.text
    assert (
        "the 20 open items of the workspace scratchpad: only the last 7" in found.text
    )


def test_the_newest_day_goes_in_before_the_older_one_takes_room() -> None:
    logs = [Log("2026-11-21", "user", "n" * 90), Log("2026-11-20", "user", "o" * 90)]
    found = compose(Budget(100), Parts(logs=logs))
    assert "n" * 90 in found.text
    assert "o" * 11 not in found.text


def test_the_marker_counts_and_names_what_was_omitted_before_the_end() -> None:
    notes = bodies(a="x" * 100, b="y" * 100, c="z" * 500)
    found = compose(Budget(200), Parts(bodies=notes))
    assert found.omitted == 2
    *_, marker, end = found.text.splitlines()
    assert "2 notes omitted" in marker
    assert "b, c" in marker
    assert end == "</memory>"


def test_a_note_that_does_not_fit_is_skipped_and_a_smaller_one_goes_in() -> None:
    notes = bodies(a="x" * 100, b="y" * 500, c="z" * 50)
    found = compose(Budget(250), Parts(bodies=notes))
    assert "x" * 100 in found.text
    assert "z" * 50 in found.text
    assert found.omitted == 1


def test_notes_are_not_read_once_nothing_can_fit_and_gone_ones_are_no_omission() -> (
    None
):
    read: list[str] = []

    def body(name: str, text: str | None) -> Body:
        def fetch() -> Text | None:
            read.append(name)
            return None if text is None else Text("", text)

        return Body(name, "user", fetch)

    notes = [body("gone", None), body("a", "x" * 50), body("b", "y")]
    found = compose(Budget(149), Parts(bodies=notes))
    assert read == ["gone", "a"]
    assert found.omitted == 1


def test_the_best_note_of_a_query_goes_in_even_cut() -> None:
    notes = bodies(best="the start\n" + "x" * 500, other="y" * 500)
    found = compose(Budget(100), Parts(bodies=notes, best_first=True))
    assert "the start" in found.text
    assert "only the first 9 of 510 characters" in found.text
    assert found.omitted == 1


def test_who_else_may_have_written_a_part_is_marked() -> None:
    found = compose(
        Budget(6000),
        Parts(
            [Text("user", "# U", "another machine")],
            logs=[Log("2026-11-21", "user", "a day", "another machine")],
        ),
    )
    assert '<memory_index scope="user" from="another machine">' in found.text
    assert (
        '<daily_log date="2026-11-21" scope="user" from="another machine">'
    ) in found.text


def test_one_line_names_the_notes_that_are_held() -> None:
    held = [Held("auth", "secret", "2026-11-20"), Held("big", "over 1 MB", "today")]
    found = compose(Budget(6000), Parts([Text("user", "# U")], held=held))
    lines = [line for line in found.text.splitlines() if "held" in line]
    assert len(lines) == 1
    assert "auth (secret, since 2026-11-20), big (over 1 MB" in lines[0]


BUDGETS = st.builds(
    Budget,
    st.integers(0, 3000),
    st.sampled_from(["characters", "bytes"]),
    st.none() | st.integers(20, 80),
    st.booleans(),
)


@settings(deadline=None)
@given(
    st.text(max_size=80),
    st.text(max_size=80),
    st.text(max_size=200),
    st.lists(st.text(max_size=200), max_size=8),
    BUDGETS,
    st.booleans(),
)
def test_any_memory_gives_one_block_the_same_each_time(
    index: str, lite: str, log: str, texts: list[str], budget: Budget, ranked: bool
) -> None:
    notes = bodies(**{f"n{i}": text for i, text in enumerate(texts)})
    parts = Parts(
        *([Text("user", index)], Text("L", lite), [Log("2026-11-21", "user", log)]),
        bodies=notes,
        best_first=ranked,
    )
    found = compose(budget, parts)
    assert found == compose(budget, parts)
    assert found.text.count("</memory>") == (1 if found.text else 0)
    assert found.text.count("<note ") + found.omitted == len(texts)


@settings(deadline=None)
@given(st.lists(st.text(max_size=900), max_size=9), st.integers(2000, 5000))
def test_an_agent_that_cuts_the_whole_text_never_has_to(
    texts: list[str], cap: int
) -> None:
    budget = Budget(cap, "bytes", lines=60, whole=True)
    notes = bodies(**{f"n{i}": text for i, text in enumerate(texts)})
    days = [Log(f"2026-11-2{i}", "user", text) for i, text in enumerate(texts[:2])]
    found = compose(budget, Parts(logs=days, bodies=notes))
    assert len(found.text.encode()) <= cap
    assert found.text.count("\n") < 60
