"""How each agent names a project's folder: vectors of their own code, and odd paths."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memsync.agents.layouts import (
    claude_code,
    gemini_cli,
    goose,
    jutul_agent,
    oh_my_pi,
    qwen_code,
    yottacode,
    zerostack,
)
from memsync.agents.layouts.registry import layouts
from memsync.agents.layouts.where import Where
from memsync.errors import Broken
from memsync.paths import Places
from memsync.workspace.repository.roots import GitRoot


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/Users/sean/My Projects(1)/app", "-Users-sean-My-Projects-1--app"),
        ("/home/a/.claude/x_y", "-home-a--claude-x-y"),
        ("/srv/caf\u00e9", "-srv-caf-"),
        ("/srv/cafe\u0301", "-srv-cafe-"),
        ("/srv/\U0001f600x", "-srv---x"),
        ("C:\\Users\\a\\b", "C--Users-a-b"),
        ("/" + "a" * 199, "-" + "a" * 199),
        ("/" + "a" * 200, "-" + "a" * 199 + "-b6ymvl"),
        (
            "/work/" + "long-name/" * 25,
            ("-work-" + "long-name-" * 25)[:200] + "-i2972u",
        ),
    ],
)
def test_claude_code_makes_a_slug_of_utf_16_units(path: str, name: str) -> None:
    assert claude_code.slug(path) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/My.App", "my-app"),
        ("/a/__x__", "x"),
        ("/a/\u65e5\u672c", "project"),
        ("/a/b/", "b"),
    ],
)
def test_gemini_makes_an_id_of_the_last_name(path: str, name: str) -> None:
    assert gemini_cli.short_id(path) == name


def test_older_geminis_hashed_the_path() -> None:
    assert gemini_cli.old_id("/home/a/proj") == (
        "4bd27bda97cc490a98ae86692f678aa4b3ed3f14dda8925c6e70929c53b8ebaf"
    )


@pytest.mark.parametrize(
    ("path", "name"),
    [("/home/a/proj", "proj-f9477e11"), ("/srv/my app", "my-app-1a543369")],
)
def test_zerostack_adds_a_hash_to_the_last_name(path: str, name: str) -> None:
    assert zerostack.slug(path) == name


def test_jutul_hashes_the_path() -> None:
    assert jutul_agent.workspace("/home/a/proj") == "4bd27bda97cc"


@pytest.mark.parametrize(
    ("path", "name"),
    [("/a-b", "--a-b--"), ("/a/b", "--a-b--"), ("C:\\x\\y", "--C--x-y--")],
)
def test_oh_my_pi_takes_the_path_with_dashes(path: str, name: str) -> None:
    assert oh_my_pi.folder_name(path) == name


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/acme/app.git",
        "git@github.com:acme/app.git",
        "ssh://git@github.com/acme/app",
        "https://kim:x@github.com/acme/app/",
    ],
)
def test_yottacode_takes_the_address_of_origin(address: str) -> None:
    assert yottacode.slug(address) == "github-com-acme-app"


def test_qwen_makes_dashes_and_lowers_on_windows_alone() -> None:
    assert qwen_code.sanitize("/home/A_b/\U0001f600") == "-home-A-b---"
    assert qwen_code.sanitize("C:\\A b", windows=True) == "c--a-b"


def where(folder: Path, platform: str = "linux", **environ: str) -> Where:
    """Who asks in a work tree at `folder`."""
    top = folder / "project"
    top.mkdir(exist_ok=True)
    root = GitRoot(top, top / ".git", top / ".git", "main", top, None)
    places = Places({"HOME": str(folder / "home"), **environ})
    return Where(places, top, root, platform, datetime(2026, 11, 22, tzinfo=UTC))


def test_each_platform_has_its_folders(tmp_path: Path) -> None:
    home = tmp_path / "home"
    linux, mac = where(tmp_path), where(tmp_path, "darwin")
    windows = where(tmp_path, "win32", APPDATA="/users/kim/roaming")
    assert goose.person(linux) == goose.person(mac) == home / ".config/goose/memory"
    assert goose.person(windows) == Path("/users/kim/roaming/Block/goose/config/memory")
    assert zerostack.base(linux) == home / ".local/share/zerostack/agent/memory"
    assert zerostack.base(mac) == (
        home / "Library/Application Support/zerostack/agent/memory"
    )
    assert zerostack.base(windows) == Path("/users/kim/roaming/zerostack/agent/memory")


def test_variables_move_folders(tmp_path: Path) -> None:
    moved = where(
        tmp_path,
        CLAUDE_CONFIG_DIR="/c",
        CODEX_HOME="~/cx",
        XDG_CONFIG_HOME="/x",
        ZS_CONFIG_DIR="/z",
        QWEN_RUNTIME_DIR="/q",
    )
    found = {each.agent: each for each in layouts()}
    top = os.path.realpath(moved.top)
    folders = {
        name: found[name].project(moved)
        for name in ("claude-code", "codex", "zerostack", "qwen-code")
    }
    assert folders == {
        "claude-code": Path("/c/projects") / claude_code.slug(top) / "memory",
        "codex": tmp_path / "home/cx/memories",
        "zerostack": Path("/z/agent/memory/projects") / zerostack.slug(str(moved.top)),
        "qwen-code": Path("/q/projects")
        / qwen_code.sanitize(str(moved.top))
        / "memory",
    }
    assert found["goose"].person(moved) == Path("/x/goose/memory")


def test_where_two_readings_of_a_path_differ_the_folder_that_exists_is_the_one(
    tmp_path: Path,
) -> None:
    asked = where(tmp_path)
    top = tmp_path / "cafe\u0301"
    top.mkdir()
    root = GitRoot(top, top / ".git", top / ".git", "main", top, None)
    asked = asked._replace(root=root)
    projects = claude_code.config(asked) / "projects"
    nfd = projects / claude_code.slug(str(top)) / "memory"
    assert claude_code.default_folder(asked) == nfd
    nfc = projects / claude_code.slug(str(tmp_path / "caf\u00e9")) / "memory"
    nfc.mkdir(parents=True)
    assert claude_code.default_folder(asked) == nfc


def test_settings_move_claude_codes_folder_in_their_order(tmp_path: Path) -> None:
    asked = where(tmp_path)
    default = claude_code.project(asked)
    settings = {
        claude_code.config(asked) / "settings.json": str(tmp_path / "person"),
        asked.top / ".claude/settings.json": str(asked.top / "shared"),
        asked.top / ".claude/settings.local.json": "~/local",
    }
    for file, folder in settings.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'{{"autoMemoryDirectory": "{folder}"}}')
        expected = Path(str(folder).replace("~", str(asked.home)))
        assert claude_code.project(asked) == expected
    # A relative value is dropped, and so is one of ours; a broken file says nothing.
    local = asked.top / ".claude/settings.local.json"
    for text in ('{"autoMemoryDirectory": "memory"}', "{", "[]"):
        local.write_text(text)
        assert claude_code.project(asked) == asked.top / "shared"
    (asked.top / ".claude/settings.json").unlink()
    (claude_code.config(asked) / "settings.json").unlink()
    local.write_text(f'{{"autoMemoryDirectory": "{asked.top}/.coyote/memory"}}')
    assert claude_code.project(asked) == default


def test_a_persons_settings_may_be_a_link_and_a_repositorys_may_not(
    tmp_path: Path,
) -> None:
    asked = where(tmp_path)
    dotfile = tmp_path / "dotfiles.json"
    dotfile.write_text(f'{{"autoMemoryDirectory": "{asked.top}/notes"}}')
    own = claude_code.config(asked) / "settings.json"
    shared = asked.top / ".claude/settings.json"
    for file in (shared, own):
        file.parent.mkdir(parents=True, exist_ok=True)
        assert claude_code.project(asked) == claude_code.default_folder(asked)
        file.symlink_to(dotfile)
    assert claude_code.project(asked) == asked.top / "notes"


def test_a_repositorys_settings_lead_no_memory_out_of_it(tmp_path: Path) -> None:
    asked = where(tmp_path)
    shared = asked.top / ".claude/settings.json"
    shared.parent.mkdir()
    shared.write_text('{"autoMemoryDirectory": "~/.ssh"}')
    assert claude_code.project(asked) == claude_code.default_folder(asked)


def test_a_slug_that_fits_two_repositories_is_an_error_that_names_the_other(
    tmp_path: Path,
) -> None:
    asked = where(tmp_path)
    folder = claude_code.default_folder(asked).parent
    folder.mkdir(parents=True)
    (folder / "1.jsonl").write_text('{"cwd": "/elsewhere/pro-ject"}\n')
    with pytest.raises(Broken, match="could belong to two repositories") as caught:
        claude_code.default_folder(asked)
    assert caught.value.hint == "give the right folder as PATH"
    (folder / "2.jsonl").write_text(f'bad\n{{"cwd": "{asked.top}/sub"}}\n')
    assert claude_code.default_folder(asked).parent == folder


@pytest.mark.parametrize(
    "registry", ["[]", "{", '{"projects": 1}', '{"projects": {"TOP": "../../.ssh"}}']
)
def test_a_broken_list_of_projects_is_an_error(tmp_path: Path, registry: str) -> None:
    asked = where(tmp_path)
    base = gemini_cli.home(asked)
    base.mkdir(parents=True)
    (base / "projects.json").write_text(registry.replace("TOP", str(asked.top)))
    with pytest.raises(Broken):
        gemini_cli.project(asked)


def test_a_list_of_projects_that_lies_is_an_error(tmp_path: Path) -> None:
    asked = where(tmp_path)
    base = gemini_cli.home(asked)
    lay = base / "tmp/project"
    lay.mkdir(parents=True)
    (base / "projects.json").write_text(
        f'{{"projects": {{"{asked.top}": "project", "/x": 1}}}}'
    )
    assert gemini_cli.project(asked) == lay / "memory"
    (lay / ".project_root").write_text("/elsewhere\n")
    with pytest.raises(Broken, match="belongs to '/elsewhere'"):
        gemini_cli.project(asked)
    # Without the list the folder itself says whose it is.
    (base / "projects.json").unlink()
    assert gemini_cli.project(asked) is None
    (lay / ".project_root").write_text(f"{asked.top}\n")
    assert gemini_cli.project(asked) == lay / "memory"
