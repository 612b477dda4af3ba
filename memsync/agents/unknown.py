"""The error for a name that no agent has."""

from __future__ import annotations

from memsync.errors import BadUsage
from memsync.meant import nearest
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

# Characters of an unknown name that an error quotes.
_LONGEST = 80


def unknown_agent(
    name: str,
    known: Sequence[str],
    *,
    of: str = "",
    also: Sequence[str] = (),
) -> BadUsage:
    """The error that names the nearest agent, and all of them.

    `of` is what each of the `known` has, such as "a memory". `also` are further names
    to suggest.
    """
    having = f" with {of}" if of else ""
    near = nearest(name, (*known, *also))
    hint = f"one of {', '.join(known)}"
    if near is not None:
        hint = f"did you mean {near}? else {hint}"
    return BadUsage(
        f"no agent{having} is called '{printable(name[:_LONGEST])}'",
        hint=hint,
        word="unknown-agent",
    )
