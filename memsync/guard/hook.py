"""The entry points of the git hook and the pre-commit framework: the three checks.

A clean commit costs two git children and the scanner; click, yaml, json, pathlib and
subprocess are imported only to report something. Every failure blocks the commit: a
check that could not run has checked nothing.
"""

from __future__ import annotations

import gc
import os
import sys

from memsync.guard.checks import staged
from memsync.process.spawn import expect_children

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.guard.checks.secret import Held
    from memsync.guard.checks.size import Oversized
    from memsync.guard.checks.staged import Change, File

# pre-commit sets both when it checks a range, as `pre-commit run --from-ref` does, and
# leaves them to a `git commit` that one of its hooks starts.
_RANGE = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF")
_USAGE = {
    "secrets": "[FILE…]: stop secrets in notes from being committed",
    "note-size": "[--all] [FILE…]: stop notes that are too long from being committed",
    "lint": "[--all] [FILE…]: stop malformed notes from being committed",
    "guard": "[--all] [FILE…]: all three checks, as the git hook runs them",
}


# Objects allocated before Python looks for garbage. Importing makes none, and looking
# took a twentieth of a hook's time; so did looking once more at exit.
_PATIENCE = 50_000


def secrets() -> int:
    """The `memsync-secrets` command."""
    return _main("secrets", ("secrets",))


def note_size() -> int:
    """The `memsync-note-size` command."""
    return _main("note-size", ("note-size",))


def lint() -> int:
    """The `memsync-lint` command."""
    return _main("lint", ("lint",))


def guard() -> int:
    """The `memsync-guard` command: every check in one process."""
    return _main("guard", ("secrets", "note-size", "lint"))


def _main(name: str, checks: tuple[str, ...]) -> int:
    gc.set_threshold(_PATIENCE)
    expect_children()
    try:
        return _run(name, checks, sys.argv[1:])
    # Ctrl-C must stop the commit, too.
    except KeyboardInterrupt:
        return 130
    except BaseException as error:  # noqa: BLE001 -- fail closed, whatever it was
        from memsync.guard.report.failure import explain

        return explain(name, error)
    finally:
        gc.freeze()


def _run(name: str, checks: tuple[str, ...], arguments: list[str]) -> int:
    everything = False
    names: list[bytes] = []
    for i, argument in enumerate(arguments):
        if argument == "--":
            names += map(os.fsencode, arguments[i + 1 :])
            break
        if argument in ("-h", "--help"):
            sys.stdout.write(f"usage: memsync-{name} {_USAGE[name]}\n")
            return 0
        if argument == "--all" and name != "secrets":
            everything = True
        elif argument.startswith("-"):
            sys.stderr.write(f"memsync: no such option: {argument}\n")
            return 2
        else:
            names.append(os.fsencode(argument))
    names = _enter_root(names, os.environ)
    files = _select(names, everything, os.environ)
    if not files:
        return 0
    return _judge(checks, files, os.environ)


def _enter_root(names: list[bytes], environ: Mapping[str, str]) -> list[bytes]:
    """Change to the git root, where git and the framework start hooks."""
    if os.path.lexists(".git"):
        return names
    out = staged.git(environ, "rev-parse", "--show-toplevel", "--show-prefix")
    top, prefix = out.split(b"\n")[:2]
    os.chdir(top)
    return [name if name[:1] == b"/" else prefix + name for name in names]


def _select(
    names: list[bytes], everything: bool, environ: Mapping[str, str]
) -> list[File]:
    """The files to judge: the staged ones, else the named ones as a whole."""
    if everything:
        return staged.tracked(environ, names or [b"."])
    if not names:
        changed = staged.changes(environ)
        wanted = [change for change in changed if staged.is_guarded(change.path)]
        return staged.files(wanted, environ)
    ranged = any(environ.get(variable) for variable in _RANGE)
    # Git sets GIT_INDEX_FILE for the hooks of a commit, which is no range.
    if ranged and "GIT_INDEX_FILE" not in environ:
        changed = []
    else:
        changed = staged.changes(environ)
    by_path: dict[bytes, Change] = {change.path: change for change in changed}
    if all(name in by_path for name in names):
        return staged.files((by_path[name] for name in dict.fromkeys(names)), environ)
    # The framework runs with --all-files, --files or a range of commits.
    found = [file for name in names if (file := staged.on_disk(name)) is not None]
    whole = "1 whole file" if len(found) == 1 else f"{len(found)} whole files"
    sys.stderr.write(f"memsync: checked {whole}, not only staged lines\n")
    return found


def _judge(
    checks: tuple[str, ...], files: list[File], environ: Mapping[str, str]
) -> int:
    held: list[Held] = []
    private: list[bytes] = []
    oversized: list[Oversized] = []
    faults: list[str] = []
    if "secrets" in checks:
        from memsync.guard.checks import private as privacy
        from memsync.guard.checks import secret

        held = secret.check(files)
        private = privacy.private(files, environ)
    if "note-size" in checks:
        from memsync.guard.checks import size

        oversized = size.check(files, size.caps_here(environ))
    if "lint" in checks:
        from memsync.guard.checks import lint as linting

        faults, warnings = linting.check(files, environ)
        for line in warnings:
            sys.stderr.write(f"memsync: {line}; it does not block\n")
    if not (held or private or oversized or faults):
        return 0
    from memsync.guard.report import report

    return report.print_all(held, private, oversized, faults, environ)


if __name__ == "__main__":
    sys.exit(guard())
