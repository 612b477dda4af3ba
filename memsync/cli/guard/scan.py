"""`memsync scan`."""

from __future__ import annotations

import os
import sys

import click

from memsync.cli.guard.allowing import (
    allow_finding,
    confirm_finding,
    warn_unless_found,
)
from memsync.cli.guard.findings import Findings
from memsync.cli.guard.repository import repository
from memsync.cli.guard.sources import held_to_allow, judged_files
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Broken, Exit
from memsync.secrets.doubts.levels import LEVELS, LOW
from memsync.terminal import printable


@click.command()
@click.argument("paths", metavar="[PATH…|-]", nargs=-1)
@click.option("--staged", is_flag=True, help="Scan what the next commit would add.")
@click.option(
    "--history", metavar="RANGE", help="Scan what the commits in RANGE added."
)
@click.option(
    "--allow",
    metavar="FINGERPRINT",
    help="Allow this finding from now on: a false alarm.",
)
@click.option(
    "--confirm",
    metavar="FINGERPRINT",
    help="Allow, on this machine too, what another machine allowed.",
)
@click.option(
    "--show-allowed",
    is_flag=True,
    help="List allowed findings, too, and say what allows them.",
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

    Without PATH, scans the notes of the memories that apply here. In a folder it leaves
    out .git, .hg, .svn, node_modules and __pycache__. As the git hook does, `--staged`
    and `--history` scan memories, AGENTS.md, CLAUDE.md, COYOTE.md and GEMINI.md only.
    Exits 1 if a finding is at least as sure as the setting `guard.block` (medium by
    default), 16 if a file cannot be read. `--redact FILE` or `--redact -` prints the
    text with `[redacted RULE]` for each secret, and exits 0. With `-v`, each finding
    says why it was found.

    \b
    Examples:
      memsync scan
      memsync scan --staged
      memsync scan -v notes.md
    """
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
    root = repository(session, paths, commits=history is not None)
    os.chdir(session.cwd)
    if allow is not None:
        code = allow_finding(session, root, allow)
        held = held_to_allow(session, root, paths, staged=staged, history=history)
        warn_unless_found(session, root, allow, held)
        return code
    if confirm is not None:
        return confirm_finding(session, confirm)
    found = Findings(session, root, show_allowed=show_allowed, least=min_confidence)
    sources = judged_files(session, root, paths, staged=staged, history=history)
    for judged in sources:
        found.judge(judged)
    from_git = staged or history is not None
    if from_git and not found.scanned:
        _say_what_is_scanned(session)
    found.report_stale(complete=not paths and not from_git)
    return found.emit(sarif=sarif, chosen=bool(paths) or from_git)


def _say_what_is_scanned(session: Session) -> None:
    """Keep a person from taking an empty scan for a check of all files."""
    from memsync.guard.checks.staged import named_agent_files

    session.say(
        f"nothing was scanned: only memories, {named_agent_files()} are;"
        " `memsync scan PATH` scans any file"
    )


def _redact(session: Session, path: str) -> int:
    """Print a text without its secrets; stderr says which rules matched."""
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
