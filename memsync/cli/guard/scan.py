"""`memsync scan`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Broken, Exit
from memsync.secrets.confidence import LEVELS, LOW, at_least
from memsync.terminal import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.guard.checks.secret import Held
    from memsync.guard.checks.staged import File
    from memsync.guard.scan.many import Judged
    from memsync.secrets.allow import AllowList
    from memsync.workspace.repository.roots import GitRoot


@click.command()
@click.argument("paths", metavar="[PATH…|-]", nargs=-1)
@click.option("--staged", is_flag=True, help="Scan what the next commit would add.")
@click.option(
    "--history", metavar="RANGE", help="Scan what the commits in RANGE added."
)
@click.option(
    "--allow", metavar="FINGERPRINT", help="Allow this false alarm from now on."
)
@click.option(
    "--confirm",
    metavar="FINGERPRINT",
    help="Accept a fingerprint from the remote on this machine.",
)
@click.option(
    "--show-allowed",
    is_flag=True,
    help="List allowed findings, too, and what allows them.",
)
@click.option(
    "--min-confidence",
    type=click.Choice(LEVELS),
    default=LOW,
    help="Leave out findings of lower confidence.",
)
@click.option("--sarif", is_flag=True, help="Print the findings as SARIF 2.1.0.")
@click.option(
    "--redact", is_flag=True, help="Print the text with each secret replaced."
)
@json_option
@pass_session
def command(
    session: Session,
    paths: tuple[str, ...],
    staged: bool,
    history: str | None,
    allow: str | None,
    confirm: str | None,
    show_allowed: bool,
    min_confidence: str,
    sarif: bool,
    redact: bool,
) -> int:
    """Scan files, folders, stdin, commits or notes for secrets.

    Without PATH it reads the notes of the memories that apply here. Exits 1 when it
    finds any as sure as `guard.block` says (medium) or more, 16 when a file cannot be
    read. `--redact FILE` or `--redact -` prints one text with `[redacted RULE]` for
    each secret, and exits 0.

    \b
    Examples:
      memsync scan
      memsync scan --staged
    """
    from memsync.workspace.repository.roots import find_root

    if bool(paths) + staged + (history is not None) > 1:
        raise BadUsage("give PATHs, --staged or --history, not several of them")
    if redact:
        given = allow is not None or confirm is not None
        if len(paths) != 1 or given or show_allowed or sarif:
            raise BadUsage(
                "--redact takes one file and no other option",
                hint="such as `memsync scan --redact notes.txt`, or - for stdin",
            )
        return _redact(session, paths[0])
    root = find_root(session.cwd, session.environ)
    if allow is not None:
        return _allow(session, root, allow)
    if confirm is not None:
        return _confirm(session, confirm)
    os.chdir(session.cwd)
    run = _Run(session, root, show_allowed=show_allowed, least=min_confidence)
    sources = _sources(session, root, paths, staged=staged, history=history)
    for judged in sources:
        run.judge(judged)
    run.report_stale(complete=not paths and not staged and history is None)
    return run.emit(sarif=sarif)


def _redact(session: Session, path: str) -> int:
    """Print a text without its secrets, and say on stderr which there were."""
    from collections import Counter

    from memsync.guard.scan import walk
    from memsync.secrets.redact import redact

    os.chdir(session.cwd)
    data = sys.stdin.buffer.read() if path == "-" else walk.read_file(path)
    if isinstance(data, str):
        raise Broken(f"'{printable(path)}': {data}", word="file")
    done = redact(data)
    if session.json:
        text = done.data.decode("utf-8", "replace")
        session.emit({"text": text, "redacted": list(done.rules)}, "")
    else:
        sys.stdout.buffer.write(done.data)
    for rule, count in Counter(done.rules).items():
        session.say(f"redacted {rule}" + (f", {count} times" if count > 1 else ""))
    return Exit.DONE


def _sources(
    session: Session,
    root: GitRoot | None,
    paths: tuple[str, ...],
    *,
    staged: bool,
    history: str | None,
) -> Iterator[Judged]:
    """Each file that was judged, or the reason it cannot be read."""
    if staged or history is not None:
        yield from _from_git(session, root, history)
        return
    from memsync.guard.scan import many

    names = list(paths)
    if not names:
        names = _live_notes(session)
    if "-" in names:
        names.remove("-")
        yield _from_stdin()
    yield from counted(many.judge(names), "scanning files")


def _from_stdin() -> Judged:
    from memsync.guard.checks import secret
    from memsync.guard.checks.staged import File
    from memsync.guard.scan import pieces
    from memsync.guard.scan.many import Judged

    given = sys.stdin.buffer
    head = given.read(pieces.WHOLE + 1)
    if len(head) > pieces.WHOLE:
        return Judged("-", [*pieces.check("-", head, given.read)])
    return Judged("-", secret.check([File(b"-", head, b"100644")], with_allowed=True))


def _from_git(
    session: Session, root: GitRoot | None, history: str | None
) -> Iterator[Judged]:
    from memsync.errors import NoGitRoot
    from memsync.guard.checks import secret, staged
    from memsync.guard.scan import history as commits
    from memsync.guard.scan.many import Judged

    if root is None:
        raise NoGitRoot("there is no git repository here to read")
    os.chdir(root.top)
    if history is not None:
        files: Iterator[File] | list[File] = commits.files(history, session.environ)
    else:
        changed = [
            c for c in staged.changes(session.environ) if staged.is_guarded(c.path)
        ]
        files = staged.files(changed, session.environ)
    for file in files:
        held = secret.check([file], with_allowed=True)
        yield Judged(os.fsdecode(file.path), held)


def _live_notes(session: Session) -> list[str]:
    from memsync.workspace.open import open_for_reading

    opened = open_for_reading(session.cwd, session.places, session.now)
    for message, hint in opened.warnings:
        session.warn(message, hint)
    found = [str(store.memory.folder) for store in opened.stores]
    if opened.lite is not None:
        found.append(str(opened.lite))
    if not found:
        session.say("no memory applies here, so nothing was scanned")
    return found


class _Run:
    """One scan: what was read, found, allowed and could not be read."""

    def __init__(
        self,
        session: Session,
        root: GitRoot | None,
        *,
        show_allowed: bool,
        least: str,
    ) -> None:
        from memsync.guard.checks import secret

        self.session = session
        self.show_allowed = show_allowed
        self._least = least
        self.scanned = 0
        self._check = secret.check
        self.unread: list[str] = []
        self.findings: list[dict[str, object]] = []
        self.allowed: list[dict[str, object]] = []
        self._listed: AllowList | None = None
        self._root = root
        self._used: set[str] = set()

    @property
    def listed(self) -> AllowList:
        """The allow list, read when it is first needed."""
        if self._listed is None:
            self._listed = _allow_list(self.session, self._root)
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
        return {
            "path": path,
            "line": one.line,
            "column": one.column,
            "rule": one.rule,
            "confidence": one.confidence,
            "length": one.length,
            "fingerprint": self.listed.fingerprint(one.rule, one.value),
        }

    def report_stale(self, *, complete: bool) -> None:
        """Say which allowed fingerprints nothing has any more."""
        if not complete or self._root is None:
            return
        if self.listed.fingerprints - self._used:
            self._use_tracked(self._root)
        for fingerprint in sorted(self.listed.fingerprints - self._used):
            self.session.say(
                f"nothing here has the allowed fingerprint {fingerprint} any more: "
                "take it out of .memsync-allow"
            )

    def _use_tracked(self, root: GitRoot) -> None:
        from memsync.guard.checks import staged

        os.chdir(root.top)
        files = staged.tracked(self.session.environ, [b"."])
        guarded = [file for file in files if staged.is_guarded(file.path)]
        for one in self._check(guarded, with_allowed=True):
            self._is_listed(one)

    def emit(self, *, sarif: bool) -> int:
        """Print the result and return the exit code."""
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
            self._advise(len(blocking))
        if self.unread:
            return Exit.BROKEN
        return Exit.FOUND if blocking else Exit.DONE

    def _text(self) -> str:
        lines = [_line(entry) for entry in self.findings]
        if self.show_allowed:
            lines += [f"{_line(e)}, allowed by {e['allowed_by']}" for e in self.allowed]
        return "".join(line + "\n" for line in lines)

    def _advise(self, count: int) -> None:
        from memsync.guard.report.report import MENDS

        found = "1 secret" if count == 1 else f"{count} secrets"
        self.session.warn(f"found {found}", MENDS)
        click.echo(
            "hint: a false alarm? put <!-- memsync:allow RULE --> on the line above, "
            "or run `memsync scan --allow FINGERPRINT`",
            err=True,
        )


def _line(entry: dict[str, object]) -> str:
    from memsync.guard.report.report import how_sure

    return (
        f"{printable(str(entry['path']))}:{entry['line']}:{entry['column']}: "
        f"{entry['rule']}, {entry['length']} bytes, fingerprint {entry['fingerprint']}"
        + how_sure(str(entry["confidence"]))
    )


def _private_folder(session: Session, root: GitRoot | None) -> Path | None:
    from memsync.errors import MemsyncError

    if root is not None:
        return root.common_dir / "memsync"
    try:
        return session.places.state
    except MemsyncError:
        return None  # no home: the salt lives as long as this command


def _allow_list(session: Session, root: GitRoot | None) -> AllowList:
    from memsync.guard.report.salt import allow_list

    if root is not None:
        return allow_list(root.top, _private_folder(session, root))
    folder = _outside(session)
    listed = allow_list(folder, _private_folder(session, None))
    return listed if folder is None else _counting(session, listed)


def _counting(session: Session, listed: AllowList) -> AllowList:
    """What of the user memory's list counts on this machine."""
    from memsync.errors import MemsyncError
    from memsync.memory.files import confirmed
    from memsync.secrets.allow import AllowList

    try:
        path = session.places.config / confirmed.CONFIRMED_FILE
    except MemsyncError:
        return listed  # no home, and so no configuration either
    here = confirmed.read(path)
    return listed if here is None else listed.within(AllowList.load(here))


def _confirm_own(session: Session, fingerprint: str) -> None:
    """What a person allows on this machine counts on it."""
    from memsync.memory.files import confirmed
    from memsync.workspace.place.spot import user_memory_folder

    memory = user_memory_folder(session.places)
    if memory.confirmed_file and confirmed.read(memory.confirmed_file) is not None:
        confirmed.confirm(memory.confirmed_file, memory.allow_file, fingerprint)


def _outside(session: Session) -> Path | None:
    from memsync.errors import MemsyncError

    try:
        return session.places.user_memory
    except MemsyncError:
        return None


def _well_formed(fingerprint: str) -> str:
    from memsync.secrets.allow import is_fingerprint

    if not is_fingerprint(fingerprint.lower()):
        raise BadUsage(
            "a fingerprint is 16 hexadecimal digits",
            hint="`memsync scan` prints one beside each finding",
        )
    return fingerprint.lower()


def _confirm(session: Session, fingerprint: str) -> int:
    """Let a fingerprint of the user memory's list count on this machine."""
    from memsync.errors import NotFound
    from memsync.files import lock
    from memsync.memory.files import confirmed
    from memsync.workspace.place.spot import user_memory_folder

    fingerprint = _well_formed(fingerprint)
    memory = user_memory_folder(session.places)
    path = memory.confirmed_file or session.places.config
    with lock.hold(memory.lock, what="scan"):
        done = confirmed.confirm(path, memory.allow_file, fingerprint)
    if done is None:
        raise NotFound(
            f"'{printable(str(memory.allow_file))}' has no fingerprint {fingerprint}",
            hint="`memsync sync` names those that a remote brought",
        )
    session.emit(
        {"path": str(path), "fingerprint": fingerprint, "confirmed": done},
        f"{fingerprint} {'counts' if done else 'counted before'} on this machine\n",
    )
    return Exit.DONE


def _allow(session: Session, root: GitRoot | None, fingerprint: str) -> int:
    from memsync.guard.report.salt import add
    from memsync.secrets.allow import ALLOW_FILE

    fingerprint = _well_formed(fingerprint)
    folder = root.top if root is not None else session.places.user_memory
    added = add(folder, _private_folder(session, root), fingerprint)
    if root is None:
        _confirm_own(session, fingerprint)
    path = folder / ALLOW_FILE
    session.emit(
        {"path": str(path), "fingerprint": fingerprint, "added": added},
        f"{printable(str(path))}: {fingerprint} {'added' if added else 'was there'}\n",
    )
    return Exit.DONE
