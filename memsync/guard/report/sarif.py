"""Findings as SARIF 2.1.0, which code hosts show beside the lines."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from memsync import __version__
from memsync.guard.report.report import MENDS, PRIVATE_MEMORY, TEAM

if TYPE_CHECKING:
    from collections.abc import Sequence

# Confidence as SARIF's levels, by which code hosts sort.
_LEVELS = {"high": "error", "medium": "warning", "low": "note"}
_TAKES_OUT = f"take it out with `git rm -r --cached`; {TEAM}"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Place(NamedTuple):
    """Where a finding is."""

    uri: str
    commit: str = ""
    """The id of the commit that added it; empty for a file."""


def address(path: str, cwd: Path, base: Path) -> str:
    """The address of a file: relative if it is below `base`, else absolute.

    `path` may be relative to `cwd`; both folders are without links.
    """
    whole = cwd / path
    # A link counts as it was named, such as that of a worktree to its memory.
    if ".." in whole.parts or not whole.is_relative_to(base):
        whole = Path(os.path.realpath(whole.parent), whole.name)
    if whole.is_relative_to(base):
        return quote(os.fsencode(whole.relative_to(base)))
    return whole.as_uri()


def document(
    findings: Sequence[dict[str, object]], places: Sequence[Place]
) -> dict[str, object]:
    """One run: the findings, each with its place.

    A finding keeps its fingerprint when its line moves.
    """
    rules = sorted({str(found["rule"]) for found in findings})
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "memsync",
                        "version": __version__,
                        "rules": [*map(_rule, rules)],
                    }
                },
                "results": [*map(_result, findings, places)],
            }
        ],
    }


def _rule(rule: str) -> dict[str, object]:
    said, mends = f"A secret: {rule}", MENDS
    if rule == PRIVATE_MEMORY:
        said, mends = "A private memory in version control", _TAKES_OUT
    return {"id": rule, "shortDescription": {"text": said}, "help": {"text": mends}}


def _result(found: dict[str, object], place: Place) -> dict[str, object]:
    said, mends = f"{found['rule']}, {found['length']} bytes", MENDS
    if found["rule"] == PRIVATE_MEMORY:
        said, mends = PRIVATE_MEMORY, _TAKES_OUT
    if place.commit:
        said += f", added by the commit {place.commit[:12]}"
    result: dict[str, object] = {
        "ruleId": found["rule"],
        "level": _LEVELS[str(found["confidence"])],
        "message": {"text": f"{said}: {mends}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": place.uri},
                    "region": {
                        "startLine": found["line"],
                        "startColumn": found["column"],
                    },
                }
            }
        ],
        "partialFingerprints": {"memsync/v1": found["fingerprint"]},
    }
    if place.commit:
        result["properties"] = {"commit": place.commit}
    return result
