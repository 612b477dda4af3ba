"""The round that finds nothing to do, which is nearly every round.

It compares what the last round recorded with what is there now, and asks the remote for
one commit id. In all other cases, and in doubt, it gives no answer and a whole round
runs. Imports next to nothing.
"""

from __future__ import annotations

import os
import sys

from memsync.files.handles import no_links_below
from memsync.record import NamedTuple
from memsync.sync import files
from memsync.sync.folder import walking
from memsync.sync.folder.conditions import (
    Conditions,
    NotEarly,
    Seen,
    SeenAgent,
    read,
    rules_files,
    rules_key,
)
from memsync.sync.folder.stat_cache import load_text
from memsync.sync.tree.remote import MAIN, agreed_ref, read_ref

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memsync.sync.folder.conditions import AgentPlace
    from memsync.sync.folder.stat_cache import StatText
    from memsync.sync.tree.remote import Remote


# Notes whose contents may be compared before a whole round is cheaper.
_FEW = 50


class NotDone(NamedTuple):
    """Why a whole round must run, and what was learned so far."""

    why: str
    """For people: the end of a sentence."""
    tip: str | None = None
    """The remote's main, if it was asked and has moved, so that nobody asks again."""


class Done(NamedTuple):
    """What an idle or a short round did."""

    head: str
    """The mirror's main."""
    sent: list[str]
    """The notes that were sent, sorted, without the memory index."""
    changed: bool


def look(environ: Mapping[str, str], now_ns: int) -> Seen:
    """What changed since the last round, if that is little.

    `now_ns` is the time in nanoseconds since 1970. Does not ask the remote. Raises
    `NotEarly` if anything else differs from what the last round left.
    """
    state = _state_folder(environ)
    if state is None:
        raise NotEarly("the state folder is not where it usually is")
    try:
        return _look(state, environ, now_ns)
    except OSError as error:
        raise NotEarly(f"a file cannot be read ({error.strerror})") from None
    except Exception as error:
        from memsync.errors import Refused

        if isinstance(error, Refused):
            raise NotEarly(error.message) from None
        raise


def _look(state: str, environ: Mapping[str, str], now_ns: int) -> Seen:
    saved = os.stat(f"{state}/{files.STAT}")  # noqa: PTH116 -- pathlib costs 8 ms
    text = load_text(f"{state}/{files.STAT}")
    conditions = Conditions.parse(text.idle) if text and text.commit else None
    if text is None or conditions is None:
        raise NotEarly("the last sync left something to do, or to look at")
    if not conditions.holds(environ):
        raise NotEarly("settings, variables or keys have changed")
    remote, folder = conditions.remote, conditions.folder
    if text.key != rules_key(*rules_files(folder, conditions.config_file)):
        raise NotEarly("the allow-list or memsync's rules have changed")
    if os.path.islink(folder):  # noqa: PTH114 -- as above
        raise NotEarly("the memory folder is a link")
    refs = [MAIN, agreed_ref(remote)] if remote else [MAIN]
    if any(read_ref(f"{state}/{files.MIRROR}", ref) != text.commit for ref in refs):
        raise NotEarly("saved work waits for the remote")
    before = os.stat(folder)  # noqa: PTH116 -- as above
    archive = f"{folder}/.archive"
    changes = walking.changes(text.listing, folder, archive, now_ns, _FEW)
    if changes is None:
        raise NotEarly("many files have changed, or one went")
    agents = tuple(
        _look_at(each, state, text, now_ns, _FEW - len(changes))
        for each in conditions.agents
    )
    if sum(len(each.changes) for each in agents) + len(changes) > _FEW:
        raise NotEarly("many files have changed")
    return Seen(state, conditions, text.commit, saved, before, text, changes, agents)


def _look_at(
    place: AgentPlace, state: str, own: StatText, now_ns: int, most: int
) -> SeenAgent:
    """What changed in an agent's folder; `own` is the record of our own memory."""
    file = f"{state}/{place.stat_file}"
    saved = os.stat(file)  # noqa: PTH116 -- as `_look`
    text = load_text(file)
    commit = place.commit or own.commit
    if text is None or (text.commit, text.key) != (commit, own.key):
        raise NotEarly("the last sync left something to do in an agent's folder")
    if place.record:
        said = read(place.record) or b""
        if said.strip() != place.identity.encode():
            raise NotEarly("a repository is not where it was")
    if os.path.islink(place.folder):  # noqa: PTH114 -- as `_look`
        raise NotEarly("an agent's folder is a link")
    no_links_below(place.folder)
    before = os.stat(place.folder)  # noqa: PTH116 -- as `_look`
    changes = walking.agent_changes(
        text.listing, place.folder, place.form, now_ns, most
    )
    if changes is None:
        raise NotEarly("many files of an agent have changed, or one went")
    return SeenAgent(place, saved, before, text, changes)


def answer(
    seen: Seen,
    environ: Mapping[str, str],
    now_ns: int,
    ask: Callable[[str, Mapping[str, str], Remote], str | None],
) -> Done:
    """The answer of an idle round, if nothing has to be done.

    `seen` is what `look` found, without changes, and `now_ns` when. `ask` returns a
    remote's main, given the mirror's folder. Raises what `ask` raises, and `NotEarly`.
    """
    remote = seen.conditions.remote
    if remote is not None:
        check_agreed(seen, ask(f"{seen.state}/{files.MIRROR}", environ, remote))
    try:
        # Its modification time records when both sides last agreed.
        os.utime(f"{seen.state}/{files.STAT}", ns=(now_ns, now_ns))
    except OSError:
        raise NotEarly("the state folder cannot be written") from None
    return Done(seen.tip, [], changed=False)


def check_agreed(seen: Seen, told: str | None) -> None:
    """Raise `NotEarly` if the remote's main has moved."""
    if told is None:
        raise NotEarly("the remote did not answer, or is empty")
    if told != seen.tip:
        raise NotEarly("the remote has moved", told)


def _state_folder(environ: Mapping[str, str]) -> str | None:
    """The value of `Places.state` in the usual cases; None in all others."""
    own = environ.get("MEMSYNC_STATE_DIR", "")
    if own:
        return own if own.startswith("/") else None
    if sys.platform in ("darwin", "win32"):
        return None
    base = environ.get("XDG_STATE_HOME", "")
    if base.startswith("/"):
        return f"{base}/memsync"
    home = environ.get("HOME", "")
    return f"{home}/.local/state/memsync" if home.startswith("/") else None
