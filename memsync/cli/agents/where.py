"""What the verbs about agents' folders share: the memory, and printing results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Exit
from memsync.memory.note.names import Scope
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.agents.transfer.item import Diff, Transfer
    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened

# The most lines of one file's diff that are printed.
_LONGEST_DIFF = 400


def scope_of(text: str | None) -> Scope:
    """The scope given by `--scope`; workspace by default."""
    return Scope.parse(text) if text else Scope.WORKSPACE


def store_of(opened: Opened, scope: Scope) -> Store | None:
    """The memory of a scope, if it exists."""
    return next((store for store in opened.stores if store.scope is scope), None)


def shown(done: Transfer, *, dry_run: bool) -> bytes:
    """The result for people: one line for each item, and a dry run's diffs."""
    lines = []
    would = "would be " if dry_run else ""
    for item in done.items:
        if item.action == "unchanged" and not item.lost:
            continue
        where = f"  {printable(item.source)}" if item.source else ""
        name = f"  {printable(item.name)}" if item.name else ""
        verb = item.action
        if verb in ("created", "updated", "removed"):
            verb = f"{would}{verb}"  # type: ignore[assignment]  # for people
        more = f": {printable(item.reason)}" if item.reason else ""
        lost = f" (loses {', '.join(map(printable, item.lost))})" if item.lost else ""
        lines.append(f"{verb}{name}{where}{more}{lost}\n")
    text = "".join(lines)
    if dry_run:
        text += "".join(map(_diff, done.diffs))
    return text.encode("utf-8", "replace")


def _diff(diff: Diff) -> str:
    from difflib import unified_diff

    name = printable(diff.path)
    before, after = (
        data.decode("utf-8", "replace").splitlines(keepends=True)
        for data in (diff.before, diff.after)
    )
    lines = unified_diff(before, after, f"a/{name}", f"b/{name}")
    kept = []
    for number, line in enumerate(lines):
        if number == _LONGEST_DIFF:
            kept.append("…\n")
            break
        kept.append(line if line.endswith("\n") else line + "\n")
    return printable_block("".join(kept))


def say(session: Session, done: Transfer) -> None:
    """Say the warnings about the whole transfer, and how many items were unchanged."""
    for message, hint in done.warnings:
        session.warn(message, hint)
    if done.said:
        session.say(done.said)
    same = sum(item.action == "unchanged" for item in done.items)
    if same:
        what = "note is" if same == 1 else "notes are"
        session.say(
            f"{same} {what} as they were" if same > 1 else f"1 {what} as it was"
        )


def code_of(done: Transfer, *, strict: bool) -> int:
    """1 if a person has to act, or for a loss under `--strict`; else 0."""
    return Exit.FOUND if done.odd or (strict and done.lossy) else Exit.DONE
