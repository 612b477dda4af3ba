"""What was purged: lines without its text, that say what to drop and to take out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.errors import Exit, Refused
from memsync.secrets.allow import fingerprints
from memsync.secrets.scan import scan
from memsync.sync.tree.clock import Clock
from memsync.sync.tree.layout import PURGED_FILE, Item, blob_id
from memsync.sync.tree.purged import (
    MARK,
    NOTHING,
    Line,
    Purge,
    PurgeClock,
    PurgedEdit,
    PurgedNote,
    PurgedValue,
    Redactor,
    latest_ms,
    lines_of,
    parse,
    render,
)

CLOCK = PurgeClock.of(Clock(1_700_000_000_000, 2, "0000000a"))
LATER = PurgeClock.of(Clock(1_800_000_000_000, 0, "0000000b"))
SALT = b"s" * 8


def test_a_purged_note_is_dropped_and_no_other() -> None:
    line = PurgedNote.of(CLOCK, "user", "plans")
    purge = Purge(frozenset({line}))
    assert "plans" not in str(line)
    assert purge.of_notes
    assert purge.drops("user", "plans")
    assert not purge.drops("user", "plans2")
    assert not purge.drops("projects/x", "plans")
    # The name alone, moved between home and note, is no other's digest.
    assert not purge.drops("", "user/plans")


def test_an_edited_version_has_one_that_stands_in_for_it() -> None:
    oid = blob_id(b"clean")
    line = PurgedEdit.of(CLOCK, ("user", "n", b"text"), oid)
    purge = Purge(frozenset({line}))
    assert purge.replacement("user", "n", b"text") == oid
    assert purge.replacement("user", "n", b"text2") is None
    assert purge.replacement("user", "m", b"text") is None
    assert not purge.of_notes


def test_two_purges_of_one_note_have_different_lines() -> None:
    """Else whoever reads the file would know that they are of the same note."""
    one, two = (PurgedNote.of(clock, "user", "n") for clock in (CLOCK, LATER))
    assert one.digest != two.digest


LINES = st.frozensets(
    st.one_of(
        st.builds(PurgedNote.of, st.just(CLOCK), st.just("user"), st.text(max_size=5)),
        st.builds(
            PurgedValue,
            st.just(LATER),
            st.binary(min_size=8, max_size=64),
            st.text("0123456789abcdef", min_size=16, max_size=16),
        ),
        st.builds(
            PurgedEdit.of,
            st.just(CLOCK),
            st.tuples(st.just("user"), st.just("n"), st.binary(max_size=5)),
            st.just("a" * 40),
        ),
    ),
    max_size=5,
)


@given(LINES)
def test_what_is_written_is_read_again(lines: frozenset[Line]) -> None:
    assert parse(render(lines)) == lines
    assert render(lines).splitlines() == sorted(render(lines).splitlines())


@pytest.mark.parametrize(
    ("data", "number"),
    [
        (b"note\n", 1),
        (b"\n", 1),
        (b"note 1-0-0000000a " + b"a" * 31 + b"\n", 1),
        (b"note 1-0-0000000a " + b"A" * 32 + b"\n", 1),
        (b"note 1-0-0000000a " + b"a" * 32 + b"\nnote x\n", 2),
        (b"value 1-0-0000000a aa " + b"a" * 16 + b"\n", 1),
        (b"edit 1-0-0000000a " + b"a" * 32 + b"\n", 1),
        (b"note 1-0-0000000a " + b"a" * 32 + b" \x1b[31m\n", 1),
        (b"note \xff-0-0000000a " + b"a" * 32 + b"\n", 1),
        (b"note 1-0-\xd9\xa1000000a " + b"a" * 32 + b"\n", 1),
    ],
)
def test_what_memsync_did_not_write_is_refused(data: bytes, number: int) -> None:
    with pytest.raises(Refused) as raised:
        parse(data)
    assert raised.value.message.endswith(f"is malformed in line {number}")
    assert raised.value.exit_code == Exit.REFUSED
    assert raised.value.word == "hostile-tree"


def test_the_lines_of_a_tree_are_those_of_its_file() -> None:
    lines = frozenset({PurgedNote.of(CLOCK, "user", "n")})
    data = render(lines)
    tree = {PURGED_FILE: Item(blob_id(data))}
    assert lines_of(tree, {blob_id(data): data}.__getitem__) == lines
    assert lines_of({}, lambda _: b"") == NOTHING


def test_the_latest_purge_says_when() -> None:
    lines = {PurgedNote.of(LATER, "user", "a"), PurgedNote.of(CLOCK, "user", "b")}
    assert latest_ms(lines) == LATER.ms
    assert latest_ms(()) == 0


@pytest.fixture
def secret() -> bytes:
    return tokens.github().encode()


def value_of(secret: bytes, clock: PurgeClock = CLOCK) -> PurgedValue:
    (found,) = scan(secret)
    return PurgedValue(clock, SALT, min(fingerprints(SALT, found.rule, secret)))


def test_a_value_is_taken_out_of_all_texts_once_one_has_shown_it(
    secret: bytes,
) -> None:
    redact = Redactor([value_of(secret)])
    assert redact(b"nothing\n") is None
    assert redact.known == []
    assert redact(b"a " + secret + b" b\n") == (CLOCK, b"a " + MARK + b" b\n")
    assert redact.known == [value_of(secret)]
    # Where no scanner would find it any more, it is found by itself.
    assert redact(b"x" + secret + b"x" + secret) == (
        CLOCK,
        b"x" + MARK + b"x" + MARK,
    )


def test_another_value_stays(secret: bytes) -> None:
    redact = Redactor([PurgedValue(CLOCK, SALT, "0" * 16)])
    assert redact(b"a " + secret + b"\n") is None
    assert redact.known == []


def test_without_values_no_text_is_scanned(secret: bytes) -> None:
    assert Redactor(())(secret) is None


def test_a_purge_knows_its_values_in_one_order() -> None:
    lines = [PurgedValue(LATER, SALT, "b" * 16), PurgedValue(CLOCK, SALT, "a" * 16)]
    values = Purge(frozenset(lines)).values
    assert [value.fingerprint for value in values] == ["a" * 16, "b" * 16]
    assert values[0].salt == SALT
