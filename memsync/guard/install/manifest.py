"""The three hooks that an entry for pre-commit or prek names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.guard.install.entry import Keys

# A `Source.url` for the installed memsync instead of a repository.
LOCAL = "local"
# The id and name of each hook, and whether it also reads agents' instructions.
_HOOKS = (
    ("memsync-secrets", "secrets in notes (memsync)", True),
    ("memsync-note-size", "size of notes (memsync)", False),
    ("memsync-lint", "form of notes (memsync)", False),
)
IDS = tuple(name for name, *_ in _HOOKS)
_MEMORY = r"\.coyote/memory(/.*)?"
_INSTRUCTIONS = r"|AGENTS\.md|CLAUDE\.md|GEMINI\.md"


def hooks_of(url: str) -> tuple[Keys, ...]:
    """Our hooks as an entry names them: with a repository's manifest, by id alone."""
    if url != LOCAL:
        return tuple((("id", name),) for name in IDS)
    # The same as in .pre-commit-hooks.yaml; a test compares them.
    return tuple(
        (
            ("id", name),
            ("name", said),
            ("entry", name),
            ("language", "system"),
            ("files", rf"(^|/)(COYOTE\.md{_INSTRUCTIONS * more}|{_MEMORY})$"),
            ("types", "[]"),
            ("types_or", "[file, symlink]"),
            *([("require_serial", "true")] if name == "memsync-lint" else []),
        )
        for name, said, more in _HOOKS
    )


def names_us(text: str) -> bool:
    """Whether any line but a comment names one of our hooks."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return any(name in line for line in lines for name in IDS)
