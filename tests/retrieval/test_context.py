"""What a prompt gets, and in which order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.retrieval.context import Body, Context, Held, Text, compose


def bodies(**texts: str) -> list[Body]:
    return [
        Body(name, "workspace", lambda text=text: text)  # type: ignore[misc]
        for name, text in texts.items()
    ]


def positions(text: str, *parts: str) -> list[int]:
    return [text.index(part) for part in parts]


def test_indexes_then_lite_text_then_bodies() -> None:
    found = compose(
        12000,
        [Text("user", "# U\n"), Text("workspace", "# W\n")],
        Text("/p/COYOTE.md", "lite words"),
        bodies(alpha="first", beta="second"),
        [],
    )
    order = positions(found.text, "# U", "# W", "lite words", "first", "second")
    assert order == sorted(order)
    assert found.omitted == 0
    assert found.warnings == ()
    assert found.chars == len(found.text)


def test_with_nothing_there_is_no_block() -> None:
    assert compose(6000, [Text("user", " \n")], None, [], []) == Context("", 6000)


def test_an_index_over_the_cap_is_whole_and_its_largest_lines_are_named() -> None:
    long = "- [[auth]]: " + "x" * 500
    found = compose(100, [Text("user", f"# U\n{long}\n- [[b]]: y\n")], None, [], [])
    assert long in found.text
    ((message, hint),) = found.warnings
    assert "over the cap of 100" in message
    assert "user MEMORY.md line 2 (512 characters" in message
    assert "\n" not in message
    assert hint


def test_lite_text_is_cut_to_what_the_indexes_leave_and_it_is_said() -> None:
    lite = Text("/p/COYOTE.md", "kept line\n" + "z" * 300)
    found = compose(60, [Text("user", "x" * 40)], lite, [], [])
    assert "kept line" in found.text
    assert "zz" not in found.text
    assert "only the first 9 of 310 characters" in found.text
    assert "'/p/COYOTE.md' is cut to 9 of 310" in found.warnings[0][0]


def test_the_marker_counts_and_names_what_was_omitted_before_the_end() -> None:
    found = compose(200, [], None, bodies(a="x" * 100, b="y" * 100, c="z" * 500), [])
    assert found.omitted == 2
    *_, marker, end = found.text.splitlines()
    assert "2 notes omitted" in marker
    assert "b, c" in marker
    assert end == "</memory>"


def test_one_line_names_the_notes_that_are_held() -> None:
    held = [Held("auth", "secret", "2026-11-20"), Held("big", "over 1 MB", "today")]
    found = compose(6000, [Text("user", "# U")], None, [], held)
    lines = [line for line in found.text.splitlines() if "held" in line]
    assert len(lines) == 1
    assert "auth (secret, since 2026-11-20), big (over 1 MB" in lines[0]


@given(
    st.text(max_size=80),
    st.text(max_size=80),
    st.lists(st.text(max_size=200), max_size=8),
    st.integers(0, 600),
)
def test_any_memory_gives_one_block_the_same_each_time(
    index: str, lite: str, texts: list[str], cap: int
) -> None:
    def build() -> Context:
        notes = bodies(**{f"n{i}": text for i, text in enumerate(texts)})
        return compose(cap, [Text("user", index)], Text("L", lite), notes, [])

    found = build()
    assert found == build()
    assert found.text.count("</memory>") == (1 if found.text else 0)
    assert found.text.count("<note ") + found.omitted == len(texts)
