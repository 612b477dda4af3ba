"""`memsync doctor`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit, MemsyncError
from memsync.terminal import printable, printable_hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.guard.install.status import Status
    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot


# Troubles of a sync that pass by themselves. Without a network the memory works as
# before, so nothing is wrong here.
_PASSING = ("offline", "unreachable", "locked")


class Check(NamedTuple):
    """One check and its result."""

    name: str
    ok: bool
    message: str
    hint: str | None = None


@click.command()
@click.option(
    "--learn",
    "learning",
    is_flag=True,
    help="Check the model that `memsync learn` asks.",
)
@click.option(
    "--yes", is_flag=True, help="With --learn: send the model a short question."
)
@json_option
@pass_session
def command(session: Session, learning: bool, yes: bool) -> int:
    """Check that the guard and the rest of memsync work in this repository.

    Commits a made-up token in a throwaway repository with memsync's hook as it is
    installed here; the hook must stop it. Where another hook calls memsync, tests the
    checks alone, and says so. Exits with 1 if anything is wrong.

    \b
    Examples:
      memsync doctor
      memsync doctor --learn --yes
    """
    if yes and not learning:
        raise BadUsage("--yes goes with --learn")
    if learning:
        from memsync.cli.learn.doctor import checks_of

        checks = [Check(*found) for found in checks_of(session, ask=yes)]
    else:
        checks = list(_checks(session))
    healthy = all(check.ok for check in checks)
    session.emit(
        {"ok": healthy, "checks": [check._asdict() for check in checks]},
        "".join(
            f"{'ok   ' if check.ok else 'wrong'}  {check.name}: {check.message}\n"
            for check in checks
        ),
    )
    if not session.json:
        for check in checks:
            if not check.ok and check.hint:
                click.echo(f"hint: {printable_hint(check.hint)}", err=True)
    return Exit.DONE if healthy else Exit.FOUND


def _checks(session: Session) -> Iterator[Check]:
    from memsync.process.git import elsewhere, require_version
    from memsync.workspace.repository.roots import find_root

    git = elsewhere(session.cwd, session.environ)
    try:
        version = git.line("--version")
        require_version(git)
        root = find_root(session.cwd, session.environ)
    # A failed check is a row, so that the other checks still run.
    except MemsyncError as error:
        yield Check("git", ok=False, message=error.message, hint=error.hint)
        return
    yield Check("git", ok=True, message=printable(version))
    if root is None:
        yield Check(
            "hook",
            ok=True,
            message="not in a git repository, so there are no commits to check",
        )
    else:
        yield from _of_repository(session, root)
    yield from _of_agents(session, root)
    yield from _of_user(session)


def _of_agents(session: Session, root: GitRoot | None) -> Iterator[Check]:
    from shutil import which

    from memsync.agents.hooks.install import look
    from memsync.cli.hooks.agents import all_settings

    for agent, settings in all_settings(session, root.top if root else None):
        found = look(agent, settings)
        if found.state == "absent":
            continue
        path = session.environ.get("PATH")
        gone = [name for name in found.programs if which(name, path=path) is None]
        where = printable(str(settings.path))
        if gone:
            yield Check(
                agent.name,
                ok=False,
                message=f"'{where}' calls '{printable(gone[0])}', which is gone",
                hint="run `memsync hooks install --relink`",
            )
        elif found.state == "outdated":
            yield Check(
                agent.name,
                ok=False,
                message=f"'{where}' has the hooks of another version of memsync",
                hint=f"run `memsync hooks install --agent {agent.name}"
                + (" --project`" if settings.project else "`"),
            )
        else:
            yield Check(agent.name, ok=True, message=f"calls memsync, in '{where}'")


def _of_repository(session: Session, root: GitRoot) -> Iterator[Check]:
    from memsync.guard.install.status import status

    found = status(root, session.environ)
    yield _hook(found)
    broken = _broken_settings(session, root, checked=found.checked)
    if broken is not None:
        yield broken
    elif found.checked:
        yield _proof(session, found)
    yield from _of_memory(session)
    yield from _of_links(session)


def _of_links(session: Session) -> Iterator[Check]:
    from memsync.cli.shared.links import stray_links

    for found in stray_links(session):
        yield Check(
            found.agent, ok=False, message=printable(found.message), hint=found.hint
        )


def _broken_settings(session: Session, root: GitRoot, *, checked: bool) -> Check | None:
    try:
        session.settings(root.top)
    except MemsyncError as error:
        said = error.message
        if checked:
            said += "; until that is mended, the hook blocks every commit of notes"
        return Check("settings", ok=False, message=said, hint=error.hint)
    return None


def _hook(found: Status) -> Check:
    from memsync.cli.hooks.guard import by_another, hint, until_lefthook, why

    if found.state == "outdated":
        return Check(
            "hook",
            ok=False,
            message="written by another version of memsync",
            hint="run `memsync hooks install`",
        )
    if found.checked and not found.guarded:
        return Check("hook", ok=False, message=until_lefthook(found), hint=hint(found))
    if found.guarded and found.place is not None:
        by = f", and run by {found.runner}" if found.runner else ""
        return Check("hook", ok=True, message=f"installed as '{found.place}'{by}")
    if found.guarded:
        return Check("hook", ok=True, message=by_another(found))
    message = "commits here are not checked"
    if found.unset or found.not_run or found.named:
        message += f": {why(found)}"
    elif found.unused is not None:
        message += f": {found.runner} moved memsync's hook to '{found.unused}'"
    elif found.framework:
        message += (
            ": the configuration of pre-commit or prek names the checks, but no hook"
            " runs them"
        )
    return Check("hook", ok=False, message=message, hint=hint(found))


def _proof(session: Session, found: Status) -> Check:
    from memsync.guard.install.proof import prove

    proof = prove(found.place.read_bytes() if found.place else None, session.environ)
    if proof.stopped and proof.let_through:
        text = "a test commit with a made-up token was blocked"
        if found.place is None:
            text = (
                "memsync's checks block a test commit with a made-up token;"
                f" '{found.hook}' itself was not run"
            )
        return Check("proof", ok=True, message=text)
    text = "a test commit with a made-up token was not blocked"
    if proof.stopped:
        text = "a test commit without a secret was blocked"
    last = (proof.said.strip().splitlines() or ["the hook printed nothing"])[-1]
    return Check(
        "proof",
        ok=False,
        message=f"{text}: {printable(last)}",
        hint="run `memsync hooks install` again",
    )


def _of_memory(session: Session) -> Iterator[Check]:
    from memsync.paths import MEMORY_INDEX
    from memsync.workspace.place.discover import discover

    try:
        found = discover(session.cwd, session.environ)
    except MemsyncError as error:
        yield Check("memory", ok=False, message=error.message, hint=error.hint)
        return
    spot = found.nearest
    if spot is None:
        yield Check("memory", ok=True, message="none here; `memsync init` makes one")
        return
    if not found.structured:
        said = f"a single file, {spot.lite.name}"
        yield Check("memory", ok=True, message=said)
        return
    if spot.outside is not None:
        said = "private: it is outside the repository"
        yield Check("memory", ok=True, message=said)
        return
    if spot.root is None:
        said = f"outside git, at '{printable(str(spot.folder))}'"
        yield Check("memory", ok=True, message=said)
        return
    from memsync.workspace.repository.ignore import is_memory_ignored, tracked_files

    own, environ = f"{spot.below_root}/{MEMORY_INDEX}", session.environ
    if spot.team:
        yield _merge_driver(session, spot, spot.root)
    if tracked_files(spot.root.top, own, environ):
        yield Check("memory", ok=True, message="tracked by git: a team's memory")
    elif spot.team:
        yield Check(
            "memory",
            ok=True,
            message="a team's memory, not committed yet: `git add` takes it",
        )
    elif is_memory_ignored(spot.root, spot.own, environ):
        yield Check("memory", ok=True, message="private: git ignores it")
    else:
        yield Check(
            "memory",
            ok=False,
            message=f"git neither tracks nor ignores '{printable(spot.below_root)}'",
            hint="run `memsync init`, which keeps it out of version control",
        )


def _merge_driver(session: Session, spot: Spot, root: GitRoot) -> Check:
    from memsync.workspace.steps.merging import missing

    name, said = "merge driver", missing(spot, root, session.environ)
    if said:
        message, hint = said[0].message, said[0].hint
        return Check(name, ok=False, message=printable(message), hint=hint)
    return Check(name, ok=True, message="git merges the notes with memsync")


def _of_user(session: Session) -> Iterator[Check]:
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.verbs.status import summary

    try:
        folder = session.places.user_memory
        made = state_folder_of(session.places).mirror.exists()
        trouble = summary(session.places, session.settings(None))["trouble"]
    except MemsyncError as error:
        yield Check("user memory", ok=False, message=error.message, hint=error.hint)
        return
    exists = folder.is_dir()
    where = printable(str(folder))
    yield Check("user memory", ok=True, message=where if exists else "none yet")
    said = "set up" if made else "not set up; run `memsync sync init`"
    if trouble:
        failed = "" if trouble["code"] == "key-waiting" else "the last sync failed: "
        said += f"; {failed}{printable(trouble['message'])}"
    yield Check(
        "sync",
        ok=trouble is None or trouble["code"] in _PASSING,
        message=said,
        hint="`memsync sync` tries again, and says what to do",
    )
