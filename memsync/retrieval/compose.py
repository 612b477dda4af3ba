"""Builds the context block from what was read; the same input gives the same block."""

from __future__ import annotations

from memsync.paths import LITE_MEMORY, MEMORY_INDEX
from memsync.retrieval.budget import BODY_COST, Remaining, cut, largest_lines, name_some
from memsync.retrieval.fence import SUMMARY_TAG, block, element, remark
from memsync.retrieval.parts import BOX, Context
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from memsync.retrieval.budget import Budget
    from memsync.retrieval.parts import Body, Held, Log, Parts, Text, Warn


def compose(budget: Budget, parts: Parts) -> Context:
    """Build the block: the indexes whole, then all else that fits, in its order.

    The same input gives the same characters, so that prompt caches work.
    """
    return _Composing(budget).run(parts)


class _Composing:
    """One block, while it is put together."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.room = Remaining(budget)
        self.shown: list[str] = []
        self.warnings: list[Warn] = []

    def run(self, parts: Parts) -> Context:
        """See `compose`."""
        indexes = [index for index in parts.indexes if index.text.strip()]
        self._put_indexes(indexes)
        if parts.lite and parts.lite.text.strip():
            self._put_lite(parts.lite)
        for log in parts.logs:
            self._put_log(log)
        self._put_summaries(parts.summaries, parts.most)
        omitted = self._put_bodies(parts.bodies, best_first=parts.best_first)
        if parts.held:
            self.shown.append(remark(_held_line(parts.held)))
        if omitted:
            over = f"over {self._cap}"
            self.shown.append(remark(_omitted_line(omitted, over)))
        if parts.beyond:
            most = "beyond what `search.top_k` and `search.max_bytes` let a query find"
            self.shown.append(remark(_omitted_line(parts.beyond, most)))
        left_out = len(omitted) + len(parts.beyond)
        whole = block(self.shown)
        if indexes and self._is_cut_off(whole):
            self.warnings.insert(0, _over_cap(indexes, self._cap, len(whole)))
        return Context(whole, self.budget.cap, left_out, tuple(self.warnings))

    def _is_cut_off(self, whole: str) -> bool:
        """Whether the agent cuts the text: all else gave way to the indexes."""
        most = self.budget.lines
        if not self.budget.whole:
            return False
        long = most is not None and whole.count("\n") + 1 > most
        return long or self.budget.weigh(whole) > self.budget.cap

    @property
    def _cap(self) -> str:
        lines = f" or {self.budget.lines} lines" if self.budget.lines else ""
        return f"the cap of {self.budget.cap} {self.budget.unit}{lines}"

    def _put_indexes(self, indexes: Sequence[Text]) -> None:
        for index in indexes:
            shown = element(
                "memory_index", {"scope": index.source, **_from(index)}, index.text
            )
            self.room.take(shown, index.text)
            self.shown.append(shown)
        # Where tags and remarks count, too, what is kept free for them is not the cap.
        lines = self.room.lines
        over = self.room.left < 0 or (lines is not None and lines < 0)
        if indexes and over and not self.budget.whole:
            self.warnings.append(_over_cap(indexes, self._cap))

    def _put_lite(self, lite: Text) -> None:
        def shown(text: str) -> str:
            return element("lite_memory", {"file": LITE_MEMORY, **_from(lite)}, text)

        kept = self._cut(lite.text, shown)
        if kept:
            self._put(shown(kept), kept)
        if len(kept) < len(lite.text):
            self.shown.append(remark(_start_of(kept, lite.text)))
            self.warnings.append(_lite_cut(lite, kept, self._cap))

    def _put_log(self, log: Log) -> None:
        tag = "daily_log" if log.day else "scratchpad"
        day = {"date": log.day} if log.day else {}

        def shown(text: str) -> str:
            return element(tag, {**day, "scope": log.scope, **_from(log)}, text)

        kept = self._cut(log.text, shown, newest=True)
        if kept.strip():
            self._put(shown(kept), kept)
        if len(kept) < len(log.text):
            said = _log_cut(log, kept)
            self.shown.append(remark(said))
            self.warnings.append((f"{said}, for {self._cap}", _hint_of(log)))

    def _put_summaries(self, summaries: Sequence[Text], most: int) -> None:
        """Put in the summaries that fit: at most a third of the cap, and `most`."""
        left = min(most, self.budget.cap // 3)
        for summary in summaries:
            whole = summary.text.strip()
            attributes = {"scope": summary.source, **_from(summary)}

            def shown(text: str, said: dict[str, str] = attributes) -> str:
                return element(SUMMARY_TAG, said, text)

            def fits(part: str, within: int = left) -> bool:
                weight = self.budget.weigh(part)
                return weight <= within and self.room.fits(shown(part), part)

            kept = cut(whole, fits)
            if kept:
                self._put(shown(kept), kept)
                left -= self.budget.weigh(kept)
            if len(kept) < len(whole):
                said = f"the {summary.source} summary: {_start_of(kept, whole)}"
                self.shown.append(remark(said))

    def _put_bodies(self, bodies: Iterable[Body], *, best_first: bool) -> list[str]:
        """Put in the bodies that fit, even after one that does not; gives the rest."""
        omitted: list[str] = []
        for number, body in enumerate(bodies):
            if self.room.full:
                omitted.append(body.name)
                continue
            text = body.read()
            if text is None:
                continue
            cut_it = best_first and not number
            if not self._put_body(body, text, cut_it=cut_it):
                omitted.append(body.name)
        return omitted

    def _put_body(self, body: Body, text: Text, *, cut_it: bool) -> bool:
        names = {"name": body.name, "scope": body.scope, **_from(text)}

        def shown(part: str) -> str:
            return element("note", names, part)

        def fits(part: str) -> bool:
            return self.room.fits(shown(part), part, BODY_COST)

        kept = text.text
        if not fits(kept):
            kept = cut(kept, fits) if cut_it else ""
            if not kept:
                return False
        self._put(shown(kept), kept, BODY_COST)
        if len(kept) < len(text.text):
            self.shown.append(remark(_start_of(kept, text.text)))
        return True

    def _cut(
        self, text: str, shown: Callable[[str], str], *, newest: bool = False
    ) -> str:
        return cut(text, lambda part: self.room.fits(shown(part), part), newest=newest)

    def _put(self, shown: str, text: str, extra: int = 0) -> None:
        self.room.take(shown, text, extra)
        self.shown.append(shown)


def _from(text: Text | Log) -> dict[str, str]:
    return {"from": text.origin} if text.origin else {}


def _start_of(kept: str, whole: str) -> str:
    return f"only the first {len(kept)} of {len(whole)} characters"


def _over_cap(indexes: Sequence[Text], cap: str, whole: int | None = None) -> Warn:
    lines = [
        (line, index.source)
        for index in indexes
        for line in largest_lines(index.text, 3)
    ]
    lines.sort(key=lambda found: -found[0].chars)
    largest = "; ".join(
        f"{scope} {MEMORY_INDEX} line {line.number} ({line.chars} characters: "
        f"{printable(line.text[:40])!r})"
        for line, scope in lines[:3]
    )
    used = sum(len(index.text) for index in indexes)
    of_all = "" if whole is None else f", the whole context {whole}"
    message = (
        f"the memory indexes hold {used} characters{of_all}, over {cap}; they are "
        f"never cut; largest lines: {largest}"
    )
    return message, "shorten them with `memsync edit`, or move facts into notes"


def _lite_cut(lite: Text, kept: str, cap: str) -> Warn:
    message = (
        f"'{printable(lite.source)}' is cut to {len(kept)} of {len(lite.text)} "
        f"characters, for {cap}"
    )
    return message, "move what is below the cut into notes with `memsync remember`"


def _log_cut(log: Log, kept: str) -> str:
    what = f"the {log.scope} log of {log.day}" if log.day else _items_of(log)
    if not kept.strip():
        return f"{what} left out"
    if log.day:
        return f"{what}: only the last {len(kept)} of {len(log.text)} characters"
    return f"{what}: only the last {kept.count(BOX)}"


def _items_of(log: Log) -> str:
    return f"the {log.text.count(BOX)} open items of the {log.scope} scratchpad"


def _hint_of(log: Log) -> str:
    if log.day:
        return f"read it with `memsync daily show {log.day} --scope {log.scope}`"
    return f"see them with `memsync scratchpad show --scope {log.scope}`"


def _held_line(held: Sequence[Held]) -> str:
    notes = [f"{note.name} ({note.reason}, since {note.since})" for note in held]
    return (
        f"held on this machine, not synced: {name_some(notes, 5)}; "
        "see `memsync sync status`"
    )


def _omitted_line(names: Sequence[str], why: str) -> str:
    notes = "note" if len(names) == 1 else "notes"
    return f"{len(names)} {notes} omitted, {why}: {name_some(names, 10)}"
