"""A round whose mirror is damaged, or whose key cannot be had.

Most often a power failure has emptied files that git had just written. The mirror is
repaired or set aside. Only the base is lost, so the next round joins: it merges and
deletes nothing.

Without this machine's key a round can encrypt nothing, so no commit can hold the notes.
Their versions go to the archive instead, and the first round that has the key sends
those that were overwritten meanwhile.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from memsync.errors import Broken, KeyTrouble, Refused, Unreachable
from memsync.files import lock
from memsync.process.git import GitFailed, elsewhere
from memsync.sync.folder.keeping import keep_read
from memsync.sync.folder.taking import take_snapshot
from memsync.sync.mirror.bare_folder import make_sound
from memsync.sync.round import round as rounds
from memsync.sync.state import state as states
from memsync.sync.state.rounds import RoundEntry, add_round, load_rounds

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.errors import MemsyncError
    from memsync.files.lock import Held, Round
    from memsync.process.git import Git
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.round.context import RoundContext
    from memsync.sync.state.result import Result
    from memsync.sync.state.state import StateFolder

# Errors of the system: removing the mirror for one of these would only lose time.
_NOT_DAMAGE = re.compile(
    rb"dubious ownership|permission denied|no space left|input/output error|"
    rb"too many open files|cannot allocate|out of memory",
    re.IGNORECASE,
)


def run(
    context: RoundContext, environ: Mapping[str, str], *, dry_run: bool = False
) -> Result:
    """Run a round; if a damaged mirror stops it, repair the mirror and run another.

    A dry run repairs nothing: it raises `Broken`. Without this machine's key, first
    archives the notes here. Otherwise like `memsync.sync.round.round.run`.
    """
    if _is_noted(context) and (warning := _mend(context, environ, dry_run=dry_run)):
        result = rounds.run(context)
        result.warnings.append(warning)
        return result
    try:
        result = rounds.run(context)
        if result.trouble is None or not _suspicious(result.trouble):
            return result
        warning = _mend(context, environ, dry_run=dry_run)
        if warning is None:
            return result
    except KeyTrouble as error:
        if dry_run:
            raise

        raise keep_here(context, error) from None
    except (GitFailed, Refused) as error:
        warning = None
        if _suspicious(error):
            warning = _mend(context, environ, dry_run=dry_run)
        if warning is None:
            raise
    again = rounds.run(context)
    again.warnings.append(warning)
    return again


def note_damage(state_folder: StateFolder, now: Now, held: Held[Round]) -> None:
    """Record that the mirror is damaged, so that the next round repairs it.

    A round reads few objects, and might never meet the one. Raises `OSError`.
    """
    said = f"the mirror '{state_folder.mirror}' is damaged"
    entry = RoundEntry(now.timestamp, error=("mirror-damaged", said))
    add_round(state_folder.diary_file, entry, held)
    state_folder.stat_file.unlink(missing_ok=True)  # no idle or short round


def _is_noted(context: RoundContext) -> bool:
    entries = load_rounds(context.state_folder.diary_file)
    last = entries[-1].error if entries else None
    return last is not None and last[0] == "mirror-damaged"


def _suspicious(error: MemsyncError) -> bool:
    if isinstance(error, Refused):
        # Without some objects, a mirror cannot prove that it descends from its pin.
        return error.word in ("remote-rewound", "hostile-objects")
    if isinstance(error, Unreachable):
        from memsync.sync.mirror.trouble import StoreTrouble

        # Only git's own message counts: an address may contain "tree", and ssh prints
        # "refused".
        return isinstance(error, StoreTrouble)
    return True


def _mend(
    context: RoundContext, environ: Mapping[str, str], *, dry_run: bool
) -> tuple[str, str | None] | None:
    """Repair the mirror; what was wrong, with a hint, or None if nothing was."""
    mirror = context.state_folder.mirror
    with context.hold("sync") as held:
        git = _own_git(mirror, environ)
        if _is_sound(git):
            return None
        if dry_run:
            raise Broken(
                f"the mirror '{mirror}' is damaged",
                hint="`memsync sync` repairs it, or sets it aside and joins again",
                word="mirror-damaged",
            )
        for name in ("HEAD", "config"):
            (mirror / name).unlink(missing_ok=True)
        make_sound(mirror, git, held)
        for home in context.homes:
            home.stat_file.unlink(missing_ok=True)
        if _is_sound(git):
            return "the mirror was damaged and has been repaired", None
        aside = mirror.with_name(f"{mirror.name}.damaged-{context.now.stamp}")
        mirror.rename(aside)
        return (
            f"the mirror was damaged and is now '{aside}'; this sync joined again",
            "delete that folder once you miss nothing",
        )


def _own_git(mirror: Path, environ: Mapping[str, str]) -> Git:
    """Git for the mirror that reads no configuration but the mirror's."""
    git = elsewhere(mirror, environ)
    kept = {
        name: value
        for name, value in git.environ.items()
        if not name.startswith("GIT_CONFIG_")
    }
    nothing = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    return git._replace(environ={**kept, **nothing})


def _is_sound(git: Git) -> bool:
    named = git._replace(environ={**git.environ, "GIT_DIR": "."})
    checked = named.attempt("fsck", "--no-dangling", "--no-progress")
    return not checked.code or bool(_NOT_DAMAGE.search(checked.err))


def keep_here(context: RoundContext, trouble: KeyTrouble) -> KeyTrouble:
    """Archive what changed since the last round; returns the error, which says so.

    Raises `Locked` and `OSError`.
    """
    with context.hold("sync") as held:
        for home in context.homes:
            _keep(context, home)
        entry = RoundEntry(context.now.timestamp, error=(trouble.word, trouble.message))
        add_round(context.state_folder.diary_file, entry, held)
    return KeyTrouble(
        f"{trouble.message}; the notes are kept here, and nothing was sent",
        hint=trouble.hint,
        word=trouble.word,
    )


def _keep(context: RoundContext, home: Home) -> None:
    memory = home.memory
    state = states.load(context.state_folder)
    with lock.hold_memory(memory.lock, what="sync") as held:
        found = take_snapshot(home, state, context.who.now_ms, held)
        keep_read(memory, found, context.now, held)
