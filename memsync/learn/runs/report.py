"""The report of a run, for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.amounts import amount
from memsync.learn.proposal import proposal_json

if TYPE_CHECKING:
    from memsync.learn.proposal import Proposal


class Skipped(NamedTuple):
    """A session that the run skipped."""

    id: str
    why: str


class Failure(NamedTuple):
    """A session, or stage two, that gave no usable answer."""

    id: str
    kind: str
    """`transient`, `content` or `refused`."""
    reason: str


class Report:
    """What a run has done so far."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.skipped: list[Skipped] = []
        self.calls = 0
        self.tokens_in = 0
        self.tokens_out = 0
        self.facts = 0
        self.reasons: dict[str, int] = {}
        """The reasons for which facts and drafts were dropped, with their counts."""
        self.proposals: list[Proposal] = []
        self.accepted = 0
        """How many proposals were accepted at once."""
        self.failed: list[Failure] = []

    def drop(self, reasons: dict[str, int]) -> None:
        """Count dropped facts or drafts."""
        for reason, count in reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count

    @property
    def dropped(self) -> int:
        """How many facts and drafts were dropped."""
        return sum(self.reasons.values())


def report_json(report: Report) -> dict[str, object]:
    """A run as JSON."""
    return {
        "sessions": {
            "read": report.read,
            "skipped": [skipped._asdict() for skipped in report.skipped],
        },
        "calls": report.calls,
        "tokens": {"in": report.tokens_in, "out": report.tokens_out},
        "facts": report.facts,
        "dropped": report.dropped,
        "proposals": [proposal_json(proposal) for proposal in report.proposals],
        "failed": [
            {"id": failure.id, "class": failure.kind, "reason": failure.reason}
            for failure in report.failed
        ],
    }


def report_text(report: Report) -> str:
    """A run as text."""
    lines = [
        f"read {amount(len(report.read), 'session')}, left out {len(report.skipped)}",
        (
            f"{amount(report.calls, 'call')}, {report.tokens_in:,} tokens sent,"
            f" {report.tokens_out:,} received"
        ),
        f"{amount(report.facts, 'fact')} kept, {report.dropped} dropped"
        + _reasons(report.reasons),
    ]
    waiting = len(report.proposals) - report.accepted
    if report.accepted:
        lines.append(f"{amount(report.accepted, 'change')} made")
    if waiting:
        lines.append(f"{amount(waiting, 'proposal')}: memsync learn review")
    lines += [f"{f.id}: {f.kind}: {f.reason}" for f in report.failed]
    return "".join(f"{line}\n" for line in lines)


def _reasons(reasons: dict[str, int]) -> str:
    if not reasons:
        return ""
    parts = (f"{word} {count}" for word, count in sorted(reasons.items()))
    return f" ({', '.join(parts)})"
