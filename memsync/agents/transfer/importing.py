"""Imports an agent's folder as notes: scanned, archived and indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.transfer.deciding import Planning
from memsync.agents.transfer.item import Diff, Item, Transfer
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.intake import Intake, secret_in, take_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memsync.agents.transfer.deciding import Wanted
    from memsync.clock import Now
    from memsync.memory.store.store import Store


def import_notes(
    store: Store | None,
    wanted: Wanted,
    now: Now,
    *,
    write: Callable[[], Store] | None,
) -> Transfer:
    """Import what is new or changed.

    `store` is the memory, None if there is none yet. `write` returns it, created if
    necessary; without `write`, nothing is written. Each item reports its own trouble,
    and the rest goes on. Raises what `take_in` and `write` raise.
    """
    steps = Planning(store, wanted).steps()
    wants = [i for i, step in enumerate(steps) if step.intake is not None]
    items = [step.item for step in steps]
    intakes = [steps[i].intake for i in wants]
    real = [each for each in intakes if each is not None]
    new = any(each.data is not None for each in real)
    warnings: list[tuple[str, str | None]] = []
    if write is None or not (new or (store is not None and real)):
        for i, intake in zip(wants, real, strict=True):
            rule = secret_in(store, intake) if store else _secret(intake)
            if rule:
                items[i] = items[i]._replace(action="refused", reason=rule)
        return _done(wanted, items, _diffs(items, wants, real), warnings)
    diffs = _diffs(items, wants, real)
    target = write()
    for i, intake, taken in zip(wants, real, take_in(target, real, now), strict=True):
        if taken.outcome == "refused":
            items[i] = items[i]._replace(action="refused", reason=taken.rule)
        elif taken.outcome == "moved":
            reason = "the note was changed meanwhile; import again"
            items[i] = items[i]._replace(action="conflict", reason=reason)
        if taken.left_out:
            rules = ", ".join(sorted(set(taken.left_out)))
            warnings.append(
                (f"'{intake.origin.path}': earlier versions stay there: {rules}", None)
            )
    return _done(wanted, items, diffs, warnings)


def _done(
    wanted: Wanted,
    items: list[Item],
    diffs: Sequence[Diff],
    warnings: Sequence[tuple[str, str | None]],
) -> Transfer:
    shown = [item for item in items if item.name != MEMORY_INDEX_NAME]
    said = ""
    if not shown:
        said = f"nothing to take from '{wanted.folder}'"
    return Transfer(wanted.agent, wanted.folder, shown, diffs, warnings, said)


def _secret(intake: Intake) -> str:
    from memsync.secrets.doubts.levels import MEDIUM, at_least
    from memsync.secrets.scan import scan

    found = [f for f in scan(intake.data or b"") if at_least(f.confidence, MEDIUM)]
    return found[0].rule if found else ""


def _diffs(items: list[Item], wants: list[int], intakes: list[Intake]) -> list[Diff]:
    found = []
    for i, intake in zip(wants, intakes, strict=True):
        if intake.data is not None and items[i].action != "refused":
            path = f"{intake.name}.md"
            found.append(Diff(path, intake.expected or b"", intake.data))
    return found
