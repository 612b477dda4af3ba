"""The path of a note where the memory is a repository of its own."""

from __future__ import annotations

import os

_MEMORY = b".coyote/memory"


def from_memory(path: bytes) -> bytes:
    """A path below the git root; where that is a memory, such as a submodule, from it.

    So `note.md` is `.coyote/memory/note.md` there. The working folder is the git root.
    """
    here = os.getcwdb()  # noqa: PTH109 -- no pathlib in a hook
    own = here.endswith(b"/" + _MEMORY) and os.path.lexists(b".git")
    return _MEMORY + b"/" + path if own and path[:1] != b"/" else path
