"""One agent: its name, its limits, and how its settings call memsync."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.errors import Broken
from memsync.paths import NO_HOME

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.agents.calls import Call
    from memsync.paths import Places
    from memsync.retrieval.budget import Budget

# The state of our hooks in a settings file: all there, some, all calling a memsync that
# no longer exists, or none.
State = Literal["installed", "outdated", "gone", "absent"]


class Form(NamedTuple):
    """How to change one kind of settings file. Pure functions, which raise `Unfit`."""

    state: Callable[[str, str], State]
    """The state of the snippet in a text."""
    merged: Callable[[str, str], str]
    """The text with the snippet."""
    removed: Callable[[str, str], str]
    """The text without it, and all else unchanged; empty if the file may be deleted."""
    calls: Callable[[str], list[Call]]
    """Our commands in a text, by position."""
    spelled: Callable[[str], str]
    """A command as such a file contains it, quoted if necessary."""


class Beside(NamedTuple):
    """A file of ours that an agent needs beside its hooks."""

    below: str
    """Relative to the folder of the settings file."""
    snippet: str


class Hooks(NamedTuple):
    """How to make an agent call memsync."""

    snippet: str
    """The snippet for its settings: a file below `hooks/`."""
    form: Form
    user_file: Callable[[Places], Path] | None
    """The user's settings file; raises `Broken` without a home."""
    project_file: str | None
    """The project's settings file, relative to the git root."""
    per_prompt: str | None = None
    """The snippet for notes with each prompt, if the agent accepts some."""
    may_create: bool = True
    """Whether the file must exist already: the agent would take ours for complete."""
    beside: tuple[Beside, ...] = ()
    then: str | None = None
    """What else a person has to do."""
    reply: Callable[[str, str], str] = lambda _, text: text
    """What a hook must print so that the agent takes a text as context: a function of
    the event (such as `session-start`) and the text. Empty if it takes none."""
    home: Callable[[Places], Path] | None = None
    """Its folder on this machine, which exists if the agent is used; None: the folder
    of `user_file`."""
    program: str | None = None
    """Its command, whose presence means the same."""
    markers: tuple[str, ...] = ()
    """Environment variables, one of which it sets for the commands that it runs."""


class Agent(NamedTuple):
    """All that memsync knows of one agent; None means unknown."""

    name: str
    """Its name on the command line, and of its file in `memsync/agents/known/`."""
    title: str
    """Its name as its makers write it."""
    also: tuple[str, ...] = ()
    """Other names that are accepted."""
    budget: Budget | None = None
    """How much text it accepts at the start; None: the settings' caps apply."""
    takes: str = "the settings' caps"
    """The same in words."""
    hooks: Hooks | None = None
    """None if its settings cannot call memsync."""


def agents_folder(places: Places, variable: str | None, below_home: str) -> Path:
    """The folder of an agent's settings: the value of `variable`, else in the home.

    Raises `Broken` if neither is an absolute path.
    """
    own = places.environ.get(variable, "") if variable else ""
    home = places.environ.get("HOME", "")
    if own and Path(own).is_absolute():
        return Path(own)
    if not home or not Path(home).is_absolute():
        raise Broken(
            f"neither {variable} nor HOME is set to an absolute path"
            if variable
            else "HOME is not set to an absolute path",
            hint=f"set {variable or 'HOME'}",
            word=NO_HOME,
        )
    return Path(home) / below_home
