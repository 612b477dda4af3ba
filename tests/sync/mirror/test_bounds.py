"""What git prints of a remote is measured while it comes, and never read whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Refused
from memsync.sync.mirror import bounds
from memsync.sync.mirror.bounds import Batch, Listing, check, check_sizes

OID = "a" * 40
OTHER = "b" * 40


def printed(*objects: tuple[str, bytes, bytes]) -> bytes:
    return b"".join(
        b"%b %b %d\n%b\n" % (oid.encode(), kind, len(data), data)
        for oid, kind, data in objects
    )


@given(st.binary(max_size=40), st.binary(max_size=5), st.data())
def test_objects_are_read_however_the_output_is_cut(
    one: bytes, two: bytes, data: st.DataObject
) -> None:
    output = printed((OID, b"blob", one), (OTHER, b"tree", two))
    batch, at = Batch(), 0
    while at < len(output):
        size = data.draw(st.integers(1, len(output) - at))
        batch.feed(output[at : at + size])
        at += size
    assert batch.objects == {OID: (b"blob", one), OTHER: (b"tree", two)}


def test_what_is_missing_is_passed_over() -> None:
    batch = Batch()
    batch.feed(f"{OTHER} missing\n".encode() + printed((OID, b"blob", b"x\ny")))
    assert batch.objects == {OID: (b"blob", b"x\ny")}


@pytest.mark.parametrize(
    ("kind", "most"),
    [(b"commit", 1 << 20), (b"tag", 1 << 20), (b"tree", 32 << 20), (b"blob", 32 << 20)],
)
def test_an_object_is_refused_by_its_header_alone(kind: bytes, most: int) -> None:
    check(OID, kind, most)
    Batch().feed(b"%b %b %d\n" % (OID.encode(), kind, most))
    with pytest.raises(Refused) as raised:
        Batch().feed(b"%b %b %d\n" % (OID.encode(), kind, most + 1))
    assert raised.value.message == (
        f"the remote's {kind.decode()} {OID[:12]} is larger than {most >> 20} MB"
    )
    assert raised.value.word == "hostile-objects"


def test_sizes_are_checked_line_by_line() -> None:
    check_sizes([b"blob 12 " + OID.encode(), b"", b"words", b"blob x y", b"blob -1 z"])
    with pytest.raises(Refused):
        check_sizes([b"blob 1 x", b"commit 99999999 " + OID.encode()])


def test_a_listing_ends_where_none_of_ours_would_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "_MOST_LINES", 3)
    listing = Listing()
    listing.feed(b"a\0b")
    listing.feed(b"\0c\0")
    with pytest.raises(Refused) as raised:
        listing.feed(b"d\0")
    assert raised.value.word == "hostile-tree"


def test_a_listing_of_few_long_names_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_MOST_LISTED", 10)
    listing = Listing()
    listing.feed(b"0123456789")
    with pytest.raises(Refused):
        listing.feed(b"0")
