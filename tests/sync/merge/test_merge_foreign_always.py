"""What holds of every merge of agents' files, whatever stands in them."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.foreign import (
    AGENTS,
    BASIC,
    CLAUDE,
    GOOSE,
    INDEX,
    INDEXED,
    JUTUL,
    index,
    merge,
)

from memsync.sync.merge.entries_at import reinsert_at, strip_at
from memsync.sync.merge.foreign_blocks import cut
from memsync.sync.tree.layout import agent_home

_LINES = [
    *("---", "name: n", "description: a: b", "type: project", "# why", "tags: [a, b]"),
    *("tags: [b, c]", "metadata:", "  type: user", "  modified: 2026-05-01T10:00:00Z"),
    *("  modified: 2026-06-01", "created: 2026-01-02", "created: 2026-01-01T10:00Z"),
    *("", "prose", "more", "# tag one", "# tag two", "```", "- [fact] x", "- r [[B]]"),
    *("- [A](a.md) \u2014 x", "- [A](a.md) \u2014 y", "- [B](s/b.md)", "## user"),
    *("- `T` \u2014 x (file: `c.md`)", "- [[a]]: z", "- [ ] open", "\ufeff"),
]
a_file = st.builds(
    lambda lines, eol, end: (eol.join(lines) + (eol if end else "")).encode(),
    st.lists(st.sampled_from(_LINES), max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
) | st.sampled_from([b"", b"\xff\n", b"a\0b", CLAUDE, JUTUL, BASIC, GOOSE, INDEX])
an_agent = st.sampled_from([*AGENTS, "unknown"])


def said(*versions: bytes | None) -> set[bytes]:
    """Each word of each line, without the keys that follow a rule of their own."""
    kept: set[bytes] = set()
    for data in versions:
        for line in (data or b"").splitlines():
            # A merge may put one side's byte order mark before any line.
            words = line.strip(b"\xef\xbb\xbf \t[]#,")
            if not words.startswith((b"created:", b"modified:", b"updated:")):
                kept.update(words.replace(b",", b"").split())
    return kept


@given(an_agent, st.none() | a_file, st.none() | a_file, st.none() | a_file)
@example("claude-code", b"", b"  modified: 2026-05-01T10:00:00Z", b"\xef\xbb\xbf")
@settings(max_examples=400)
def test_every_merge_is_symmetric_and_loses_no_word(
    agent: str, base: bytes | None, a: bytes | None, b: bytes | None
) -> None:
    for merged in (merge(agent, base, a, b), index(agent, base, a, b)):
        if merged.data is None:
            assert len({base, a, b}) < 3
            continue
        losers = [side.data for side in merged.losers]
        assert said(a, b) <= said(merged.data, base, *losers)
        assert said(merged.data) <= said(a, b, base)


@given(an_agent, st.none() | a_file, a_file)
def test_what_both_made_or_one_left_alone_is_taken_byte_for_byte(
    agent: str, base: bytes | None, x: bytes
) -> None:
    for versions in ((base, x, x), (base, base, x), (base, x, base)):
        assert merge(agent, *versions).data == x
        assert index(agent, *versions).data == x


@given(an_agent, st.none() | a_file, a_file, a_file)
def test_merging_a_side_again_adds_nothing(
    agent: str, base: bytes | None, a: bytes, b: bytes
) -> None:
    merged = merge(agent, base, a, b)
    listed = index(agent, base, a, b)
    for side in (a, b):
        assert merge(agent, side, side, merged.data).data == merged.data
        assert merge(agent, merged.data, merged.data, side).data == side
        assert index(agent, side, side, listed.data).data == listed.data


@given(a_file)
def test_a_file_of_blocks_is_its_blocks(data: bytes) -> None:
    found = cut(data)
    pairs = zip(found.blocks, found.gaps, strict=True)
    assert found.head + b"".join(block + gap for block, gap in pairs) == data


@given(a_file, st.sets(st.sampled_from(["a", "s/b", "c"])))
def test_what_was_stripped_from_an_index_can_be_put_back(
    data: bytes, names: set[str]
) -> None:
    for agent in INDEXED:
        home = agent_home(agent)
        synced = strip_at(home, data, names)
        assert strip_at(home, synced, names) == synced
        assert reinsert_at(home, synced, data, names) == data
