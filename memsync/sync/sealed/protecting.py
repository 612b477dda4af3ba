"""Changes the protection of this machine's key file, atomically."""

from __future__ import annotations

from secrets import token_bytes
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import KeyTrouble
from memsync.files import lock
from memsync.process import keychain
from memsync.sync.sealed.key_store import entry_name, user_keys
from memsync.sync.sealed.sealing import no_key, require
from memsync.sync.state.state import state_folder_of
from memsync.vault import slots
from memsync.vault.cipher import KEY_BYTES
from memsync.vault.key_file import new_entry
from memsync.vault.machine_keys import Protection

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.files.lock import Held, Round
    from memsync.paths import Places
    from memsync.sync.sealed.key_store import KeyStore
    from memsync.vault.machine_keys import MachineKeys

Wanted = Literal["passphrase", "keychain", "none"]


class Protected(NamedTuple):
    """What `protect` did."""

    before: Wanted
    now: Wanted
    left: KeyTrouble | None = None
    """Why the keychain kept the old entry, which no longer opens anything."""


def change(
    places: Places, settings: Settings, wanted: Wanted, passphrase: str
) -> Protected:
    """Protect this machine's key file as `wanted`.

    `passphrase` is the new one, only for a passphrase. Raises `NotSetUp` if nothing is
    encrypted, `KeyTrouble`, also without a key, `Locked`, `Broken` and `OSError`; in
    each case the file is unchanged.
    """
    require(places, settings)
    store = user_keys(places)
    wait = float(settings.number("sync.wait"))
    with lock.hold_round(state_folder_of(places).lock, what="keys", wait=wait) as held:
        keys = store.keys()
        if keys is None:
            raise no_key(store.waiting())
        made = None
        if wanted == "passphrase":
            made = by_passphrase(passphrase)
        elif wanted == "keychain":
            made = by_keychain(places)
        return protect(store, keys, made, held)


def by_passphrase(passphrase: str) -> Protection:
    """A protection by a passphrase; takes about 0.2 seconds.

    Raises `KeyTrouble` for a short one, `Broken` without Argon2id.
    """
    slots.check_passphrase(passphrase)
    stretch = slots.Stretch(token_bytes(slots.SALT_BYTES))
    return Protection("passphrase", slots.stretched(passphrase, stretch).data, stretch)


def by_keychain(places: Places) -> Protection:
    """A protection by a new secret, which it stores in the system's keychain.

    Raises `KeyTrouble` where there is no keychain, or it refuses.
    """
    made = Protection("keychain", token_bytes(KEY_BYTES), entry=new_entry())
    keychain.keep(entry_name(made.entry), made.secret, places.environ)
    return made


def protect(
    store: KeyStore,
    keys: MachineKeys,
    protection: Protection | None,
    held: Held[Round],
) -> Protected:
    """Protect the key file; None leaves it unencrypted.

    Stores the secret before the file, and removes the old secret last. Raises
    `OSError`.
    """
    old = keys.protection
    store.save_keys(keys._replace(protection=protection), held)
    left = None
    if old is not None and old.how == "keychain":
        try:
            keychain.forget(entry_name(old.entry), store.places.environ)
        except KeyTrouble as trouble:
            left = trouble
    return Protected(_called(old), _called(protection), left)


def _called(protection: Protection | None) -> Wanted:
    return protection.how if protection else "none"
