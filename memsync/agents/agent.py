"""One agent: what it is called, what it reads, and how it is made to call memsync."""

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

# All of our hooks stand in a settings file, some, all with a memsync that is not there,
# or none.
State = Literal["installed", "outdated", "gone", "absent"]


class Form(NamedTuple):
    """How one kind of file is changed: pure, from text to text. All raise `Unfit`."""

    state: Callable[[str, str], State]
    """How the snippet stands in a text."""
    merged: Callable[[str, str], str]
    """The text with the snippet."""
    removed: Callable[[str, str], str]
    """The text without it, and all else as it was; empty where the file may go."""
    calls: Callable[[str], list[Call]]
    """The commands of ours in a text, by place."""
    spelled: Callable[[str], str]
    """A command as such a file has it, in quotes where they are needed."""


class Beside(NamedTuple):
    """A file of ours that an agent wants beside its hooks; it holds nothing else."""

    below: str
    """From the folder of the settings file."""
    snippet: str


class Hooks(NamedTuple):
    """How an agent is made to call memsync."""

    snippet: str
    """What is put into its settings: a file below `hooks/`."""
    form: Form
    user_file: Callable[[Places], Path] | None
    """The person's settings; raises `Broken` without a home."""
    project_file: str | None
    """The settings of a git root, below it."""
    per_prompt: str | None = None
    """The snippet that gives notes with each prompt, where the agent takes some."""
    may_create: bool = True
    """An agent may take a settings file that holds nothing else as complete."""
    beside: tuple[Beside, ...] = ()
    then: str | None = None
    """What a person has to do besides."""
    reply: Callable[[str, str], str] = lambda _, text: text
    """What a hook prints so that a text becomes context: of the event (such as
    `session-start`) and the text. Empty where the agent takes none."""
    home: Callable[[Places], Path] | None = None
    """Its folder on this machine, whose presence says that the agent is used; None:
    the folder of `user_file`."""
    program: str | None = None
    """Its command, which says the same."""
    markers: tuple[str, ...] = ()
    """Variables, one of which is set for the commands that it runs."""


class Agent(NamedTuple):
    """All that memsync knows of one agent; None for what it does not know."""

    name: str
    """As on the command line; its file in `memsync/agents/known/` is named so, too."""
    title: str
    """As its makers write it."""
    also: tuple[str, ...] = ()
    """Other names that are accepted."""
    budget: Budget | None = None
    """How much text it takes at the start; None: the caps of the settings hold."""
    takes: str = "the settings' caps"
    """The same in words."""
    hooks: Hooks | None = None
    """None: nothing in its settings can call memsync."""


def agents_folder(places: Places, variable: str | None, below_home: str) -> Path:
    """The folder of an agent's settings: what `variable` says, else below the home.

    Raises `Broken` when neither is an absolute path.
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
