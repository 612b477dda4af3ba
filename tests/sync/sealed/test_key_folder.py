"""What is in the folder of a machine's keys, whole and damaged."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken, KeyTrouble
from memsync.files.lock import Held
from memsync.paths import Places
from memsync.sync.sealed.key_store import (
    LOCKED,
    VARIABLE,
    WRONG,
    KeyStore,
    given,
    is_given,
    user_keys,
    wrong_passphrase,
)
from memsync.vault.machine_keys import MachineKeys, Protection
from memsync.vault.pins import Pins
from memsync.vault.slots import Keys, Secret

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.lock import Round

KEYS = MachineKeys(b"v" * 16, b"m" * 32, 3, Keys(b"r" * 32, b"e" * 32))
PINS = Pins(b"v" * 16, 3, 5, "a" * 64, "b" * 40, 7, {"00c0ffee": 2})
HELD: Held[Round] = Held()


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "keys")


def places_with(home: Path, command: str) -> Places:
    """Places whose settings name a command that prints the passphrase."""
    places = Places({"HOME": str(home), "PATH": "/usr/bin:/bin"})
    places.config.mkdir(parents=True)
    text = f"keys:\n  passphrase_command: {command!r}\n"
    places.config_file.write_text(text)
    return places


def test_an_empty_folder_has_nothing(store: KeyStore) -> None:
    assert store.keys() is None
    assert store.protected() is None
    assert store.pins() is None
    assert store.keyring() is None
    assert store.waiting() is None
    store.forget(HELD)
    store.forget_waiting(HELD)
    assert not store.folder.exists()


def test_a_file_in_place_of_the_folder_has_nothing(store: KeyStore) -> None:
    store.folder.write_text("a file")
    assert store.keys() is None
    assert store.pins() is None
    assert store.keyring() is None
    assert store.waiting() is None


def test_what_is_saved_reads_back_and_is_the_owners_alone(store: KeyStore) -> None:
    store.save_keys(KEYS, HELD)
    store.save_pins(PINS, HELD)
    store.save_keyring(b"ring", HELD)
    store.save_waiting(Secret("machine", b"w" * 32), HELD)
    assert store.keys() == KEYS
    assert store.pins() == PINS
    assert store.keyring() == b"ring"
    assert store.waiting() == Secret("machine", b"w" * 32)
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    modes = {stat.S_IMODE(path.stat().st_mode) for path in store.folder.iterdir()}
    assert modes == {0o600}


def test_a_key_that_others_can_read_is_refused(store: KeyStore) -> None:
    store.save_keys(KEYS, HELD)
    store.key_file.chmod(0o644)
    with pytest.raises(KeyTrouble, match="can be read by others") as caught:
        store.keys()
    assert caught.value.word == "key-exposed"
    assert f"chmod 600 '{store.key_file}'" in (caught.value.hint or "")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"null", b"\xff", b'{"format": 99}', b"[" * 100]
)
def test_a_damaged_key_is_named(store: KeyStore, data: bytes) -> None:
    store.save_keys(KEYS, HELD)
    store.key_file.write_bytes(data)
    with pytest.raises(KeyTrouble) as caught:
        store.keys()
    assert caught.value.word == "key-damaged"
    assert caught.value.message == f"'{store.key_file}' is damaged"
    assert "memsync keys import" in (caught.value.hint or "")


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"format": 99}'])
def test_damaged_pins_stop_instead_of_trusting_the_remote(
    store: KeyStore, data: bytes
) -> None:
    store.save_pins(PINS, HELD)
    store.pin_file.write_bytes(data)
    with pytest.raises(Broken) as caught:
        store.pins()
    assert caught.value.word == "pins-damaged"
    assert str(store.pin_file) in caught.value.message


@pytest.mark.parametrize("data", [b"no hex", b"abc", b"\xff\xfe"])
def test_a_damaged_request_is_made_anew(store: KeyStore, data: bytes) -> None:
    store.save_waiting(Secret("machine", b"w" * 32), HELD)
    store.waiting_file.write_bytes(data)
    assert store.waiting() is None


def test_forgetting_leaves_a_waiting_request(store: KeyStore) -> None:
    store.save_keys(KEYS, HELD)
    store.save_pins(PINS, HELD)
    store.save_keyring(b"ring", HELD)
    store.save_waiting(Secret("machine", b"w" * 32), HELD)
    store.forget(HELD)
    assert list(store.folder.iterdir()) == [store.waiting_file]
    store.forget_waiting(HELD)
    assert not store.folder.exists()


def test_the_users_keys_are_below_the_configuration(tmp_path: Path) -> None:
    places = Places({"HOME": str(tmp_path)})
    store = user_keys(places)
    assert store.folder == places.config / "keys"
    assert store.places == places
    assert store.pin_file == places.config / "keys/pins.json"


def test_a_passphrase_comes_from_the_variable_first(tmp_path: Path) -> None:
    places = places_with(tmp_path, "printf other")
    environ = {**places.environ, VARIABLE: "said"}
    assert given(Places(environ)) == "said"
    assert is_given(Places(environ))


def test_without_a_passphrase_the_ways_to_give_one_are_named(tmp_path: Path) -> None:
    places = Places({"HOME": str(tmp_path), VARIABLE: ""})
    assert not is_given(places)
    with pytest.raises(KeyTrouble) as caught:
        given(places)
    assert caught.value.word == LOCKED
    assert VARIABLE in (caught.value.hint or "")
    assert "keys.passphrase_command" in (caught.value.hint or "")


@pytest.mark.parametrize("said", [r"one\ntwo\n", r"one\r\n", "one"])
def test_of_a_commands_output_the_first_line_counts(tmp_path: Path, said: str) -> None:
    places = places_with(tmp_path, f'printf "{said}"')
    assert is_given(places)
    assert given(places) == "one"


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    assert given(places_with(tmp_path, "echo a;echo $HOME")) == "a;echo $HOME"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-program-here", "there is no such program"),
        ("false", "it ended with status 1 and 0 bytes"),
        ("true", "it ended with status 0 and 0 bytes"),
        ('sh -c "echo secret-words; exit 3"', "it ended with status 3 and 13 bytes"),
    ],
)
def test_a_command_that_fails_is_named_without_its_output(
    tmp_path: Path, command: str, why: str
) -> None:
    with pytest.raises(KeyTrouble, match=why) as caught:
        given(places_with(tmp_path, command))
    assert caught.value.word == LOCKED
    assert "secret-words" not in caught.value.message


def test_a_setting_that_is_no_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="is no command") as caught:
        given(places_with(tmp_path, 'echo "open'))
    assert caught.value.word == "config"


def test_a_wrong_passphrase_has_a_word_of_its_own() -> None:
    assert wrong_passphrase().word == WRONG
    assert "recovery code" in (wrong_passphrase().hint or "")


def test_no_secret_is_in_what_is_printed_of_keys() -> None:
    shown = f"{KEYS!r} {Protection('passphrase', b's' * 32)!r}"
    assert shown == (
        f"MachineKeys(vault={(b'v' * 16).hex()}, epoch=3) Protection(passphrase)"
    )
