"""Whether a hook, a shell script of somebody else's, runs memsync's checks.

A name alone checks nothing: it may stand behind `echo`, before `|| true`, below an
`exit`, or in a text that the script prints. What is not known to stop a commit is
named, not run: a line too many costs a moment, one too few a secret.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_LINKS = re.compile(
    rb"""(?:^|[;&|({]|\bthen\b|\bexec\b)\s*"""
    rb"""["']?(?:[^\s"';|&<>()`]*/)?memsync["']?\s+hook\s+post-checkout\b"""
)
# At the start of a line: nothing below is run. `exec >log` only redirects.
_ENDS = re.compile(rb"(?:exit\b|exec\s+(?!\d*[<>]))")
_STOPS_AT_FAILURE = re.compile(rb"set\s+-(?:[a-z]*e|.*\berrexit\b)|#!.*\s-[a-z]*e")
# A text for a command's stdin, which ends at a line of its own; `<<<` has none.
_HEREDOC = re.compile(
    rb"""(?<!<)<<(?P<tabs>-?)\s*(?:(?P<mark>["'])(?P<quoted>.+?)(?P=mark)|(?P<bare>[\w.-]+))"""
)


def names_us(text: bytes | None) -> bool:
    """Whether a text names our checks, other than in a comment."""
    return text is not None and any(_names_us(line) for line in text.splitlines())


def hook_runs_us(text: bytes | None, *, stops_at_failure: bool = False) -> bool:
    """Whether a hook, a shell script, runs our checks so that they stop a commit.

    `stops_at_failure`: it is run by `sh -e`, as husky does.
    """
    lines = [line for line in _commands(text or b"") if line.strip()]
    for number, line in enumerate(lines):
        found = _LINE.fullmatch(line) if _names_us(line) else None
        last = not any(map(_is_code, lines[number + 1 :]))
        if found and (found["exits"] or found["exec"] or last or stops_at_failure):
            return True
        if _ENDS.match(line):
            return False
        stops_at_failure = stops_at_failure or bool(_STOPS_AT_FAILURE.match(line))
    return False


def hook_links_worktrees(text: bytes) -> bool:
    """Whether a hook, a shell script, runs `memsync hook post-checkout`."""
    for line in _commands(text):
        if _is_code(line) and _LINKS.search(line):
            return True
        if _ENDS.match(line):
            return False
    return False


def _commands(text: bytes) -> Iterator[bytes]:
    """The lines that the shell runs, without those that a command reads."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        yield line
        at += 1
        for opened in _HEREDOC.finditer(line) if _is_code(line) else ():
            read = lines[at:]
            if opened["tabs"]:
                read = [each.lstrip(b"\t") for each in read]
            end = opened["quoted"] or opened["bare"]
            # Without its end it is another sign, such as a shift in arithmetic.
            if end in read:
                at += read.index(end) + 1


def _names_us(line: bytes) -> bool:
    return _is_code(line) and any(name in line for name in _NAMES)


def _is_code(line: bytes) -> bool:
    return not line.lstrip().startswith((b"#", b"//")) and bool(line.strip())
