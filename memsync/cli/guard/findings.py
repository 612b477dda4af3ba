"""What one `memsync scan` found, how it is printed, and the exit code that follows."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.guard.allowing import allow_list
from memsync.cli.guard.sources import held_in_tracked
from memsync.errors import Exit
from memsync.secrets.doubts.levels import at_least
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.guard.checks.secret import Held
    from memsync.guard.scan.many import Judged
    from memsync.secrets.allow import AllowList
    from memsync.workspace.repository.roots import GitRoot


class Findings:
    """One scan: the files it read, its findings, and what it could not read."""

    def __init__(
        self,
        session: Session,
        root: GitRoot | None,
        *,
        show_allowed: bool,
        least: str,
    ) -> None:
        self.session = session
        self.show_allowed = show_allowed
        self._least = least
        self.scanned = 0
        self.unread: list[str] = []
        self.findings: list[dict[str, object]] = []
        self.allowed: list[dict[str, object]] = []
        self._listed: AllowList | None = None
        self._root = root
        self._used: set[str] = set()

    @property
    def listed(self) -> AllowList:
        """The allow list, read on first use."""
        if self._listed is None:
            self._listed = allow_list(self.session, self._root)
        return self._listed

    def judge(self, judged: Judged) -> None:
        """Take in what was found in one file, or say why it cannot be read."""
        path = judged.path
        if judged.unread:
            self.unread.append(f"'{printable(path)}': {judged.unread}")
            self.session.warn(self.unread[-1])
            return
        self.scanned += 1
        for one in judged.held:
            if not at_least(one.confidence, self._least):
                continue
            entry = self._entry(path, one)
            if one.allowed or self._is_listed(one):
                entry["allowed_by"] = "marker" if one.allowed else ".memsync-allow"
                self.allowed.append(entry)
            else:
                self.findings.append(entry)

    def _is_listed(self, one: Held) -> bool:
        listed = self.listed.allows(one.rule, one.value)
        if listed:
            self._used |= self.listed.used(one.rule, one.value)
        return listed

    def _entry(self, path: str, one: Held) -> dict[str, object]:
        entry: dict[str, object] = {
            "path": path,
            "line": one.line,
            "column": one.column,
            "rule": one.rule,
            "confidence": one.confidence,
            "length": one.length,
            "fingerprint": self.listed.fingerprint(one.rule, one.value),
        }
        if self.session.verbose:
            from memsync.secrets import reasons

            entry["reasons"] = reasons.of(one.rule, one.value, one.why)
        return entry

    def report_stale(self, *, complete: bool) -> None:
        """Warn of allowed fingerprints that match nothing any more."""
        if not complete or self._root is None:
            return
        if self.listed.fingerprints - self._used:
            for one in held_in_tracked(self.session, self._root):
                self._is_listed(one)
        for fingerprint in sorted(self.listed.fingerprints - self._used):
            self.session.say(
                f"the allowed fingerprint {fingerprint} matches nothing that the hook"
                " checks: remove it from .memsync-allow, unless another file needs it"
            )

    def emit(self, *, sarif: bool, chosen: bool = False) -> int:
        """Print the result and return the exit code.

        `chosen`: arguments say what was scanned, so `--allow` needs them, too.
        """
        data: dict[str, object] = {"findings": self.findings, "scanned": self.scanned}
        if self.show_allowed:
            data["allowed"] = self.allowed
        if self.unread:
            error = {"code": "file", "message": self.unread[0], "hint": None}
            data["error"] = error
        if sarif:
            import json

            from memsync.guard.report.sarif import document

            text = json.dumps(document(self.findings), indent=2) + "\n"
            sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        else:
            self.session.emit(data, self._text())
        level = self.session.settings(self._root and self._root.top).text("guard.block")
        blocking = [f for f in self.findings if at_least(str(f["confidence"]), level)]
        if blocking and not self.session.json and not sarif:
            self._advise(len(blocking), chosen=chosen)
        if self.unread:
            return Exit.BROKEN
        return Exit.FOUND if blocking else Exit.DONE

    def _text(self) -> str:
        lines = [_line(entry) for entry in self.findings]
        if self.show_allowed:
            lines += [f"{_line(e)}, allowed by {e['allowed_by']}" for e in self.allowed]
        return "".join(line + "\n" for line in lines)

    def _advise(self, count: int, *, chosen: bool) -> None:
        from memsync.guard.report.report import MENDS

        found = "1 secret" if count == 1 else f"{count} secrets"
        self.session.warn(f"found {found}", MENDS)
        click.echo(
            "hint: a false alarm? put <!-- memsync:allow RULE --> on the line above, "
            "or run `memsync scan --allow FINGERPRINT`"
            + (" with the same arguments" if chosen else ""),
            err=True,
        )


def _line(entry: dict[str, object]) -> str:
    from memsync.guard.report.report import how_sure

    line = (
        f"{printable(str(entry['path']))}:{entry['line']}:{entry['column']}: "
        f"{entry['rule']}, {entry['length']} bytes, fingerprint {entry['fingerprint']}"
        + how_sure(str(entry["confidence"]))
    )
    said = entry.get("reasons")
    return f"{line}\n  because {'; '.join(said)}" if isinstance(said, list) else line
