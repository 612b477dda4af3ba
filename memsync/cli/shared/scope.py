"""`--scope`: which of the two memories a command is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., object]")

# Coyote's names of the scopes, which scripts for it use.
_COYOTE = {"project": Scope.WORKSPACE.value, "global": Scope.USER.value}


class ScopeType(click.Choice[str]):
    """The two scopes; Coyote's names for them are accepted but not advertised."""

    def __init__(self) -> None:
        super().__init__([scope.value for scope in Scope], case_sensitive=False)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the scope's own name; anything else is a usage error (exit 2)."""
        word = str(value).strip().lower()
        return str(super().convert(_COYOTE.get(word, word), param, ctx))


def scope_option(
    help: str = "The memory to use.",  # noqa: A002 -- click's own name for it
    *,
    default: str | None = None,
    required: bool = False,
) -> Callable[[F], F]:
    """Add `--scope workspace|user`; `help` says what it does in this command."""
    return click.option(
        "--scope", type=ScopeType(), default=default, required=required, help=help
    )
