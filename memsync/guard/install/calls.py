"""Whether a hook or a configuration of somebody else's runs memsync's checks.

A name alone checks nothing: it may stand behind `echo`, before `|| true`, below an
`exit`, or at a stage that no commit reaches. What is not known to stop a commit is
named, not run: a line too many costs a moment, one too few a secret.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAMES = (b"memsync-guard", b"memsync-secrets")

# One call: the words before it (`exec`, `uv run`), its path, options and redirections.
_CALL = (
    rb"(?P<exec>exec\s+)?"
    rb"(?!(?:exec|echo|printf|:|true|false|test|which|type|hash|command\s+-[vV])\s)"
    rb"(?:[\w./~${}=:@-]+\s+)*"
    rb"""["']?(?:[^\s"';|&<>()`]*/)?memsync-(?:guard|secrets)["']?"""
    rb"""(?:\s+(?:--all|"\$@"|\{[a-z_]+\}|[12]?>{1,2}\s*(?:&[12]|[\w./-]+)))*"""
)
# Its failure ends the hook with a failure.
_OR_EXIT = rb"\s*\|\|\s*(?:\{[^{}]*;\s*)?exit(?:\s+(?:\$\?|[1-9]\d*))?\s*(?:;?\s*\})?"
_LINE = re.compile(
    rb"\s*(?P<if>if\s+(?:command\s+-v|which|type|hash)\s[^;|]*;\s*then\s+)?"
    rb"(?P<call>%b)(?P<exits>%b)?(?(if)\s*;\s*fi)\s*(?:\#.*)?" % (_CALL, _OR_EXIT)
)
# At the start of a line: nothing below is run. `exec >log` only redirects.
_ENDS = re.compile(rb"(?:exit\b|exec\s+(?!\d*[<>]))")
_STOPS_AT_FAILURE = re.compile(rb"set\s+-(?:[a-z]*e|.*\berrexit\b)|#!.*\s-[a-z]*e")
_COMMENT = re.compile(rb"(?m)(?:^|\s)//.*$")


def names_us(text: bytes | None) -> bool:
    """Whether a text names our checks, other than in a comment."""
    return text is not None and any(_names_us(line) for line in text.splitlines())


def hook_runs_us(text: bytes | None, *, stops_at_failure: bool = False) -> bool:
    """Whether a hook, a shell script, runs our checks so that they stop a commit.

    `stops_at_failure`: it is run by `sh -e`, as husky does.
    """
    lines = [line for line in (text or b"").splitlines() if line.strip()]
    for number, line in enumerate(lines):
        found = _LINE.fullmatch(line) if _names_us(line) else None
        last = not any(map(_is_code, lines[number + 1 :]))
        if found and (found["exits"] or found["exec"] or last or stops_at_failure):
            return True
        if _ENDS.match(line):
            return False
        stops_at_failure = stops_at_failure or bool(_STOPS_AT_FAILURE.match(line))
    return False


def framework_runs_us(path: Path, text: bytes | None) -> bool:
    """Whether a configuration of pre-commit or prek runs our checks at each commit."""
    if not names_us(text):
        return False
    config = _loaded(path, text or b"")
    always = _stages(config) or ["pre-commit"]
    return any(
        names_us(str(hook.get("entry") or hook.get("id")).encode())
        and not {"pre-commit", "commit"}.isdisjoint(_stages(hook) or always)
        for repo in _dicts(config.get("repos"))
        for hook in _dicts(repo.get("hooks"))
    )


def lefthook_runs_us(path: Path, text: bytes | None) -> bool:
    """Whether a configuration of lefthook runs our checks at each commit."""
    if not names_us(text):
        return False
    config = _loaded(path, text or b"")
    return any(map(hook_runs_us, _commands(config.get("pre-commit"))))


def _names_us(line: bytes) -> bool:
    return _is_code(line) and any(name in line for name in _NAMES)


def _is_code(line: bytes) -> bool:
    return not line.lstrip().startswith((b"#", b"//")) and bool(line.strip())


def _loaded(path: Path, text: bytes) -> dict[str, Any]:
    """The configuration; empty if it is not valid."""
    import tomllib

    import yaml

    try:
        if path.suffix == ".toml":
            return tomllib.loads(text.decode())
        if path.suffix in (".json", ".jsonc"):
            # Then it is YAML, but for the tabs and comments that lefthook allows.
            text = _COMMENT.sub(b"", text).replace(b"\t", b" ")
        found = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def _stages(config: dict[str, Any]) -> list[Any]:
    found = config.get("stages", config.get("default_stages"))
    return found if isinstance(found, list) else []


def _dicts(found: object) -> list[dict[str, Any]]:
    rows = found if isinstance(found, list) else []
    return [row for row in rows if isinstance(row, dict)]


def _commands(found: object) -> Iterator[bytes]:
    """What a part of lefthook's configuration runs, in `commands` or nested `jobs`."""
    if isinstance(found, dict):
        if isinstance(found.get("run"), str):
            yield found["run"].encode()
        found = list(found.values())
    for each in found if isinstance(found, list) else ():
        yield from _commands(each)
