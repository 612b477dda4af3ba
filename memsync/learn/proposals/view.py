"""Compares proposals with the present memories. Only reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.learn.fact import merged
from memsync.learn.likeness import told
from memsync.learn.proposal import Known, KnownNote, KnownSkill, Proposal
from memsync.learn.proposals import words
from memsync.learn.proposals.decisions import Decisions
from memsync.learn.proposals.drawing import (
    action_of,
    changes_nothing,
    diff,
    drawn,
    file_of,
    sessions_of,
)
from memsync.learn.proposals.pending import ACCEPTED, REJECTED, WAITING, load
from memsync.learn.proposals.similar import Written
from memsync.memory.archive import learned
from memsync.memory.note.names import Scope
from memsync.memory.note.note import Note

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from memsync.learn.fact import Source
    from memsync.learn.proposal import Draft
    from memsync.learn.proposals.pending import Kept
    from memsync.learn.proposals.place import Place
    from memsync.memory.store.store import Store


class View:
    """The memories that one repository's sessions can change, and what waits for it."""

    def __init__(self, place: Place, today: date) -> None:
        self.place = place
        self.decisions = Decisions(place)
        self._today = today

    def known(self) -> Known:
        """The notes, the summary and the skills, as a model sees them.

        Leaves out notes that must stay on this machine (`sync: false`).
        """
        notes = [
            KnownNote(
                *(name, scope, note.type, note.description, note.body.strip()),
                learned=self.is_ours(data),
            )
            for scope, name, note, data in self._notes()
            if note.sync
        ]
        store = self.place.learned(Scope.WORKSPACE)
        summary = (store and store.live(learned.SUMMARY)) or b""
        text = summary.decode("utf-8", "replace")
        return Known(tuple(notes), text, tuple(self._skills()))

    def pending(self) -> tuple[Proposal, ...]:
        """The waiting proposals, the oldest first, compared with the present memory.

        Leaves out proposals that no longer change anything.
        """
        found = (self.seen(kept) for kept in self.kept())
        return tuple(proposal for proposal in found if proposal is not None)

    def rejected(self) -> tuple[Proposal, ...]:
        """The proposals rejected on this machine, the most recent first."""
        waiting = {kept.id for kept in self.kept()}
        found = [kept for kept in self.kept(REJECTED) if kept.id not in waiting]
        found.sort(key=lambda kept: (kept.moment, kept.made), reverse=True)
        return tuple(map(self._against_memory, found))

    def kept(self, folder: str = WAITING) -> list[Kept]:
        """The stored proposals of this repository, the oldest first."""
        found = load(self.place.folder / folder)
        return [kept for kept in found if self.place.is_here(kept.project)]

    def seen(self, kept: Kept) -> Proposal | None:
        """Compare a proposal with the present memory; None if it changes nothing."""
        changes = not changes_nothing(kept.draft, *self.before_and_after(kept.draft))
        return self._against_memory(kept) if changes else None

    def _against_memory(self, kept: Kept) -> Proposal:
        draft = kept.draft
        old, new = self.before_and_after(draft)
        shown = diff(file_of(draft), old, new)
        action = action_of(draft, old)
        return Proposal(kept.id, action, draft, shown, kept.run, kept.made)

    def before_and_after(self, draft: Draft) -> tuple[bytes | None, bytes | None]:
        """The present file, and the file after accepting."""
        old = self.live(draft)
        committed = self.place.committed
        return old, drawn(draft, old, self._today, committed=committed)

    def live(self, draft: Draft) -> bytes | None:
        """The present bytes of the file. Raises `Refused` for a symlink."""
        store = self._store(draft)
        return None if store is None else store.live(file_of(draft))

    def is_a_persons(self, draft: Draft) -> bool:
        """Whether accepting would replace or remove what a person wrote or changed."""
        old = self.live(draft)
        return old is not None and not self.is_ours(old)

    def why_by_hand(self, draft: Draft) -> str:
        """Why a person must review this draft alone; empty if that is not necessary.

        `accept --all` and a run without review leave such drafts waiting.
        """
        if draft.kind == "skill":
            return "it is a skill: agents will follow its steps"
        if not draft.trusted:
            return (
                "not all of it rests on a person's words: an agent or a tool said some"
            )
        if self.is_a_persons(draft):
            return "a person wrote or changed the note that it would replace"
        return ""

    def is_ours(self, data: bytes) -> bool:
        """Whether learning wrote exactly these bytes, on any machine."""
        return self.decisions.has("wrote", words.of_bytes(data))

    def written(self) -> dict[Scope, list[Written]]:
        """The notes of each scope, with the sources that they were learned from."""
        sources: dict[tuple[Scope, str], list[Source]] = {}
        for draft in (kept.draft for kept in load(self.place.folder / ACCEPTED)):
            if draft.kind == "note":
                sources.setdefault((draft.scope, draft.name), []).extend(draft.sources)
        found: dict[Scope, list[Written]] = {scope: [] for scope in Scope}
        for scope, name, note, data in self._notes():
            known = merged(sources.get((scope, name), ()))
            found[scope].append(
                Written(
                    *(name, note.description, note.type, note.body),
                    ours=self.is_ours(data),
                    sessions=sessions_of(note),
                    sources=known,
                    told=told(note.body, known),
                )
            )
        return found

    def _notes(self) -> Iterator[tuple[Scope, str, Note, bytes]]:
        for scope in Scope:
            store = self.place.notes(scope)
            for found in store.entries() if store else ():
                if not found.unread:
                    yield scope, found.name, found.note, found.data

    def _skills(self) -> Iterator[KnownSkill]:
        store = self.place.learned(Scope.WORKSPACE)
        if store is None:
            return
        for name in sorted(name for name, _ in learned.entries(store.memory.folder)):
            skill = learned.skill_of(name)
            data = store.live(name) if skill else None
            if skill and data is not None:
                note = Note.parse(data)
                yield KnownSkill(skill, note.description, note.body.strip())

    def _store(self, draft: Draft) -> Store | None:
        if draft.kind in ("note", "retire"):
            return self.place.notes(draft.scope)
        return self.place.learned(draft.scope)
