"""What a member, or a former one, can make with its keys: nothing unsafe is applied."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.sealed_life import Life
from support.sealed_maker import (
    Maker,
    puts,
    refuses,
)

from memsync.sync.tree.layout import blob_id
from memsync.vault import keyring as keyrings
from memsync.vault import slots
from memsync.vault.keyring_file import About, digest, rendered
from memsync.vault.names import place_of
from memsync.vault.padding import pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Life:
    found = Life(tmp_path_factory.mktemp("life"))
    found.write("desk", "auth", "mine")
    found.sync("desk", "laptop", "desk")
    return found


@pytest.fixture
def life(made: Life) -> Iterator[Life]:
    """What all tests share, honest again after each."""
    yield made
    made.show(made.states[-1])


NOTE = b"---\nname: x\n---\n\nx\n"
PATHS = [
    "user/../../../../escaped.md",
    "../escaped.md",
    "/escaped.md",
    "user//escaped.md",
    "user/./escaped.md",
    "user/a/../b.md",
    "projects/../user/escaped.md",
    "user/.git/config.md",
    "user/.GIT/hooks.md",
    "user/git~1/hooks.md",
    "user/back\\slash.md",
    "user/new\nline.md",
    "user/es\x1b[31mcape.md",
    "user/\u202egnp.md",
    "user/con.md",
    "user/dot./x.md",
    "user",
    "User/x.md",
    "projects",
    "user/x.md/y.md",
    "user/AUTH.md",
    "user/" + "long" * 70 + ".md",
]


@pytest.mark.parametrize("path", PATHS, ids=ascii)
def test_a_path_inside_a_sealed_file_leads_nowhere_else(life: Life, path: str) -> None:
    puts(life, {path: NOTE})
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("hostile-tree", 14)
    assert error.message.isprintable()
    assert error.message.startswith("the remote holds ")


def test_twins_inside_sealed_names_are_refused(life: Life) -> None:
    puts(life, {"user/caf\u00e9.md": NOTE, "user/cafe\u0301.md": NOTE})
    assert refuses(life, life.peers["desk"]).word == "hostile-tree"


def test_a_note_larger_than_any_is_refused(life: Life) -> None:
    puts(life, {"user/large.md": b"x" * ((1 << 20) + 1)})
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("hostile-tree", 14)
    assert "larger" in error.message


def test_a_sealed_file_larger_than_any_is_not_even_read(life: Life) -> None:
    puts(life, {"user/huge.md": b"x" * (3 << 20)})
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("hostile-tree", 14)
    assert "too large" in error.message


def test_a_memory_of_a_later_format_asks_for_an_upgrade(life: Life) -> None:
    vault = life.peers["desk"].store.keys()
    assert vault
    numbers = {"format": 99, "merge": 99, "vault": vault.vault.hex()}
    puts(life, {"memsync.json": json.dumps(numbers).encode()})
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("newer-format", 16)


def test_the_maker_makes_what_is_believed(life: Life) -> None:
    Maker(life, "laptop").push()
    life.sync("desk")


STAMPS: dict[str, object] = {
    "no clock": {"message": "m", "seq": 9},
    "a clock that is a number": {"clock": 3600000, "message": "m", "seq": 9},
    "a clock that is none": {"clock": "soon", "message": "m", "seq": 9},
    "a clock before all": {"clock": "-1-0-00000002", "message": "m", "seq": 9},
    "a clock beyond all": {
        "clock": "999999999999999-0-00000002",
        "message": "m",
        "seq": 9,
    },
    "no message": {"clock": "3600000-0-00000002", "seq": 9},
    "a number for a message": {"clock": "3600000-0-00000002", "message": 1, "seq": 9},
    "a seq that is text": {"clock": "3600000-0-00000002", "message": "m", "seq": "9"},
    "a seq that is true": {"clock": "3600000-0-00000002", "message": "m", "seq": True},
    "a seq below all": {"clock": "3600000-0-00000002", "message": "m", "seq": -9},
    "a list": [],
    "a key more": {"clock": "3600000-0-00000002", "message": "m", "more": 1},
    "blanks": b'{"clock": "3600000-0-00000002", "message": "m"}',
    "no JSON": b"\xff",
    "deep": b"[" * 4000,
    "a line more": {"clock": "3600000-0-00000002\n", "message": "m", "seq": 9},
}


@pytest.mark.parametrize("how", STAMPS)
def test_a_malformed_stamp_is_refused_and_no_bug(life: Life, how: str) -> None:
    Maker(life, "laptop").push(STAMPS[how])
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("forged", 14)


def test_dates_that_are_not_the_clocks_hour_are_refused(life: Life) -> None:
    Maker(life, "laptop").push(hour=3601)
    assert refuses(life, life.peers["desk"]).word == "forged"


INSIDES = {
    "nothing": b"\0",
    "a length beyond it": b"\xff" * 300,
    "a name that is not UTF-8": b"\0\0\0\1\xff\0\0\0\0",
    "an empty name": b"\0\0\0\0\0\0\0\1x",
    "padding that is text": None,
}


@pytest.mark.parametrize("how", INSIDES)
def test_a_sealed_file_that_is_malformed_inside_is_refused(
    life: Life, how: str
) -> None:
    maker = Maker(life, "laptop")
    token = maker.mirror.holder.names.token("user/x.md")
    text = INSIDES[how]
    if text is None:
        whole = b"\0\0\0\x09user/x.md\0\0\0\1x"
        text = whole.ljust(255, b"\0") + b"x"
    else:
        text = pad(text)
    maker.files[place_of(token)] = maker.cipher.seal("file", token, text)
    maker.push()
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("forged", 14)


def test_a_file_of_another_epoch_is_refused_whatever_was_opened_before(
    tmp_path: Path,
) -> None:
    life = Life(tmp_path)
    life.write("desk", "auth", "mine")
    life.sync("desk", "laptop", "desk")
    before = Maker(life, "laptop")
    life.rotate("desk")
    life.sync("laptop", "desk")
    maker = Maker(life, "laptop")
    old = {p: d for p, d in before.files.items() if p.startswith("v1/n/")}
    maker.files |= old
    maker.push()
    assert refuses(life, life.peers["desk"]).word == "forged"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": 1}, "downgraded"),
        ({"encrypted": None}, "downgraded"),
        ({"encrypted": 0}, "downgraded"),
        ({"vault": "00" * 16}, "downgraded"),
        ({"merge": 2}, "downgraded"),
        ({"format": 3}, "newer-format"),
        ({"encrypted": 2}, "newer-format"),
    ],
    ids=str,
)
def test_the_public_file_says_one_thing(
    life: Life, change: dict[str, object], word: str
) -> None:
    maker = Maker(life, "laptop")
    tree = json.loads(maker.files["memsync.json"]) | change
    tree = {key: value for key, value in tree.items() if value is not None}
    data = json.dumps(tree, indent=2, sort_keys=True).encode() + b"\n"
    maker.files["memsync.json"] = data
    maker.push()
    error = refuses(life, life.peers["desk"])
    assert error.word == word
    assert error.exit_code == {"downgraded": 14, "newer-format": 16}[word]


def test_a_keyring_larger_than_any_is_refused_before_it_is_read(life: Life) -> None:
    maker = Maker(life, "laptop")
    maker.files["v1/keyring.json"] += b" " * (1 << 20)
    maker.push()
    read: list[str] = []
    desk = life.peers["desk"]
    plain = desk.mirror.blobs

    def noted(oids: Iterable[str]) -> dict[str, bytes]:
        read.extend(asked := list(oids))
        return plain(asked)

    desk.mirror.blobs = noted  # type: ignore[method-assign]
    error = refuses(life, desk)
    desk.mirror.blobs = plain  # type: ignore[method-assign]
    assert "too large" in error.message
    assert blob_id(maker.files["v1/keyring.json"]) not in read


@pytest.mark.parametrize("previous", ["", "0" * 64])
def test_a_keyring_that_follows_from_another_is_refused(
    life: Life, previous: str
) -> None:
    maker = Maker(life, "laptop")
    ring = maker.ring.keyring
    entries = dict(keyrings.entries_of(maker.ring))
    made = keyrings._made(
        ring.vault, ring.number + 1, 1, previous, maker.ring.keys, (), entries, None
    )
    maker.files["v1/keyring.json"] = rendered(made.keyring)
    maker.push()
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("forged", 14)
    assert "does not follow" in error.message


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_keys_that_the_host_wraps_for_this_machine_are_refused(
    life: Life, epoch: int
) -> None:
    # It knows the vault's id and every public key, and no key at all.
    maker = Maker(life, "laptop")
    ring = maker.ring.keyring
    own = slots.Keys(b"h" * 32, b"H" * 32)
    entries = {slots.wrap(ring.vault, s, own): About("", "") for s in ring.slots}
    before = digest(rendered(ring))
    past = (own.epoch,) * (epoch - 1)
    made = keyrings._made(
        ring.vault, ring.number + 1, epoch, before, own, past, entries, None
    )
    maker.cipher = made.cipher()
    maker.files["v1/keyring.json"] = rendered(made.keyring)
    maker.push()
    error = refuses(life, life.peers["desk"])
    assert (error.word, error.exit_code) == ("forged", 14)
