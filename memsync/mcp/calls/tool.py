"""The definition of a tool: its name, its arguments, its function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import BadUsage
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from memsync.mcp.calls.call import Call


# The two scopes under Coyote's names; ours are accepted, too.
SCOPES = ["workspace", "global"]


def scope_name(scope: Scope) -> str:
    """The name of a scope for clients."""
    return SCOPES[scope is Scope.USER]


class Parameter(NamedTuple):
    """One argument of a tool, for the client's model."""

    about: str
    required: bool = False
    schema: Mapping[str, object] = {"type": "string"}
    written: bool = False
    """Whether it is a note's text, or a part of it; not a name, a path or a query."""


class Tool(NamedTuple):
    """One tool. `run` returns a text to show, or a value for JSON."""

    name: str
    about: str
    parameters: Mapping[str, Parameter]
    run: Callable[[Call, Arguments], object]
    only_reads: bool = False
    needs: str = ""
    """The setting without which the tool is not offered."""

    @property
    def names(self) -> set[str]:
        """The arguments that are not a note's text."""
        return {name for name, known in self.parameters.items() if not known.written}

    @property
    def schema(self) -> dict[str, object]:
        """Its arguments as JSON Schema."""
        return {
            "type": "object",
            "properties": {
                name: {**parameter.schema, "description": parameter.about}
                for name, parameter in self.parameters.items()
            },
            "required": [n for n, p in self.parameters.items() if p.required],
        }


class Arguments:
    """The arguments of a call: a model may send anything."""

    def __init__(self, given: Mapping[str, Any] | None) -> None:
        self._given = given or {}

    @property
    def whole(self) -> Mapping[str, Any]:
        """The arguments as received."""
        return self._given

    def text(self, name: str) -> str:
        """A text that must be there; raises `BadUsage`."""
        found = self.text_if_any(name)
        if found is None:
            raise BadUsage(f"{name} is required")
        return found

    def text_if_any(self, name: str) -> str | None:
        """A text, or None where none was given; raises `BadUsage`."""
        found = self._given.get(name)
        if found is not None and not isinstance(found, str):
            raise BadUsage(f"{name} must be a text")
        return found

    def texts(self, names: set[str] | None = None) -> list[str]:
        """All texts in the arguments, at any depth; with `names`, only in those."""
        wanted = [v for n, v in self._given.items() if names is None or n in names]
        return [*_texts(wanted), *self._given]

    def number(self, name: str) -> int:
        """A whole number that must be there; raises `BadUsage`."""
        found = self.number_if_any(name)
        if found is None:
            raise BadUsage(f"{name} is required")
        return found

    def number_if_any(self, name: str) -> int | None:
        """A whole number, or None where none was given; raises `BadUsage`."""
        found = self._given.get(name)
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int):
            raise BadUsage(f"{name} must be a whole number")
        return found

    def numbers_if_any(self, name: str) -> list[int] | None:
        """Whole numbers, or None where none were given; raises `BadUsage`."""
        found = self._given.get(name)
        if found is None:
            return None
        if not isinstance(found, list) or any(type(each) is not int for each in found):
            raise BadUsage(f"{name} must be a list of whole numbers")
        return found


def _texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += [*each, *each.values()]
        elif isinstance(each, list):
            waiting += each
