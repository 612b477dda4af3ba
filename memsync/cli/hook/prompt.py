"""`memsync hook user-prompt`: the notes that say something about what is asked.

An agent runs this before each prompt and waits for it. So it starts without Click
(`cli.start`), reads no note that the cache of words has not named, and records no
versions.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import partial
from pathlib import Path

from memsync.errors import Broken, Locked, MemsyncError
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memsync.cli.hook.event import Event
    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.memory.note.records import StoredNote
    from memsync.paths import Places
    from memsync.retrieval.origins import Origins
    from memsync.retrieval.search.notes import Notes
    from memsync.workspace.open import Opened


def main(words: Sequence[str]) -> bool:
    """Run the hook if the arguments are `hook user-prompt [--agent NAME]`.

    Returns False, and does nothing, for any other command line. An error is one line on
    stderr and never an exit code: some agents block the prompt on one.
    """
    if list(words[:2]) != ["hook", "user-prompt"]:
        return False
    match list(words[2:]):
        case []:
            agent = None
        case ["--agent", name]:
            agent = name
        case _:
            return False
    try:
        run(os.environ, agent)
        sys.stdout.flush()
    except (MemsyncError, OSError) as error:
        said = error.message if isinstance(error, MemsyncError) else str(error)
        # The agent may have closed stderr.
        with contextlib.suppress(OSError):
            sys.stderr.write(f"memsync: {printable(said)}\n")
    except KeyboardInterrupt:
        return True
    return True


def run(environ: Mapping[str, str], agent: str | None) -> None:
    """Print the notes for the prompt on stdin, as the agent takes them."""
    from memsync.cli.hook.event import read_event
    from memsync.clock import read_clock
    from memsync.paths import Places

    event = read_event()
    if not event.prompt.strip():
        return
    if agent is not None:
        from memsync.agents.table import name_of

        agent = name_of(agent)
    text = text_for(Places(environ), read_clock(), agent, event)
    if text and agent is not None:
        # Imported only now: most prompts match nothing, and need no more than the name.
        from memsync.agents.table import agent_called

        hooks = agent_called(agent).hooks
        text = hooks.reply("user-prompt", text) if hooks is not None else text
    if text:
        sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "replace"))


def text_for(places: Places, now: Now, agent: str | None, event: Event) -> str:
    """The block of notes; empty if none scores high enough, or memory is off."""
    from memsync.config.settings import load
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.search.notes import with_notes
    from memsync.retrieval.visible import visible
    from memsync.workspace.open import open_for_reading

    own = load(places, None)
    denied = own.origins["memory.enabled"] in places.environ
    if denied and not own.flag("memory.enabled"):
        return ""
    cwd = event.folder or Path.cwd()
    opened = open_for_reading(cwd, places, None)
    stores = visible(opened)
    if not stores:
        return ""
    given = partial(_given, places, cwd, opened, agent, event)
    choose = partial(_chosen, opened.settings, event.prompt, given)
    notes = with_notes(stores, folder_of(places), now, choose, glance=True)
    if not notes:
        return ""
    text, shown = _block(notes, opened, places, own)
    if shown:
        _remember(places, cwd, opened, agent, event, shown)
    return text


def _chosen(
    settings: Settings, prompt: str, given: Callable[[], Sequence[str]], notes: Notes
) -> list[StoredNote]:
    """The notes that score high enough and that this session has not been given."""
    from memsync.retrieval.search.prompted import MOST, prompted

    least = settings.share("prompt.min_score")
    best = prompted(prompt, notes.corpus, MOST, least)
    had = given() if best else ()
    if had:
        best = prompted(prompt, notes.corpus, MOST + len(had), least)
    found: list[StoredNote] = []
    for one in best:
        note = notes.note(one.at)
        if note is not None and _key(note) not in had:
            found.append(note)
    return found[:MOST]


def _key(note: StoredNote) -> str:
    return f"{note.scope.value}/{note.name}"


def _block(
    notes: Sequence[StoredNote], opened: Opened, places: Places, own: Settings
) -> tuple[str, list[str]]:
    """The text, of at most `prompt.max_bytes`, and the notes that are in it."""
    from memsync.retrieval.fence import block
    from memsync.retrieval.origins import Origins, Synced
    from memsync.retrieval.visible import visible
    from memsync.sync.verbs.prompt import synced

    known = synced(places, own) or Synced()
    origins = Origins(opened, visible(opened), known)
    cap = opened.settings.number("prompt.max_bytes")
    parts: list[str] = []
    shown = []
    for note in notes:
        part = _part(note, origins, lambda new: _size(block([*parts, new])) <= cap)
        if part:
            parts.append(part)
            shown.append(_key(note))
    return block(parts), shown


def _part(note: StoredNote, origins: Origins, fits: Callable[[str], bool]) -> str:
    """The note as an element; cut at a line's end, or empty, if it does not fit."""
    from memsync.retrieval.budget import cut
    from memsync.retrieval.fence import element, remark

    attributes = {"name": note.name, "scope": note.scope.value}
    if origin := origins.of(note.scope, note.name, note.data):
        attributes["from"] = origin
    body = note.note.body.rstrip("\r\n")

    def shown(part: str) -> str:
        text = element("note", attributes, part)
        if part == body:
            return text
        return f"{text}\n{remark(f'the rest: memsync read {note.name}')}"

    kept = cut(body, lambda part: fits(shown(part)))
    return shown(kept) if kept else ""


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _file(places: Places, cwd: Path, opened: Opened) -> Path:
    from memsync.agents.running import file_for

    return file_for(places.state, opened.root.common_dir if opened.root else cwd)


def _given(
    places: Places, cwd: Path, opened: Opened, agent: str | None, event: Event
) -> Sequence[str]:
    from memsync.agents.running import UNNAMED, of_session, read

    if not event.session and agent is None:
        return ()
    with contextlib.suppress(Broken):
        sessions = read(_file(places, cwd, opened))
        one = of_session(sessions, agent or UNNAMED, event.session)
        return one.given if one is not None else ()
    return ()


def _remember(
    places: Places,
    cwd: Path,
    opened: Opened,
    agent: str | None,
    event: Event,
    shown: Sequence[str],
) -> None:
    """Record which notes the session was given, so that it gets each one once."""
    from memsync.agents.running import UNNAMED, Running, changing, of_session

    if not event.session:
        return
    name = agent or UNNAMED
    with (
        # A record that cannot be kept must not stop the prompt.
        contextlib.suppress(Broken, Locked, OSError),
        changing(_file(places, cwd, opened)) as sessions,
    ):
        one = of_session(sessions, name, event.session)
        if one is None:
            # The session-start hook is not installed, or has not run yet.
            from memsync.clock import read_clock

            started = int(read_clock().utc.timestamp() * 1_000_000_000)
            one = Running(name, event.session, started)
            sessions.append(one)
        one.given += [name for name in shown if name not in one.given]
