"""The table of docs/licences.md, from pyproject.toml and what is installed.

`python tests/support/licences.py --write` brings it up to date.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/licences.md"
BEGIN = "<!-- made by tests/support/licences.py from here -->\n"
END = "<!-- to here -->\n"

# What a person may install: memsync itself and its extras, not its tests.
SHIPPED = ("", "mcp", "keychain", "sessions", "fast", "semantic", "ui")

_SPELLINGS = {
    # What older metadata says, as SPDX writes it.
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


def requirements() -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for, by extra; that of memsync itself under ''."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    every = {"": project["dependencies"], **project["optional-dependencies"]}
    return {
        extra: [Requirement(line) for line in every[extra]]
        for extra in SHIPPED
        if extra in every
    }


def installed() -> dict[str, tuple[Distribution, set[str]]]:
    """Every package that comes with memsync here, and for which extras ('' first)."""
    found: dict[str, tuple[Distribution, set[str]]] = {}
    for extra, asked in requirements().items():
        waiting = list(asked)
        seen: set[str] = set()
        while waiting:
            each = waiting.pop()
            name = canonicalize_name(each.name)
            if name in seen or (each.marker and not each.marker.evaluate()):
                continue
            seen.add(name)
            try:
                there = distribution(name)
            except PackageNotFoundError:
                continue  # an extra that this machine has not
            found.setdefault(name, (there, set()))[1].add(extra)
            waiting += _below(there, each.extras)
    return found


def _below(there: Distribution, extras: set[str]) -> list[Requirement]:
    below = [Requirement(line) for line in there.requires or ()]
    return [
        one
        for one in below
        if one.marker is None
        or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]


def licence(there: Distribution) -> str:
    """What a package's metadata says, as SPDX writes it."""
    metadata = there.metadata
    words = [
        metadata[key] for key in ("License-Expression", "License") if key in metadata
    ]
    said = next((word for word in words if word), "")
    classified = [
        str(line).rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if str(line).startswith("License :: ")
    ]
    if there.name.lower() == "text-unidecode":
        # It says "Artistic License", and GPLv2 or later in its classifiers.
        return "Artistic-1.0-Perl OR GPL-2.0-or-later"
    if not said or len(said) > 60:
        said = classified[-1] if classified else "unknown"
    return _SPELLINGS.get(said, said)


def ceiling(each: Requirement) -> str:
    """The version that a requirement stops before, or at; empty for none."""
    return next((s.version for s in each.specifier if s.operator in ("<", "==")), "")


def rows() -> dict[str, str]:
    """A line of the table for each package that is installed, by name."""
    lines = {}
    for name, (there, extras) in sorted(installed().items()):
        words = (
            ["memsync"] if "" in extras else [f"memsync[{e}]" for e in sorted(extras)]
        )
        lines[name] = f"| {name} | {', '.join(words)} | {licence(there)} |"
    return lines


def table_of(page: str) -> dict[str, str]:
    """The lines of the page's table, by name."""
    made = page.partition(BEGIN)[2].partition(END)[0]
    found = re.findall(r"^(\| ([a-z0-9-]+) \|.*)$", made, re.MULTILINE)
    return {name: line for line, name in found if name != "package"}


def main() -> None:
    """Print the page, or with `--write` bring it up to date."""
    page = PAGE.read_text()
    # What another machine has installed, and this one not, stays in the table.
    lines = table_of(page) | rows()
    table = "\n".join(lines[name] for name in sorted(lines))
    head = "\n| package | comes with | licence |\n|---|---|---|\n"
    start, _, rest = page.partition(BEGIN)
    page = f"{start}{BEGIN}{head}{table}\n{END}{rest.partition(END)[2]}"
    if "--write" in sys.argv:
        PAGE.write_text(page)
    else:
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
