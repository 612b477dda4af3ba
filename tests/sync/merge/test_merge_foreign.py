"""The files of agents' folders, merged in the form that each agent gives them."""

from __future__ import annotations

import pytest
from support.foreign import (
    BASIC,
    CLAUDE,
    EARLY,
    GOOSE,
    INDEX,
    INDEXED,
    JUTUL,
    LATE,
    index,
    merge,
)

from memsync.sync.merge import foreign_blocks
from memsync.sync.merge.entries_at import lines_by_file, reinsert_at, strip_at
from memsync.sync.merge.foreign import moment_of
from memsync.sync.merge.foreign_blocks import cut, merge_blocks
from memsync.sync.merge.notes import Merged, Side
from memsync.sync.merge.outcome import Outcome


def test_the_map_of_claude_code_merges_by_its_keys() -> None:
    early = CLAUDE.replace(b"10-01T10", b"11-20T08").replace(b"Fridays", b"Mondays")
    late = CLAUDE.replace(b"10-01T10", b"11-19T08").replace(b"project", b"feedback")
    merged = merge("claude-code", CLAUDE, early, late)
    assert merged.outcome is Outcome.MERGED
    assert merged.data == early.replace(b"project", b"feedback")


def test_the_later_modified_stays_whatever_its_zone_and_whoever_wins() -> None:
    early = CLAUDE.replace(b"10-01T10:00:00Z", b"11-20T01:30:00+02:00") + b"a\n"
    late = b"x\n".join(CLAUDE.replace(b"10-01T10", b"11-19T23").split(b"x\n"))
    late = late.replace(b"nobody", b"no one")
    merged = merge("claude-code", CLAUDE, early, late)
    assert merged.data is not None
    assert b"2026-11-19T23:00:00Z" not in early
    assert b"modified: 2026-11-20T01:30:00+02:00" in merged.data
    assert b"no one" in merged.data
    assert merged.data.endswith(b"a\n")
    assert not merged.losers


def test_two_texts_of_one_key_in_the_map_are_decided_and_the_other_kept() -> None:
    early = CLAUDE.replace(b"0b54a1c5", b"11111111")
    late = CLAUDE.replace(b"0b54a1c5", b"22222222")
    merged = merge("claude-code", CLAUDE, early, late)
    assert merged == Merged(late, Outcome.DECIDED, (Side(early, EARLY),))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        (b"m: 2026-05-01T10:00:00Z\n", "2026-05-01T10:00:00.000000000"),
        (b"m: 2026-05-01 10:00\n", "2026-05-01T10:00:00.000000000"),
        (b"m: 2026-05-01\n", "2026-05-01T00:00:00.000000000"),
        (b"m: '2026-05-01T01:00:00.25+02:00'\n", "2026-04-30T23:00:00.250000000"),
        (b"m: 2026-05-01T01:00:00-0230\n", "2026-05-01T03:30:00.000000000"),
        (b"m: 2026-13-01\n", None),
        (b"m: 0001-01-01T00:00:00+14:00\n", None),
        (b"m: 2026-05-01T01:00:00+99:00\n", None),
        (b"m: yesterday\n", None),
        (b"m:\n  - 2026-05-01\n", None),
    ],
)
def test_a_moment_is_read_in_any_zone(text: bytes, moment: str | None) -> None:
    assert moment_of(text) == moment


def test_frontmatter_that_is_no_yaml_merges_line_by_line() -> None:
    early = JUTUL.replace(b"simulator", b"project")
    late = JUTUL.replace(b"Grid: size", b"Grid: its size").replace(b"30", b"40")
    merged = merge("jutul-agent", JUTUL, early, late)
    assert merged.outcome is Outcome.MERGED
    assert merged.data == late.replace(b"simulator", b"project")


def test_what_is_neither_yaml_nor_lines_wins_or_loses_whole() -> None:
    broken = JUTUL.replace(b"type:", b"also\n  [: x\ntype:")
    late = JUTUL.replace(b"30", b"40")
    merged = merge("jutul-agent", JUTUL, broken, late)
    assert merged == Merged(late, Outcome.DECIDED, (Side(broken, EARLY),))


def test_an_observation_that_both_sides_added_stands_once() -> None:
    new = b"- [fact] Water first #tip\n"
    early = BASIC.replace(b"- [method]", new + b"- [method]")
    late = BASIC + new
    merged = merge("basic-memory", BASIC, early, late)
    assert merged.data is not None
    assert merged.data.count(new) == 1
    other = merge("claude-code", BASIC, early, late)
    assert other.data is not None
    assert other.data.count(new) == 2


def test_a_relation_counts_as_one_and_a_task_or_code_does_not() -> None:
    for line, times in (
        (b"- pairs_with [[Milk]]\n", 1),
        (b"- [ ] buy beans\n", 2),
        (b"- [see](beans.md)\n", 2),
    ):
        early = BASIC.replace(b"- [method]", line + b"- [method]")
        merged = merge("basic-memory", BASIC, early, BASIC + line)
        assert merged.data is not None
        assert merged.data.count(line) == times
    code = b"```\n- [a] b\n```\n"
    early = BASIC.replace(b"- [method]", code + b"- [method]")
    merged = merge("basic-memory", BASIC, early, BASIC + b"\n" + code)
    assert merged.data is not None
    assert merged.data.count(code) == 2


def test_an_observation_that_somebody_wrote_twice_stays_twice() -> None:
    twice = BASIC + b"- [tool] A kettle\n"
    late = BASIC.replace(b"94", b"92")
    merged = merge("basic-memory", BASIC, twice, late)
    assert merged.data == late + b"- [tool] A kettle\n"


def test_blocks_of_both_machines_are_in_with_their_own_tags() -> None:
    one, two = b"# python\nPin versions.\n\n", b"# python\nNo globals.\n\n"
    merged = merge("goose", GOOSE, GOOSE + one, GOOSE + two)
    assert merged.data == GOOSE + one + two
    assert merged.outcome is Outcome.MERGED


def test_the_same_block_from_both_machines_stands_once() -> None:
    new = b"# python\nPin versions.\n\n"
    merged = merge("goose", GOOSE, GOOSE + new, new + GOOSE)
    assert merged.data is not None
    assert merged.data.count(new) == 1


def test_a_block_that_one_side_forgot_goes_while_the_other_side_adds() -> None:
    head, rest = b"# python style\nUse 4 spaces.\n\n", b"Run ruff\nand mypy.\n\n"
    assert head + rest == GOOSE
    merged = merge("goose", GOOSE, rest, GOOSE + b"New.\n\n")
    assert merged.data == rest + b"New.\n\n"


def test_a_block_is_merged_inside_its_tags_as_a_set() -> None:
    early = GOOSE.replace(b"python style", b"python style tabs")
    late = GOOSE.replace(b"python style", b"python").replace(b"4 spaces", b"2 spaces")
    merged = merge("goose", GOOSE, early, late)
    assert merged.data == late.replace(b"# python", b"# python tabs")


def test_two_texts_of_one_block_are_decided_and_the_other_kept() -> None:
    early, late = GOOSE.replace(b"4 spaces", b"tabs"), GOOSE.replace(b"4", b"2")
    merged = merge("goose", GOOSE, early, late)
    assert merged == Merged(late, Outcome.DECIDED, (Side(early, EARLY),))


def test_a_last_block_without_a_line_end_takes_another_behind_it() -> None:
    bare = b"\n# prefs\nLikes tea."
    merged = merge("goose", bare, bare + b"\n\nLikes cake.\n\n", b"Hi.\n\n# prefs\nX")
    assert merged.data is not None
    blocks = cut(merged.data).blocks
    assert b"Hi.\n" in blocks
    assert any(b"Likes cake." in block for block in blocks)


def test_blocks_that_are_no_text_win_or_lose_whole() -> None:
    for odd in (b"\xff\n", b"a\0\n"):
        merged = merge("goose", GOOSE, odd, GOOSE + b"x\n")
        assert merged == Merged(GOOSE + b"x\n", Outcome.DECIDED, (Side(odd, EARLY),))


def test_a_merge_of_blocks_that_would_lose_one_keeps_a_whole_side_and_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    early, late = GOOSE + b"One.\n\n", GOOSE + b"Two.\n\n"
    monkeypatch.setattr(foreign_blocks, "_once", lambda blocks, *_: blocks[:-1])
    merged = merge("goose", GOOSE, early, late)
    assert merged == Merged(late, Outcome.DECIDED, (Side(early, EARLY),))


@pytest.mark.parametrize("agent", INDEXED)
def test_index_lines_of_both_machines_are_in(agent: str) -> None:
    early = INDEX.replace(b"off\n", b"off\n- [A](a.md) \xe2\x80\x94 a\n")
    late = INDEX.replace(b"off\n", b"off\n- `B` \xe2\x80\x94 b (file: `b.md`)\n")
    merged = index(agent, INDEX, early, late)
    assert merged.data == early.replace(
        b" a\n\n", b" a\n- `B` \xe2\x80\x94 b (file: `b.md`)\n\n"
    )
    assert merged.outcome is Outcome.MERGED


def test_a_line_leaves_with_its_file_also_one_of_a_sub_folder() -> None:
    late = INDEX.replace(b"kind", b"bold")
    merged = index("claude-code", INDEX, INDEX, late, gone=("feedback/testing",))
    assert merged.data == late.replace(
        b"- [Testing](feedback/testing.md) \xe2\x80\x94 run the tests\n", b""
    )


def test_the_line_of_a_file_that_came_back_comes_back() -> None:
    line = b"- [Deploys](deploys.md) \xe2\x80\x94 Fridays are off\n"
    without = INDEX.replace(line, b"")
    merged = index("qwen-code", INDEX, without, INDEX, revived=("deploys",))
    assert merged.data is not None
    assert line in merged.data
    assert index("qwen-code", INDEX, without, INDEX).data == without


def test_two_hooks_of_one_file_are_decided_by_the_later_clock() -> None:
    early = INDEX.replace(b"Fridays are off", b"never on Fridays")
    late = INDEX.replace(b"Fridays are off", b"Fridays are free")
    merged = index("claude-code", INDEX, early, late)
    assert merged == Merged(late, Outcome.DECIDED, (Side(early, EARLY),))


def test_a_line_that_no_form_knows_is_prose_and_stays_in_both_texts() -> None:
    early, late = INDEX.replace(b"kind", b"good"), INDEX.replace(b"kind", b"bold")
    merged = index("gemini-cli", INDEX, early, late)
    assert merged.data == INDEX.replace(b"Be kind.", b"Be good.\nBe bold.")


def test_an_index_that_is_deleted_on_one_side_goes_unless_the_other_changed_it() -> (
    None
):
    assert index("yottacode", INDEX, None, INDEX).data is None
    changed = INDEX + b"more\n"
    assert index("yottacode", INDEX, None, changed).data == changed
    assert index("yottacode", None, None, INDEX).data == INDEX
    assert index("yottacode", INDEX, None, INDEX, revived=("deploys",)).data == INDEX


def test_a_memory_md_that_lists_no_files_is_a_text() -> None:
    assert strip_at("agents/zerostack", INDEX, {"deploys"}) == INDEX
    assert strip_at("agents/zerostack", INDEX, {None}) == b""
    early = INDEX.replace(b"Fridays are off", b"never on Fridays")
    late = INDEX.replace(b"Fridays are off", b"Fridays are free")
    assert index("zerostack", INDEX, early, late).data == late


def test_a_held_files_line_goes_and_comes_back_below_the_line_above_it() -> None:
    local = INDEX.replace(b"- [Dep", b"- [Held](held.md) \xe2\x80\x94 h\n- [Dep")
    synced = strip_at("agents/claude-code", local, {"held"})
    assert synced == INDEX
    back = reinsert_at("agents/claude-code", synced, local, {"held"})
    assert back == local


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("- [T](file.md) — hook\n", "file"),
        ("* **[T](file.md)** — hook\n", "file"),
        ("1. [T [x]](./sub/a b.md)\n", "sub/a b"),
        ("- [T](<x (1).md>)\n", "x (1)"),
        ("- [T](a%20b.md)\r\n", "a b"),
        ("- [T](a%FFb.md)\n", "a%FFb"),
        ('- [ ] [T](f.md#x "t") x', "f"),
        ("- `title` — about (file: `grid.md`)\n", "grid"),
        ("- [[n|alias]] x\n", "n"),
        ("- feedback/x.md: y\n", "feedback/x"),
        ("- [T](https://example.com/z.md)\n", None),
        ("- [T](../z.md)\n", None),
        ("- [T](/etc/z.md)\n", None),
        ("- see [T](file.md)\n", None),
        ("[T](file.md)\n", None),
        ("- oauth\n", None),
    ],
)
def test_which_file_a_line_is_about(line: str, name: str | None) -> None:
    assert lines_by_file(b"# x\n\n" + line.encode())[-1] == (name, line.encode())


def test_lines_in_code_and_comments_are_about_no_file() -> None:
    text = b"```\n- [T](a.md)\n```\n<!-- \n- [T](b.md)\n-->\n- [T](c.md)\n"
    assert [name for name, _ in lines_by_file(text) if name] == ["c"]


def test_a_file_of_blocks_that_grew_too_large_wins_or_loses_whole() -> None:
    early, late = (word * 700_000 + b"\n\n" for word in (b"a", b"b"))
    merged = merge_blocks(b"", Side(early, EARLY), Side(late, LATE))
    assert merged == Merged(late, Outcome.DECIDED, (Side(early, EARLY),))
