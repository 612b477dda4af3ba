"""Completes paths: the shell itself does, where it is told what is wanted."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

# Options that take a path, by what the help calls it.
_PATH_OPTIONS = {
    "FILE": "file",
    "FILE|DIR": "file",
    "DIR": "dir",
    "REMOTE|FOLDER": "dir",
}
# The same for arguments. A URL may be the path of a repository.
_PATH_ARGUMENTS = {
    ("init", "folder"): "dir",
    ("lint", "paths"): "file",
    ("scan", "paths"): "file",
    ("eval", "fixture"): "file",
    ("import", "path"): "file",
    ("export", "path"): "file",
    ("keys", "file"): "file",
    ("sync", "url"): "dir",
    ("sync", "folder"): "dir",
    ("sync", "what"): "dir",
    ("setup", "url"): "dir",
    ("merge-back", "worktree"): "dir",
}


def completer(kind: str) -> Completer:
    """Completes a path: a `file`, or a `dir` alone."""

    def complete(
        _: click.Context, __: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        # A shell looks at its own line; what is not UTF-8 could not be printed.
        shown = incomplete.encode("utf-8", "replace").decode()
        return [CompletionItem(shown, type=kind)]

    return complete


def kind_of(verb: str, parameter: click.Parameter) -> str | None:
    """`file` or `dir` for a parameter that is a path."""
    if isinstance(parameter, click.Option):
        return _PATH_OPTIONS.get(str(parameter.metavar))
    return _PATH_ARGUMENTS.get((verb, str(parameter.name)))
