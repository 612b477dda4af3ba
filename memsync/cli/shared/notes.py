"""What the verbs about notes share: choose the memory, read the text, print it."""

from __future__ import annotations

import os
import sys

from memsync.errors import BadUsage, Broken
from memsync.memory.note.names import Scope
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.memory.store.store import Removed, Store, Written
    from memsync.workspace.open import Opened


def opened(session: Session, running: str = "") -> Opened:
    """Open the memories that apply here, and print their warnings.

    Leaves out those that suggest the command `running`.
    """
    from memsync.workspace.open import open_for_reading

    found = open_for_reading(session.cwd, session.places, session.now)
    warn_all(session, [w for w in found.warnings if not running or w.hint != running])
    return found


def warn_all(session: Session, warnings: Iterable[tuple[str, str | None]]) -> None:
    """Print each warning with its hint."""
    for message, hint in warnings:
        session.warn(message, hint)


def readable(session: Session, scope: str | None) -> tuple[Store, ...]:
    """The memories to read: workspace, then user; or only that of `scope`."""
    wanted = Scope.parse(scope) if scope else None
    found = opened(session)
    return tuple(s for s in found.stores if wanted in (None, s.scope))


def visible(
    session: Session, scope: str | None, *, off: bool
) -> tuple[tuple[Store, ...], Settings]:
    """The memories that may be read into a prompt, and the settings in force.

    Returns None while memory is off. `off` (`--no-memory`) decides first, then the
    environment; for either, nothing is opened.
    """
    from memsync.retrieval.visible import visible

    wanted = Scope.parse(scope) if scope else None
    settings = session.settings(None)
    if off or denied_by_environment(session, settings):
        return (), settings
    found = opened(session)
    stores = tuple(s for s in visible(found) if wanted in (None, s.scope))
    return stores, found.settings


def denied_by_environment(session: Session, settings: Settings) -> bool:
    """Whether the environment turns memory off, whatever the files say."""
    denied = not settings.flag("memory.enabled")
    return denied and settings.origins["memory.enabled"] in session.environ


def for_change(session: Session, scope: str | None) -> tuple[Store, Store | None]:
    """The memory whose notes a verb changes, and the other one.

    The default is the workspace memory; otherwise like `memory_to_change`.
    """
    from memsync.workspace.open import memory_to_change

    wanted = Scope.parse(scope) if scope else Scope.WORKSPACE
    found = opened(session)
    settle(session, found)
    return memory_to_change(found, wanted)


def settle(session: Session, found: Opened) -> None:
    """Before a change: take private notes out of a team's memory, and say so."""
    from memsync.workspace.target import settle as settle_at

    warn_all(session, settle_at(found.spot, session.places, session.now))


def for_writing(
    session: Session,
    scope: str | None,
    *,
    revive: bool = False,
    check: Callable[[Store], object] | None = None,
    running: str = "",
) -> Store:
    """The memory to write to, created if necessary; see `open_for_writing`.

    No hint suggests the command `running`.
    """
    from memsync.workspace.target import open_for_writing

    wanted = Scope.parse(scope) if scope else Scope.WORKSPACE
    store, warnings = open_for_writing(
        *(session.cwd, session.places, session.now, wanted), revive=revive, check=check
    )
    for message, hint in warnings:
        session.warn(message, hint if hint != running else None)
    return store


def message_of(words: tuple[str, ...]) -> str | None:
    """The text of a command's last arguments; None for none, or for `-`: stdin."""
    return None if words in ((), ("-",)) else " ".join(words)


def text_given(session: Session, message: str | None, file: str | None) -> str | None:
    """The text of a write: `-m`, else `--file`, else stdin; None for an empty stdin.

    Raises `BadUsage` at a terminal, which would wait for input unasked, and `Broken`
    for text that cannot be read or is not UTF-8.
    """
    if message is not None and file is not None:
        raise BadUsage("give either -m or --file, not both", hint="give one of them")
    if message is not None:
        return message
    if file is not None and file != "-":
        # Symbolic links and pipes such as <(...) are followed: the person chose the
        # path.
        return _decoded(read_given(session, file), f"'{file}'")
    if sys.stdin is None or sys.stdin.isatty():
        raise BadUsage(
            "there is no text for the note",
            hint="give it with -m TEXT, --file FILE or on stdin",
        )
    return _decoded(sys.stdin.buffer.read(), "stdin") or None


def read_given(session: Session, file: str) -> bytes:
    """The bytes of a file that the person named, also behind a link or in a pipe.

    Raises `OSError`, and `Broken` for a folder.
    """
    try:
        return (session.cwd / file).read_bytes()
    except IsADirectoryError:
        raise Broken(
            f"'{file}' is a folder", hint="name a file in it", word="file"
        ) from None


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Broken(
            f"{where} is not UTF-8", hint="convert it to UTF-8", word="not-utf-8"
        ) from None


def emit_written(session: Session, written: Written) -> int:
    """Print what a write did; return the exit code."""
    warn_all(session, written.warnings)
    session.emit(written_json(written), written_line(written))
    return 0


def written_line(written: Written) -> bytes:
    """What a write did, for people: the action and the file."""
    return f"{written.action} ".encode() + os.fsencode(written.path) + b"\n"


def written_json(written: Written) -> dict[str, object]:
    """What a write did, as JSON."""
    return {
        "name": written.name,
        "scope": written.scope.value,
        "path": str(written.path),
        "action": written.action,
        "archived": written.archived,
        "memory_index_updated": written.memory_index_updated,
    }


def emit_removed(session: Session, removed: Removed, said: str) -> None:
    """Print what rename, move or forget did, and warn of broken links."""
    if removed.dangling:
        names = ", ".join(map(printable, removed.dangling))
        session.warn(f"links to it are now broken in: {names}", "memsync lint")
    data = {
        "name": removed.name,
        "archived": removed.archived,
        "dangling": list(removed.dangling),
    }
    line = f"{said}\n" if removed.archived is None else f"{said}: {removed.archived}\n"
    session.emit(data, printable(line.rstrip("\n")) + "\n")
