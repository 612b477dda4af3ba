"""Decides whether this machine's memory must be encrypted."""

from __future__ import annotations

import os

from memsync.errors import KeyTrouble, NotSetUp, Refused

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.vault.slots import Secret

# Below memsync's configuration: see `memsync.sync.sealed.key_store`.
PIN_FILE = "keys/pins.json"
WAITING_FILE = "keys/waiting"

_JOIN_HINT = (
    "`memsync keys import` with a recovery code, a passphrase or a key file; or "
    "`memsync keys import --ask`, and another machine lets this one in"
)


def is_required(places: Places, settings: Settings) -> bool:
    """Whether nothing may leave this machine unencrypted.

    Either is enough: the setting, or a pinned vault.
    """
    return settings.flag("sync.encrypted") or (places.config / PIN_FILE).exists()


def may_be_required(environ: Mapping[str, str], config_file: str) -> bool:
    """Whether `is_required` could be true, without reading YAML.

    For a short round, which cannot import YAML (25 ms). In doubt it is true: if any
    line but a plain `encrypted: false` names the setting, or an escape could spell a
    key. Raises `OSError`.
    """
    if "MEMSYNC_SYNC_ENCRYPTED" in environ:
        return True
    if os.path.lexists(f"{os.path.dirname(config_file)}/{PIN_FILE}"):  # noqa: PTH120 -- no pathlib here
        return True
    try:
        with open(config_file, "rb") as file:  # noqa: PTH123 -- as above
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return False
    named = [line.strip() for line in lines if b"encrypted" in line or b"\\" in line]
    return any(line != b"encrypted: false" for line in named)


def refuse_plain_profile(places: Places, settings: Settings) -> None:
    """Raise `Refused` for a profile on a machine that must encrypt.

    Only the default profile has keys.
    """
    if settings.profile and is_required(places, settings):
        raise Refused(
            f"the profile '{settings.profile}' would send its notes unencrypted, and"
            " this machine syncs encrypted",
            hint="only the default profile can be encrypted",
            word="plain-profile",
        )


def require(places: Places, settings: Settings) -> None:
    """Raise `NotSetUp` for a memory that is not encrypted: it has no keys."""
    if not is_required(places, settings):
        raise NotSetUp(
            "this memory is not encrypted",
            hint="`memsync sync init URL --encrypt`",
            word="not-encrypted",
        )


def no_key(waiting: Secret | None) -> KeyTrouble:
    """The error for a machine without a key for its vault.

    `waiting` is the key with which it asked to join, if it did.
    """
    if waiting is not None:
        from memsync.vault import slots

        words = slots.fingerprint(slots.public_of(waiting, b""))
        return KeyTrouble(
            f"this machine waits for another one's approval, and shows: {words}",
            hint=f"on a machine that has joined: `memsync keys approve {words}`;"
            " then here: `memsync keys import --confirm WORDS`, with the words that it"
            " prints",
            word="key-waiting",
        )
    return KeyTrouble(
        "this memory is encrypted, and this machine has no key for it",
        hint=_JOIN_HINT,
        word="key-missing",
    )
