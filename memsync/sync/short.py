"""The round in which a few notes were edited here and nothing else happened.

It leaves what a whole round would have left, but its work grows with what changed
and not with the memory: it changes the trees and the stat file at a few places.
Wherever anything is out of the ordinary it stops, as a killed round would, and a
whole one goes on from there. This module loads little.
"""

from __future__ import annotations

import os
from time import gmtime, strftime

from memsync import atomic, lock
from memsync.git_child import git_argv
from memsync.record import NamedTuple
from memsync.spawn import run
from memsync.sync import clock, idle, listing, loose, reading, stat_text
from memsync.sync.commit import commit_bytes
from memsync.sync.objects import Object, amended_trees, tree_entries
from memsync.sync.refs import MAIN, agreed_ref
from memsync.sync.transport import ask_in, config_for, quiet_environ

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memsync.sync.clock import Clock
    from memsync.sync.idle import Answer, Seen
    from memsync.sync.remote import Remote
    from memsync.sync.stat_text import Line, StatText

_LONGEST = 1 << 16
"""Bytes of a note that is not worth a whole round."""
_PUSH_LIMIT = 20.0
_USUAL = {"format", "base", "vault", "last_success", "clock"}
"""What the state says in every round; all else is empty in a usual one."""
_OWN = {"memsync.json": "100644", "user": "40000"}
"""All that is at the top of a tree, with its mode."""


class _Edits(NamedTuple):
    """What changed in the folder since the last round."""

    notes: dict[str, bytes]
    """By name."""
    text: StatText
    """What is to be remembered of the folder now."""


def attempt(seen: Seen, environ: Mapping[str, str], now_ns: int) -> Answer | None:
    """Run the round.

    `seen` is what `idle.look` found, and `now_ns` when. None where a whole round
    has to be run, also after a part of this one. Raises `OSError`.
    """
    if not seen.standing.short or not seen.changes:
        return None
    # Once a day a whole round looks for archived versions to let go of.
    if seen.text.day != _utc(now_ns, "%Y-%m-%d"):
        return None
    if loose.are_many(f"{seen.state}/mirror/objects"):
        return None  # a whole one tidies up
    held = lock.try_hold(f"{seen.state}/locks/sync.lock")
    if held is None:
        return None
    try:
        return _Short(seen, environ, now_ns).run()
    except loose.NotLoose:
        return None
    finally:
        os.close(held)


def _utc(now_ns: int, form: str) -> str:
    return strftime(form, gmtime(now_ns / 1e9))


class _Short:
    """One short round, by the holder of the round's lock."""

    def __init__(self, seen: Seen, environ: Mapping[str, str], now_ns: int) -> None:
        self._seen = seen
        self._now_ns = now_ns
        self._mirror = f"{seen.state}/mirror"
        remote = seen.standing.remote
        self._quiet = quiet_environ(self._mirror, environ, remote)

    def run(self) -> Answer | None:
        """See `attempt`."""
        state = self._state()
        if state is None:
            return None
        ticked = self._tick(state)
        if ticked is None:
            return None
        edits = self._look()
        if edits is None:
            return None
        tip = self._seen.tip
        remote = self._seen.standing.remote
        if edits.notes:
            tip = self._save(edits, ticked)
            if not self._move(f"update {MAIN} {tip} {self._seen.tip}"):
                return None
            state |= {"base": {"commit": tip, "left": {}}, "clock": str(ticked)}
        if remote is not None and not self._agree(remote, tip):
            return None
        state["last_success"] = _utc(self._now_ns, "%Y-%m-%dT%H:%M:%SZ")
        self._remember(edits.text._replace(commit=tip), state)
        sent = sorted(edits.notes.keys() - {"MEMORY"})
        return idle.Answer(tip, sent, changed=bool(edits.notes))

    def _state(self) -> dict[str, object] | None:
        """The remembered state, where nothing in it is out of the ordinary."""
        import json

        data = idle.read(f"{self._seen.state}/sync.json")
        try:
            state = json.loads(data or b"")
        except ValueError:
            return None
        usual = (
            isinstance(state, dict)
            and state.keys() >= _USUAL
            and state["format"] == 1
            and state["base"] == {"commit": self._seen.tip, "left": {}}
            and not any(state[key] for key in state.keys() - _USUAL)
        )
        return state if usual else None

    def _tick(self, state: dict[str, object]) -> Clock | None:
        known = clock.parse(str(state["clock"]))
        machine = (idle.read(f"{self._seen.state}/machine") or b"").decode("ascii")
        if known is None or len(machine.strip()) != 8:
            return None
        return clock.tick(self._now_ns // 1_000_000, machine.strip(), known)

    def _look(self) -> _Edits | None:
        """The edits, under the lock of the memory."""
        held = lock.try_hold(self._seen.standing.lock)
        if held is None:
            return None
        try:
            # A command that was at work while we looked has renamed a file since.
            if not (
                _same(self._seen.before, self._seen.standing.folder)
                and _same(self._seen.saved, f"{self._seen.state}/stat")
            ):
                return None
            return self._read()
        finally:
            os.close(held)

    def _read(self) -> _Edits | None:
        text = self._seen.text
        allow = idle.read(f"{self._seen.standing.folder}/.memsync-allow") or b""
        findings = reading.scanner(allow)
        lines: list[Line] = []
        notes: dict[str, bytes] = {}
        for name, begin, end in self._seen.changes:
            known = text.verdicts[text.verdict_at(begin)] if begin < end else None
            if name.startswith(listing.ARCHIVE):
                found = self._versions(name, known or "")
            elif known is None and not _is_plain(name, text):
                return None
            else:
                found = self._note(name, known, notes, findings)
            if found is None:
                return None
            lines.append(stat_text.Line(name, begin, end, *found))
        # What is sent of the memory index depends on the notes that stay here.
        if "MEMORY" in notes and not _all_sent(text):
            return None
        return _Edits(notes, text.with_lines(lines))

    def _note(
        self,
        name: str,
        known: str | None,
        notes: dict[str, bytes],
        findings: Callable[[bytes], str | None],
    ) -> tuple[str, str] | None:
        """A note's signature and verdict; None unless it is simply another text."""
        if known is not None and len(known) != 40:
            return None  # a longer one holds a reason to stay here
        path = f"{self._seen.standing.folder}/{name}.md"
        try:
            found = reading.stable(path, self._now_ns, _LONGEST)
        except OSError:
            return None  # a whole round says so
        if found is None or not 0 < len(found[0]) <= _LONGEST:
            return None
        data, signature = found
        oid = Object("blob", data).oid
        if oid != known:
            if reading.verdict(data, findings, may_choose=name != "MEMORY"):
                return None
            notes[name] = data
        return signature, oid

    def _versions(self, name: str, known: str) -> tuple[str, str] | None:
        """What the archive has of a note; None where a version of it is to be sent."""
        note = name.removeprefix(listing.ARCHIVE)
        folder = f"{self._seen.standing.folder}/{name}"
        stat = os.stat(folder)  # noqa: PTH116 -- no pathlib here
        listed = os.listdir(folder)  # noqa: PTH208 -- as above
        stems = sorted(found[:-3] for found in listed if found.endswith(".md"))
        for stem in stems:
            if stem not in known.split(","):
                data = idle.read(f"{folder}/{stem}.md") or b""
                if Object("blob", data).oid != self._seen.text.verdict_of(note):
                    return None
        return listing.signature(stat, self._now_ns), ",".join(stems)

    def _save(self, edits: _Edits, ticked: Clock) -> str:
        """Store the commit of the edits; its id. Raises `NotLoose`."""
        store, tip = f"{self._mirror}/objects", self._seen.tip
        head = loose.read(store, tip, "commit").partition(b"\n")[0]
        top = head.removeprefix(b"tree ").decode("ascii")
        found = dict(tree_entries(loose.read(store, top, "tree")))
        if {name: mode for name, (mode, _) in found.items()} != _OWN:
            raise loose.NotLoose(top)
        if found["memsync.json"][1] != self._seen.text.vault:
            raise loose.NotLoose(top)  # to be written anew, by our numbers
        blobs = {name: Object("blob", data) for name, data in edits.notes.items()}
        oids = {f"user/{name}.md": blob.oid for name, blob in blobs.items()}
        trees = amended_trees(top, oids, lambda oid: loose.read(store, oid, "tree"))
        made = Object("commit", commit_bytes(trees[-1].oid, [tip], ticked))
        loose.write(store, [*blobs.values(), *trees, made])
        return made.oid

    def _git(self, *arguments: str, stdin: bytes = b"") -> bool:
        remote = self._seen.standing.remote
        argv = [*git_argv(self._mirror, config_for(remote)), *arguments]
        try:
            return not run(argv, self._quiet, stdin, limit=_PUSH_LIMIT).code
        except TimeoutError:
            return False

    def _move(self, *updates: str) -> bool:
        stdin = "".join(f"{update}\n" for update in updates).encode()
        return self._git("update-ref", "--stdin", stdin=stdin)

    def _agree(self, remote: Remote, tip: str) -> bool:
        """Whether the remote has `tip`, which is sent unless it was agreed on."""
        if tip != self._seen.tip:
            # Compared and swapped by the server: nothing that we do not know goes.
            lease = f"--force-with-lease={MAIN}:{self._seen.tip}"
            options = ("--porcelain", "--no-verify", "--no-signed", lease)
            if not self._git("push", *options, "--", remote.url, f"{tip}:{MAIN}"):
                return False
        if ask_in(self._mirror, self._quiet, remote) != tip:
            return False
        return tip == self._seen.tip or self._move(f"update {agreed_ref(remote)} {tip}")

    def _remember(self, text: StatText, state: dict[str, object]) -> None:
        import json

        atomic.write(f"{self._seen.state}/stat", text.data(), mode=0o600)
        data = json.dumps(state, ensure_ascii=True, indent=1).encode() + b"\n"
        atomic.write(f"{self._seen.state}/sync.json", data, mode=0o600)


def _same(before: os.stat_result, path: str) -> bool:
    now = os.stat(path)  # noqa: PTH116 -- no pathlib here
    return (before.st_ino, before.st_mtime_ns) == (now.st_ino, now.st_mtime_ns)


def _is_plain(name: str, text: StatText) -> bool:
    """Whether a new name collides with none on any machine, as is plain to see."""
    from memsync.sync.names import unportable

    known = "\0" + text.listing
    return (
        "/" not in name
        and name == name.lower()
        and name.isascii()
        and known.isascii()
        and f"\0{name}\0" not in known.lower()
        and not unportable(name)
    )


def _all_sent(text: StatText) -> bool:
    """Whether no note stays here."""
    begin = f"\0{text.listing}".find(f"\0{listing.ARCHIVE}")
    notes = text.verdicts if begin < 0 else text.verdicts[: text.verdict_at(begin)]
    return all(len(verdict) == 40 for verdict in notes)
