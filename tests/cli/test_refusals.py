"""What each command refuses: its exit code, what it names, and that nothing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.commands import busy_machine, what_counts

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# What does not go together, or is malformed: exit code 2, and what the message names.
USAGE = {
    "write port text -m more": "-m",
    "write port -m x --file y": "--file",
    "write NEW! -m x": "'NEW!'",
    "write new -m x --expires someday": "date",
    "write new -m x --scope team": "'team'",
    "write MEMORY -m x": "'MEMORY'",
    "write new": "-m TEXT",
    "remember --index Text more": "--index",
    "remember": "text",
    "read ../port": "'../port'",
    "read .hidden/../../x": "'.hidden/../../x'",
    "rename port style!": "'style!'",
    "archive restore": "--last",
    "archive list NEW/x": "'NEW/x'",
    "daily show tomorrow": "'tomorrow'",
    "daily show 2026-13-01": "'2026-13-01'",
    "scratchpad done 0": "0",
    "scratchpad done two": "'two'",
    "search port --limit 0": "--limit",
    "search port --min-score 2": "--min-score",
    "search port --min-score nan": "--min-score",
    "sync watch --interval nan": "--interval",
    "sync watch --interval inf": "--interval",
    "search port --strategy best": "'best'",
    "search": "'QUERY'",
    "recall": "'QUERY'",
    "recall port --since someday": "'someday'",
    "recall port --agent nobody": "'nobody'",
    "context --cap -1": "--cap",
    "context --agent nobody": "'nobody'",
    "adopt a/b --from origin": "--from",
    "adopt --from nowhere": "'nowhere'",
    "adopt ..": "'..'",
    "init nowhere": "'nowhere'",
    "init --here --hooks": "--hooks",
    "init --lite --tracked": "--lite",
    "init --private --isolated": "--private",
    "init --move --lite": "--move",
    "init --scope user --recurse-submodules": "--scope user",
    "purge port": "--yes",
    "undo --agent nobody": "'nobody'",
    "sync init elsewhere": "--yes",
    "sync init --code-file x": "--encrypt",
    "sync add nowhere": "'nowhere'",
    "sync add --agent nobody": "'nobody'",
    "keys approve one two": "two",
    "keys add paper": "'paper'",
    "keys protect somewhere": "'somewhere'",
    "hooks install --per-prompt": "--agent",
    "hooks install --project": "--agent",
    "hooks install --agent nobody": "'nobody'",
    "hooks install --agent codex --framework": "--framework",
    "hooks install --repo https://x.example --local": "--local",
    "hooks install --repo https://x.example": "--framework",
    "hooks install --relink --agent codex": "--relink",
    "hooks status --agent nobody": "'nobody'",
    "link nobody": "'nobody'",
    "import": "--all",
    "import claude-code --all": "--all",
    "import nobody": "'nobody'",
    "export nobody": "'nobody'",
    "learn accept": "--all",
    "learn enable nothing": "'nothing'",
    "scan --allow short": "hexadecimal",
    "scan --history no..where": "'no..where'",
    "completion tcsh": "'tcsh'",
    "setup --undo --only codex": "--undo",
    "ui --force": "--static",
    "ephemeral": "command",
    "-C nowhere list": "'nowhere'",
}

# Everything else: the exit code of docs/reference/exit-codes.md, and what is named.
OTHERS = {
    "write new --file nothing.md": (16, "nothing.md"),
    "rename port port": (16, "'port'"),
    "config get caps.nots": (16, "caps.note"),
    "config set caps.note many": (16, "caps.note"),
    "config set learn.enabled perhaps": (16, "learn.enabled"),
    "config set --workspace learn.endpoint https://x.example": (16, "learn.endpoint"),
    "lint nothing.md": (16, "nothing.md"),
    "scan nothing.md": (16, "nothing.md"),
    "eval nothing.json": (16, "nothing.json"),
    "learn": (16, "`memsync learn enable`"),
    "read nothing": (17, "'nothing'"),
    "read prot": (17, "'port'"),
    "show nothing": (17, "'nothing'"),
    "edit nothing": (17, "'nothing'"),
    "rename nothing other": (17, "'nothing'"),
    "move port --scope workspace": (17, "--scope workspace"),
    "move nothing --scope user": (17, "'nothing'"),
    "forget nothing": (17, "'nothing'"),
    "forget style": (17, "--scope user"),
    "archive restore nothing@1": (17, "'nothing@1'"),
    "archive show nothing@9": (17, "'nothing@9'"),
    "daily show 2020-01-01": (17, "2020-01-01"),
    "scratchpad done 99": (17, "99"),
    "merge-back": (17, "git worktree list"),
    "merge-back elsewhere": (17, "'elsewhere'"),
    "sync remove nothing": (17, "'nothing'"),
    "sync release nothing": (17, "'nothing'"),
    "sessions show nothing": (17, "'nothing'"),
    "sessions forget nothing": (17, "'nothing'"),
    "learn accept nothing": (17, "'nothing'"),
    "learn reject nothing": (17, "'nothing'"),
    "learn review nothing": (17, "'nothing'"),
    "sync status --profile none": (11, "'none'"),
    "keys status": (11, "--encrypt"),
    "keys revoke x": (11, "--encrypt"),
    "keys export out.key": (11, "--encrypt"),
    "sync init http://host.example/x": (14, "https://"),
    "unlink codex": (14, "codex"),
}


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    return busy_machine(tmp_path_factory.mktemp("busy"))


@pytest.mark.parametrize("words", USAGE)
def test_what_does_not_go_together_changes_nothing(
    busy: tuple[Machine, Path], words: str
) -> None:
    machine, top = busy
    before = what_counts(machine, top)
    ran = machine.memsync(*words.split(), cwd=top, want=2)
    assert ran.out == ""
    assert ran.err.startswith("memsync: ")
    assert USAGE[words] in ran.err
    assert what_counts(machine, top) == before


@pytest.mark.parametrize("words", OTHERS)
def test_what_cannot_be_done_is_an_error_for_people_and_for_programs(
    busy: tuple[Machine, Path], words: str
) -> None:
    machine, top = busy
    code, named = OTHERS[words]
    before = what_counts(machine, top)
    ran = machine.memsync(*words.split(), "--json", cwd=top, want=code)
    error = ran.json["error"]
    assert error.keys() == {"code", "message", "hint"}
    said, *hint = ran.err.splitlines()
    assert said == f"memsync: {error['message']}"
    assert hint == ([f"hint: {error['hint']}"] if error["hint"] else [])
    assert named in ran.err
    assert what_counts(machine, top) == before


@pytest.mark.parametrize(
    "words", ["read", "show", "forget", "edit", "archive show", "sync release"]
)
def test_what_is_named_cannot_steer_a_terminal(
    busy: tuple[Machine, Path], words: str
) -> None:
    machine, top = busy
    ran = machine.memsync(*words.split(), "a\x1b[31mb\x07", cwd=top, want=None)
    assert ran.code in (2, 17)
    assert "\x1b" not in ran.err
    assert "\x07" not in ran.err
