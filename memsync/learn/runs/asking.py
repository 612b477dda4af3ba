"""One question to a model: counted first, within the caps, repaired at most once."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from memsync.errors import Broken
from memsync.learn.answers.parsing import Hostile, Unusable, parse
from memsync.learn.evidence.tokens import tokens_of
from memsync.learn.ledger.rows import Call
from memsync.learn.models.model import Failed, Kind
from memsync.learn.runs.prompts import repaired

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.learn.answers.parsing import Object
    from memsync.learn.models.choice import Models
    from memsync.learn.models.model import Reply, Stage
    from memsync.learn.runs.context import RunContext
    from memsync.learn.runs.report import Report

    Checked = TypeVar("Checked")

# After this many failures in a row that no session caused, a run stops.
_IN_A_ROW = 3


class CapReached(Exception):
    """A cap forbids further calls; the text says which one."""


class Question(NamedTuple):
    """One prompt, and what it is about."""

    stage: Stage
    prompt: str
    session: str
    """`<agent>:<id>`; empty in stage two."""


class Asking:
    """The calls of one run."""

    def __init__(
        self, context: RunContext, models: Models, run: str, report: Report
    ) -> None:
        self._context = context
        self._models = models
        self._run = run
        self._report = report
        self._failed_in_a_row = 0

    def check(self, prompt: str) -> None:
        """Raise `CapReached` if this prompt may not be sent now."""
        number = self._context.settings.number
        spent = self._context.ledger.spent(self._context.clock.time)
        most = number("learn.max_calls")
        if spent.calls >= most:
            raise CapReached(f"learn.max_calls: {most} calls a day are made")
        tokens = number("learn.max_tokens")
        if spent.tokens_in + tokens_of(prompt) > tokens:
            raise CapReached(f"learn.max_tokens: {tokens} a day are sent")
        seconds = number("learn.max_seconds")
        if self._context.clock.elapsed >= seconds:
            raise CapReached(f"learn.max_seconds: the run took {seconds} seconds")
        if self._failed_in_a_row >= _IN_A_ROW:
            raise CapReached(f"{_IN_A_ROW} calls in a row failed")

    def answer(self, question: Question, check: Callable[[Object], Checked]) -> Checked:
        """Ask until an answer passes `check`, at most twice.

        Raises `Failed`, and `CapReached` if a cap forbids the second call.
        """
        try:
            return self._checked(question, check)
        # Only after an unusable answer is it worth asking again at once.
        except Failed as failed:
            if failed.kind is not Kind.CONTENT:
                raise
            again = question._replace(prompt=repaired(question.prompt, str(failed)))
        self.check(again.prompt)
        return self._checked(again, check)

    def _checked(
        self, question: Question, check: Callable[[Object], Checked]
    ) -> Checked:
        context, report = self._context, self._report
        model = self._models.of(question.stage)
        left = context.settings.number("learn.max_seconds") - context.clock.elapsed
        limit = max(1.0, min(context.settings.number("learn.timeout"), left))
        estimate = tokens_of(question.prompt)
        call = Call(
            self._run,
            question.stage,
            question.session,
            model.name,
            context.clock.time,
            0.0,
            estimate,
            0,
            "killed",
        )
        number = context.ledger.begin_call(call)
        report.calls += 1
        began = monotonic()
        tokens, outcome = (estimate, 0), "ok"
        try:
            reply = model.ask(question.prompt, question.stage, limit)
            self._failed_in_a_row = 0
            tokens = _tokens(reply, estimate)
            return check(parse(reply.text))
        except Hostile as error:
            outcome = str(error)
            raise Failed(Kind.REFUSED, outcome) from None
        except Unusable as error:
            outcome = str(error)
            raise Failed(Kind.CONTENT, outcome) from None
        except Failed as failed:
            outcome = str(failed)
            if failed.kind is Kind.TRANSIENT:
                self._failed_in_a_row += 1
            raise
        except Broken:
            # The program did not start, so nothing was sent.
            context.ledger.not_called(number)
            report.calls -= 1
            tokens = (0, 0)
            raise
        finally:
            report.tokens_in += tokens[0]
            report.tokens_out += tokens[1]
            context.ledger.end_call(number, monotonic() - began, tokens, outcome)


def _tokens(reply: Reply, estimate: int) -> tuple[int, int]:
    sent = estimate if reply.tokens_in is None else reply.tokens_in
    received = reply.tokens_out
    return sent, tokens_of(reply.text) if received is None else received
