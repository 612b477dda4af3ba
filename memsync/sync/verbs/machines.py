"""`sync machines`: the machines that sync a memory, by the history that is here."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from memsync import __version__
from memsync.errors import BadUsage, Broken, NotFound
from memsync.sync.mirror.bare import read_mirror
from memsync.sync.sealed.own_machine import who_is
from memsync.sync.sealed.sealing import is_required
from memsync.sync.state.machine import machine_id
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.commit import LONGEST_NAME, is_name, machine_name, saved_by
from memsync.sync.tree.machines import Machine, machines
from memsync.sync.tree.url import configured_remote
from memsync.sync.verbs.opened import opened
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.mirror.protocol import Mirror


class Row(NamedTuple):
    """A machine, as in the JSON of `sync machines`."""

    id: str
    name: str | None
    """None if it has none."""
    last_seen: str | None
    """The time of its newest save that is known here: ISO 8601, UTC."""
    version: str | None
    """The memsync that made its last save; of this machine, the one that runs."""
    this: bool

    @property
    def called(self) -> str:
        """Its name for people, else its id."""
        return self.name or self.id


def known(
    places: Places, settings: Settings, wait: float | None = None
) -> dict[str, Machine]:
    """All machines in the history here, the forgotten ones too, by id.

    `wait`: see `opened`. Raises `NotSetUp`, `KeyTrouble` without a key, and `Locked`.
    """
    configured_remote(places, settings)
    # Only the default profile can be encrypted.
    if not settings.profile and is_required(places, settings):
        with opened(places, settings, "sync machines", wait) as sealed:
            return _in(sealed) if sealed is not None else {}
    folder = state_folder_of(places, settings.profile).mirror
    return _in(read_mirror(folder, places.environ))


def _in(mirror: Mirror) -> dict[str, Machine]:
    tip = mirror.tip()
    if tip is None:
        return {}
    return machines(mirror.commits(mirror.between(tip, ())))


def listed(
    places: Places, settings: Settings, now: Now, wait: float | None = None
) -> list[Row]:
    """The machines, the one that saved last first; this one in any case.

    Raises as `known`.
    """
    found = known(places, settings, wait)
    state_folder = state_folder_of(places, settings.profile)
    own = machine_id(state_folder)
    said = machine_name(saved_by(who_is(state_folder, places, settings, now).name))
    here = found.setdefault(own, Machine(own))
    if said != here.says:
        # Its next save says so.
        here.name = said or here.name
    shown = [each for each in found.values() if each is here or not each.forgotten]
    shown.sort(key=lambda each: (each.last is not None, each.last, each.id))
    return [_row(each, this=each is here) for each in reversed(shown)]


def _row(machine: Machine, *, this: bool) -> Row:
    seen = None
    if machine.last is not None:
        moment = datetime.fromtimestamp(machine.last.seconds, UTC)
        seen = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    version = __version__ if this else machine.version
    return Row(machine.id, machine.name or None, seen, version or None, this)


def find(rows: Iterable[Row], text: str) -> Row:
    """The machine with this id or name, or whose id alone begins so.

    Raises `NotFound`, and `BadUsage` if there are several.
    """
    rows = list(rows)
    by_id = [each for each in rows if each.id == text]
    by_name = [each for each in rows if each.name == text]
    folded = text.casefold()
    alike = [each for each in rows if each.name and each.name.casefold() == folded]
    begin = [each for each in rows if text and each.id.startswith(text)]
    found: Sequence[Row] = by_id or by_name or alike or begin
    if not found:
        from memsync.meant import nearest

        near = nearest(text, [each.called for each in rows])
        raise NotFound(
            f"no machine is called '{printable(text)}', or has such an id",
            hint=f"did you mean '{near}'?" if near else "see `memsync sync machines`",
        )
    if len(found) > 1:
        ids = ", ".join(sorted(each.id for each in found))
        raise BadUsage(
            f"several machines are called '{printable(text)}', or have such an id",
            hint=f"name one by its id: {ids}",
        )
    return found[0]


def check_name(rows: Iterable[Row], machine: Row, new: str) -> None:
    """Raise `BadUsage` for what no machine may be called, `Broken` for a taken name."""
    if not is_name(new):
        raise BadUsage(
            f"'{printable(new)}' cannot be the name of a machine",
            hint=f"use 1 to {LONGEST_NAME} letters, digits, '.', '_' and '-', and begin"
            " and end with a letter, a digit or '_'",
        )
    folded = new.casefold()
    for each in rows:
        taken = folded in (each.id, (each.name or "").casefold())
        if taken and each.id != machine.id:
            raise Broken(
                f"another machine, {each.id}, is called '{each.called}'",
                hint="choose another name, or rename that one first",
                word="exists",
            )
