"""What holds of the merge of any two notes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.note_merge import EARLY, LATE, merge

from memsync.sync.merge.notes import Side, merge_note
from memsync.sync.tree.clock import Clock

if TYPE_CHECKING:
    from pathlib import Path

# Few different lines, so that they repeat and collide.
a_line = st.sampled_from(
    ["", "a", "b", "c", "- x", "- y", "```", "---", "k: v", "<<<<<<< ", "  - i", "#"]
)
some_lines = st.lists(a_line, max_size=8)
a_value = st.sampled_from(
    [
        *("1", "2", "2026-01-02", "2026-03-04", "[a, b]", "[b, c]", "'q'"),
        *("\n  a: 1", "\n  a: 2\n  b:\n    c: 1", "\n  b:\n    c: 2\n  # d"),
    ]
)
a_header = st.dictionaries(
    st.sampled_from(["name", "created", "updated", "tags", "k", "# c"]), a_value
).map(lambda keys: "".join(f"{k}: {v}\n" for k, v in keys.items()))
a_version = st.one_of(
    st.builds(
        lambda head, lines, eol, end: (
            f"---\n{head}---\n{''.join(line + eol for line in lines)}{end}".encode()
        ),
        a_header,
        some_lines,
        st.sampled_from(["\n", "\r\n"]),
        st.sampled_from(["", "end"]),
    ),
    some_lines.map(lambda lines: "\n".join(lines).encode()),
    st.binary(max_size=12),
)


@given(st.none() | a_version, st.none() | a_version, st.none() | a_version)
@settings(max_examples=400)
@example(b"---\n---\n", b"---\nk: 1\n---\n", b"x\n")
def test_every_merge_is_symmetric_parses_and_loses_nothing(
    base: bytes | None, a: bytes | None, b: bytes | None
) -> None:
    merged = merge(base, a, b)
    if merged.data is not None and a is not None and b is not None:
        before = a.splitlines() + b.splitlines()
        for line in merged.data.splitlines():
            if line.startswith(b"<<<<<<<"):
                assert line in before


@given(st.none() | a_version, a_version)
def test_what_both_made_or_one_left_alone_is_taken(
    base: bytes | None, x: bytes
) -> None:
    assert merge(base, x, x).data == x
    assert merge(base, base, x).data == x
    assert merge(base, x, base).data == x


@given(a_version, a_version, a_version)
def test_merging_a_side_again_adds_nothing(base: bytes, a: bytes, b: bytes) -> None:
    merged = merge(base, a, b)
    for side in (a, b):
        again = merge(side, side, merged.data)
        assert again.data == merged.data


@given(st.none() | a_version, a_version, a_version, a_version)
@settings(max_examples=150)
def test_three_machines_end_with_one_text_whoever_syncs_first(
    base: bytes | None, a: bytes, b: bytes, c: bytes
) -> None:
    clocks = [EARLY, LATE, Clock(3000, 0, "cccccccc")]
    versions = [
        Side(data, clock) for data, clock in zip((a, b, c), clocks, strict=True)
    ]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        # Each machine merges with the remote in turn, then once more.
        remote = versions[order[0]]
        for i in order[1:]:
            merged = merge_note(base, versions[i], remote)
            remote = Side(merged.data, max(versions[i].clock, remote.clock))
        for i in order:
            settled = merge_note(versions[i].data, versions[i], remote)
            assert settled.data == remote.data


def test_the_result_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    script = tmp_path / "merge.py"
    script.write_text(
        "from memsync.sync.merge.notes import Side, merge_note\n"
        "from memsync.sync.tree.clock import Clock\n"
        "def n(*keys): return ('---\\n' + ''.join(f'{k}: {k}\\n' for k in keys)"
        " + '---\\n\\n' + ''.join(f'{k}\\n' for k in keys)).encode()\n"
        "sides = [Side(n(*t), Clock(1, 0, 'a')) for t in ('qwertz', 'yxcvbe')]\n"
        "print(merge_note(n('t', 'x'), *sides))\n"
    )
    results = {
        subprocess.run(
            [sys.executable, script],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": place, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for seed, place, zone in (("1", "C", "UTC"), ("2", "C.UTF-8", "Asia/Tokyo"))
    }
    assert len(results) == 1
