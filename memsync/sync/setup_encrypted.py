"""`sync init --encrypt`: a vault in an empty remote, or a part in the one there."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync import lock
from memsync.errors import BadUsage, KeyTrouble, Refused
from memsync.sync import enrol
from memsync.sync.bare_mirror import open_mirror
from memsync.sync.key_store import user_keys
from memsync.sync.local import Who
from memsync.sync.sealed_cache import SealedCache
from memsync.sync.sealed_tree import KEYRING_FILE
from memsync.sync.state import machine_id, user_vault
from memsync.sync.url import NOWHERE, parse_remote
from memsync.vault.codes import code_text
from memsync.workspace.settings_file import set_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config import Settings
    from memsync.paths import Places
    from memsync.sync.bare_mirror import BareMirror
    from memsync.sync.remote import Remote
    from memsync.sync.state import Vault


class Asked(NamedTuple):
    """What a person gives and gets while a vault is set up."""

    secret: Callable[[], str]
    """A recovery code or passphrase; raises `KeyTrouble` where none is given."""
    show: Callable[[str], None]
    """Shows a new recovery code, once."""
    name: str
    """What this machine is called in the keyring."""
    to_be_let_in: bool
    """It has no secret: another member will be asked to let it in."""


class Encrypted(NamedTuple):
    """What `sync init --encrypt` did."""

    shown: str
    """The remote, for people."""
    how: str
    """`created`, `joined`, `member` where this machine already was one, or `waiting`
    where another member has to let it in."""
    head: str | None
    aside: Path | None
    """Where the unencrypted history of before is now, on this machine."""


def prepare(
    places: Places,
    settings: Settings,
    cwd: Path,
    now: Now,
    text: str | None,
    asked: Asked,
    *,
    allow_http: bool,
    interactive: bool,
) -> Encrypted:
    """Make this machine a member of the vault at a remote; an empty one gets one.

    Raises `KeyTrouble`, `Refused`, `Unreachable` and `OSError`; nothing was set up
    then, and nothing sent but what the message says.
    """
    text = text or settings.text("sync.remote")
    if text in ("", NOWHERE):
        raise BadUsage("--encrypt needs the URL of a repository")
    http = allow_http or settings.flag("sync.allow_http")
    home = places.environ.get("HOME")
    remote = parse_remote(text, cwd=cwd, home=home, allow_http=http)
    vault = user_vault(places)
    wait = float(settings.number("sync.wait"))
    with lock.hold(vault.lock, what="sync init", wait=wait):
        who = Who(machine_id(vault), round(now.utc.timestamp() * 1000))
        with _room_for_a_vault(vault, places, remote, now) as (bare, aside):
            speaking = bare.git.environ if interactive else bare.quiet
            place = enrol.Place(
                replace(bare, quiet=speaking),
                user_keys(places),
                SealedCache(vault.sealed_file),
                who,
                now,
                asked.name or f"machine {who.machine}",
            )
            how = _enrol(place, asked, moves=remote.url != settings.text("sync.remote"))
        # Before the address: from here on nothing leaves this machine in clear.
        set_value(places, None, "sync.encrypted", "true")
        if remote.kind == "http" and not settings.flag("sync.allow_http"):
            set_value(places, None, "sync.allow_http", "true")
        if remote.url != settings.text("sync.remote"):
            set_value(places, None, "sync.remote", remote.url)
        return Encrypted(remote.shown, how, bare.tip(), aside)


def _enrol(place: enrol.Place, asked: Asked, *, moves: bool) -> str:
    keys = place.store.keys()
    tip = place.inner.fetch()
    if tip is None:
        if keys is not None:
            if not moves:
                raise Refused(
                    "the remote is empty, and held this machine's vault before",
                    hint="`memsync sync --accept-rewind` sends all of it again",
                    word="remote-rewound",
                )
            pins = place.store.pins()
            if pins:
                place.store.save_pins(pins._replace(commit=None))
            return "member"
        code = enrol.new_code()
        # Shown first: a vault whose code nobody saw must not come to be.
        asked.show(code_text(code))
        enrol.create(place, code)
        return "created"
    if tip not in place.inner.blobs_at([tip], KEYRING_FILE):
        raise Refused(
            "the remote holds something that is not encrypted",
            hint="make a new, empty repository for the vault, and delete this one when "
            "all machines have moved",
            word="plain-remote",
        )
    ring = enrol.read_ring(place.inner, tip)
    if keys is None:
        if asked.to_be_let_in:
            return "waiting"
        enrol.join(place, tip, asked.secret())
        return "joined"
    if keys.vault != ring.vault:
        raise KeyTrouble(
            f"'{place.store.folder}' has the keys of another vault",
            hint=f"move '{place.store.folder}' away to join this one",
            word="key-other-vault",
        )
    return "member"


def leave(
    places: Places,
    settings: Settings,
    cwd: Path,
    now: Now,
    text: str,
    *,
    allow_http: bool,
) -> list[Path]:
    """Let this machine sync in clear again, with another repository; what went aside.

    Keys, pins and the encrypted history stay on this machine, under other names.
    Raises `Refused` for the vault's own repository, and `Unreachable`.
    """
    vault = user_vault(places)
    http = allow_http or settings.flag("sync.allow_http")
    home = places.environ.get("HOME")
    remote = parse_remote(text, cwd=cwd, home=home, allow_http=http)
    wait = float(settings.number("sync.wait"))
    with lock.hold(vault.lock, what="sync init", wait=wait):
        bare = open_mirror(vault.mirror, places.environ, remote)
        tip = bare.remote_tip()
        if tip and bare.fetch() and bare.blobs_at([tip], KEYRING_FILE):
            raise Refused(
                "this repository holds the encrypted memory",
                hint="make a new, empty one for the memory that is not encrypted",
                word="encrypted-remote",
            )
        stamp = now.utc.strftime("%Y%m%dT%H%M%SZ")
        keys = user_keys(places).folder
        aside = []
        for folder in (keys, vault.mirror):
            if folder.exists():
                aside.append(folder.with_name(f"{folder.name}.encrypted-{stamp}"))
                folder.rename(aside[-1])
        _forget_state(vault)
        set_value(places, None, "sync.encrypted", "false")
        return aside


def _forget_state(vault: Vault) -> None:
    for file in (
        vault.state_file,
        vault.stat_file,
        vault.last_round_file,
        vault.sealed_file,
    ):
        file.unlink(missing_ok=True)


@contextmanager
def _room_for_a_vault(
    vault: Vault, places: Places, remote: Remote, now: Now
) -> Iterator[tuple[BareMirror, Path | None]]:
    """A mirror without a plain history; that one is set aside, or comes back."""
    bare = open_mirror(vault.mirror, places.environ, remote)
    tip = bare.tip()
    if tip is None or bare.blobs_at([tip], KEYRING_FILE):
        yield bare, None
        return
    import shutil

    stamp = now.utc.strftime("%Y%m%dT%H%M%SZ")
    aside = vault.mirror.with_name(f"{vault.mirror.name}.plain-{stamp}")
    vault.mirror.rename(aside)
    try:
        yield open_mirror(vault.mirror, places.environ, remote), aside
    except BaseException:
        shutil.rmtree(vault.mirror, ignore_errors=True)
        aside.rename(vault.mirror)
        raise
    for file in (vault.state_file, vault.stat_file, vault.last_round_file):
        file.unlink(missing_ok=True)
