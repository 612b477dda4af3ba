"""One setting: its type, and who may set it."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from typing import Literal

    Trust = Literal["any", "tighten", "lower", "never", "only"]

Value = bool | int | float | str | list[str]


class Key(NamedTuple):
    """One setting: its default fixes its type."""

    name: str
    default: Value
    about: str
    repository: Trust = "any"
    """Whether a repository's file may set it. `tighten`: only to a stricter value;
    `lower`: the lower of its value and the user's applies; `only`: no other file
    may."""
    choices: tuple[str, ...] = ()
    environ: Literal["any", "tighten", "never"] = "any"
    """Whether its variable may set it. `tighten`: only to a stricter value."""
    least: int = 0
    """The least value of a number."""

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "MEMSYNC_" + self.name.upper().replace(".", "_")

    @property
    def is_command(self) -> bool:
        """Whether it is a program with its arguments."""
        return isinstance(self.default, list) and self.name.endswith("command")

    @property
    def is_endpoint(self) -> bool:
        """Whether it is the URL of a server to which texts are sent."""
        return self.name.endswith(".endpoint")

    def is_looser(self, new: Value, old: Value) -> bool:
        """Whether `new` permits more than `old`."""
        if self.choices:
            # Choices are listed from the strictest on.
            return self.choices.index(str(new)) > self.choices.index(str(old))
        return isinstance(new, int) and isinstance(old, int) and new > old
