"""Machines that do anything at any time; what must hold all the same: `checked`."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from memsync.sync.tree.layout import PURGED_FILE, USER, label, note_path, unlabel
from support.checked import PRIVATE, Checked, path_of
from support.fleet import CLAUDE, GOOSE, SECRET, SHOP, Peer, web_edit

if TYPE_CHECKING:
    from pathlib import Path

machines = st.integers(0, 4)
names = st.sampled_from(
    [
        "auth",
        "build",
        "Auth",
        "daily/2026-01-02",
        "caf\u00e9 notes",
        f"{SHOP}/auth",
        f"{SHOP}/deploy",
        f"{CLAUDE}/auth",
        f"{CLAUDE}/team/style",
        f"{CLAUDE}/Team/style",
        f"{GOOSE}/prefs.txt",
    ]
)
others = st.sampled_from([SHOP, CLAUDE, GOOSE])
words = st.sampled_from(
    ["one", "two", "three", "- item", "", "```", "## Head", "long words"]
)
fields = st.sampled_from(
    [
        "description: changed",
        "tags: [a, b]",
        "tags: [b, c]",
        "expires: 2027-01-01",
        "x: 1",
    ]
)
cuts = st.integers(0, 14)


def note(name: str, body: list[str]) -> bytes:
    head = f"---\nname: {name}\ndescription: about {name}\ncreated: 2026-01-02\n---\n\n"
    return (head + "".join(f"{line}\n" for line in body)).encode()


class Fleet(Checked):
    """Three to five machines and a remote."""

    steps: ClassVar[int] = 0
    """Rules that some machine has run, in all fleets."""

    @initialize(count=st.integers(3, 5))
    def begin(self, count: int) -> None:
        self.peers = [self.new_peer(self.folder / f"m{n}", n) for n in range(count)]
        for peer in self.peers:
            peer.on_edit = self.note_edit

    def new_peer(self, folder: Path, number: int) -> Peer:
        return Peer(folder, number, self.remote)

    def teardown(self) -> None:
        try:
            if self.peers:
                self.settle()
        finally:
            shutil.rmtree(self.folder)

    def peer(self, number: int) -> Peer:
        Fleet.steps += 1
        self.now_ms += 1000
        return self.peers[number % len(self.peers)]

    # What agents and people do.

    @rule(machine=machines, name=names, body=st.lists(words, max_size=5))
    def write(self, machine: int, name: str, body: list[str]) -> None:
        self.let_write(self.peer(machine), name, note(name, body))

    @rule(machine=machines, name=names, line=words)
    def append(self, machine: int, name: str, line: str) -> None:
        peer = self.peer(machine)
        data = peer.files().get(name)
        if data is not None:
            peer.write(name, data + f"{line} {self.now_ms % 7}\n".encode())
            self.touch(name, "write")

    @rule(machine=machines, name=names, field=fields)
    def edit_field(self, machine: int, name: str, field: str) -> None:
        peer = self.peer(machine)
        data = peer.files().get(name, b"")
        if data.startswith(b"---\n") and field.partition(":")[0].encode() not in data:
            peer.write(name, data.replace(b"---\n\n", f"{field}\n---\n\n".encode(), 1))
            self.touch(name, "write")

    @rule(machine=machines, name=names, line=st.integers(0, 6), word=words)
    def edit_line(self, machine: int, name: str, line: int, word: str) -> None:
        peer = self.peer(machine)
        head, mark, body = peer.files().get(name, b"").partition(b"---\n\n")
        lines = body.splitlines(keepends=True)
        if mark and line < len(lines):
            lines[line] = f"{word} {machine}\n".encode()
            peer.write(name, head + mark + b"".join(lines))
            self.touch(name, "write")

    @rule(machine=machines, name=names)
    def change_line_ends(self, machine: int, name: str) -> None:
        peer = self.peer(machine)
        data = peer.files().get(name)
        if data is not None and b"\r" not in data:
            peer.write(name, data.replace(b"\n", b"\r\n"))
            self.touch(name, "write")

    @rule(machine=machines, name=names)
    def break_note(self, machine: int, name: str) -> None:
        broken = f"---\nname: [{self.now_ms}\n---\n\nx\n".encode()
        self.let_write(self.peer(machine), name, broken)
        self.sound = False

    @rule(machine=machines, name=names)
    def delete(self, machine: int, name: str) -> None:
        peer = self.peer(machine)
        if name in peer.files():
            peer.delete(name)
            # What is held was never sent, so its deletion is nobody else's.
            self.touch(name, "held" if name in peer.held() else "delete")

    @rule(machine=machines, old=names, new=names)
    def rename(self, machine: int, old: str, new: str) -> None:
        peer = self.peer(machine)
        files = peer.files()
        if old in files and new not in files and peer.holds(new):
            peer.write(
                new,
                files[old].replace(f"name: {old}".encode(), f"name: {new}".encode()),
            )
            peer.delete(old)
            self.touch(old, "rename")
            self.touch(new, "rename")

    @rule(machine=machines, name=names, text=words)
    def edit_index(self, machine: int, name: str, text: str) -> None:
        peer = self.peer(machine)
        if not peer.holds(name):
            return
        home, own = unlabel(name)
        index = label(note_path(home, "MEMORY"))
        data = peer.files().get(index, b"# Memory Index\n\n")
        entry = f"- [[{own}]]: ".encode()
        kept = [
            line
            for line in data.splitlines(keepends=True)
            if not line.startswith(entry)
        ]
        peer.write(index, b"".join(kept) + entry + f"{text}\n".encode())

    @rule(machine=machines, line=st.integers(0, 6), text=words)
    def edit_index_prose(self, machine: int, line: int, text: str) -> None:
        peer = self.peer(machine)
        lines = (
            peer.files().get("MEMORY", b"# Memory Index\n\n").splitlines(keepends=True)
        )
        lines.insert(min(line, len(lines)), f"{text} {machine}\n".encode())
        peer.write("MEMORY", b"".join(lines))

    @rule(machine=machines, home=st.sampled_from([USER, SHOP, CLAUDE]))
    def delete_index(self, machine: int, home: str) -> None:
        peer = self.peer(machine)
        if home in peer.homes:
            peer.delete(label(note_path(home, "MEMORY")))

    @rule(machine=machines, name=names)
    def write_secret(self, machine: int, name: str) -> None:
        text = note(name, [f"{SECRET.decode()} {self.now_ms}"])
        self.let_write(self.peer(machine), name, text, "secret")

    @rule(machine=machines, by=st.integers(-400, 400))
    def jump_clock(self, machine: int, by: int) -> None:
        peer = self.peer(machine)
        peer.drift_ms = int(timedelta(days=by).total_seconds() * 1000)

    def let_write(
        self, peer: Peer, name: str, data: bytes, what: str = "write"
    ) -> None:
        if peer.holds(name):
            peer.write(name, data)
            self.touch(name, what)

    # What happens to machines.

    @rule(machine=machines, home=others)
    def enrol(self, machine: int, home: str) -> None:
        self.peer(machine).enrol(home)
        self.joined = True

    @rule(machine=machines, home=others)
    def leave(self, machine: int, home: str) -> None:
        self.peer(machine).leave(home)
        self.joined = True

    @rule(machine=machines, mirror=st.booleans())
    def lose_state(self, machine: int, mirror: bool) -> None:
        peer = self.peer(machine)
        said = set(peer.said_purged().splitlines())
        if mirror and said - set(self._files().get(PURGED_FILE, b"").splitlines()):
            # A purge that nobody heard of is lost with the mirror that said it.
            self.secrets |= self.purged
            self.purged.clear()
        if mirror:
            # What no other history holds was never sent, and goes with this one.
            others = [p.history() for p in self.peers if p is not peer]
            remote = self.texts_at_the_remote()
            self.seen -= peer.history() - remote.union(*others)
        peer.lose_state(mirror=mirror)
        self.joined = True
        self.forgetful.add(peer.number)

    @rule(machine=machines)
    def damage_state(self, machine: int) -> None:
        peer = self.peer(machine)
        peer.damage_state()
        self.joined = True
        self.forgetful.add(peer.number)

    @precondition(lambda self: self.remote.main)
    @rule(name=names, text=words, age=st.integers(-500, 500), delete=st.booleans())
    def edit_on_the_web(self, name: str, text: str, age: int, delete: bool) -> None:
        seconds = self.now_ms // 1000 - int(timedelta(days=age).total_seconds())
        path = path_of(name)
        collides = self._files().keys() - {path}
        if any(blob.lower() == path.lower() for blob in collides):
            return  # a git host lets this pass, and every machine refuses it
        data = None if delete else note(name, ["web", text, str(self.now_ms)])
        self.note_edit(name, self._files().get(path), data)
        changes = {path: data, "README.md": f"{self.now_ms}\n".encode()}
        web_edit(self.remote, changes, max(seconds, 1))
        self.touch(name, "delete" if delete else "write")

    # A note that somebody wants gone.

    @rule(machine=machines, again=st.booleans())
    def write_private(self, machine: int, again: bool) -> None:
        peer = self.peer(machine)
        line = b"private %d\n" % self.now_ms
        self.secrets.add(line)
        old = peer.files().get(PRIVATE) if again else None
        peer.write(PRIVATE, (old or note(PRIVATE, [])) + line)
        self.touch(PRIVATE, "write")

    @rule(machine=machines, online=st.booleans())
    def purge(self, machine: int, online: bool) -> None:
        self.remote.online = online
        self.run_purge(self.peer(machine))
        self.remote.online = True

    @rule(machine=machines, step=cuts)
    def purge_that_is_killed(self, machine: int, step: int) -> None:
        peer = self.peer(machine)
        peer.mirror.kill_point.left = step
        self.run_purge(peer)
        peer.mirror.kill_point.left = None

    # Rounds.

    @rule(machine=machines)
    def sync(self, machine: int) -> None:
        self.run_round(self.peer(machine))

    @rule(machine=machines)
    def sync_offline(self, machine: int) -> None:
        self.remote.online = False
        self.run_round(self.peer(machine))
        self.remote.online = True

    @rule(machine=machines, step=cuts)
    def sync_that_is_killed(self, machine: int, step: int) -> None:
        peer = self.peer(machine)
        peer.mirror.kill_point.left = step
        self.run_round(peer)
        peer.mirror.kill_point.left = None

    @rule(machine=machines, name=names, step=st.none() | cuts, forget=st.booleans())
    def sync_that_is_stopped_between_edits(
        self, machine: int, name: str, step: int | None, forget: bool
    ) -> None:
        """Killed at a step, or refused where there is none."""
        peer = self.peer(machine)
        typo = b"typed by mistake\n"
        self.let_write(peer, name, peer.files().get(name, note(name, [])) + typo)
        peer.mirror.kill_point.left, peer.mirror.refused = step, step is None
        self.run_round(peer)
        peer.mirror.kill_point.left, peer.mirror.refused = None, False
        now = peer.files().get(name)
        if now is not None and forget:
            self.delete(machine, name)
        elif now is not None:
            self.let_write(peer, name, now.replace(typo, b""))

    @rule(machine=machines, name=names, line=words)
    def sync_while_an_agent_writes(self, machine: int, name: str, line: str) -> None:
        peer = self.peer(machine)
        if not peer.holds(name):
            return
        late = note(name, [line, "meanwhile"])
        peer.mirror.meanwhile = lambda: peer.write(name, late)
        self.run_round(peer, written=name)
        peer.mirror.meanwhile = None
        self.touch(name, "write")

    @rule(machine=machines, other=machines)
    def sync_while_another_syncs(self, machine: int, other: int) -> None:
        peer, faster = self.peer(machine), self.peer(other)
        if peer is not faster:
            peer.mirror.meanwhile = lambda: self.let_sync(faster)
        self.run_round(peer)
        peer.mirror.meanwhile = None

    def let_sync(self, peer: Peer) -> None:
        self.run_round(peer)

    @rule()
    def settle(self) -> None:
        """All machines sync until nothing changes; then they must agree."""
        for _ in range(12):
            self.now_ms += 1000
            changed = [self.run_round(peer) for peer in self.peers]
            if not any(changed):
                break
        else:
            pytest.fail("the machines never agree")
        self.check_agreement()
        self.check_history()
        self.check_deletions()
        self.check_latest()
        self.settled = self._notes()
        self.touched.clear()
        self.latest.clear()
        self.apart.clear()
        self.joined = False
