"""The git hook that checks commits: install it, or say what a person has to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.shared.words import in_words
from memsync.errors import Exit
from memsync.terminal import Block, printable

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.guard.install.git_hook import Done
    from memsync.guard.install.runners import Advice
    from memsync.guard.install.status import Status


def install(session: Session, *, dry_run: bool, require: bool) -> int:
    """Install the hook; returns 1 if a person has to add a line."""
    from memsync.guard.install.git_hook import install as put
    from memsync.workspace.repository.roots import require_root

    root = require_root(session.cwd, session.environ)
    done = put(root, session.environ, dry_run=dry_run)
    found = done.status
    data = _data(done, dry_run=dry_run)
    if not found.by_hand:
        session.emit(data, _in_words(done, dry_run=dry_run))
        return Exit.DONE
    advice = found.advice(require=require)
    data["file"] = str(advice.file) if advice else None
    data["line"] = advice.text if advice else None
    text = f"{advice.text}\n" if advice else ""
    if done.action != "manual":
        text = _in_words(done, dry_run=dry_run)
    session.emit(data, text)
    explain(session, found, require=require)
    return Exit.FOUND


def uninstall(session: Session, *, dry_run: bool) -> None:
    """Remove the hook, and restore the one it replaced."""
    from memsync.guard.install.git_hook import uninstall as take
    from memsync.workspace.repository.roots import require_root

    root = require_root(session.cwd, session.environ)
    done = take(root, session.environ, dry_run=dry_run)
    session.emit(_data(done, dry_run=dry_run), _in_words(done, dry_run=dry_run))
    explain_call(session, done)


def explain(session: Session, found: Status, *, require: bool = False) -> None:
    """Warn that commits are not checked: why, and what a person has to do."""
    advice = found.advice(require=require)
    if found.lefthook_comes and advice:
        session.warn(until_lefthook(found), _how(found, advice))
    else:
        step = hint(found, require=require)
        session.warn(f"the guard is not installed: {why(found)}", step)


def until_lefthook(found: Status) -> str:
    """Why the hook will not check commits for long."""
    file = printable(str(found.place or found.hook))
    return f"`lefthook install` will move '{file}' away, and not run it"


def explain_call(session: Session, done: Done) -> None:
    """Name somebody else's hook that still calls memsync, which we do not change."""
    found = done.status
    if found.calls_us or found.named == found.hook:
        session.warn(
            f"'{printable(str(found.hook))}' still calls memsync",
            "remove the line with memsync-guard from it",
        )
    elif found.configured or found.named:
        session.warn(
            f"the configuration of {found.runner} still names memsync's checks",
            "`memsync hooks uninstall --framework` removes what memsync added"
            if found.framework
            else "remove the entry with memsync-guard from it",
        )


def hint(found: Status, *, require: bool = False) -> str:
    """What makes git check commits: the next command, or a text to add to a file."""
    if found.unset:
        return f"{found.unset}, and then `memsync hooks install`"
    if found.not_run and found.by_hand:
        if found.runner == "husky":
            return "run `npx husky`, which writes it"
        file = printable(str(found.not_run))
        return f"run `chmod +x '{file}'`, and then `memsync hooks install`"
    advice = found.advice(require=require)
    if advice and found.by_hand and (found.checked or not found.lefthook_comes):
        return _how(found, advice)
    if found.framework and found.runner is None:
        from memsync.guard.install.runners import only_prek_is_configured

        only_prek = only_prek_is_configured(found.top)
        return f"run {'' if only_prek else '`pre-commit install` or '}`prek install`"
    return "run `memsync hooks install`"


def as_json(found: Status) -> dict[str, object]:
    """The state as `hooks status --json` and `status --json` print it."""
    return {
        "folder": str(found.folder),
        "state": found.state,
        "guarded": found.guarded,
        "runner": found.runner,
        "place": str(found.place) if found.place else None,
        "chained": found.chained,
        "framework": found.framework,
        "hooks_path": found.hooks_path,
    }


def words(found: Status) -> str:
    """The state as lines of text for people."""
    lines = [f"pre-commit hook: {_said(found)}"]
    lines.append(f"folder: {printable(str(found.folder))}")
    if found.chained:
        lines.append("chained: the hook that stood there before runs first")
    if found.kept is not None:
        lines.append(
            f"not run: {printable(str(found.kept))}, the hook that stood there before:"
            " it is not executable, or a link to no file"
        )
    if found.framework:
        lines.append(
            "framework: the configuration of pre-commit or prek names memsync-secrets"
        )
    if found.unused is not None:
        unused = printable(str(found.unused))
        lines.append(f"not run: {unused}, where {found.runner} moved memsync's hook")
    if not found.checked:
        lines.append("commits are not checked: " + hint(found))
    elif not found.guarded:
        lines.append(
            f"commits are checked only for now: {until_lefthook(found)}; {hint(found)}"
        )
    elif found.place is not None and found.configured:
        lines.append(
            "each commit is checked twice: after `memsync hooks uninstall`, once, by"
            f" {found.runner}"
        )
    return "".join(line + "\n" for line in lines)


def _said(found: Status) -> str:
    if found.not_run is not None:
        return why(found)
    if found.place is not None:
        said = "installed"
        if found.state == "outdated":
            said += ", by another version; `memsync hooks install` updates it"
        if found.runner is not None:
            said += f", and run by {found.runner} as {found.place.name}"
        return said
    if found.checked:
        return by_another(found)
    return "not installed" if found.state == "absent" else why(found)


def by_another(found: Status) -> str:
    """What runs memsync's checks, where memsync's own hook does not."""
    if found.calls_us:
        return f"'{printable(str(found.hook))}' calls memsync-guard"
    return f"{found.runner} runs memsync's checks"


def why(found: Status) -> str:
    """Why nothing checks commits."""
    if found.unset:
        path = printable(found.hooks_path or "")
        return f"core.hooksPath is '{path}', which switches hooks off here"
    if found.not_run or found.named:
        return _does_nothing(found)
    if found.runner == "lefthook":
        return "lefthook runs the hooks here, and does not name memsync"
    if found.runner == "husky":
        return "husky runs the hooks here, and its hook does not call memsync"
    if found.state == "manual":
        return (
            f"core.hooksPath is '{printable(found.hooks_path or '')}', a folder that is"
            " not memsync's to write to"
        )
    by = f" of {found.runner}" if found.runner else ""
    return f"another hook{by} stands there"


def _does_nothing(found: Status) -> str:
    if found.not_run is None:
        said = f"'{printable(str(found.named))}' names memsync's checks, but "
        if found.left_out:
            return f"{said}a filter keeps from them: {', '.join(found.left_out)}"
        return f"{said}not so that they stop a commit"
    file = printable(str(found.not_run))
    who = found.runner if found.runner and found.not_run == found.place else "git"
    state = "missing or " if found.runner == "husky" else ""
    return f"'{file}' is {state}not executable, so {who} does not run it"


def _how(found: Status, advice: Advice) -> str:
    file, text = printable(str(advice.file)), advice.text
    if "\n" not in text:
        return f"add this line to '{file}': {text}"
    how = f"add this entry to '{file}', to its `pre-commit` if it has one"
    if advice.file.suffix == ".toml":
        how = f"add these lines to the end of '{file}'"
    if found.left_out:
        # An entry more would not help against a filter for all of them.
        how = f"remove the filter, which `lefthook dump` shows, or {how}"
    return Block(f"{how}:\n{text}")


def _data(done: Done, *, dry_run: bool) -> dict[str, object]:
    return {
        "path": str(done.path),
        "action": done.action,
        "dry_run": dry_run,
        **as_json(done.status),
    }


def _in_words(done: Done, *, dry_run: bool) -> str:
    action = "unchanged" if done.action == "manual" else done.action
    return in_words(action, str(done.path), dry_run=dry_run)
