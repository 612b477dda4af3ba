"""What one `memsync scan` found, how it is printed, and the exit code that follows."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.guard.allowing import allow_list
from memsync.cli.guard.sources import held_in_tracked
from memsync.errors import Exit
from memsync.guard.report.report import PRIVATE_MEMORY
from memsync.secrets.doubts.levels import HIGH, at_least
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
        self._files: list[Judged] = []
        """The file of each finding."""
        self.allowed: list[dict[str, object]] = []
        self._listed: AllowList | None = None
        self._root = root
        # Settings that cannot be read are said once, before anything else.
        self._blocks = session.settings(root and root.top).text("guard.block")
        self._used: set[str] = set()

    @property
    def listed(self) -> AllowList:
        """The allow list, read on first use."""
        if self._listed is None:
            self._listed = allow_list(self.session, self._root)
        return self._listed

    def judge(self, judged: Judged) -> None:
        """Take in what was found in one file, or say why it cannot be read."""
        if judged.unread:
            self.unread.append(f"'{printable(judged.path)}': {judged.unread}")
            self.session.warn(self.unread[-1])
            return
        self.scanned += 1
        if judged.private:
            self._take(self._private_entry(judged), judged)
        for one in judged.held:
            if not at_least(one.confidence, self._least):
                continue
            entry = self._entry(judged.place, one)
            if one.allowed or self._is_listed(one):
                entry["allowed_by"] = "marker" if one.allowed else ".memsync-allow"
                self.allowed.append(entry)
            else:
                self._take(entry, judged)

    def _take(self, entry: dict[str, object], judged: Judged) -> None:
        self.findings.append(entry)
        self._files.append(judged)

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

    def _private_entry(self, judged: Judged) -> dict[str, object]:
        """A finding that is a whole file, and that nothing allows."""
        path = os.fsencode(judged.path)
        entry: dict[str, object] = {
            "path": judged.place,
            "line": 1,
            "column": 1,
            "rule": PRIVATE_MEMORY,
            "confidence": HIGH,
            "length": 0,
            "fingerprint": self.listed.fingerprint(PRIVATE_MEMORY, path),
        }
        if self.session.verbose:
            entry["reasons"] = ["git ignores it, or it is a link to a memory"]
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
            self._print_sarif()
            if not sys.stdout.isatty():
                # Into a file or a pipe: the log of a CI job shows what was found.
                click.echo(self._text(), nl=False, err=True)
        else:
            self.session.emit(data, self._text())
        blocking = [
            f for f in self.findings if at_least(str(f["confidence"]), self._blocks)
        ]
        if not self.session.json:
            secrets = [f for f in blocking if f["rule"] != PRIVATE_MEMORY]
            if secrets:
                self._advise(len(secrets), chosen=chosen)
            self._advise_on_private()
        if self.unread:
            return Exit.BROKEN
        return Exit.FOUND if blocking else Exit.DONE

    def _print_sarif(self) -> None:
        import json

        from memsync.guard.report.sarif import Place, address, document

        cwd = Path.cwd()
        base = self._root.top if self._root else cwd
        places = [
            Place("-" if j.path == "-" else address(j.path, cwd, base), j.commit)
            for j in self._files
        ]
        text = json.dumps(document(self.findings, places), indent=2) + "\n"
        sys.stdout.buffer.write(text.encode())

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

    def _advise_on_private(self) -> None:
        from memsync.guard.report.report import IS_PRIVATE, TEAM, unstages

        private = [judged for judged in self._files if judged.private]
        if not private:
            return
        if private[0].commit:
            self.session.warn(
                "this memory is private, and is published with these commits",
                "take it out of them before they are pushed, as with `git rebase -i`"
                f" and `git rm -r --cached`; {TEAM}",
            )
        else:
            paths = [os.fsencode(judged.path) for judged in private]
            self.session.warn(IS_PRIVATE, unstages(paths, self.session.environ))


def _line(entry: dict[str, object]) -> str:
    from memsync.guard.report.report import how_sure, private_line

    place = printable(str(entry["path"]))
    if entry["rule"] == PRIVATE_MEMORY:
        line = private_line(place)
    else:
        line = (
            f"{place}:{entry['line']}:{entry['column']}: {entry['rule']}, "
            f"{entry['length']} bytes, fingerprint {entry['fingerprint']}"
            + how_sure(str(entry["confidence"]))
        )
    said = entry.get("reasons")
    return f"{line}\n  because {'; '.join(said)}" if isinstance(said, list) else line
