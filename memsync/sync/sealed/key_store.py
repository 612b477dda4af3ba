"""A machine's keys and pins, as files in memsync's own configuration folder.

The folder is 0700 and the files 0600. It is never a memory's folder, none of it is
synced, and no agent sees it. A protected key file is opened with a given passphrase or
by the keychain: rounds of hooks, timers and agents never ask. At a terminal, the
command line asks, and puts the answer where the variable would be.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, KeyTrouble
from memsync.files import atomic
from memsync.paths import Places
from memsync.sync.sealed.sealing import PIN_FILE, WAITING_FILE
from memsync.vault import key_file, machine_keys, slots
from memsync.vault import pins as pinning
from memsync.vault.cipher import Forged
from memsync.vault.machine_keys import Protection
from memsync.vault.slots import Secret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.files.lock import Held, Round
    from memsync.vault.key_file import SealedKeys
    from memsync.vault.machine_keys import How, MachineKeys
    from memsync.vault.pins import Pins

# Bytes of a key file.
_LIMIT = 1 << 20
VARIABLE = "MEMSYNC_KEY_PASSPHRASE"
SETTING = "keys.passphrase_command"

# The word of the error where a passphrase is needed and none was given.
LOCKED = "key-locked"

# The word of the error for a passphrase that does not open the key.
WRONG = "key-passphrase-wrong"

# Seconds for the command that prints the passphrase: it may ask a person.
_COMMAND_LIMIT = 60.0


class KeyStore(NamedTuple):
    """The folder of one vault's keys on this machine."""

    folder: Path
    places: Places = Places({})
    """Where the secret for a protected key file is looked up."""

    @property
    def key_file(self) -> Path:
        """See `MachineKeys`."""
        return self.folder / "machine.json"

    @property
    def keyring_file(self) -> Path:
        """A copy of the vault's keyring, for a machine that lost its mirror."""
        return self.folder / "keyring.json"

    @property
    def pin_file(self) -> Path:
        """See `memsync.vault.pins`."""
        return self.folder / Path(PIN_FILE).name

    def protected(self) -> How | None:
        """How the key file is protected; None if it is unencrypted or missing.

        It is not opened, and nobody is asked. Raises as `keys` for a damaged one.
        """
        data = machine_keys.read(self.key_file)
        if data is None:
            return None
        file = self._parsed(data)
        return file.how if file else None

    def keys(self) -> MachineKeys | None:
        """This machine's keys; None if it has none.

        The only way to them: opens a protected file with what the user's environment,
        settings or keychain provide. Never asks. Raises `KeyTrouble` without that
        secret, and for a file that is damaged or open to others.
        """
        data = machine_keys.read(self.key_file)
        if data is None:
            return None
        file = self._parsed(data)
        protection = None
        if file is not None:
            protection = protection_for(file, self.places)
            text = key_file.opened(file, protection.secret)
            if text is None and protection.how == "passphrase":
                raise wrong_passphrase()
            if text is None:
                raise self._damaged()
            data = text
        try:
            return machine_keys.parse(data)._replace(protection=protection)
        except (ValueError, KeyError, TypeError):
            raise self._damaged() from None

    def _parsed(self, data: bytes) -> SealedKeys | None:
        try:
            return key_file.parse(data)
        except (ValueError, KeyError, TypeError, Forged):
            raise self._damaged() from None

    def _damaged(self) -> KeyTrouble:
        return KeyTrouble(
            f"'{self.key_file}' is damaged",
            hint="remove it, and bring the key back with `memsync keys import`",
            word="key-damaged",
        )

    def save_keys(self, keys: MachineKeys, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Write the keys, protected as they say.

        At every moment the file is the old one or the new one, and the only one. Raises
        `OSError`.
        """
        atomic.make_folder(self.folder, mode=0o700)
        data = machine_keys.rendered(keys)
        if keys.protection is not None:
            data = key_file.sealed(data, keys.vault, keys.protection)
        atomic.write(self.key_file, data, mode=0o600)
        # A killed command may have left a key here, perhaps an unencrypted one.
        for litter in self.folder.glob(f"{atomic.TEMPORARY}*.tmp"):
            litter.unlink(missing_ok=True)

    def pins(self) -> Pins | None:
        """What was pinned; None where nothing was. Raises `Broken` when damaged."""
        try:
            data = atomic.read_regular(self.pin_file, limit=_LIMIT)
            return pinning.parse(data)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError:
            raise Broken(
                f"'{self.pin_file}' is damaged",
                hint="compare `memsync keys status` on another machine, then remove it",
                word="pins-damaged",
            ) from None

    def save_pins(self, pins: Pins, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Write the pins. Raises `OSError`."""
        atomic.make_folder(self.folder, mode=0o700)
        atomic.write(self.pin_file, pinning.rendered(pins), mode=0o600)

    @property
    def waiting_file(self) -> Path:
        """The private key of a machine that asked to be let in."""
        return self.folder / Path(WAITING_FILE).name

    def waiting(self) -> Secret | None:
        """The key with which this machine asked to be let in, if it did."""
        try:
            text = atomic.read_regular(self.waiting_file, limit=_LIMIT).decode("ascii")
            return Secret("machine", bytes.fromhex(text))
        # No key is waiting, or a damaged one: ask anew.
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None

    def save_waiting(self, machine: Secret, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Keep the key of a request until it is answered. Raises `OSError`."""
        atomic.make_folder(self.folder, mode=0o700)
        data = machine.data.hex().encode("ascii") + b"\n"
        atomic.write(self.waiting_file, data, mode=0o600)

    def forget_waiting(self, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Drop the key of a request that was answered. Raises `OSError`."""
        self.waiting_file.unlink(missing_ok=True)
        self._drop_folder()

    def keyring(self) -> bytes | None:
        """The last agreed keyring; the caller must verify it again."""
        try:
            return atomic.read_regular(self.keyring_file, limit=_LIMIT)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def save_keyring(self, data: bytes, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Write the last keyring. Raises `OSError`."""
        atomic.make_folder(self.folder, mode=0o700)
        atomic.write(self.keyring_file, data, mode=0o600)

    def forget(self, held: Held[Round]) -> None:  # noqa: ARG002 -- a proof
        """Remove keys, keyring and pins. Raises `OSError`."""
        for file in (self.key_file, self.keyring_file, self.pin_file):
            file.unlink(missing_ok=True)
        self._drop_folder()

    def _drop_folder(self) -> None:
        with suppress(OSError):
            self.folder.rmdir()  # unless anything else is there


def user_keys(places: Places) -> KeyStore:
    """The keys of the user memory's vault."""
    return KeyStore((places.config / PIN_FILE).parent, places)


def protection_for(file: SealedKeys, places: Places) -> Protection:
    """The secret for a protected key file, as far as the user has it.

    Raises `KeyTrouble` if there is none, and `Broken` for a malformed setting.
    """
    if file.stretch is not None:
        secret = slots.stretched(given(places), file.stretch).data
        return Protection("passphrase", secret, file.stretch)
    from memsync.process import keychain

    secret = keychain.read(entry_name(file.entry), places.environ)
    return Protection("keychain", secret, entry=file.entry)


def entry_name(entry: str) -> str:
    """The name of a key file's entry in the keychain."""
    return f"machine key {entry}"


def is_given(places: Places) -> bool:
    """Whether a passphrase is available without asking a person."""
    return bool(places.environ.get(VARIABLE) or _command(places))


def given(places: Places) -> str:
    """The passphrase, from the environment or from the command that a person set.

    Raises `KeyTrouble` where there is none, and `Broken` for a malformed setting.
    """
    if said := places.environ.get(VARIABLE):
        return said
    if command := _command(places):
        return _said_by(command, places.environ)
    raise KeyTrouble(
        "this machine's key has a passphrase, and none was given",
        hint=f"run it on a terminal, set {VARIABLE}, or `memsync config set "
        f"{SETTING} COMMAND`",
        word=LOCKED,
    )


def wrong_passphrase() -> KeyTrouble:
    """The error for a passphrase that does not open the key."""
    return KeyTrouble(
        "the passphrase does not open this machine's key",
        hint="try it again; `memsync keys import` with a recovery code makes a new key",
        word=WRONG,
    )


def _command(places: Places) -> str:
    from memsync.config.settings import load

    return load(places, None).text(SETTING)


def _said_by(command: str, environ: Mapping[str, str]) -> str:
    """The first line that a command prints. No shell reads it."""
    import shlex

    from memsync.process.git_child import environ_for_another_repository
    from memsync.process.spawn import run

    try:
        argv: list[str | bytes] = [*shlex.split(command)]
    except ValueError:
        argv = []
    if not argv:
        raise Broken(f"{SETTING} is no command", word="config")
    try:
        done = run(argv, environ_for_another_repository(environ), limit=_COMMAND_LIMIT)
    except FileNotFoundError:
        raise _failed("there is no such program") from None
    except TimeoutError:
        raise _failed(f"it took more than {_COMMAND_LIMIT:g} seconds") from None
    line = done.out.decode("utf-8", "replace").partition("\n")[0].removesuffix("\r")
    if done.code or not line:
        raise _failed(f"it ended with status {done.code} and {len(done.out)} bytes")
    return line


def _failed(why: str) -> KeyTrouble:
    return KeyTrouble(
        f"the command of {SETTING} gave no passphrase: {why}",
        hint=f"run it by hand, or set {VARIABLE}",
        word=LOCKED,
    )
