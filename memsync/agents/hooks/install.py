"""Installs, shows and removes our hooks in an agent's settings.

Writes nothing that it cannot remove again byte for byte.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.calls import PROGRAM
from memsync.agents.hooks.change import Done, change_of, read_text
from memsync.agents.hooks.forms import relinked
from memsync.agents.hooks.settings import hooks_of
from memsync.agents.hooks.unfit import Unfit
from memsync.errors import BadUsage, Broken, Refused
from memsync.shipped import shipped

if TYPE_CHECKING:
    from memsync.agents.agent import Agent, Beside, Hooks, State
    from memsync.agents.hooks.change import Action
    from memsync.agents.hooks.settings import Settings


class Found(NamedTuple):
    """The state of our hooks in a settings file."""

    state: State
    programs: tuple[str, ...] = ()
    """The memsyncs that it calls."""
    per_prompt: bool = False


def look(agent: Agent, settings: Settings) -> Found:
    """The state of our hooks in a settings file; `none` if it cannot be read."""
    hooks = hooks_of(agent)
    try:
        text = read_text(settings.path)
        if text is None:
            return Found("absent")
        state = hooks.form.state(text, _snippet(hooks))
        called = (call.program for call in hooks.form.calls(text))
        programs = tuple(dict.fromkeys(called))
        prompt = hooks.per_prompt
        per_prompt = prompt is not None and (
            hooks.form.state(text, _text(prompt)) == "installed"
        )
    except (Unfit, Broken, Refused):
        return Found("absent")
    if state == "installed" and any(map(_is_gone, programs)):
        state = "gone"
    return Found(state, programs, per_prompt)


def plan_install(
    agent: Agent,
    settings: Settings,
    program: str = PROGRAM,
    *,
    per_prompt: bool | None = None,
) -> Done:
    """Plan to install our hooks in a settings file, calling `program`.

    `per_prompt`: with or without the hook for notes with each prompt; None keeps it as
    it is. Raises `Broken` for a file that cannot be changed safely, and `Refused` for a
    symlink.
    """
    hooks = hooks_of(agent)
    form, path = hooks.form, settings.path
    snippet = relinked(form, _snippet(hooks), program)
    prompt = _prompt_of(agent, hooks, per_prompt=per_prompt)
    text = read_text(path)
    if text is None and not hooks.may_create:
        raise Broken(
            f"'{path}' does not exist",
            hint=f"start {agent.name} once, then run the same command again",
            word="agent-settings",
        )
    try:
        before = "absent" if text is None else form.state(text, snippet)
        new = snippet if text is None else form.merged(text, snippet)
        if prompt is not None and per_prompt is not None:
            new = (form.merged if per_prompt else form.removed)(new, prompt)
        new = relinked(form, new, program)
        after = form.state(new, snippet)
        back = new if prompt is None else form.removed(new, prompt)
        back = form.removed(back, snippet)
    except Unfit as why:
        raise _unfit(agent, path, str(why)) from None
    if after != "installed" or (text and before == "absent" and back != text):
        raise _unfit(agent, path, "its hooks could not be removed exactly")
    changes = [change_of(path, text, new)]
    for beside in hooks.beside:
        where = _beside(path, beside)
        changes.append(change_of(where, read_text(where), _text(beside.snippet)))
    action: Action = "created" if text is None else "updated"
    if all(change.before == change.after for change in changes):
        action = "unchanged"
    # A rename would replace even a read-only file: respect the mode of the old one.
    elif text is not None and not path.stat().st_mode & 0o222:
        raise Broken(
            f"'{path}' is read-only", hint=f"chmod u+w '{path}'", word="read-only"
        )
    return Done(path, action, before, tuple(changes))


def plan_uninstall(agent: Agent, settings: Settings) -> Done:
    """Plan to remove our hooks from a settings file.

    Deletes a file that contains nothing else. Raises as `plan_install`.
    """
    hooks = hooks_of(agent)
    form, path = hooks.form, settings.path
    text = read_text(path)
    if text is None:
        return Done(path, "unchanged", "absent")
    snippet = _snippet(hooks)
    try:
        before = form.state(text, snippet)
        new = text
        if hooks.per_prompt is not None:
            new = form.removed(new, _text(hooks.per_prompt))
        goes = relinked(form, new, PROGRAM) == snippet
        new = form.removed(new, snippet)
    except Unfit as why:
        if PROGRAM not in text:
            return Done(path, "unchanged", "absent")
        raise _unfit(agent, path, str(why)) from None
    if new == text:
        return Done(path, "unchanged", before)
    changes = [change_of(path, text, None if goes or not new else new)]
    for beside in hooks.beside:
        where = _beside(path, beside)
        if (there := read_text(where)) == _text(beside.snippet):
            changes.append(change_of(where, there, None))
    action: Action = "removed" if changes[0].after is None else "entry removed"
    return Done(path, action, before, tuple(changes))


def plan_relink(agent: Agent, settings: Settings, program: str) -> Done:
    """Plan to make the installed hooks call `program`."""
    hooks = hooks_of(agent)
    text = read_text(settings.path)
    try:
        new = None if text is None else relinked(hooks.form, text, program)
    except Unfit as why:
        raise _unfit(agent, settings.path, str(why)) from None
    if new == text:
        return Done(settings.path, "unchanged", "absent")
    change = change_of(settings.path, text, new)
    return Done(settings.path, "updated", "gone", (change,))


def _is_gone(program: str) -> bool:
    return Path(program).is_absolute() and not os.access(program, os.X_OK)


def _prompt_of(agent: Agent, hooks: Hooks, *, per_prompt: bool | None) -> str | None:
    if hooks.per_prompt is not None:
        return _text(hooks.per_prompt)
    if per_prompt:
        raise BadUsage(
            f"{agent.title} cannot take notes with each prompt",
            hint="leave out --per-prompt",
        )
    return None


def _beside(path: Path, beside: Beside) -> Path:
    return Path(os.path.normpath(path.parent / beside.below))


def _snippet(hooks: Hooks) -> str:
    return _text(hooks.snippet)


def _text(name: str) -> str:
    return shipped(name).read_text("utf-8")


def _unfit(agent: Agent, path: Path, why: str) -> Broken:
    return Broken(
        f"'{path}' was not changed: {why}",
        hint=f"add by hand what is in '{shipped(hooks_of(agent).snippet)}'",
        word="agent-settings",
    )
