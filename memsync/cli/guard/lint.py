"""`memsync lint`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.shared import notes
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.memory.lint.lint import LintFinding
    from memsync.memory.lint.mending import Mended
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option(
    "--fix", is_flag=True, help="Fix what is certain; archive each note first."
)
@json_option
@pass_session
def command(session: Session, paths: tuple[str, ...], fix: bool) -> int:
    """Check notes, links and memory indexes: exit 1 on errors, 0 on warnings.

    \b
    Examples:
      memsync lint
      memsync lint --fix
    """
    opened = notes.opened(session)
    if fix:
        notes.settle(session, opened)
    pairs = _with_other(opened.stores)
    wanted = [session.cwd / path for path in paths]
    fixed = _fix(session, pairs, wanted) if fix else []
    if wanted:
        from memsync.memory.lint.lint_files import lint_files

        findings, count = lint_files(
            wanted, opened.stores, opened.settings, session.now.today
        )
    else:
        findings, count = _check(session, pairs)
        findings += _aged(session, opened)
    data: dict[str, object] = {
        "findings": [finding._asdict() for finding in findings],
        "notes": count,
    }
    if fix:
        data["fixed"] = [mended._asdict() for mended in fixed]
    session.emit(data, "".join(map(_line, findings)))
    errors = any(finding.severity == "error" for finding in findings)
    return Exit.FOUND if errors else Exit.DONE


def _fix(
    session: Session, pairs: list[tuple[Store, Store | None]], wanted: list[Path]
) -> list[Mended]:
    from memsync.memory.lint.mending import mend

    real = [p.resolve() if p.is_dir() else p.parent.resolve() / p.name for p in wanted]

    def chosen(file: str) -> bool:
        return not real or any(Path(file).is_relative_to(path) for path in real)

    fixed: list[Mended] = []
    for store, other in pairs:
        fixed += mend(store, other, session.now, chosen)
    for mended in fixed:
        session.say(f"fixed '{mended.note}': {mended.message} [{mended.rule}]")
    return fixed


def _check(
    session: Session, pairs: list[tuple[Store, Store | None]]
) -> tuple[list[LintFinding], int]:
    from memsync.memory.lint.lint import lint

    findings: list[LintFinding] = []
    for store, other in pairs:
        findings += lint(store, other, session.now.today)
    return findings, sum(len(store.names()) for store, _ in pairs)


def _aged(session: Session, opened: Opened) -> list[LintFinding]:
    """Learned notes of the workspace that name files which no longer exist."""
    from memsync.memory.lint.aged import files_named, findings
    from memsync.workspace.repository.gone_files import gone_files

    root = opened.spot.root if opened.spot else None
    if opened.workspace is None or root is None:
        return []
    notes_there = opened.workspace.entries()
    named = {path for note in notes_there for path in files_named(note)}
    gone = gone_files(root, session.environ, sorted(named)) if named else set()
    return findings(notes_there, gone)


def _with_other(stores: tuple[Store, ...]) -> list[tuple[Store, Store | None]]:
    return [
        (store, next((other for other in stores if other is not store), None))
        for store in stores
    ]


def _line(finding: LintFinding) -> str:
    return (
        f"{printable(finding.path)}:{finding.line}: {finding.severity}:"
        f" {finding.message} [{finding.rule}]\n"
    )
