"""The secrets check: selects the findings in a file that stop a commit."""

from __future__ import annotations

from memsync.secrets.scan import scan_all

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.guard.checks.staged import File
    from memsync.secrets.finding import Finding


class Held:
    """One finding that stops a commit."""

    __slots__ = (
        "allowed",
        "column",
        "confidence",
        "length",
        "line",
        "path",
        "rule",
        "value",
        "why",
    )

    def __init__(
        self, path: bytes, finding: Finding, value: bytes, *, allowed: bool
    ) -> None:
        self.path = path
        self.allowed = allowed
        """Whether a marker in the text allows it."""
        self.rule = finding.rule
        self.line = finding.line
        self.column = finding.column
        self.confidence = finding.confidence
        self.why = finding.why
        """The reasons for the confidence."""
        self.length = finding.length
        self.value = value
        """Only for its fingerprint; never printed."""

    def __repr__(self) -> str:
        """A text without the value, which may be logged."""
        return f"Held({self.path!r}, {self.rule!r}, {self.line}, {self.column})"


def check(files: Iterable[File], *, with_allowed: bool = False) -> list[Held]:
    """The findings in these files that no marker allows.

    For a file judged as a commit's change, only findings on lines count that no parent
    has.
    """
    held = []
    for file in files:
        found = [f for f in scan_all(file.data) if with_allowed or not f[1]]
        if found and file.staged:
            from memsync.guard.checks.added import added_lines

            added = added_lines(file.data, file.parents)
            found = [f for f in found if _lines_of(f[0], file.data) & added]
        held += [
            Held(file.path, f, file.data[f.start : f.end], allowed=allowed)
            for f, allowed in found
        ]
    return held


def _lines_of(finding: Finding, data: bytes) -> set[int]:
    last = finding.line + data.count(b"\n", finding.start, finding.end)
    return set(range(finding.line, last + 1))
