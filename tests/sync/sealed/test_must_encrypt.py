"""Whether this machine's memory must be encrypted, and what is said without a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, settings

from memsync.errors import NotSetUp, Refused
from memsync.paths import Places
from memsync.sync.sealed import sealing
from memsync.sync.sealed.own_machine import who_is
from memsync.sync.state.state import state_folder_of
from memsync.vault import slots
from memsync.vault.slots import Secret

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> Places:
    found = Places({"HOME": str(tmp_path)})
    found.config.mkdir(parents=True)
    return found


def pin(places: Places) -> None:
    file = places.config / sealing.PIN_FILE
    file.parent.mkdir()
    file.write_text("{}")


def may(places: Places, **environ: str) -> bool:
    return sealing.may_be_required(environ, str(places.config_file))


def test_nothing_requires_encryption_at_first(places: Places) -> None:
    assert not sealing.is_required(places, settings())
    assert not may(places)


def test_the_setting_is_enough(places: Places) -> None:
    assert sealing.is_required(places, settings(sync__encrypted=True))


def test_a_pinned_vault_is_enough_whatever_the_setting(places: Places) -> None:
    pin(places)
    assert sealing.is_required(places, settings(sync__encrypted=False))
    assert may(places)


def test_a_dead_link_in_place_of_the_pins_may_require_it(places: Places) -> None:
    file = places.config / sealing.PIN_FILE
    file.parent.mkdir()
    file.symlink_to(places.config / "nowhere")
    assert may(places)


@pytest.mark.parametrize("said", ["true", "false", ""])
def test_the_variable_may_require_it_whatever_it_says(
    places: Places, said: str
) -> None:
    assert may(places, MEMSYNC_SYNC_ENCRYPTED=said)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (b"", False),
        (b"sync:\n  remote: /srv/x\n", False),
        (b"sync:\n  encrypted: false\n", False),
        (b"sync:\r\n  encrypted: false\r\n", False),
        (b"sync:\n  encrypted: true\n", True),
        (b"sync:\n  encrypted: False\n", True),
        (b"sync: {encrypted: true}\n", True),
        (b"sync:\n  encrypted:  false\n", True),
        (b"# encrypted\n", True),
        (b'sync:\n  "\\x65ncrypted": true\n', True),
        (b"sync:\n  encrypted: false\n  encrypted: true\n", True),
        (b"\xff\xfe encrypted", True),
    ],
)
def test_in_doubt_the_file_may_require_it(
    places: Places, config: bytes, *, expected: bool
) -> None:
    places.config_file.write_bytes(config)
    assert may(places) is expected


def test_a_file_of_settings_that_cannot_be_read_is_an_error(places: Places) -> None:
    places.config_file.mkdir()
    with pytest.raises(IsADirectoryError):
        may(places)


def test_a_profile_is_refused_where_encryption_is_required(places: Places) -> None:
    required = settings(sync__encrypted=True)
    sealing.refuse_plain_profile(places, required)
    sealing.refuse_plain_profile(places, settings()._replace(profile="work"))
    with pytest.raises(Refused, match="'work' would send its notes unenc") as caught:
        sealing.refuse_plain_profile(places, required._replace(profile="work"))
    assert caught.value.word == "plain-profile"
    assert caught.value.hint == "only the default profile can be encrypted"


def test_an_unencrypted_memory_has_no_keys(places: Places) -> None:
    with pytest.raises(NotSetUp) as caught:
        sealing.require(places, settings())
    assert caught.value.word == "not-encrypted"
    assert caught.value.hint == "`memsync sync init URL --encrypt`"
    pin(places)
    sealing.require(places, settings())


def test_a_machine_without_a_key_is_told_how_to_get_one() -> None:
    error = sealing.no_key(None)
    assert error.word == "key-missing"
    assert "memsync keys import" in (error.hint or "")


def test_a_machine_that_asked_is_told_its_own_words() -> None:
    secret = Secret("machine", b"\x07" * 32)
    words = slots.fingerprint(slots.public_of(secret, b""))
    error = sealing.no_key(secret)
    assert error.word == "key-waiting"
    assert words in error.message
    assert f"memsync keys approve {words}" in (error.hint or "")
    assert secret.data.hex() not in error.message


def test_a_machine_keeps_its_id_and_tells_the_time(places: Places) -> None:
    folder = state_folder_of(places)
    first = who_is(folder, places, settings(sync__machine="desk"), NOW)
    assert first.name == "desk"
    assert first.now_ms == NOW.ms
    assert len(first.machine) == 8
    assert who_is(folder, places, settings(), NOW).machine == first.machine


def test_only_an_encrypted_memory_gets_the_name_of_the_host(places: Places) -> None:
    folder = state_folder_of(places)
    assert who_is(folder, places, settings(), NOW).name == ""
    required = settings(sync__encrypted=True)
    assert who_is(folder, places, required, NOW).name == places.host
    named = settings(sync__encrypted=True, sync__machine="desk")
    assert who_is(folder, places, named, NOW).name == "desk"
