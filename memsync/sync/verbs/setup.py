"""`sync init`: save a remote in the settings, and say whether it can be reached."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.file import set_value
from memsync.config.keys import DEFAULT_PROFILE
from memsync.config.settings import load
from memsync.errors import BadUsage, Refused, Unreachable
from memsync.files import lock
from memsync.sync.mirror import remote_kinds, transport
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.sealed.aside import ENCRYPTED, set_aside
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.sealed.key_store import user_keys
from memsync.sync.state.local_history import keep_in_data
from memsync.sync.state.machine import machine_id
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.manifest import encrypted_remote
from memsync.sync.tree.remote import agreed_ref, read_ref
from memsync.sync.tree.url import NOWHERE, configured_remote, parse_remote

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.mirror.bare import BareMirror
    from memsync.sync.state.state import StateFolder
    from memsync.sync.tree.url import Remote

# The time limit of one call of git to the remote, in seconds.
_LIMIT = 60.0


class Prepared(NamedTuple):
    """What `sync init` did."""

    shown: str
    """The remote for people, or `none`."""
    changed: bool
    """Whether the mirror is new, or the setting changed."""
    head: str | None
    """The mirror's main, if it has one."""
    there: str | None
    """The remote's main; None if the remote is empty or did not answer."""
    trouble: Unreachable | None
    """Why the remote did not answer; the settings have it nevertheless."""
    branch: str | None = None
    """The remote's default branch, which `git clone` shows, if that is not main."""


def moves(
    places: Places, settings: Settings, cwd: Path, text: str, *, allow_http: bool
) -> tuple[str, str] | None:
    """The remote that a memory is synced with and the new one, `text`, for people.

    None where both are the same, or where this machine never synced with the first.
    Raises what `parse_remote` raises.
    """
    before = settings.text("sync.remote")
    if before in ("", NOWHERE) or text == NOWHERE:
        return None
    known = configured_remote(places, settings)
    remote = parse_remote(
        text,
        cwd=cwd,
        home=places.environ.get("HOME"),
        allow_http=allow_http or settings.flag("sync.allow_http"),
    )
    mirror = state_folder_of(places, settings.profile).mirror
    if known is None or known.url == remote.url:
        return None
    agreed = read_ref(mirror, agreed_ref(known))
    return (known.shown, remote.shown) if agreed else None


def prepare(
    places: Places,
    settings: Settings,
    cwd: Path,
    text: str | None,
    *,
    allow_http: bool,
    interactive: bool,
) -> Prepared:
    """Set up a remote, or for `none` a mirror that stays on this machine.

    `text` is the remote's URL or `none`; without it the one in the settings counts,
    else `none`. `interactive` lets git and ssh ask the person for what they need.
    Raises, before it writes any setting, `BadUsage` for another profile's remote,
    `Refused`, and `KeyTrouble` for an encrypted remote; also `Locked` and `OSError`.
    """
    before = settings.text("sync.remote")
    if text is None:
        text = before or NOWHERE
    remote = None
    if text != NOWHERE:
        remote = parse_remote(
            text,
            cwd=cwd,
            home=places.environ.get("HOME"),
            allow_http=allow_http or settings.flag("sync.allow_http"),
        )
    _refuse_shared(places, settings.profile, remote)
    state_folder = state_folder_of(places, settings.profile)
    made = not state_folder.mirror.is_dir()
    wait = float(settings.number("sync.wait"))
    with lock.hold_round(state_folder.lock, what="sync init", wait=wait) as held:
        machine_id(state_folder)
        if remote is None:
            keep_in_data(places, state_folder.mirror, settings.profile, held)
        mirror = open_mirror(state_folder.mirror, places.environ, remote, held)
        there, trouble = _ask(mirror, remote, interactive=interactive)
        if there is not None:
            trouble = _refuse_encrypted(mirror, interactive=interactive)
        value = remote.url if remote else NOWHERE
        if remote and remote.kind == "http" and not settings.flag("sync.allow_http"):
            set_value(places, None, settings.key_of("sync.allow_http"), "true")
        if value != before:
            set_value(places, None, settings.key_of("sync.remote"), value)
        branch = None
        if remote is not None and trouble is None:
            quiet = mirror.git._replace(environ=mirror.quiet)
            branch = remote_kinds.other_default_branch(quiet, remote, _LIMIT)
        return Prepared(
            remote.shown if remote else NOWHERE,
            made or value != before,
            mirror.tip(),
            there,
            trouble,
            branch,
        )


def _refuse_shared(places: Places, profile: str, remote: Remote | None) -> None:
    """Raise `BadUsage` if another profile has this remote: their notes would mix."""
    settings = load(places, None)
    for name in ("", *settings.profiles):
        url = settings.of_profile(name).text("sync.remote")
        if remote is not None and name != profile and url == remote.url:
            raise BadUsage(
                f"the profile '{name or DEFAULT_PROFILE}' already uses that remote",
                hint="give each profile a repository of its own",
            )


def _refuse_encrypted(mirror: BareMirror, *, interactive: bool) -> Unreachable | None:
    """Raise `KeyTrouble` for an encrypted remote; return why it could not be fetched.

    The first round does not need to fetch the same again.
    """
    if interactive:
        mirror = replace(mirror, quiet=mirror.git.environ)
    try:
        tip = mirror.fetch()
    except Unreachable as trouble:
        return trouble
    if tip and tip in mirror.blobs_at([tip], KEYRING_FILE):
        raise encrypted_remote()
    return None


def _ask(
    mirror: BareMirror, remote: Remote | None, *, interactive: bool
) -> tuple[str | None, Unreachable | None]:
    if remote is None:
        return None, None
    environ = mirror.git.environ if interactive else mirror.quiet
    git = mirror.git._replace(environ=environ, config=transport.config_for(remote))
    try:
        there = transport.ask_remote(git, remote, None if interactive else _LIMIT)
        remote_kinds.check_work_tree(git, remote)
    except Unreachable as trouble:
        return None, trouble
    return there, None


def leave(
    places: Places,
    settings: Settings,
    cwd: Path,
    now: Now,
    text: str,
    *,
    allow_http: bool,
) -> list[Path]:
    """Sync unencrypted again, with another repository; return what was set aside.

    Keys, pins and the encrypted history stay on this machine, under other names.
    Raises `Refused` for a repository with an encrypted memory, `Unreachable`,
    `Locked` and `OSError`.
    """
    state_folder = state_folder_of(places)
    http = allow_http or settings.flag("sync.allow_http")
    home = places.environ.get("HOME")
    remote = parse_remote(text, cwd=cwd, home=home, allow_http=http)
    wait = float(settings.number("sync.wait"))
    with lock.hold_round(state_folder.lock, what="sync init", wait=wait) as held:
        bare = open_mirror(state_folder.mirror, places.environ, remote, held)
        tip = bare.remote_tip()
        if tip and bare.fetch() and bare.blobs_at([tip], KEYRING_FILE):
            raise Refused(
                "this repository holds the encrypted memory",
                hint="make a new, empty one for the memory that is not encrypted",
                word="encrypted-remote",
            )
        folders = (user_keys(places).folder, state_folder.mirror)
        aside = [set_aside(each, ENCRYPTED, now) for each in folders if each.exists()]
        _forget_state(state_folder)
        set_value(places, None, "sync.encrypted", "false")
        return aside


def _forget_state(state_folder: StateFolder) -> None:
    for file in (
        state_folder.state_file,
        state_folder.stat_file,
        state_folder.last_round_file,
        state_folder.sealed_file,
        state_folder.sealed_list_file,
    ):
        file.unlink(missing_ok=True)
