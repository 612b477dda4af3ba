"""The watcher behind `memsync sync watch`."""

from __future__ import annotations

import json
import random
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

from memsync.errors import Exit
from memsync.process.git_child import environ_for_another_repository
from memsync.process.spawn import run
from memsync.sync.homes import agent_homes
from memsync.sync.homes.agent_homes import as_memory
from memsync.sync.homes.projects import present
from memsync.sync.verbs.watch import Schedule, look

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from memsync.cli.shared.session import Session
    from memsync.files.lock import Held, Watching
    from memsync.memory.note.records import MemoryFolder

    Folders = tuple[list[Path], list[MemoryFolder]]

# Seconds between two looks. A look is one `stat` for each note. inotify would need
# another package, and macOS has none.
_LOOK_EVERY = 2.0

# Seconds after which a round counts as stuck and is killed.
_ROUND_LIMIT = 600.0


class _Ended(Exception):
    """Someone asked the watcher to end while it was waiting."""


class Watcher:
    """A watcher at work."""

    def __init__(
        self,
        session: Session,
        interval: float,
        held: Held[Watching],  # noqa: ARG002 -- a proof
    ) -> None:
        self.session = session
        self.pause = min(_LOOK_EVERY, interval / 2)
        self.schedule = Schedule(interval, random.random)
        self.waiting = False
        self.ended = False
        self.trouble = ""

    def run(self) -> int:
        """Run rounds until a signal: SIGTERM exits 0, SIGINT exits 130."""
        signal.signal(signal.SIGTERM, self._end)
        self.session.say("watching; press Ctrl-C to stop")
        folders = self._folders()
        word = look(*folders)
        try:
            while not self.ended:
                self.schedule.see(word, time.monotonic())
                if self.schedule.is_due(time.monotonic()):
                    folders = self._round(folders)
                self._wait()
                word = look(*folders)
        except _Ended:
            pass
        self.session.say("ended")
        return Exit.DONE

    def _end(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 -- as `signal` calls it
        self.ended = True
        if self.waiting:
            raise _Ended

    def _wait(self) -> None:
        self.waiting = True
        if not self.ended:
            time.sleep(self.pause)
        self.waiting = False

    def _folders(self) -> Folders:
        """Every memory and agent's folder that a round would sync."""
        places = self.session.places
        profiles = ["", *self.session.settings(None).profiles]
        ours = [
            places.user_memory,
            *(p.memory.folder for name in profiles for p in present(places, name)[0]),
        ]
        agents = [
            as_memory(home, places)
            for name in profiles
            for home in agent_homes.present(places, name)[0]
        ]
        return ours, agents

    def _round(self, folders: Folders) -> Folders:
        """Run one round in a child process, whose failure must not end the watcher."""
        before = look(*folders)
        code, said = self._child()
        folders = self._folders()
        # An agent may have written during the round: then another round follows.
        reached = code in (Exit.DONE, Exit.FOUND)
        pause = self.schedule.ran(before, time.monotonic(), reached=reached)
        self._tell(said, code, pause)
        return folders

    def _child(self) -> tuple[int, dict[str, Any]]:
        argv = [sys.executable, "-P", "-m", "memsync", "-q", "sync", "--json"]
        environ = environ_for_another_repository(self.session.environ)
        try:
            done = run([*argv], environ, limit=_ROUND_LIMIT)
        # A sync that hangs must not end the watching.
        except TimeoutError:
            return Exit.UNREACHABLE, {"error": {"message": "the sync took too long"}}
        try:
            said = json.loads(done.out)
        except ValueError:
            message = done.err.decode("utf-8", "replace").strip() or "no answer"
            said = {"error": {"message": message.partition("\n")[0]}}
        return done.code, said if isinstance(said, dict) else {}

    def _tell(self, said: dict[str, Any], code: int, pause: float) -> None:
        """Print one line on what happened; nothing if nothing did."""
        stamp = time.strftime("%H:%M:%S")
        for name, result in _results(said).items():
            words = [
                f"{key} {', '.join(found)}"
                for key in ("sent", "received")
                if (found := result.get(key))
            ]
            if words:
                part = f"{name}: " if name else ""
                self.session.say(f"{stamp} {part}{'; '.join(words)}")
        errors = [
            str(result["error"].get("message"))
            for result in (said, *_results(said).values())
            if isinstance(result.get("error"), dict)
        ]
        trouble = errors[0] if errors else ""
        if trouble and trouble != self.trouble:
            self.session.warn(f"{stamp} {trouble}; next try in {pause:.0f} s")
        elif self.trouble and not trouble and code in (Exit.DONE, Exit.FOUND):
            self.session.say(f"{stamp} sync works again")
        self.trouble = trouble


def _results(said: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each profile's result by name; a single profile's under the empty name."""
    profiles = said.get("profiles")
    return profiles if isinstance(profiles, dict) else {"": said}
