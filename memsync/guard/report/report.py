"""Prints what a check found when it stops a commit."""

from __future__ import annotations

import os
import sys

from memsync.errors import Exit
from memsync.secrets.doubts.levels import HIGH, MEDIUM, at_least
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memsync.guard.checks.secret import Held
    from memsync.guard.checks.size import Oversized
    from memsync.secrets.allow import AllowList

MENDS = (
    "move it to a password manager and note only where it is; a secret that "
    "was ever pushed or shared must be changed"
)

PRIVATE_MEMORY = "private-memory"
IS_PRIVATE = "this memory is private, and would be published with the commit"
TEAM = "a team's memory is made with `memsync init --tracked`"
OF_TEAM = "`memsync init` moves private notes out of a team's memory"


def print_all(
    held: Sequence[Held],
    private: Sequence[bytes],
    oversized: Sequence[Oversized],
    faults: Sequence[str],
    environ: Mapping[str, str],
) -> int:
    """Print what the checks found; returns 1, or 0 if all of it is allowed."""
    lines: list[str] = []
    if held:
        listed = _allow_list(environ)
        level = block_level(environ)
        held = [h for h in held if not listed.allows(h.rule, h.value)]
        _mention([h for h in held if not at_least(h.confidence, level)], listed)
        lines += _secrets([h for h in held if at_least(h.confidence, level)], listed)
    lines += _private(private, environ)
    lines += [line_of(found) for found in oversized]
    lines += _advice_on_size(oversized)
    lines += _faults(faults)
    if not lines:
        return Exit.DONE
    out = "".join(line + "\n" for line in lines).encode("utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(out)
    sys.stdout.flush()
    return Exit.FOUND


def block_level(environ: Mapping[str, str]) -> str:
    """`guard.block` in the working folder; settings are read only if there are any.

    Raises `Broken` for a broken configuration.
    """
    from memsync.guard.checks.size import is_configured

    if not is_configured(environ):
        return MEDIUM
    from pathlib import Path

    from memsync.config.settings import load
    from memsync.paths import Places

    return load(Places(environ), Path.cwd()).text("guard.block")


def _mention(held: Sequence[Held], listed: AllowList) -> None:
    """Print findings that are too unsure to stop the commit."""
    for one in held:
        line = secret_line(one, listed.fingerprint(one.rule, one.value))
        sys.stderr.write(f"memsync: {line}; it does not block\n")


def _allow_list(environ: Mapping[str, str]) -> AllowList:
    from memsync.guard.checks import staged
    from memsync.guard.report.salt import allow_list

    common, _ = staged.places(environ)
    folder = os.path.join(os.fsdecode(common), "memsync")  # noqa: PTH118 -- no pathlib in a hook
    return allow_list(os.getcwd(), folder)  # noqa: PTH109 -- no pathlib in a hook


def _secrets(held: Sequence[Held], listed: AllowList) -> list[str]:
    if not held:
        return []
    lines = [secret_line(h, listed.fingerprint(h.rule, h.value)) for h in held]
    count = "1 secret" if len(held) == 1 else f"{len(held)} secrets"
    rule = held[0].rule
    return [
        *lines,
        f"memsync: found {count}",
        f"hint: {MENDS}",
        f"hint: {silence(rule)}",
    ]


def silence(rule: str) -> str:
    """How to allow a false alarm of this rule."""
    return (
        f"a false alarm? put <!-- memsync:allow {rule} --> on the line above, "
        "or run `memsync scan --allow FINGERPRINT`"
    )


def secret_line(held: Held, fingerprint: str) -> str:
    """A finding's place, rule, length and confidence; never its value."""
    return (
        f"{shown(held.path)}:{held.line}:{held.column}: {held.rule}, "
        f"{held.length} bytes, fingerprint {fingerprint}{how_sure(held.confidence)}"
    )


def how_sure(confidence: str) -> str:
    """The confidence of a finding, unless it is high."""
    return "" if confidence == HIGH else f", {confidence} confidence"


def shown(path: bytes) -> str:
    """A path as text that is safe to print."""
    return printable(os.fsdecode(path))


def private_line(place: str) -> str:
    """What is said of a staged or committed path of a private memory."""
    return f"{place}: {PRIVATE_MEMORY}, kept out of version control"


def unstages(paths: Iterable[bytes], environ: Mapping[str, str]) -> str:
    """How to take the paths of private memories out of the commit, as a hint.

    Removes nothing that HEAD has: that would delete it for everyone.
    """
    from memsync.guard.checks.private import existing, memory_of

    by_memory: dict[bytes, list[bytes]] = {}
    for path in paths:
        by_memory.setdefault(memory_of(path), []).append(path)
    heads = {b"HEAD:" + memory: memory for memory in by_memory}
    teams = {heads[name] for name in existing(list(heads), environ)}
    named: list[bytes] = []
    for memory, of_it in by_memory.items():
        # A private one whole: named file by file, a commit would be stopped for each.
        named += of_it if memory in teams else [memory]
    # `:/` is the git root, so that the command works in every folder.
    specs = " ".join(_quoted(f":/{shown(path)}") for path in named)
    advice = OF_TEAM if teams else TEAM
    recurse = "" if len(teams) == len(by_memory) else "-r "
    return f"run `git rm {recurse}--cached --quiet -- {specs}`; {advice}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _private(paths: Sequence[bytes], environ: Mapping[str, str]) -> list[str]:
    if not paths:
        return []
    lines = [private_line(shown(path)) for path in paths]
    return [*lines, f"memsync: {IS_PRIVATE}", f"hint: {unstages(paths, environ)}"]


def _faults(faults: Sequence[str]) -> list[str]:
    if not faults:
        return []
    return [
        *faults,
        (
            "hint: `memsync lint --fix` adds missing frontmatter and removes dead"
            " entries; mend the rest by hand, then `git add` the notes again"
        ),
    ]


def line_of(found: Oversized) -> str:
    """By how much a file is over its cap, and where its longest sections begin."""
    text = (
        f"{shown(found.path)}: {found.chars:,} characters, "
        f"{found.chars - found.cap:,} over the cap of {found.cap:,} ({found.key})"
    )
    if found.sections:
        longest = ", ".join(f"line {s.line} ({s.chars:,})" for s in found.sections)
        text += f"; longest sections: {longest}"
    return text


def _advice_on_size(oversized: Sequence[Oversized]) -> list[str]:
    if not oversized:
        return []
    change = f"raise the cap with `memsync config set {oversized[0].key} N`"
    return [f"hint: move a section to a note of its own and link it, or {change}"]
