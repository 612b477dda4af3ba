"""Refuses secrets: every write to a memory is scanned here first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.files import atomic
from memsync.memory.note.names import SUFFIX

if TYPE_CHECKING:
    from memsync.memory.change.base import BaseStore
    from memsync.memory.note.records import MemoryFolder
    from memsync.secrets.finding import Finding


def refuse_secrets(store: BaseStore, name: str, new: bytes, old: bytes | None) -> None:
    """Raise `Refused` if `new` contains a secret that `old` does not.

    Only for findings at least as sure as `guard.block`. An old secret does not block an
    edit that keeps or removes it. The message has the place and the rule, never the
    value.
    """
    finding = first_secret(store, new, old)
    if finding is not None:
        raise Refused(
            f"'{name}{SUFFIX}' line {finding.line}, column {finding.column}:"
            f" looks like a secret ({finding.rule}, {finding.length} characters);"
            " nothing was written",
            hint="keep it in a password manager and note only where it is; if it"
            " is no secret, write"
            f" <!-- memsync:allow {finding.rule} --> on its line",
            word="secret",
        )


def first_secret(store: BaseStore, new: bytes, old: bytes | None) -> Finding | None:
    """The first secret in `new` that is neither in `old` nor allowed.

    Only findings at least as sure as `guard.block` count.
    """
    from memsync.memory.files import confirmed
    from memsync.secrets.doubts.levels import at_least
    from memsync.secrets.scan import scan

    level = store.settings.text("guard.block")
    findings = [found for found in scan(new) if at_least(found.confidence, level)]
    if not findings:
        return None
    before = Counter(
        (finding.rule, (old or b"")[finding.start : finding.end])
        for finding in scan(old or b"")
    )
    here = confirmed.read(store.memory.confirmed_file)
    allowed = confirmed.counting(_allow_file(store.memory), here)
    for finding in findings:
        value = new[finding.start : finding.end]
        if allowed.allows(finding.rule, value):
            continue
        if before[finding.rule, value]:
            before[finding.rule, value] -= 1
            continue
        return finding
    return None


def _allow_file(memory: MemoryFolder) -> bytes:
    try:
        return atomic.read_regular(memory.allow_file, limit=1 << 20)
    except (FileNotFoundError, NotADirectoryError):
        return b""
