"""The round in which a few notes were edited here and nothing else happened.

It leaves what a whole round would have left, but its work grows with the changes and
not with the memory: it changes the trees and the stat file at a few places. If anything
is out of the ordinary it stops, like a killed round, and a whole round continues from
there. Imports little.
"""

from __future__ import annotations

from time import gmtime, strftime

from memsync.files import atomic, lock
from memsync.process.git_child import git_argv
from memsync.process.spawn import run
from memsync.sync import files
from memsync.sync.early.idle import Done, check_agreed
from memsync.sync.folder.conditions import NotEarly, read
from memsync.sync.folder.edits import look
from memsync.sync.mirror import loose
from memsync.sync.mirror.transport import ask_in, config_for, quiet_environ
from memsync.sync.sealed import sealing
from memsync.sync.tree import clock
from memsync.sync.tree.commit import commit_bytes, parse_commit, saved_by
from memsync.sync.tree.objects import Object, amended_trees, tree_entries
from memsync.sync.tree.remote import MAIN, agreed_ref

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.files.lock import Held, Round
    from memsync.process import spawn
    from memsync.sync.early.sealed import SealedWriter
    from memsync.sync.folder.conditions import Seen
    from memsync.sync.folder.edits import Edits
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.objects import ObjectKind

# Seconds; after that a whole round tries, which may wait and repeat.
_PUSH_LIMIT = 20.0

# All that may be at the top of a tree, with its mode.
_TOP = {
    "memsync.json": "100644",
    **dict.fromkeys(("user", "projects", "agents"), "40000"),
}


def attempt(seen: Seen, environ: Mapping[str, str], now_ns: int) -> Done:
    """Run the round.

    `seen` is what `idle.look` found, with changes, and `now_ns` when. Raises `NotEarly`
    if a whole round must run, perhaps after a part of this one, and `OSError`.
    """
    if not seen.conditions.short:
        raise NotEarly("`sync.exclude` is set")
    # Once a day a whole round prunes archived versions.
    if seen.text.day != _utc(now_ns, "%Y-%m-%d"):
        raise NotEarly("it is the first change of the day")
    if loose.are_many(f"{seen.state}/{files.MIRROR}/objects"):
        raise NotEarly("the mirror needs to be packed")
    with lock.try_hold_round(f"{seen.state}/{files.LOCK}") as held:
        if held is None:
            raise NotEarly("another sync is running")
        try:
            return _Short(seen, environ, now_ns, held).run()
        except loose.NotLoose:
            why = "the mirror holds more than a short sync writes"
            raise NotEarly(why) from None


def _utc(now_ns: int, pattern: str) -> str:
    return strftime(pattern, gmtime(now_ns / 1e9))


class _Short:
    """One short round."""

    def __init__(
        self,
        seen: Seen,
        environ: Mapping[str, str],
        now_ns: int,
        held: Held[Round],  # noqa: ARG002 -- a proof
    ) -> None:
        self._seen = seen
        self._environ = environ
        self._now_ns = now_ns
        self._mirror = f"{seen.state}/{files.MIRROR}"
        self._store = f"{self._mirror}/objects"
        remote = seen.conditions.remote
        self._quiet = quiet_environ(self._mirror, environ, remote)

    def run(self) -> Done:
        """See `attempt`."""
        state = self._state()
        ticked = self._tick(state)
        edits = look(self._seen, self._now_ns)
        if edits.files:
            tip = self._send(edits.files, ticked, state)
            state |= {**self._bases(tip), "clock": str(ticked)}
        else:
            tip = self._seen.tip
            self._check_remote(tip)
        state["last_success"] = _utc(self._now_ns, "%Y-%m-%dT%H:%M:%SZ")
        self._remember(edits, tip, state)
        sent = sorted(map(_label, filter(_is_note, edits.files)))
        return Done(tip, sent, changed=bool(edits.files))

    def _state(self) -> dict[str, object]:
        """The recorded state; raises `NotEarly` for anything out of the ordinary."""
        import json

        data = read(f"{self._seen.state}/{files.STATE}")
        try:
            state = json.loads(data or b"")
        except ValueError:
            state = None
        if (
            isinstance(state, dict)
            and state.keys() >= files.USUAL_KEYS
            and state["format"] == files.FORMAT
            and state["base"] == {"commit": self._seen.tip, "left": {}}
            and not any(state[key] for key in state.keys() - files.USUAL_KEYS)
            and self._has_folders(state["projects"], state["inodes"])
        ):
            return state
        raise NotEarly("the last sync held a note, or left something to do")

    def _has_folders(self, bases: object, inodes: object) -> bool:
        """Whether the agents' folders are the same as in the last round."""
        if not isinstance(bases, dict) or not isinstance(inodes, dict):
            return False
        base = {"commit": self._seen.tip, "left": {}}
        here = {each.place.home: each.before.st_ino for each in self._seen.agents}
        # Entries of this machine's other memories do not matter here.
        return bases == dict.fromkeys(here, base) and here.items() <= inodes.items()

    def _tick(self, state: dict[str, object]) -> Clock:
        known = clock.parse(str(state["clock"]))
        file = f"{self._seen.state}/{files.MACHINE}"
        machine = (read(file) or b"").decode("ascii").strip()
        if known is None or len(machine) != 8:
            raise NotEarly("this machine has no clock yet")
        return clock.tick(self._now_ns // 1_000_000, machine, known)

    def _bases(self, tip: str) -> dict[str, object]:
        """The bases of all folders of this round, as the state has them."""
        base = {"commit": tip, "left": {}}
        homes = [each.place.home for each in self._seen.agents]
        return {"base": base, "projects": dict.fromkeys(homes, base)}

    def _send(
        self, notes: Mapping[str, bytes], ticked: Clock, state: Mapping[str, object]
    ) -> str:
        """Commit the edits, and push; returns the commit."""
        was = parse_commit(self._object(self._seen.tip, "commit"))
        writer = self._writer(was)
        tip = self._save(writer, notes, was.tree, ticked)
        writer.prepare()
        # As `Ledger.put_on_main`: if this round ends early, the next one reads it.
        saved = {"commit": tip, **self._bases(tip)}
        self._write({**state, "clock": str(ticked), "saved": saved})
        self._move(f"update {MAIN} {tip} {self._seen.tip}")
        self._publish(tip)
        writer.agree(tip)
        return tip

    def _writer(self, tip: Commit) -> PlainWriter | SealedWriter:
        """The writer for this memory, plain or encrypted."""
        conditions = self._seen.conditions
        if conditions.short == "sealed":
            from memsync.sync.early.sealed import opened

            found = opened(self._seen, self._environ, tip)
            if found is None:
                raise NotEarly("keys, pins or the keyring are not those of this commit")
            return found
        if conditions.short != "plain" or sealing.may_be_required(
            self._environ, conditions.config_file
        ):
            raise NotEarly("nothing may leave unencrypted")
        return PlainWriter(self._seen.text.vault, conditions.name)

    def _save(
        self,
        writer: PlainWriter | SealedWriter,
        notes: Mapping[str, bytes],
        top: str,
        ticked: Clock,
    ) -> str:
        """Store the commit of the edits; its id. Raises `NotLoose`."""
        writer.check(dict(tree_entries(self._object(top, "tree"))))
        stored = writer.files(notes)
        blobs = {path: Object("blob", data) for path, data in stored.items()}
        oids = {path: blob.oid for path, blob in blobs.items()}
        trees = amended_trees(top, oids, lambda oid: self._object(oid, "tree"))
        made = writer.commit(trees[-1].oid, self._seen.tip, ticked)
        loose.write(self._store, [*blobs.values(), *trees, made])
        return made.oid

    def _object(self, oid: str, kind: ObjectKind) -> bytes:
        """An object of the mirror; raises `NotLoose` for one that is not sound."""
        try:
            return loose.read(self._store, oid, kind)
        except loose.NotLoose:
            done = self._run("cat-file", kind, oid)  # it may be in a pack
            if Object(kind, done.out).oid != oid:
                raise
            return done.out

    def _run(self, *arguments: str, stdin: bytes = b"") -> spawn.Done:
        remote = self._seen.conditions.remote
        argv = [*git_argv(self._mirror, config_for(remote)), *arguments]
        return run(argv, self._quiet, stdin, limit=_PUSH_LIMIT)

    def _git(self, *arguments: str, stdin: bytes = b"") -> bool:
        try:
            return not self._run(*arguments, stdin=stdin).code
        except TimeoutError:
            return False

    def _move(self, *updates: str) -> None:
        stdin = "".join(f"{update}\n" for update in updates).encode()
        if not self._git("update-ref", "--stdin", stdin=stdin):
            raise NotEarly("the mirror moved meanwhile")

    def _publish(self, tip: str) -> None:
        """Push `tip` to the remote, if there is one, and record that in the mirror."""
        remote = self._seen.conditions.remote
        if remote is None:
            return
        # A compare-and-swap by the server: it overwrites nothing that we have not seen.
        lease = f"--force-with-lease={MAIN}:{self._seen.tip}"
        options = ("--porcelain", "--no-verify", "--no-signed", lease)
        if not self._git("push", *options, "--", remote.url, f"{tip}:{MAIN}"):
            raise NotEarly("the push failed: the remote has moved, or is unreachable")
        self._check_remote(tip)
        self._move(f"update {agreed_ref(remote)} {tip}")

    def _check_remote(self, tip: str) -> None:
        """Raise `NotEarly` unless the remote, if there is one, has `tip`."""
        remote = self._seen.conditions.remote
        if remote is not None:
            told = ask_in(self._mirror, self._quiet, remote)
            check_agreed(self._seen._replace(tip=tip), told)

    def _remember(self, edits: Edits, tip: str, state: dict[str, object]) -> None:
        seen = self._seen
        places = []
        for each in seen.agents:
            place = each.place
            if (text := edits.agents.get(place.home)) is not None:
                file = f"{seen.state}/{place.stat_file}"
                data = text._replace(commit=tip).data()
                atomic.write(file, data, mode=0o600)
            # A folder without changes keeps its file, which names an older commit.
            now = "" if text is not None else each.text.commit
            places.append(place._replace(commit=now))
        said = seen.conditions._replace(agents=tuple(places)).word()
        own = edits.text._replace(commit=tip, idle=said)
        atomic.write(f"{seen.state}/{files.STAT}", own.data(), mode=0o600)
        self._write(state)

    def _write(self, state: Mapping[str, object]) -> None:
        import json

        data = json.dumps(state, ensure_ascii=True, indent=1).encode() + b"\n"
        atomic.write(f"{self._seen.state}/{files.STATE}", data, mode=0o600)


def _is_note(path: str) -> bool:
    return not path.endswith("/MEMORY.md")


def _label(path: str) -> str:
    """As `layout.label`."""
    return path.removeprefix("user/").removesuffix(".md")


class PlainWriter:
    """Writes the files and the commit of a round, unencrypted."""

    def __init__(self, vault: str, name: str) -> None:
        """`vault` is the blob of `memsync.json` as we write it, `name` our own."""
        self._vault = vault
        self._said = saved_by(name)

    def check(self, top: Mapping[str, tuple[str, str]]) -> None:
        """Raise `NotLoose` for a top tree, mode and id by name, that is not as ours."""
        modes = {name: mode for name, (mode, _) in top.items()}
        if not modes.items() <= _TOP.items() or "memsync.json" not in modes:
            raise loose.NotLoose(top)
        if top["memsync.json"][1] != self._vault:
            raise loose.NotLoose(top)  # written under other format numbers

    def files(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """What is stored of these files, by path from the top of the tree."""
        return files

    def commit(self, tree: str, parent: str, clock: Clock) -> Object:
        """The commit of the tree."""
        return Object("commit", commit_bytes(tree, [parent], clock, self._said))

    def prepare(self) -> None:
        """Nothing to do: a plain memory has no sequence numbers."""

    def agree(self, tip: str) -> None:
        """Nothing to do: a plain memory has no pins."""
