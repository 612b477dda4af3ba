"""Findings as SARIF 2.1.0, which code hosts show beside the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync import __version__
from memsync.guard.report.report import MENDS

if TYPE_CHECKING:
    from collections.abc import Sequence

# Confidence as SARIF's levels, by which code hosts sort.
_LEVELS = {"high": "error", "medium": "warning", "low": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def document(findings: Sequence[dict[str, object]]) -> dict[str, object]:
    """One run. A finding keeps its fingerprint when its line moves."""
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
                        "rules": [
                            {
                                "id": rule,
                                "shortDescription": {"text": f"A secret: {rule}"},
                                "help": {"text": MENDS},
                            }
                            for rule in rules
                        ],
                    }
                },
                "results": [_result(found) for found in findings],
            }
        ],
    }


def _result(found: dict[str, object]) -> dict[str, object]:
    return {
        "ruleId": found["rule"],
        "level": _LEVELS[str(found["confidence"])],
        "message": {"text": f"{found['rule']}, {found['length']} bytes: {MENDS}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": str(found["path"]).replace("\\", "/")},
                    "region": {
                        "startLine": found["line"],
                        "startColumn": found["column"],
                    },
                }
            }
        ],
        "partialFingerprints": {"memsync/v1": found["fingerprint"]},
    }
