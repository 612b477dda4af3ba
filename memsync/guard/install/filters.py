"""Which files the filters of a configuration let through to our checks.

A runner starts a check only for the files that its `files`, `exclude`, `glob` and
`skip` leave over. Asked is one path for each kind of file that the guard reads. What is
not understood counts as a filter that takes the path away.
"""

from __future__ import annotations

import os
import re
from typing import Any

from memsync.guard.checks.staged import AGENT_FILES

# The path of a note and of each instruction file, and what a sentence calls them.
READ = {
    **{name: name for name in sorted(map(os.fsdecode, AGENT_FILES))},
    ".coyote/memory/note.md": "notes",
}

# What pre-commit and prek call such a file; a link is one more kind of its own.
_TAGS = {"file", "text", "markdown", "non-executable"}

# lefthook's words for such a file.
_FILE_TYPES = ("text", "not executable", "not symlink")

# What a merge or a rebase commits was committed before.
_HARMLESS_SKIPS = ("merge", "rebase")

# These keys of lefthook's may take every file away: a branch, a command's output.
_UNKNOWN = ("only", "files")

# What one star of a glob stands for.
_ANYWHERE, _IN_FOLDER = ".*", "[^/]*"
_SIGNS = {"{": "(?:", "}": ")", ",": "|", "?": "."}
_GLOB = re.compile(r"\*\*/|\*+|\[[^\]]+\]|\\.|.", re.DOTALL)


def framework_passes(config: dict[str, Any], hook: dict[str, Any], path: str) -> bool:
    """Whether pre-commit or prek runs a hook for a path."""
    if hook.get("always_run") is True and hook.get("pass_filenames") is False:
        return True
    types = words(hook.get("types"))
    either = words(hook.get("types_or"))
    return (
        all(_selects(part.get("files"), path, unset=True) for part in (config, hook))
        and not any(
            _selects(part.get("exclude"), path, unset=False) for part in (config, hook)
        )
        and _TAGS.issuperset(types)
        and (not either or not _TAGS.isdisjoint(either))
        and _TAGS.isdisjoint(words(hook.get("exclude_types")))
    )


def lefthook_passes(
    part: dict[str, Any], path: str, *, matcher: object, excluded: set[str]
) -> bool:
    """Whether a hook, group or command of lefthook's is run for a path.

    `matcher`: the setting `glob_matcher`; `excluded`: the tags and names in
    `exclude_tags`.
    """
    if not _is_run(part, excluded):
        return False
    root = str(part.get("root") or "").strip("./")
    if root and not path.startswith(f"{root}/"):
        return False
    star = _IN_FOLDER if matcher == "doublestar" else _ANYWHERE
    globs, without = _list(part.get("glob")), part.get("exclude")
    if globs and not any(_matches(glob, path, star) for glob in globs):
        return False
    # A text was a regular expression, until lefthook 1.10.
    if isinstance(without, str) and _found(without, path, invalid=False):
        return False
    return not any(_matches(glob, path, star) for glob in _list(without))


def _is_run(part: dict[str, Any], excluded: set[str]) -> bool:
    """Whether lefthook runs a part of its configuration for texts."""
    return (
        all(part.get(key) is None for key in _UNKNOWN)
        and all(skip in _HARMLESS_SKIPS for skip in _list(part.get("skip")))
        and excluded.isdisjoint({part.get("name"), *words(part.get("tags"))})
        and all(kind in _FILE_TYPES for kind in _list(part.get("file_types")))
    )


def _selects(pattern: object, path: str, *, unset: bool) -> bool:
    """Whether `files` or `exclude` selects a path; `unset` if it is not there.

    What cannot be read selects nothing as `files`, and everything as `exclude`.
    """
    if pattern is None:
        return unset
    if isinstance(pattern, dict):
        # prek's: {glob: …}. Both meanings of a star must agree.
        globs = _list(pattern.get("glob"))
        found = [
            any(_matches(glob, path, star) for glob in globs)
            for star in (_ANYWHERE, _IN_FOLDER)
        ]
        return all(found) if unset else any(found) or not globs
    return _found(pattern, path, invalid=not unset)


def _found(pattern: object, path: str, *, invalid: bool) -> bool:
    try:
        return re.search(str(pattern), path) is not None
    except re.error:
        return invalid


def _matches(glob: object, path: str, star: str) -> bool:
    """Whether a glob matches a whole path; `star` is what one star stands for."""
    pattern = ""
    depth = 0
    for part in _GLOB.findall(str(glob)):
        depth += (part == "{") - (part == "}")
        if part == "**/" and star == _IN_FOLDER:
            pattern += "(?:.*/)?"
        elif part[0] == "*":
            pattern += (star if part == "*" else ".*") + "/" * part.endswith("/")
        elif part in _SIGNS and (depth or part != ","):
            pattern += _SIGNS[part]
        elif len(part) > 1 and part[0] == "[":
            pattern += part.replace("[!", "[^", 1)
        else:
            pattern += re.escape(part[-1])
    try:
        # lefthook compares in small letters.
        return re.fullmatch(pattern, path, re.IGNORECASE) is not None
    except re.error:
        return False


def _list(found: object) -> list[Any]:
    """A list, or one value that stands for a list of one."""
    if isinstance(found, list):
        return found
    return [] if found in (None, False, "") else [found]


def words(found: object) -> set[str]:
    """A list of words, or one text that has several."""
    if isinstance(found, str):
        return set(found.replace(",", " ").split())
    return set(map(str, found)) if isinstance(found, list) else set()
