"""The form of a protected key file, and what becomes of one that was changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.errors import KeyTrouble
from memsync.files.lock import Held
from memsync.paths import Places
from memsync.sync.sealed.key_store import KeyStore
from memsync.sync.sealed.protecting import by_passphrase
from memsync.vault import key_file
from memsync.vault.machine_keys import MachineKeys, Protection
from memsync.vault.slots import Keys, Stretch

WORDS = "four random plain words"
VAULT = bytes(range(16))
KEYS = MachineKeys(VAULT, b"m" * 32, 3, Keys(b"r" * 32, b"e" * 32))
# What is derived is checked elsewhere: here nothing needs to take long.
CHEAP = Protection("passphrase", b"s" * 32, Stretch(b"t" * 16))
CHAIN = Protection("keychain", b"s" * 32, entry="0123456789abcdef")


@pytest.mark.parametrize("protection", [CHEAP, CHAIN])
@given(text=st.binary(min_size=1))
@settings(max_examples=25)
def test_what_is_sealed_opens_with_the_same_secret_alone(
    protection: Protection, text: bytes
) -> None:
    file = key_file.parse(key_file.sealed(text, VAULT, protection))
    assert file is not None
    assert (file.vault, file.how, file.stretch, file.entry) == (
        VAULT,
        protection.how,
        protection.stretch,
        protection.entry,
    )
    assert key_file.opened(file, protection.secret) == text
    assert key_file.opened(file, b"x" * 32) is None
    assert key_file.opened(file._replace(vault=b"v" * 16), protection.secret) is None
    assert repr(protection.secret) not in repr(protection)


def test_the_document_has_the_file_of_its_vector() -> None:
    page = Path(__file__).parents[2] / "docs/format.md"
    made = json.loads(key_file.sealed(b"text\n", VAULT, CHAIN))
    assert f"`{made['sealed']}`" in page.read_text()


def store_with(folder: Path, words: str = WORDS) -> KeyStore:
    store = KeyStore(folder, Places({"MEMSYNC_KEY_PASSPHRASE": words}))
    store.save_keys(KEYS._replace(protection=by_passphrase(WORDS)), Held())
    return store


def test_a_passphrase_is_the_same_in_every_way_to_type_it(tmp_path: Path) -> None:
    store = KeyStore(tmp_path)
    store.save_keys(
        KEYS._replace(protection=by_passphrase("caf\u00e9 au lait, s'il")), Held()
    )
    other = Places({"MEMSYNC_KEY_PASSPHRASE": "cafe\u0301 au lait, s'il"})
    opened = store._replace(places=other).keys()
    assert opened is not None
    assert opened._replace(protection=None) == KEYS


def test_a_wrong_passphrase_is_told_from_none(tmp_path: Path) -> None:
    store = store_with(tmp_path, "some other words")
    with pytest.raises(KeyTrouble) as wrong:
        store.keys()
    assert wrong.value.word == "key-passphrase-wrong"
    alone = {"MEMSYNC_CONFIG_DIR": str(tmp_path)}
    with pytest.raises(KeyTrouble) as none:
        store._replace(places=Places(alone)).keys()
    assert none.value.word == "key-locked"
    assert store.protected() == "passphrase"


@pytest.mark.parametrize(
    "harm",
    [
        {"sealed": "AAAA"},
        {"sealed": "no base64!"},
        {"argon2id": {"iterations": 1, "lanes": 1, "memory": 8, "salt": "00" * 16}},
        {
            "argon2id": {
                "iterations": 3,
                "lanes": 4,
                "memory": 1 << 30,
                "salt": "00" * 16,
            }
        },
        {"argon2id": {"iterations": 3, "lanes": 4, "memory": "1", "salt": "00" * 16}},
        {"argon2id": {"iterations": 3, "lanes": 4, "memory": 1 << 16, "salt": "00"}},
        {"argon2id": None},
        {"protection": "magic"},
        {"protection": "keychain"},
        {"vault": "00"},
        {"format": 3},
    ],
)
def test_a_damaged_file_is_told_from_a_wrong_passphrase(
    tmp_path: Path, harm: dict[str, object]
) -> None:
    store = KeyStore(tmp_path)
    store.save_keys(KEYS._replace(protection=CHEAP), Held())
    read = json.loads(store.key_file.read_text())
    store.key_file.write_text(json.dumps({**read, **harm}))
    for ask in (store.keys, store.protected):
        with pytest.raises(KeyTrouble) as damaged:
            ask()
        assert damaged.value.word == "key-damaged"


def test_no_byte_of_the_file_can_be_changed(tmp_path: Path) -> None:
    data = key_file.sealed(b"the keys", VAULT, CHAIN)
    for at in range(len(data)):
        for bit in (1, 32):
            changed = bytearray(data)
            changed[at] ^= bit
            try:
                file = key_file.parse(bytes(changed))
            except (ValueError, KeyError, TypeError):
                continue
            # White space and the case of a digit say the same.
            if file not in (None, key_file.parse(data)):
                assert not key_file.opened(file, CHAIN.secret)
