"""Checks single files, wherever they are, together with the notes beside them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.files import atomic
from memsync.memory.lint.lint import LintFinding, lint
from memsync.memory.note.names import SUFFIX, Scope
from memsync.memory.note.note import chars
from memsync.memory.store.store import MemoryFolder, Store
from memsync.paths import LITE_MEMORY, MEMORY_INDEX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from memsync.config.settings import Settings


def lint_files(
    paths: Iterable[Path], stores: Sequence[Store], settings: Settings, today: date
) -> tuple[list[LintFinding], int]:
    """The findings in these files, or in all of a folder, and how many notes.

    Files that are not notes have none. Raises `Broken` for a path without a file.
    """
    findings: list[LintFinding] = []
    count = 0
    for folder, wanted in _by_folder(paths).items():
        store, other = _store_of(folder, stores, settings)
        notes = set(store.names()) - {LITE_MEMORY.removesuffix(SUFFIX)}
        files = {name + SUFFIX for name in notes} | {MEMORY_INDEX}
        chosen = files & wanted if wanted else files
        count += len(chosen - {MEMORY_INDEX})
        findings += [
            finding
            for finding in (lint(store, other, today) if chosen else ())
            if os.path.basename(finding.path) in chosen  # noqa: PTH119 -- is text
        ]
        if LITE_MEMORY in wanted:
            findings += _check_lite(folder / LITE_MEMORY, settings)
    return findings, count


def _by_folder(paths: Iterable[Path]) -> dict[Path, set[str]]:
    """The file names to check in each folder; none means all."""
    found: dict[Path, set[str]] = {}
    for path in paths:
        if not os.path.lexists(path):
            raise Broken(f"'{path}': no such file", word="file")
        if path.is_dir():
            found[Path(os.path.realpath(path))] = set()
            continue
        names = found.setdefault(Path(os.path.realpath(path.parent)), {path.name})
        if names:
            names.add(path.name)
    return found


def _store_of(
    folder: Path, stores: Sequence[Store], settings: Settings
) -> tuple[Store, Store | None]:
    for store in stores:
        if Path(os.path.realpath(store.memory.folder)) == folder:
            others = [other for other in stores if other is not store]
            return store, (others[0] if others else None)
    # Only read, so neither archive nor lock is needed.
    beside = MemoryFolder(
        folder=folder,
        scope=Scope.WORKSPACE,
        archive=folder / ".archive",
        lock=folder / ".archive" / "lock",
        private=False,
        guards_live=False,
        allow_file=folder / ".memsync-allow",
    )
    return Store(beside, settings), None


def _check_lite(path: Path, settings: Settings) -> list[LintFinding]:
    text = atomic.read_regular(path).decode("utf-8", "replace")
    size, cap = chars(text), settings.number("caps.memory_index")
    if size <= cap:
        return []
    message = f"{size} characters are over the limit of {cap} for a lite memory"
    return [LintFinding("oversized", "error", str(path), 1, path.stem, message)]
