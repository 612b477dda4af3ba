"""From raw matches to findings: one a place, by the better rule."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from memsync.secrets.allow import markers
from memsync.secrets.report import findings

if TYPE_CHECKING:
    from memsync.secrets.finding import Found

DATA = b"first line\nkey = 0123456789abcdef tail\nlast\n"


def reported(
    *found: tuple[int, int, str],
    meant: tuple[tuple[int, int, str], ...] = (),
    late: tuple[tuple[int, int, str], ...] = (),
    samples: tuple[tuple[int, int, str], ...] = (),
    data: bytes = DATA,
) -> list[tuple[int, int, str]]:
    """Start, end and rule of what is reported of some matches."""

    def raw(matches: tuple[tuple[int, int, str], ...]) -> list[Found]:
        return [(start, start, end, rule) for start, end, rule in matches]

    made = findings(data, raw(found), raw(meant), raw(late), raw(samples))
    return [(each.start, each.end, each.rule) for each, _ in made]


def test_findings_come_in_their_order() -> None:
    assert reported((30, 33, "b"), (17, 20, "a")) == [(17, 20, "a"), (30, 33, "b")]


def test_where_two_overlap_the_more_precise_rule_names_it() -> None:
    for order in (1, -1):
        both = [(17, 33, "github-pat"), (15, 33, "generic-secret")][::order]
        assert reported(*both) == [(17, 33, "github-pat")]


def test_of_two_alike_the_first_and_the_longer_counts() -> None:
    assert reported((17, 25, "a"), (17, 33, "b")) == [(17, 33, "b")]
    assert reported((17, 25, "a"), (20, 33, "b")) == [(17, 25, "a")]


def test_what_is_late_counts_only_where_nothing_else_is_found() -> None:
    late = ((17, 33, "late"),)
    assert reported(late=late) == [(17, 33, "late")]
    assert reported((20, 25, "a"), late=late) == [(20, 25, "a")]


def test_a_sample_counts_below_everything_else_and_is_low() -> None:
    samples = ((17, 33, "netrc"),)
    assert reported(samples=samples) == [(17, 33, "netrc")]
    assert reported(late=((30, 36, "a"),), samples=samples) == [(30, 36, "a")]
    raw = [(11, 11, 14, "netrc")]
    ((found, _),) = findings(DATA, [], [], [], raw)
    assert found.confidence == "low"
    # What is found for other reasons too is no sample.
    ((found, _),) = findings(DATA, raw, [], [], raw)
    assert found.confidence == "high"


def test_a_private_key_outranks_what_looks_like_a_token_in_it() -> None:
    found = reported((20, 25, "a"), late=((11, 39, "private-key"),))
    assert found == [(11, 39, "private-key")]


def test_a_form_counts_before_a_vaguer_rule_of_the_text() -> None:
    meant = ((17, 33, "github-pat"),)
    assert reported((17, 33, "generic-secret"), meant=meant) == [*meant]


def test_line_and_column_count_characters() -> None:
    data = "h\u00e9 secret \u5bc6 x\n".encode() * 2
    start = data.rindex(b"x")
    ((found, _),) = findings(data, [(start, start, start + 1, "a")], [], [])
    assert (found.line, found.column, found.start) == (2, 13, start)


def test_a_marker_allows_the_rule_on_its_line() -> None:
    data = b"one\nkey abc <!-- memsync:allow a -->\n"
    for rule, allowed in (("a", True), ("b", False)):
        ((_, is_allowed),) = findings(data, [(8, 8, 11, rule)], [], [])
        assert is_allowed is allowed


SPAN = st.tuples(st.integers(0, 38), st.integers(1, 6)).map(lambda s: (s[0], sum(s)))
RULE = st.sampled_from(["github-pat", "generic-secret", "prose-token", "jwt"])


@given(st.lists(st.tuples(SPAN, RULE), max_size=8))
def test_no_two_findings_overlap_and_each_match_is_covered(
    matches: list[tuple[tuple[int, int], str]],
) -> None:
    given_ = [(start, end, rule) for (start, end), rule in matches]
    kept = reported(*given_)
    for (_, end, _), (start, _, _) in itertools.pairwise(kept):
        assert end <= start
    assert set(kept) <= set(given_)
    for start, end, _ in given_:
        assert any(s < end and start < e for s, e, _ in kept)


def test_a_marker_counts_on_all_its_lines_and_beside_others() -> None:
    """A block goes on behind the markers within it, which allow other lines."""
    lines = [
        *("allow-begin a", "x", "allow a", "x", "x", "allow b", "x", "x"),
        *("allow-end", "x", "gitleaks:allow", "x"),
    ]
    data = "\n".join(f"memsync:{x}" if x != "x" else x for x in lines).encode()
    allowed = markers(data.replace(b"memsync:gitleaks", b"gitleaks"))
    found = [n for n in range(1, 13) if allowed.allow("a", n, n)]
    assert found == [*range(1, 10), 11]
    assert [n for n in range(1, 13) if allowed.allow("b", n, n)] == [6, 7, 11]
    assert allowed.allow("b", 2, 6)
    assert not allowed.allow("private-key", 1, 12)


def test_many_markers_are_read_once() -> None:
    """Each looks for its end, and each finding for its marker."""
    block = "\n".join(f"{n} memsync:allow-begin x" for n in range(20_000))
    beside = "memsync:allow y " * 2000 + "\n" * 20_000
    allowed = markers(f"{block}\n{beside}end\n".encode())
    assert all(allowed.allow("x", n, n) for n in range(1, 20_001))
    assert allowed.allow("y", 40_001, 40_001)
