from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.sync.merge.entries import reinsert_entries, strip_entries
from memsync.sync.merge.index import merge_index
from memsync.sync.merge.notes import Merged, Side
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.clock import Clock

EARLY = Clock(1000, 0, "aaaaaaaa")
LATE = Clock(2000, 0, "bbbbbbbb")


def merge(
    base: str | None,
    early: str | None,
    late: str | None,
    *,
    gone: frozenset[str] = frozenset(),
    revived: frozenset[str] = frozenset(),
) -> Merged:
    old = None if base is None else base.encode()
    a = Side(None if early is None else early.encode(), EARLY)
    b = Side(None if late is None else late.encode(), LATE)
    merged = merge_index(old, a, b, gone=gone, revived=revived)
    assert merged == merge_index(old, b, a, gone=gone, revived=revived)
    return merged


BASE = "# Memory Index\n\n- [[auth]]: how to log in\n- [[oauth]]: tokens\n\nBe kind.\n"


def test_entries_of_both_machines_are_in() -> None:
    early = BASE.replace("tokens\n", "tokens\n- [[early]]: e\n")
    late = BASE.replace("tokens\n", "tokens\n- [[late]]: l\n")
    merged = merge(BASE, early, late)
    assert merged.data == early.replace("e\n\nBe", "e\n- [[late]]: l\n\nBe").encode()
    assert merged.outcome is Outcome.MERGED


def test_an_entry_leaves_with_its_note_and_only_that() -> None:
    without = BASE.replace("- [[auth]]: how to log in\n", "")
    mentions = BASE.replace("Be kind.", "See [[auth]].")
    assert merge(BASE, without, mentions, gone=frozenset({"auth"})).data == (
        without.replace("Be kind.", "See [[auth]].").encode()
    )
    assert merge(BASE, BASE, BASE, gone=frozenset({"auth"})).data == without.encode()


def test_the_entry_of_a_note_that_came_back_comes_back() -> None:
    without = BASE.replace("- [[auth]]: how to log in\n", "")
    merged = merge(BASE, without, BASE, revived=frozenset({"auth"}))
    assert merged.data is not None
    assert b"- [[auth]]: how to log in\n" in merged.data
    assert merge(BASE, without, BASE).data == without.encode()


def test_two_new_texts_of_an_entry_are_decided_by_the_later_clock() -> None:
    early, late = BASE.replace("tokens", "early"), BASE.replace("tokens", "late")
    merged = merge(BASE, early, late)
    assert merged.data == late.encode()
    assert merged == Merged(
        late.encode(), Outcome.DECIDED, (Side(early.encode(), EARLY),)
    )


def test_prose_changed_twice_is_kept_twice() -> None:
    merged = merge(
        BASE,
        BASE.replace("Be kind.", "Be early."),
        BASE.replace("Be kind.", "Be late."),
    )
    assert merged.data == BASE.replace("Be kind.", "Be early.\nBe late.").encode()
    assert not merged.losers


def test_a_persons_order_stays_while_another_machine_adds() -> None:
    head, auth, oauth, rest = (
        BASE.partition("- [[auth]]")[0],
        *BASE.splitlines(True)[2:4],
        "\nBe kind.\n",
    )
    moved = head + oauth + auth + rest
    added = BASE.replace("tokens\n", "tokens\n- [[new]]: n\n")
    merged = merge(BASE, moved, added)
    assert merged.data is not None
    text = merged.data.decode()
    assert text.index("[[oauth]]") < text.index("[[auth]]")
    assert (
        text.count("[[auth]]") == text.count("[[oauth]]") == text.count("[[new]]") == 1
    )


def test_memories_that_never_met_are_joined() -> None:
    early = "# Memory Index\n\n- [[a]]: 1\n- [[b]]: 2\n"
    late = "# Memory Index\n\n- [[b]]: 2\n- [[c]]: 3\n"
    merged = merge(None, early, late)
    assert merged.data == b"# Memory Index\n\n- [[a]]: 1\n- [[b]]: 2\n- [[c]]: 3\n"


def test_a_deleted_memory_index_comes_back() -> None:
    assert merge(BASE, None, BASE).data == BASE.encode()
    assert merge(BASE, None, None).data is None


def test_two_entries_of_one_note_stay_two() -> None:
    double = BASE.replace("tokens\n", "tokens\n- [[oauth]]: again\n")
    merged = merge(double, double + "more\n", double.replace("kind", "bold"))
    assert merged.data == (double.replace("kind", "bold") + "more\n").encode()


def test_bytes_that_are_no_text_are_merged_too() -> None:
    base, a, b = b"x\n\xff\n", b"x\n\xff\n- [[a]]\n", b"y\n\xff\n"
    merged = merge_index(base, Side(a, EARLY), Side(b, LATE))
    assert merged.data == b"y\n\xff\n- [[a]]\n"
    whole = merge_index(base, Side(b"\0", EARLY), Side(b, LATE))
    assert whole == Merged(b, Outcome.DECIDED, (Side(b"\0", EARLY),))


def test_a_held_entry_goes_back_below_the_line_it_stood_below() -> None:
    local = BASE.replace("tokens\n", "tokens\n- [[held]]: h\n")
    synced = BASE.replace("# Memory Index", "# Mine").replace("tokens\n", "new\n")
    back = reinsert_entries(synced.encode(), local.encode(), {"held"})
    assert strip_entries(back, {"held"}) == synced.encode()
    assert back.decode().index("[[auth]]") < back.decode().index("[[held]]")


a_line = st.sampled_from(
    ["# Head", "", "prose", "more", "- item", "see [[a]]", "```"]
    + [f"- [[{n}]]: {text}" for n in ("a", "oa", "b") for text in ("1", "2")]
)
an_index = st.lists(a_line, max_size=9).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)
names = st.frozensets(st.sampled_from(["a", "oa", "b"]))


@given(an_index, names, st.booleans())
def test_held_entries_taken_out_and_put_back_change_nothing(
    local: str, held: frozenset[str], ended: bool
) -> None:
    data = (local if ended else local.removesuffix("\n")).encode()
    assert reinsert_entries(strip_entries(data, held), data, held) == data


@given(an_index, an_index, names)
def test_held_entries_never_reach_the_synced_copy(
    local: str, merged: str, held: frozenset[str]
) -> None:
    synced = strip_entries(merged.encode(), held)
    back = reinsert_entries(synced, local.encode(), held)
    if "```" not in local + merged:
        assert strip_entries(back, held) == synced
        kept = [
            line
            for line in local.splitlines()
            if strip_entries(line.encode(), held) == b""
        ]
        assert all(line.encode() in back.splitlines() for line in kept if line)


@given(st.none() | an_index, an_index, an_index)
@settings(max_examples=300)
def test_every_merge_is_symmetric_and_keeps_prose_and_entries(
    base: str | None, a: str, b: str
) -> None:
    merged = merge(base, a, b)
    assert merged.data is not None
    if base is None:
        kept = merged.data.splitlines()
        for loser in merged.losers:
            kept += (loser.data or b"").splitlines()
        assert {line.encode() for line in (a + b).splitlines() if line} <= set(kept)
    for data in (a.encode(), b.encode()):
        again = merge_index(data, Side(data, EARLY), Side(merged.data, LATE))
        assert again.data == merged.data
