"""Prints what a round did, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Exit

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.sync.state.result import Result

# The most fingerprints to name; a hostile remote may send thousands.
_FEW = 5


def report(session: Session, result: Result, *, dry_run: bool) -> int:
    """Print one round's result; return the exit code."""
    code = speak(session, result)
    session.emit(result.data(), text(result, dry_run=dry_run))
    if result.trouble is not None:
        queued = "saved and queued; " if result.queued else ""
        session.warn(f"{queued}{result.trouble.message}", result.trouble.hint)
    return code


def speak(session: Session, result: Result) -> int:
    """Print what a person has to act on; return the exit code."""
    for message, hint in result.warnings:
        session.warn(message, hint)
    for name, hold in sorted(result.held.items()):
        session.warn(f"'{name}' stays here: {hold.reason}")
    for each in result.conflicts:
        session.warn(each.sentence)
    if result.unconfirmed:
        _tell_unconfirmed(session, result.unconfirmed)
    for path in result.strays:
        _tell_stray(session, path)
    for name in result.left:
        session.say(
            f"'{name}' was being written during the sync; the next one sends it"
        )
    if result.trouble is not None:
        return result.trouble.exit_code
    if result.refused is not None:
        return result.refused.exit_code
    # In a git hook a held note is not an error: it must not block a project's commit.
    return Exit.FOUND if result.held and not result.detach else Exit.DONE


def _tell_unconfirmed(session: Session, fingerprints: list[str]) -> None:
    """Name the fingerprints that the remote allows, but this machine does not."""
    few = ", ".join(fingerprints[:_FEW])
    more = f" and {len(fingerprints) - _FEW} more" if len(fingerprints) > _FEW else ""
    session.warn(
        f"the remote allows secrets by fingerprint: {few}{more}; not on this machine",
        f"if another machine of yours did that: `memsync scan --confirm"
        f" {fingerprints[0]}`",
    )


def _tell_stray(session: Session, path: str) -> None:
    """Say that a note in a sub-folder is not synced, and suggest another name."""
    from memsync.memory.note.names import slug
    from memsync.sync.tree.layout import PROJECTS, label

    own = path.split("/", 2 if path.startswith(f"{PROJECTS}/") else 1)[-1]
    better = slug(own.removesuffix(".md").replace("/", " "))
    session.warn(
        f"'{label(path)}' is in a sub-folder, where no agent looks for notes; it stays"
        " here",
        f"as '{better}.md' in the memory folder it would be sent",
    )


def text(result: Result, *, dry_run: bool) -> str:
    """What a round did, one line for each note."""
    from memsync.terminal import printable

    would = "would be " if dry_run else ""
    said = {name: f"{name} (deleted)" for name in result.deleted}
    lines = [f"{would}sent: {said.get(name, name)}" for name in result.sent]
    lines += [f"{would}received: {said.get(name, name)}" for name in result.received]
    lines += [f"{would}purged: {name}" for name in result.purged]
    # What both a save and an exchange merged is one note for a person.
    merged = dict.fromkeys(each.label for each in result.merged)
    lines += [f"{would}merged: {name}" for name in merged]
    lines += [f"{would}archived: {version}" for version in result.archived]
    return "".join(f"{printable(line)}\n" for line in lines)
