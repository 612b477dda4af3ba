"""Our entry in `.pre-commit-config.yaml`, put in and taken out as text.

A person's file keeps every other byte: YAML says where things stand and proves,
before anything is written, that the new text means what the old one meant and our
entry besides. What cannot be edited so is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import yaml

from memsync import atomic
from memsync.errors import Broken
from memsync.guard import entry

if TYPE_CHECKING:
    from pathlib import Path

NAME = ".pre-commit-config.yaml"
_PREK = "prek.toml"
URL = "https://github.com/memsync/memsync"
IDS = ("memsync-secrets", "memsync-note-size", "memsync-lint")


class Done(NamedTuple):
    """What was done to the file, and which version of memsync it names now."""

    path: Path
    action: Literal["created", "updated", "unchanged", "removed"]
    rev: str | None
    """None where the file has no entry of ours."""


def install(top: Path, version: str, *, dry_run: bool = False) -> Done:
    """Name our three hooks at `version`; an older version is raised to it.

    A newer version, and one that is pinned to a commit, stay. Raises `Broken` for a
    file that cannot be edited as text, `Refused` for a link.
    """
    path, rev = top / NAME, f"v{version}"
    before = _read(path)
    if before is None:
        if (top / _PREK).exists():
            raise Broken(
                f"this repository's hooks are named in '{_PREK}', which memsync does "
                "not edit",
                hint=f"add the hooks {', '.join(IDS)} of {URL} at {rev} to it",
                word="config",
            )
        if not dry_run:
            atomic.create(path, fresh(rev).encode())
        return Done(path, "created", rev)
    after, named = with_entry(before, rev)
    if after == before:
        return Done(path, "unchanged", named)
    if not dry_run:
        _write(path, after)
    return Done(path, "updated", named)


def uninstall(top: Path, *, dry_run: bool = False) -> Done:
    """Take our entry out again; a file that holds nothing else goes with it.

    Raises `Broken` where a person changed the entry, `Refused` for a link.
    """
    path = top / NAME
    before = _read(path)
    after = None if before is None else without_entry(before)
    if after == before:
        return Done(path, "unchanged", None)
    if not dry_run:
        if after is None:
            path.unlink()
            atomic.fsync_folder(path.parent)
        else:
            _write(path, after)
    return Done(path, "removed", None)


def fresh(rev: str) -> str:
    """The file that is made where there is none."""
    return "repos:\n" + entry.Lines(URL, rev, IDS).dashed("  ", "  ", 2)


def with_entry(text: str, rev: str) -> tuple[str, str | None]:
    """The text with our entry at `rev`, and the version that it then names."""
    repos = entry.repos(text)
    ours = entry.find(repos, URL, IDS)
    if ours is None:
        lines = entry.Lines(URL, rev, IDS)
        after = entry.appended(text, repos, lines)
        wanted = [*_list(_load(text)), *_load(lines.dashed("", "  ", 2))]
        _prove(text, after, wanted)
        return after, rev
    named = ours.rev
    if named is None or not _is_older(named, rev):
        return text, named
    after = ours.with_rev(text, rev)
    wanted = _list(_load(text))
    wanted[ours.number] = {**wanted[ours.number], "rev": rev}
    _prove(text, after, wanted)
    return after, rev


def without_entry(text: str) -> str | None:
    """The text without our entry, or None when nothing would be left."""
    repos = entry.repos(text)
    ours = entry.find(repos, URL, ())
    if ours is None:
        return text
    if ours.rev is not None and text == fresh(ours.rev):
        return None
    _check_unchanged(text, ours)
    after = entry.removed(text, repos, ours)
    wanted = _list(_load(text))
    del wanted[ours.number]
    _prove(text, after, wanted)
    return after


def _check_unchanged(text: str, ours: entry.Entry) -> None:
    if not ours.is_as_written(text, IDS):
        first, last = ours.line_numbers(text)
        raise Broken(
            f"memsync's entry in '{NAME}' was changed, so memsync leaves it",
            hint=f"take out lines {first} to {last} of it by hand",
            word="config",
        )


def _is_older(named: str, rev: str) -> bool:
    """Whether a version is below another; what is no version is left alone."""
    old, new = (_numbers(word) for word in (named, rev))
    return old is not None and new is not None and old < new


def _numbers(rev: str) -> tuple[int, ...] | None:
    parts = rev.removeprefix("v").split(".")
    if not all(part.isascii() and part.isdigit() for part in parts):
        return None
    return tuple(map(int, parts))


def _prove(before: str, after: str, wanted: list[Any]) -> None:
    """Raise `Broken` unless all but the list of repositories means the same."""
    try:
        meant = {**_load(before), "repos": wanted}
        same = _load(after) == meant
    except Broken:
        same = False
    if not same:
        raise entry.unsafe("is laid out in a way that memsync does not edit")


def _load(text: str) -> Any:  # noqa: ANN401 -- whatever the file says
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise Broken(
            f"'{NAME}' is no YAML that can be read",
            hint="`pre-commit validate-config` says where",
            word="config",
        ) from None


def _list(data: dict[str, Any]) -> list[Any]:
    return list(data["repos"])


def _read(path: Path) -> str | None:
    try:
        data = atomic.read_regular(path)
    except FileNotFoundError:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Broken(f"'{path}' is not UTF-8", word="config") from None


def _write(path: Path, text: str) -> None:
    atomic.write(path, text.encode())
