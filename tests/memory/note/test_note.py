"""Notes: what is read, and that an edit keeps every byte it is not about."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import tokens

from memsync.errors import BadUsage, Refused
from memsync.memory.note import frontmatter, note
from memsync.memory.note.frontmatter import Span
from memsync.memory.note.note import Note

TODAY = date(2026, 11, 21)

ODD = (
    b"\xef\xbb\xbf---  \r\n"
    b"# who wrote this\r\n"
    b"\"name\":   'auth'   # mine\r\n"
    b"tags:\r\n- a\r\n# between\r\n- b\r\n"
    b"\r\n"
    b"description: >-\r\n  two\r\n  lines\r\n"
    b"X-Custom: {a: 1}\r\n"
    b"updated: 2026-01-01 # by hand\r\n"
    b"# the end\r\n"
    b"---\r\n\r\nbody\r\n"
)


def problems(data: bytes) -> list[str]:
    return [problem.message for problem in Note.parse(data).problems]


def test_a_new_note_is_written_as_coyote_writes_it() -> None:
    new = Note.new("auth", "how we log in", "project", "Use SSO.\n", TODAY)
    assert new.render() == (
        b"---\nname: auth\ndescription: how we log in\ntype: project\n"
        b"created: 2026-11-21\nupdated: 2026-11-21\n---\n\nUse SSO.\n"
    )
    assert new.problems == ()
    assert (new.description, new.type, new.body) == (
        "how we log in",
        "project",
        "Use SSO.\n",
    )


def test_an_edit_of_one_key_keeps_all_other_bytes() -> None:
    edited = Note.parse(ODD).with_fields(
        {"updated": "2026-11-21", "description": "one: line"}
    )
    expected = ODD.replace(b"2026-01-01 #", b"2026-11-21 #").replace(
        b"description: >-\r\n  two\r\n  lines\r\n", b"description: 'one: line'\r\n"
    )
    assert edited.render() == expected
    assert edited.description == "one: line"


def test_an_odd_note_is_read_whole() -> None:
    odd = Note.parse(ODD)
    assert odd.fields["name"] == "auth"
    assert odd.description == "two lines"
    assert odd.fields["updated"] == "2026-01-01"
    assert "tags" not in odd.fields
    assert odd.body == "body\r\n"
    assert odd.sound


def test_a_key_that_was_missing_is_added() -> None:
    bare = Note.parse(b"---\ndescription: d\n# last\n---\nx\n")
    edited = bare.with_fields({"name": "auth", "expires": "2027-01-01"})
    assert edited.render() == (
        b"---\nname: auth\ndescription: d\n# last\nexpires: 2027-01-01\n---\nx\n"
    )


def test_a_note_without_frontmatter_gets_some_and_keeps_its_text() -> None:
    edited = Note.parse(b"\xef\xbb\xbfjust text").with_fields({"name": "auth"})
    assert edited.render() == b"\xef\xbb\xbf---\nname: auth\n---\n\njust text"


def test_a_key_is_taken_out_with_all_its_lines() -> None:
    parsed = Note.parse(b"---\nname: a\nexpires: >\n  2026-\n  01\nx: y\n---\n")
    assert parsed.with_fields({"expires": None}).render() == (
        b"---\nname: a\nx: y\n---\n"
    )


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    twice = Note.parse(b"---\nname: a\ndescription: one\ndescription: two\n---\n")
    assert twice.description == "two"
    assert twice.with_fields({"description": "new"}).render() == (
        b"---\nname: a\ndescription: one\ndescription: new\n---\n"
    )


def test_a_body_is_replaced_in_the_files_line_endings() -> None:
    parsed = Note.parse(b"---\r\nname: a\r\n---\r\n\r\nold\r\n")
    assert parsed.with_body("one\ntwo\n").render().endswith(b"\r\n\r\none\r\ntwo\r\n")


def test_appending_begins_a_line_of_its_own_and_keeps_odd_bytes() -> None:
    parsed = Note.parse(b"---\nname: a\n---\n\n\xff\xfe")
    assert parsed.with_appended("more\n").parts.body == b"\xff\xfe\nmore\n"


def test_strings_stay_strings() -> None:
    parsed = Note.parse(
        b"---\nname: on\ndescription: 0123\ntype: ~\ncreated: 2026-02-30\n---\n"
    )
    assert dict(parsed.fields) == {
        "name": "on",
        "description": "0123",
        "type": "~",
        "created": "2026-02-30",
    }


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf\n", "the file is empty"),
        (b"text\n", "has no frontmatter"),
        (b"---\nname: a\ntext\n", "the frontmatter does not end"),
        (b"---\nname: a\ndescription: d\n---", "ends at its closing fence"),
        (b"---\ndescription: d\n---\n", "no name in the frontmatter"),
        (b"---\nname: a\n---\n", "no description in the frontmatter"),
        (b"---\nname: a\nname: b\ndescription: d\n---\n", "the key 'name' appears"),
        (b"---\nname: [a\n---\n", "is not valid YAML"),
        (b"---\nname:\ta\n---\n", "is not valid YAML"),
        (b"---\n- a\n---\n", "is not a list of keys and values"),
        (b"---\nname: &a b\n---\n", "memsync does not take anchors"),
        (b"---\nname: *a\n---\n", "memsync does not take anchors"),
        (b"---\nname: !!str b\n---\n", "memsync does not take tags"),
        (b"---\nname: a\ndescription: \xff\n---\n", "is not UTF-8"),
        (b"---\nname: a\ndescription: d\n---\n\xff", "is not UTF-8"),
        (b"---\nname: a\ndescription: d\n---\na\0b", "contains a NUL byte"),
        (b"\xef\xbb\xbf---\nname: a\ndescription: d\n---\n", "byte order mark"),
        (b'---\nname: "a\nb: c"\n---\n', "keys are not one per line"),
        (b"---\nx: " + b"[" * 5000 + b"\n---\n", "nests brackets"),
        (b"---\nx: [" + b"a," * 40_000 + b"]\n---\n", "bytes of frontmatter"),
    ],
)
def test_a_note_of_odd_form_is_read_with_a_problem(data: bytes, expected: str) -> None:
    assert any(expected in message for message in problems(data)), problems(data)
    assert Note.parse(data).render() == data


def test_lines_that_end_in_crlf_are_no_problem() -> None:
    """Git itself makes them, with core.autocrlf; Coyote reads them."""
    data = b"---\r\nname: a\r\ndescription: d\r\n---\r\n\r\ntext\r\n"
    assert problems(data) == []
    assert Note.parse(data).fields == {"name": "a", "description": "d"}


def test_a_problem_names_its_line() -> None:
    parsed = Note.parse(b"---\nname: a\ndescription: x\ny: [\n---\n")
    assert parsed.problems[0].line >= 4


def test_what_can_be_told_of_a_broken_note_is_shown() -> None:
    broken = Note.parse(b"---\nname: auth\ndescription: d\nx: [\n---\nbody\n")
    assert (broken.description, broken.sound) == ("d", False)


def test_sync_false_keeps_a_note_here() -> None:
    assert Note.parse(b"---\nname: a\nsync: false\n---\n").sync is False
    assert Note.parse(b"---\nname: a\n---\n").sync is True


def test_chars_are_those_of_the_body_without_its_final_newline() -> None:
    head = b"---\nname: a\n---\n\n"
    assert Note.parse(head + "é\n\n".encode()).chars == 2
    assert Note.parse(head + b"ab\r\n").chars == 2
    assert Note.parse(head).chars == 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("\n\n# A heading\ntext", "A heading"),
        ("> - * quoted   item", "quoted item"),
        ("***\n---\nreal", "real"),
        ("", ""),
        ("x" * 130, "x" * 120 + "…"),
        ("#tag stays", "#tag stays"),
    ],
)
def test_a_description_comes_from_the_first_line(body: str, expected: str) -> None:
    assert note.hook(body) == expected


def test_types_are_labels() -> None:
    assert note.check_type(" API_shape  2 ") == "api-shape-2"
    for bad in ("", " - ", "x" * 65, "a\x07b"):
        with pytest.raises(BadUsage):
            note.check_type(bad)


def test_a_secret_is_no_type() -> None:
    with pytest.raises(Refused, match="looks like a secret") as caught:
        note.check_type(tokens.github())
    assert tokens.github()[4:] not in str(caught.value)


def test_an_expiry_is_a_day_of_the_calendar() -> None:
    assert note.check_date("2028-02-29") == "2028-02-29"
    for bad in ("2026-02-30", "tomorrow", "20260101", "2026-1-1", "2026-01-01T00:00"):
        with pytest.raises(BadUsage):
            note.check_date(bad)


LINE = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["#", ": ", " #", "- ", "'", '"', "key: v", "a:", "[", "\t", "|"]),
)
TEXT = st.lists(LINE, max_size=6).map("".join)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(["name", "b-c", "D_1"]), TEXT), max_size=4))
def test_both_readers_agree(pairs: list[tuple[str, str]]) -> None:
    header = "".join(f"{key}: {value}\n" for key, value in pairs)
    simple = frontmatter.read_simple(header)
    if simple is not None:
        tree = yaml.load(header, Loader=yaml.BaseLoader)  # noqa: S506 -- text alone
        assert simple[0] == (tree or {})


INNER = st.tuples(
    st.sampled_from(["", "", "  ", "  ", "    ", " "]),
    st.sampled_from(["metadata", "type", "b-c"]),
    st.one_of(st.just(""), TEXT),
)


@settings(max_examples=400)
@example([("", "metadata", "''"), ("  ", "type", "x")], "\n")
@given(st.lists(INNER, max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_both_readers_agree_on_keys_below_keys(
    rows: list[tuple[str, str, str]], eol: str
) -> None:
    header = "".join(f"{indent}{key}: {value}{eol}" for indent, key, value in rows)
    nested = frontmatter.read_nested(header)
    if nested is not None:
        tree = yaml.load(header, Loader=yaml.BaseLoader)  # noqa: S506 -- text alone
        assert nested[0] == (tree or {})


def test_claude_codes_type_is_read_below_its_metadata() -> None:
    code = (
        "import sys; from memsync.memory.note.note import Note;"
        "n = Note.parse(b'---\\nname: a\\ndescription: x\\nmetadata:\\n'"
        "b'  node_type: memory\\n  type: feedback\\n---\\n\\nb\\n');"
        "assert n.type == 'feedback' and n.sound; assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@settings(max_examples=200)
@given(st.sampled_from(["name", "description", "created"]), st.text())
def test_every_value_survives_being_written(key: str, value: str) -> None:
    text = f"{key}: {frontmatter.scalar(key, value)}\n"
    read = yaml.load(text, Loader=yaml.BaseLoader)[key]  # noqa: S506 -- text alone
    assert read == "".join("?" if "\ud800" <= c <= "\udfff" else c for c in value)
    if key != "created":
        assert isinstance(yaml.safe_load(text)[key], str)


@settings(max_examples=200)
@given(st.binary())
def test_any_bytes_are_cut_and_joined_again(data: bytes) -> None:
    for candidate in (data, b"---\n" + data + b"\n---\n"):
        parts = frontmatter.split(candidate)
        assert parts.join() == candidate
        assert b"".join(span.data for span in parts.spans) == parts.header
        assert Note.parse(candidate).render() == candidate


def test_spans_keep_comments_and_lists_apart() -> None:
    spans = frontmatter.cut(b"a: 1\n# c\nb:\n- x\n# y\n- z\n\n")
    assert spans == [
        Span("a", b"a: 1\n"),
        Span(None, b"# c\n"),
        Span("b", b"b:\n- x\n# y\n- z\n"),
        Span(None, b"\n"),
    ]


def test_an_ordinary_note_is_read_without_the_yaml_library() -> None:
    code = (
        "import sys; from memsync.memory.note.note import Note;"
        "n = Note.parse(b'---\\nname: a\\ndescription: \"x\"\\n---\\n\\nb\\n');"
        "assert not n.problems; assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


HEADERS = st.lists(
    st.sampled_from(
        [
            *("name: a", "description: 'x # y'", "updated: 2020-01-01  # by hand"),
            *('"updated": "x"', "updated: >-", "  folded", "- item", "# comment", ""),
            *("tags: [a, b]", "tags:", "  - a", "x: |", "x: {a: 1}", "updated:"),
            *("é: ü", "x: &a b", "x: *a", "\tx: y", "? x", ": y", "x:y", "  "),
        ]
    ),
    max_size=8,
)


@settings(max_examples=300)
@given(HEADERS, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["new", "a: b", ""]))
def test_replacing_one_key_leaves_all_others(
    header: list[str], eol: str, value: str
) -> None:
    text = "".join(line + eol for line in ("---", *header, "---", "body"))
    before = Note.parse(text.encode())
    if not before.sound:
        return
    after = before.with_fields({"updated": value})
    assert after.sound
    assert after.fields == {**before.fields, "updated": value}
    assert after.body == before.body
    others = [
        [span for span in note.parts.spans if span.key != "updated"]
        for note in (before, after)
    ]
    assert b"".join(s.data for s in others[0]) == b"".join(s.data for s in others[1])
