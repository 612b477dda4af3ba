"""A demo memory of two machines and three agents, in a temporary folder."""

from __future__ import annotations

import contextlib
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from memsync.config.settings import load
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.process import git as gits
from memsync.workspace.target import open_for_writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.clock import Now

# The demo's memories see no other variable of the environment.
_KEPT = ("LANG", "LC_ALL", "LC_CTYPE", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "TZ")


class Demo(NamedTuple):
    """The demo's folder, and the environment of its machine's programs."""

    folder: Path
    environ: Mapping[str, str]


class _Written(NamedTuple):
    days: int
    """The note's age in days."""
    name: str
    type: str
    about: str
    text: str
    by: str


_SESSION = "0f6c2d4e-1111-4222-8333-444455556666"
_WORKSPACE = (
    _Written(
        *(21, "deploy-steps", "project", "How a release gets to production"),
        "1. Tag the commit: `git tag v1.4`.\n2. Run `make release`; see"
        " [[release-keys]].\n3. Watch [[dashboards]] for ten minutes.\n",
        "claude-code",
    ),
    _Written(
        *(20, "release-keys", "reference", "Where the signing keys are"),
        "The keys are on the hardware token in the safe. [[deploy-steps]] needs it.\n",
        "codex",
    ),
    _Written(
        *(16, "dashboards", "reference", "Which graphs to look at after a release"),
        "| graph | healthy |\n|---|---|\n| errors | below 0.1 % |\n| latency |"
        " below 200 ms |\n\nSee also [[on-call]].\n",
        "gemini-cli",
    ),
    _Written(
        *(9, "test-database", "project", "The tests need Postgres 16 on port 5433"),
        "Start it with `make db`. Port 5432 is taken by another project, so the"
        " tests use **5433**.\n\n- [x] documented\n- [ ] move to a container\n",
        "claude-code",
    ),
    _Written(
        *(2, "flaky-login", "feedback", "The login test fails on Mondays"),
        "It compares weekdays from Sunday. Fixed in the branch `login-days`, not"
        " merged yet. [[test-database]] must run.\n",
        "codex",
    ),
)
_USER = (
    _Written(
        *(30, "style", "user", "How I like code to be written"),
        "- Small functions, plain names.\n- No clever one-liners.\n- Tests first.\n",
        "claude-code",
    ),
    _Written(
        *(12, "editor", "user", "Which editor and shell I use"),
        "Helix and fish, on every machine.\n",
        "codex",
    ),
)


@contextlib.contextmanager
def throwaway(environ: Mapping[str, str], now: Now) -> Iterator[Demo]:
    """Make a demo memory, and remove it at the end. Reads nothing of the person's."""
    with TemporaryDirectory(prefix="memsync-demo-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        desk = _machine(folder / "desk", environ)
        laptop = _machine(folder / "laptop", environ)
        root = folder / "desk" / "shop"
        root.mkdir()
        gits.Git(None, desk).run("init", "--quiet", str(root))
        _notes(root, desk, now)
        _two_machines(folder, desk, laptop, now)
        _sessions(folder / "desk", root, now)
        _proposals(root, desk, now)
        yield Demo(root, desk)


def _machine(home: Path, environ: Mapping[str, str]) -> dict[str, str]:
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Demo\n\temail = demo@example.invalid\n"
        "[init]\n\tdefaultBranch = main\n"
    )
    kept = {key: environ[key] for key in _KEPT if key in environ}
    return {"PATH": os.defpath, **kept, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}


def _at(now: Now, days: float, by: str) -> Now:
    then = now.utc - timedelta(days=days)
    return now._replace(utc=then, today=then.date(), by=by)


def _notes(root: Path, environ: Mapping[str, str], now: Now) -> None:
    places = Places(environ)
    for scope, every in ((Scope.WORKSPACE, _WORKSPACE), (Scope.USER, _USER)):
        for each in every:
            then = _at(now, each.days, "write")
            store, _ = open_for_writing(root, places, then, scope)
            store.write(
                *(each.name, each.text),
                now=then,
                description=each.about,
                type_=each.type,
                by=each.by,
            )
    then = _at(now, 1, "write")
    store, _ = open_for_writing(root, places, then, Scope.WORKSPACE)
    again = (
        "Start it with `make db`; it takes half a minute. Port 5432 is taken by another"
        " project, so the tests use **5434** since Tuesday.\n\n- [x] documented\n- [x]"
        " move to a container\n"
    )
    store.write("test-database", again, now=then, by="gemini-cli")


def _two_machines(
    folder: Path, desk: Mapping[str, str], laptop: Mapping[str, str], now: Now
) -> None:
    """Let both machines change one line of one note before either has synced."""
    from memsync.sync import sync

    remote = folder / "remote.git"
    gits.Git(None, desk).run("init", "--quiet", "--bare", str(remote))
    for name, environ in (("desk", desk), ("laptop", laptop)):
        places = Places(environ)
        places.config.mkdir(parents=True)
        (places.config / "config.yaml").write_text(
            f"sync:\n  remote: {json.dumps(remote.as_uri())}\n  machine: {name}\n"
        )

    def round_of(environ: Mapping[str, str], days: float) -> None:
        places = Places(environ)
        sync(places, load(places, None), _at(now, days, "sync"))

    def change(environ: Mapping[str, str], days: float, text: str) -> None:
        then = _at(now, days, "write")
        store, _ = open_for_writing(folder, Places(environ), then, Scope.USER)
        store.write("editor", text, now=then)

    round_of(desk, 11)
    round_of(laptop, 10)
    change(laptop, 0.3, "Zed and fish, on the laptop; Helix elsewhere.\n")
    round_of(laptop, 0.29)
    change(desk, 0.2, "Helix and zsh, on every machine, with the same theme.\n")
    round_of(desk, 0.02)


def _sessions(home: Path, root: Path, now: Now) -> None:
    """Write a session as Claude Code would, in its format."""
    folder = home / ".claude/projects" / str(root).replace("/", "-")
    folder.mkdir(parents=True)
    said = (
        ("user", "Why does the login test fail on Mondays?"),
        ("assistant", "The fixture counts weekdays from Sunday: off by one."),
        ("user", "Write that down, and fix it on a branch."),
        ("assistant", "Done: the branch is login-days, the note is flaky-login."),
    )
    began = now.utc - timedelta(days=2)
    lines = []
    for at, (role, text) in enumerate(said):
        when = (began + timedelta(minutes=at)).astimezone(UTC)
        lines.append(
            {
                "type": role,
                "uuid": f"{_SESSION[:-2]}{at:02}",
                "parentUuid": f"{_SESSION[:-2]}{at - 1:02}" if at else None,
                "sessionId": _SESSION,
                "cwd": str(root),
                "timestamp": _stamp(when),
                "message": {"role": role, "content": text},
            }
        )
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / f"{_SESSION}.jsonl").write_text(text)


def _proposals(root: Path, environ: Mapping[str, str], now: Now) -> None:
    """Make proposals from that session, one of them rejected, without a model."""
    from memsync.learn.fact import Source
    from memsync.learn.proposal import Draft
    from memsync.learn.proposals.review_queue import open_queue

    ended = (now.utc - timedelta(days=2)).timestamp()

    def draft(name: str, about: str, text: str, quote: str, why: str) -> Draft:
        source = Source("claude-code", _SESSION, ended, (quote,))
        return Draft(
            *("note", name, Scope.WORKSPACE, text, (source,)),
            trusted=True,
            description=about,
            type="feedback",
            why=why,
        )

    drafts = [
        draft(
            "mondays",
            "What fails on Mondays",
            "Tests are not run on Mondays.\n",
            "Why does the login test fail on Mondays?",
            "It came up in a session.",
        ),
        draft(
            "fixes-on-branches",
            "How fixes are made here",
            "A fix goes onto a branch of its own, with a note that says why.\n",
            "Write that down, and fix it on a branch.",
            "It was asked for, and holds for every fix.",
        ),
    ]
    then = _at(now, 1, "learn")
    queue = open_queue(root, Places(environ), then)
    wrong, _ = queue.propose(drafts, {}, run="demo", review=True, now=then).waiting
    queue.reject([wrong], _at(now, 0.5, "learn reject"))


def _stamp(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"
