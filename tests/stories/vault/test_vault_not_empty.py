"""`sync init --encrypt` for a repository that has commits, and no vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.terminal import typed
from support.vaults import Host, Member, joined, note, put
from support.web_edit import cloned, push

if TYPE_CHECKING:
    from pathlib import Path


def hold(tmp_path: Path, host: Host, *names: str) -> str:
    """Commit files at the host, as its web page does; the id of the commit."""
    web = Member(tmp_path / "web")
    clone = cloned(web, host.path)
    for name in names:
        (clone / name).parent.mkdir(exist_ok=True)
        (clone / name).write_text("# vault\n")
    push(web, clone)
    return host.git("rev-parse", "main")


def encrypt(machine: Member, host: Host, *more: str, want: int = 0) -> str:
    command = ("sync", "init", host.path, "--encrypt", "--code-file", host.code)
    return machine.memsync(*command, *more, want=want).err


def test_a_repository_that_the_host_gave_a_readme_can_become_a_vault(
    tmp_path: Path, host: Host
) -> None:
    hold(tmp_path, host, "README.md", ".gitignore")
    desk = Member(tmp_path / "desk")
    put(desk, "canary", note("canary"))
    said = encrypt(desk, host, want=14)
    assert "holds '.gitignore' and 'README.md', and no memory" in said
    assert "an empty repository; or --replace-plain" in said
    assert not (desk.config / "config.yaml").exists()
    said = encrypt(desk, host, "--replace-plain")
    assert "still send notes unencrypted" not in said
    assert desk.memsync("sync", "--json").json["sent"] == ["canary"]
    assert host.git("rev-list", "--count", "main") == "2"
    laptop = joined(tmp_path / "laptop", host)
    assert laptop.memsync("sync", "--json").json["received"] == ["canary"]
    assert "README.md" not in host.files()


def test_other_files_are_not_replaced_whatever_is_given(
    tmp_path: Path, host: Host
) -> None:
    code = hold(tmp_path, host, "README.md", "src/app.py")
    desk = Member(tmp_path / "desk")
    for more in ((), ("--replace-plain",)):
        said = encrypt(desk, host, *more, want=14)
        assert "something other than a memory" in said
        assert "--replace-plain" not in said
        assert "give its URL" in said
    assert host.git("rev-parse", "main") == code
    assert not host.code.exists()
    assert not (desk.config / "config.yaml").exists()


def test_no_hint_leads_an_unsynced_machine_to_unencrypted_sync(
    tmp_path: Path, host: Host
) -> None:
    desk, laptop = Member(tmp_path / "desk"), Member(tmp_path / "laptop")
    desk.memsync("sync", "init", host.path)
    put(desk, "canary", note("canary"))
    desk.memsync("sync")
    for more in ((), ("--replace-plain",)):
        said = encrypt(laptop, host, *more, want=14)
        assert "on a machine that syncs with it" in said
        assert "`memsync sync" not in said
    # Nobody is asked what this machine cannot do.
    command = ("sync", "init", host.path, "--encrypt", "--code-file", host.code)
    typed(laptop, command, [], want=14)
    assert encrypt(desk, host, "--replace-plain")


def test_where_there_is_no_vault_nobody_joins(tmp_path: Path, host: Host) -> None:
    readme = hold(tmp_path, host, "README.md")
    desk = Member(tmp_path / "desk")
    said = desk.memsync("sync", "init", host.path, "--ask", want=14).err
    assert "holds no encrypted memory to join" in said
    assert host.git("rev-parse", "main") == readme


def test_a_machine_that_syncs_elsewhere_sends_nothing_there(
    tmp_path: Path, host: Host
) -> None:
    hold(tmp_path, host, "README.md")
    plain = Host(tmp_path / "plain")
    desk = Member(tmp_path / "desk")
    desk.memsync("sync", "init", plain.path)
    put(desk, "canary", note("canary"))
    encrypt(desk, host, "--replace-plain", "--yes")
    assert "main" not in plain.git("branch", "--list")
    assert desk.memsync("sync", "--json").json["sent"] == ["canary"]
