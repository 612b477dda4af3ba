"""Which files a configuration of pre-commit, prek or lefthook gives to our checks.

An entry alone checks nothing: it may stand at a stage that no commit reaches, or behind
a filter that leaves no file of ours over.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from memsync.guard.install.calls import hook_runs_us, names_us
from memsync.guard.install.filters import (
    READ,
    framework_passes,
    lefthook_passes,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# More than any configuration of people's has: values, and values within values.
_MOST = 50_000
_DEEPEST = 50
_COMMENT = re.compile(rb"(?m)(?:^|\s)//.*$")


def framework_checks(path: Path, text: bytes | None) -> set[str] | None:
    """The paths of `READ` that pre-commit or prek checks; None if it never does."""
    if not names_us(text):
        return None  # most configurations, which need no YAML then
    config = _loaded(path, text)
    always = _stages(config) or ["pre-commit"]
    hooks = [
        hook
        for repo in _dicts(config.get("repos"))
        for hook in _dicts(repo.get("hooks"))
        if names_us(str(hook.get("entry") or hook.get("id")).encode())
        and not {"pre-commit", "commit"}.isdisjoint(_stages(hook) or always)
    ]
    if not hooks:
        return None
    return {
        path
        for path in READ
        if any(framework_passes(config, hook, path) for hook in hooks)
    }


def lefthook_checks(files: list[tuple[Path, bytes | None]]) -> set[str] | None:
    """The paths of `READ` that lefthook checks; None if it never does.

    `files`: each with its text, the team's before a person's own.
    """
    if not any(names_us(text) for _, text in files):
        return None
    config: dict[str, Any] = {}
    for path, text in files:
        config = _merged(config, _loaded(path, text))
    hook = config.get("pre-commit")
    if not isinstance(hook, dict):
        return None
    rows = [parts for run, parts in _commands(hook, []) if hook_runs_us(run)]
    if not rows:
        return None
    matcher, excluded = config.get("glob_matcher"), words(hook.get("exclude_tags"))
    return {
        path
        for path in READ
        if any(
            all(
                lefthook_passes(part, path, matcher=matcher, excluded=excluded)
                for part in parts
            )
            for parts in rows
        )
    }


def _loaded(path: Path, text: bytes | None) -> dict[str, Any]:
    """The configuration; empty if there is none, or it is not valid."""
    import tomllib

    import yaml

    if text is None:
        return {}
    try:
        if path.suffix == ".toml":
            return tomllib.loads(text.decode())
        if path.suffix in (".json", ".jsonc"):
            # Then it is YAML, but for the tabs and comments that lefthook allows.
            text = _COMMENT.sub(b"", text).replace(b"\t", b" ")
        found = yaml.safe_load(text)
    except (ValueError, RecursionError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) and _is_small(found) else {}


def _is_small(found: object) -> bool:
    """Whether a configuration can be walked through: aliases may make it endless."""
    waiting: list[tuple[object, int]] = [(found, 0)]
    count = 0
    while waiting:
        each, depth = waiting.pop()
        count += 1
        if depth > _DEEPEST or count > _MOST:
            return False
        inner = each if isinstance(each, list) else []
        if isinstance(each, dict):
            inner = list(each.values())
        waiting += [(one, depth + 1) for one in inner]
    return True


def _stages(config: dict[str, Any]) -> list[Any]:
    found = config.get("stages", config.get("default_stages"))
    return found if isinstance(found, list) else []


def _dicts(found: object) -> list[dict[str, Any]]:
    rows = found if isinstance(found, list) else []
    return [row for row in rows if isinstance(row, dict)]


def _merged(team: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """As lefthook merges its files: key by key, and jobs by their names."""
    both = dict(team)
    for key, value in own.items():
        before = both.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            both[key] = _merged(before, value)
        elif key == "jobs" and isinstance(before, list) and isinstance(value, list):
            both[key] = _merged_jobs(_dicts(before), _dicts(value))
        else:
            both[key] = value
    return both


def _merged_jobs(
    team: list[dict[str, Any]], own: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    jobs = list(team)
    for job in own:
        named = [
            i
            for i, each in enumerate(jobs)
            if "name" in job and each.get("name") == job["name"]
        ]
        if named:
            jobs[named[0]] = _merged(jobs[named[0]], job)
        else:
            jobs.append(job)
    return jobs


def _commands(
    part: dict[str, Any], outer: list[dict[str, Any]]
) -> Iterator[tuple[bytes, list[dict[str, Any]]]]:
    """What a part of lefthook's configuration runs, each with all that it stands in."""
    parts = [*outer, part]
    if isinstance(part.get("run"), str):
        yield part["run"].encode(), parts
    commands = part.get("commands")
    named = commands.items() if isinstance(commands, dict) else ()
    inner = [{"name": key, **each} for key, each in named if isinstance(each, dict)]
    for each in (*inner, *_dicts([part.get("group")]), *_dicts(part.get("jobs"))):
        yield from _commands(each, parts)
