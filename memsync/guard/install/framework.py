"""Our entry in `.pre-commit-config.yaml`, added and removed as text.

Every other byte of the file stays. YAML gives the positions and proves, before anything
is written, that the new text has the old meaning plus our entry. A file that cannot be
edited in this way is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import yaml

from memsync.errors import BadUsage, Broken
from memsync.files import atomic
from memsync.guard.install import entry, runners
from memsync.guard.install.manifest import IDS, LOCAL, hooks_of, names_us

if TYPE_CHECKING:
    from pathlib import Path

NAME = ".pre-commit-config.yaml"

# The other configurations that prek reads, which memsync does not edit.
_YML = ".pre-commit-config.yml"
_TOML = "prek.toml"


class Source(NamedTuple):
    """Where the runner gets memsync from."""

    url: str
    """The address of memsync's repository, or `LOCAL`."""
    rev: str | None
    """The version to name; None for `LOCAL`."""

    @property
    def lines(self) -> entry.Lines:
        """The entry that names our three hooks."""
        return entry.Lines(self.url, self.rev, hooks_of(self.url))


class Done(NamedTuple):
    """What was done to the file, and the version of memsync that it names now."""

    path: Path
    action: Literal["created", "updated", "unchanged", "removed", "entry removed"]
    rev: str | None
    """None if the file has no entry of ours, or a local one."""


def made_here(git_dir: Path) -> Path:
    """The file that says that `install` added the entry in this work tree.

    It has the configuration's text from before. The configuration is often the team's,
    so `memsync deinit` removes no other entry.
    """
    return git_dir / "memsync" / "made" / "framework"


def is_named(top: Path) -> bool:
    """Whether the file names memsync's hooks, whoever added them."""
    return names_us((runners.read(top / NAME) or b"").decode(errors="replace"))


def install(
    top: Path,
    wanted: Source | None,
    version: str,
    *,
    made: Path,
    dry_run: bool = False,
) -> Done:
    """Add our three hooks, or update an older version to `version`.

    `wanted` None: only update an entry. `made` is from `made_here`. Keeps a newer
    version, and one pinned to a commit. Raises `BadUsage` without an entry and without
    an address for one, `Broken` for a file that cannot be edited as text or names
    another address, `Refused` for a symlink.
    """
    path, rev = top / NAME, f"v{version}"
    before = _read(path)
    if before is None:
        named = _require(wanted)
        _refuse_beside_others(top)
        if not dry_run:
            _record(made, "")
            atomic.create(path, fresh(named).encode())
        return Done(path, "created", named.rev)
    after, found = with_entry(before, wanted, rev)
    if after == before:
        return Done(path, "unchanged", found)
    if not dry_run:
        if not names_us(before):
            _record(made, before)
        _write(path, after)
    return Done(path, "updated", found)


def uninstall(top: Path, *, made: Path, dry_run: bool = False) -> Done:
    """Remove our entry, and the file if it contains nothing else.

    `made` is from `made_here`.

    Raises `Broken` if a person changed the entry, or wrote one into a file that memsync
    does not edit; `Refused` for a symlink.
    """
    path = top / NAME
    before = _read(path)
    after = None if before is None else without_entry(before)
    if after == before:
        for name in (_YML, _TOML):
            if names_us((runners.read(top / name) or b"").decode(errors="replace")):
                raise Broken(
                    f"'{name}' names memsync's hooks, and memsync does not edit it",
                    hint=f"remove the hooks {', '.join(IDS)} from it by hand",
                    word="config",
                )
        if not dry_run:
            made.unlink(missing_ok=True)  # removed by hand
        return Done(path, "unchanged", None)
    if after is None:
        # A list that was empty stays, and is empty again.
        after = _read(made) or None
    if not dry_run:
        if after is None:
            path.unlink()
            atomic.fsync_folder(path.parent)
        else:
            _write(path, after)
        made.unlink(missing_ok=True)
    return Done(path, "removed" if after is None else "entry removed", None)


def fresh(source: Source) -> str:
    """The file that is made where there is none."""
    return "repos:\n" + source.lines.dashed("  ", "  ", 2)


def with_entry(text: str, wanted: Source | None, rev: str) -> tuple[str, str | None]:
    """The text with our entry, and the version that it then names."""
    repos = entry.repos(text)
    address = wanted.url if wanted and wanted.url != LOCAL else None
    ours = entry.find(repos, IDS, address)
    if ours is None:
        source = _require(wanted)
        after = entry.appended(text, repos, source.lines)
        added = _load(source.lines.dashed("", "  ", 2))
        _prove(text, after, [*_list(_load(text)), *added])
        return after, source.rev
    if wanted and not entry.same_address(ours.url, wanted.url):
        first, last = ours.line_numbers(text)
        origin = f"repository '{ours.url}'"
        if ours.url == LOCAL:
            origin = "memsync that is installed"
        raise Broken(
            f"'{NAME}' already has memsync's hooks, from the {origin}",
            hint="remove that with `memsync hooks uninstall --framework`, or by hand"
            f" (lines {first} to {last}), and run this again",
            word="config",
        )
    named = ours.rev
    if named is None or not _is_older(named, rev):
        return text, named
    after = ours.with_rev(text, rev)
    raised = _list(_load(text))
    raised[ours.number] = {**raised[ours.number], "rev": rev}
    _prove(text, after, raised)
    return after, rev


def without_entry(text: str) -> str | None:
    """The text without our entry, or None when nothing would be left."""
    if not names_us(text):
        return text
    repos = entry.repos(text)
    ours = entry.find(repos, IDS)
    if ours is None:
        return text
    if text == fresh(Source(ours.url, ours.rev)):
        return None
    _check_unchanged(text, ours)
    after = entry.removed(text, repos, ours)
    wanted = _list(_load(text))
    del wanted[ours.number]
    _prove(text, after, wanted)
    return after


def _refuse_beside_others(top: Path) -> None:
    """Raise `Broken` where another file names the hooks, which ours would switch off.

    prek reads `prek.toml`, else `.pre-commit-config.yaml`, else the `.yml`.
    """
    hints = {
        _TOML: f"add the hooks {', '.join(IDS)} to it; docs/guard.md shows them",
        _YML: f"pre-commit does not read it: rename it to {NAME}, and run this again",
    }
    for name, hint in hints.items():
        if (top / name).exists():
            raise Broken(
                f"this repository's hooks are named in '{name}', which memsync does "
                "not edit",
                hint=hint,
                word="config",
            )


def _require(wanted: Source | None) -> Source:
    if wanted is None:
        raise BadUsage(
            "memsync does not know the address of its own repository",
            hint="name it with --repo URL, or use the memsync that each machine has"
            " installed with --local",
        )
    return wanted


def _check_unchanged(text: str, ours: entry.Entry) -> None:
    if not ours.is_as_written(text, hooks_of(ours.url)):
        first, last = ours.line_numbers(text)
        raise Broken(
            f"memsync's entry in '{NAME}' was changed, so memsync leaves it",
            hint=f"remove lines {first} to {last} of it by hand",
            word="config",
        )


def _is_older(named: str, rev: str) -> bool:
    """Whether a version is lower than another; False for other texts."""
    old, new = (_numbers(word) for word in (named, rev))
    return old is not None and new is not None and old < new


def _numbers(rev: str) -> tuple[int, ...] | None:
    parts = rev.removeprefix("v").split(".")
    if not all(part.isascii() and part.isdigit() for part in parts):
        return None
    return tuple(map(int, parts))


def _prove(before: str, after: str, wanted: list[Any]) -> None:
    """Raise `Broken` unless only the list of repositories has changed."""
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
            f"'{NAME}' is not valid YAML",
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


def _record(made: Path, before: str) -> None:
    atomic.make_folder(made.parent)
    atomic.write(made, before.encode())


def _write(path: Path, text: str) -> None:
    atomic.write(path, text.encode())
