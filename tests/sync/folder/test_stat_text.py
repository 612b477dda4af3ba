"""What a round remembers of a folder: its file, and the edits of it as a text."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.files.lock import Held
from memsync.sync.folder import listing
from memsync.sync.folder.stat_cache import (
    EMPTY,
    Line,
    Remembered,
    StatCache,
    StatText,
    Stays,
    Versions,
    load,
    load_text,
    parse_text,
    save,
)

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.lock import Round

HELD: Held[Round] = Held()
OID, OTHER = "a" * 40, "b" * 40
SENT = Remembered("1 2 3 4", OID)
HELD_BACK = Remembered("5 6 7 8", OTHER, Stays("held", "line 2 looks like a secret"))
PRIVATE = Remembered("", OID, Stays("private"))
UNREAD = Remembered("", "", Stays("held", "it is a symlink"))
STRAY = Remembered("", "", Stays("held"))
MISNAMED = Remembered("9 9 9 9", OID, Stays("misnamed", "it ends in a dot; ü?!~"))
FILES = {
    "auth": SENT,
    "daily/2026-01-02": SENT._replace(signature=""),
    "key": HELD_BACK,
    "mine": PRIVATE,
    "link": UNREAD,
    "sub/stray": STRAY,
    "odd.": MISNAMED,
    "caf\udce9": SENT,
}
ARCHIVE = {
    "auth": Versions("1 1 1 1", ("20260101T000000Z-0", "20260102T000000Z-1")),
    "gone": Versions("", ()),
}
CACHE = StatCache("key-1", OID, FILES, ARCHIVE, "idle\0word", "2026-01-02", OTHER)


def text_of(
    files: dict[str, Remembered], archive: dict[str, Versions], folder: Path
) -> StatText:
    save(folder / "one.stat", CACHE._replace(files=files, archive=archive), HELD)
    found = load_text(folder / "one.stat")
    assert found is not None
    return found


def part(text: StatText, name: str, signature: str) -> tuple[int, int]:
    """Where a file's part of the listing begins and ends."""
    said = listing.line(name, signature)
    begin = text.listing.index(said)
    return begin, begin + len(said)


def test_a_cache_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "user.stat"
    for cache in (CACHE, CACHE._replace(files={}), CACHE._replace(archive={}), EMPTY):
        save(file, cache, HELD)
        assert load(file) == cache
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_its_text_is_the_file(tmp_path: Path) -> None:
    found = text_of(FILES, ARCHIVE, tmp_path)
    assert found.data() == (tmp_path / "one.stat").read_bytes()
    assert parse_text(found.data()) == found
    words = (found.key, found.commit, found.idle, found.day, found.vault)
    assert words == ("key-1", OID, "idle\0word", "2026-01-02", OTHER)
    assert len(found.found) == len(FILES) + len(ARCHIVE)


@pytest.mark.parametrize(
    "data", [None, b"", b"\n", b"memsync stat 3\t0\t\t\t0\t\t\t\n"]
)
def test_a_missing_or_foreign_file_is_an_empty_cache(
    tmp_path: Path, data: bytes | None
) -> None:
    file = tmp_path / "user.stat"
    if data is not None:
        file.write_bytes(data)
    assert load(file) == EMPTY
    assert load_text(file) is None


def test_a_folder_in_its_place_is_an_empty_cache(tmp_path: Path) -> None:
    assert load(tmp_path) == EMPTY


@given(st.data())
def test_a_damaged_body_is_no_text(data: st.DataObject) -> None:
    whole = StatText(
        "key", OID, "", "", "", listing.line("auth", "1 2 3 4"), [OID]
    ).data()
    at = data.draw(st.integers(whole.index(b"\n") + 1, len(whole) - 1))
    bit = data.draw(st.integers(0, 7))
    damaged = bytearray(whole)
    damaged[at] ^= 1 << bit
    assert parse_text(bytes(damaged)) is None
    assert parse_text(whole[:at]) is None
    assert parse_text(whole) is not None


def test_a_part_of_the_listing_gives_its_file(tmp_path: Path) -> None:
    text = text_of(FILES, ARCHIVE, tmp_path)
    for name, file in FILES.items():
        found = text.file_at(*part(text, name, file.signature))
        assert found is not None
        assert found.finds_as(file)
    assert text.file_at(7, 7) is None


def test_a_part_of_the_listing_gives_the_versions_of_a_note(tmp_path: Path) -> None:
    text = text_of(FILES, ARCHIVE, tmp_path)
    at = part(text, f"{listing.ARCHIVE}auth", "1 1 1 1")
    assert text.versions_at(*at).stems == ARCHIVE["auth"].stems
    assert text.versions_at(*part(text, f"{listing.ARCHIVE}gone", "")).stems == ()
    assert text.versions_at(0, 0) == Versions("", ())


@pytest.mark.parametrize(
    ("name", "oid"),
    [
        ("auth", OID),
        ("daily/2026-01-02", OID),
        ("key", None),
        ("mine", None),
        ("link", None),
        ("odd.", None),
        ("aut", None),
        ("2026-01-02", None),
        ("none", None),
    ],
)
def test_only_what_may_be_sent_has_a_blob_to_send(
    tmp_path: Path, name: str, oid: str | None
) -> None:
    assert text_of(FILES, ARCHIVE, tmp_path).sent(name) == oid


def test_versions_do_not_count_as_files_that_stay(tmp_path: Path) -> None:
    assert text_of({"auth": SENT}, ARCHIVE, tmp_path).sends_all()
    assert text_of({}, ARCHIVE, tmp_path).sends_all()
    assert text_of({}, {}, tmp_path).sends_all()
    assert text_of({"auth": SENT}, {}, tmp_path).sends_all()
    for one in (HELD_BACK, PRIVATE, UNREAD, STRAY, MISNAMED):
        assert not text_of({"auth": SENT, "b": one}, ARCHIVE, tmp_path).sends_all()


def test_edited_lines_give_the_text_of_the_edited_folder(tmp_path: Path) -> None:
    text = text_of(FILES, ARCHIVE, tmp_path)
    now = Remembered("7 7 7 7", OTHER)
    gone = Versions("8 8 8 8", ("20260103T000000Z-2",))
    first = part(text, "auth", SENT.signature)
    lines = [
        Line("auth", *first, now),
        Line("new", first[1], first[1], now),
        Line(".archive/gone", *part(text, ".archive/gone", ""), gone),
        Line("last", len(text.listing), len(text.listing), now),
    ]
    files = {"auth": now, "new": now, **{n: f for n, f in FILES.items() if n != "auth"}}
    expected = text_of(files, {**ARCHIVE, "gone": gone}, tmp_path)
    expected = expected._replace(
        listing=expected.listing + listing.line("last", "7 7 7 7"),
        found=[*expected.found, OTHER],
    )
    assert text.with_lines(lines) == expected
    assert text.with_lines(reversed(lines)) == expected
    assert text.with_lines([]) == text


def test_two_new_files_at_one_place_are_both_there(tmp_path: Path) -> None:
    text = text_of({"auth": SENT}, {}, tmp_path)
    one, two = Remembered("", OID), Remembered("", OTHER)
    after = text.with_lines([Line("a", 0, 0, one), Line("b", 0, 0, two)])
    assert (after.sent("a"), after.sent("b"), after.sent("auth")) == (OID, OTHER, OID)


def test_the_same_found_under_another_signature_is_the_same() -> None:
    assert SENT.finds_as(SENT._replace(signature="other"))
    assert not SENT.finds_as(SENT._replace(oid=OTHER))
    assert not SENT.finds_as(SENT._replace(stays=Stays("private")))
