"""A stamp is for one commit: its files, its parents, its epoch."""

from __future__ import annotations

import pytest

from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher, Forged
from memsync.vault.stamp import Stamp

CIPHER = Cipher(bytes(16), 1, b"k" * 32)
SAVE = Stamp("1000-0-0000000a", "memsync: save", 7)
MERGE = Stamp("1000-0-0000000a", "memsync: merge", None)
FILES = stamps.contents([("memsync.json", b"\1" * 32), ("v1/n/00/a", b"\2" * 32)])
ROOT = stamps.ancestry([])


@pytest.mark.parametrize("stamp", [SAVE, MERGE], ids=["save", "merge"])
def test_a_stamp_is_read_back(stamp: Stamp) -> None:
    data = stamps.sealed(CIPHER, stamp, FILES, ROOT)
    message = stamps.message_of(data)
    assert stamps.stamp_in(message) == data
    assert stamps.epoch_of(data) == 1
    assert stamps.read(CIPHER, data) == stamp
    stamps.check(CIPHER, data, FILES, ROOT)
    assert "0000000a" not in message
    assert "save" not in message


def test_saves_and_merges_look_alike() -> None:
    sizes = {len(stamps.sealed(CIPHER, s, FILES, ROOT)) for s in (SAVE, MERGE)}
    assert len(sizes) == 1


def test_a_stamp_is_for_nothing_else() -> None:
    data = stamps.sealed(CIPHER, SAVE, FILES, ROOT)
    other = stamps.contents([("memsync.json", b"\1" * 32)])
    for files, parents, cipher in (
        (other, ROOT, CIPHER),
        (FILES, stamps.ancestry([data]), CIPHER),
        (FILES, ROOT, Cipher(bytes(16), 2, b"k" * 32)),
    ):
        with pytest.raises(Forged):
            stamps.check(cipher, data, files, parents)


def test_every_byte_of_a_stamp_counts() -> None:
    data = stamps.sealed(CIPHER, SAVE, FILES, ROOT)
    for at in range(len(data)):
        wrong = bytearray(data)
        wrong[at] ^= 1
        with pytest.raises(Forged):
            stamps.check(CIPHER, bytes(wrong), FILES, ROOT)
    for end in range(len(data)):
        with pytest.raises(Forged):
            stamps.check(CIPHER, data[:end], FILES, ROOT)
        with pytest.raises(Forged):
            stamps.read(CIPHER, data[:end])


def test_the_order_of_parents_and_the_ends_of_names_count() -> None:
    assert stamps.ancestry([b"a", b"b"]) != stamps.ancestry([b"b", b"a"])
    assert stamps.ancestry([b"ab"]) != stamps.ancestry([b"a", b"b"])
    digest = b"\0" * 32
    assert stamps.contents([("a", digest)]) != stamps.contents([("b", digest)])


@pytest.mark.parametrize(
    "message",
    [
        "",
        "sync\n",
        "memsync: save\n\nMemsync-Clock: 1-0-0000000a\n",
        "sync\n\nMemsync-Stamp: !!!\n",
        "sync\n\nMemsync-Stamp: AAA\n",
        "hello\n\nMemsync-Stamp: AAAA\n",
        "sync\n\nMemsync-Stamp: AAAA\nMemsync-Stamp: AAAA\n",
    ],
)
def test_a_message_of_another_form_has_no_stamp(message: str) -> None:
    assert stamps.stamp_in(message) is None
