"""The round in which a few notes were edited here and nothing else happened.

It does what a whole round would, from the same state to the same state, but its
work grows with what changed and not with the memory. Wherever anything is out of
the ordinary it leaves the rest, or all of it, to the whole round.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync import lock
from memsync.errors import Unreachable
from memsync.sync import listing, snapshot, stat_text
from memsync.sync.clock import tick
from memsync.sync.commit import commit_bytes
from memsync.sync.form import canonical
from memsync.sync.layout import (
    FORMAT,
    INDEX_NAME,
    MERGE_NUMBER,
    USER,
    Item,
    Vault,
    blob_id,
    note_path,
    vault_bytes,
)
from memsync.sync.look import MEMORY_WAIT
from memsync.sync.state import Base

if TYPE_CHECKING:
    from memsync.sync.ledger import Ledger
    from memsync.sync.mirror import Mirror
    from memsync.sync.result import Result
    from memsync.sync.round import Desk
    from memsync.sync.snapshot import Rules
    from memsync.sync.stat_text import Line, StatText

_FEW = 50


class _Edits(NamedTuple):
    """What changed in the folder since the last round."""

    files: dict[str, bytes]
    """By path in the tree."""
    text: StatText
    """What is to be remembered of the folder now."""


class Short(NamedTuple):
    """A round that may be a short one; build it, then `run`."""

    desk: Desk
    mirror: Mirror
    ledger: Ledger
    result: Result

    def run(self) -> bool:
        """Run the round; False where a whole one has to go on from here.

        What the remote refused or did not answer is the result's `trouble`. Raises
        `Locked` and `OSError`.
        """
        tip = self._agreed_tip()
        if tip is None:
            return False
        edits = self._look(tip)
        if edits is None:
            return False
        if not edits.files:
            return self._idle(edits, tip)
        made = self._save(edits, tip)
        return made is not None and self._send(edits, tip, made)

    def _agreed_tip(self) -> str | None:
        """The commit that folder, mirror and remote agreed on, if they all did."""
        desk, state = self.desk, self.ledger.state
        base, tip = state.base, self.mirror.tip()
        usual = (
            base is not None
            and base.commit == tip
            and not base.left
            and not state.held
            and not state.barred
            and state.purged is None
            and state.clock is not None
            and state.vault is not None
            and state.queued_since is None
        )
        agreed = not desk.remote or self.mirror.agreed() == tip
        return tip if usual and agreed and not desk.detach else None

    def _look(self, tip: str) -> _Edits | None:
        desk = self.desk
        rules = desk.user.rules(self.ledger.state)
        text = stat_text.load(desk.user.stat_file)
        if (
            text is None
            or text.commit != tip
            or text.key != rules.key
            or rules.exclude
            or rules.elsewhere
            # Once a day a whole round looks for archived versions to let go of.
            or text.day != desk.now.utc.strftime("%Y-%m-%d")
        ):
            return None
        folder = os.fspath(desk.user.memory.folder)
        with lock.hold(desk.user.memory.lock, what="sync", wait=MEMORY_WAIT):
            try:
                changes = listing.changes(
                    text.listing,
                    folder,
                    os.fspath(desk.user.memory.archive),
                    desk.who.now_ms * 1_000_000,
                    _FEW,
                )
            except OSError:
                return None  # the whole round says so
            return None if changes is None else self._read(text, changes, rules)

    def _read(
        self, text: StatText, changes: list[tuple[str, int, int]], rules: Rules
    ) -> _Edits | None:
        lines: list[Line] = []
        files: dict[str, bytes] = {}
        for name, begin, end in changes:
            known = text.verdicts[text.verdict_at(begin)] if begin < end else None
            if name.startswith(listing.ARCHIVE):
                line = self._versions(name, begin, end, text)
            elif known is None and not _is_plain(name, text):
                return None
            else:
                line = self._note(name, begin, end, rules, files, known)
            if line is None:
                return None
            lines.append(line)
        # What is sent of the memory index depends on the notes that stay here.
        if note_path(USER, INDEX_NAME) in files and any(
            len(verdict) != 40
            for verdict in text.verdicts[: text.verdict_at(_archive_at(text.listing))]
        ):
            return None
        return _Edits(files, text.with_lines(lines))

    def _note(
        self,
        name: str,
        begin: int,
        end: int,
        rules: Rules,
        files: dict[str, bytes],
        known: str | None,
    ) -> Line | None:
        """A note as it is now; None unless it is simply another text."""
        found = snapshot.look_at(
            self.desk.user.memory.folder / f"{name}.md",
            name,
            rules,
            self.desk.who.now_ms * 1_000_000,
        )
        if found is None:
            return None
        remembered, data = found
        # A longer one held a reason to stay here.
        if known is not None and len(known) != 40:
            return None
        if remembered.verdict != known:
            files[note_path(USER, name)] = data
        return stat_text.Line(name, begin, end, *remembered)

    def _versions(self, name: str, begin: int, end: int, text: StatText) -> Line | None:
        """A note's folder in the archive; None where a version of it is to be sent."""
        note = name.removeprefix(listing.ARCHIVE)
        known = text.verdicts[text.verdict_at(begin)] if begin < end else ""
        folder = self.desk.user.memory.archive / note
        now_ns = self.desk.who.now_ms * 1_000_000
        word = listing.signature(folder.stat(), now_ns)
        stems = sorted(p.stem for p in folder.iterdir() if p.suffix == ".md")
        before = known.split(",") if known else []
        for stem in stems:
            if stem not in before:
                data = (folder / f"{stem}.md").read_bytes()
                if blob_id(canonical(data)) != text.verdict_of(note):
                    return None
        return stat_text.Line(name, begin, end, word, ",".join(stems))

    def _idle(self, edits: _Edits, tip: str) -> bool:
        if self.desk.remote:
            try:
                if self.mirror.remote_tip() != tip:
                    return False
            except Unreachable as trouble:
                self.result.head, self.result.trouble = tip, trouble
                return True
        self.ledger.cache_text(edits.text, tip)
        self.ledger.succeed()
        self.ledger.write()
        self.result.head = tip
        return True

    def _save(self, edits: _Edits, tip: str) -> str | None:
        """Commit the edits on top of `tip` and move main there."""
        state, who = self.ledger.state, self.desk.who
        assert state.vault is not None  # noqa: S101 -- `_agreed_tip` looked
        assert state.clock is not None  # noqa: S101 -- as above
        clock = tick(who.now_ms, who.machine, state.clock)
        vault = Item(blob_id(vault_bytes(Vault(FORMAT, MERGE_NUMBER, state.vault))))
        made = self.mirror.amend(
            tip, edits.files, vault, lambda top: commit_bytes(top, [tip], clock)
        )
        if made is not None:
            self.mirror.advance(made, tip)
            self.ledger.state = replace(state, base=Base(made, {}), clock=clock)
        return made

    def _send(self, edits: _Edits, tip: str, made: str) -> bool:
        desk, result = self.desk, self.result
        result.head, result.changed = made, True
        if desk.remote:
            try:
                took = (
                    self.mirror.remote_tip() == tip
                    and self.mirror.publish(made, desk.budget)
                    and self.mirror.remote_tip() == made
                )
            except Unreachable as trouble:
                result.trouble, result.queued = trouble, True
                self.ledger.queue(waiting=True)
                self.ledger.write()
                return True
            if not took:
                return False
            self.mirror.advance(made, made, made)
        self.ledger.cache_text(edits.text, made)
        self.ledger.succeed()
        self.ledger.write()
        self.mirror.tidy()
        names = {path.removeprefix(f"{USER}/")[:-3] for path in edits.files}
        result.sent = sorted(names - {INDEX_NAME})
        return True


def _is_plain(name: str, text: StatText) -> bool:
    """Whether a new name collides with none on any machine, as is plain to see."""
    known = "\0" + text.listing
    return (
        name.isascii()
        and name == name.lower()
        and known.isascii()
        and f"\0{name}\0" not in known.lower()
    )


def _archive_at(text: str) -> int:
    """Where the archive's folders begin in a listing."""
    if text.startswith(listing.ARCHIVE):
        return 0
    found = text.find("\0" + listing.ARCHIVE)
    return len(text) if found < 0 else found + 1
