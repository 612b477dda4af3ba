"""What a round is idle for, as one word, and what makes that word untrue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.sync.folder.conditions import (
    NOWHERE,
    AgentPlace,
    Conditions,
    rules_files,
    rules_key,
    world,
)

if TYPE_CHECKING:
    from pathlib import Path

AGENT = AgentPlace("agents/goose", "/g", ".txt", "a/b", "/g.lock", "", "")
ONE = Conditions("w", "/c.yaml", "/m", "/m.lock", "plain", "ssh", "host:n", "desk")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.yaml"
    file.write_text("sync: {}\n")
    return file


@pytest.mark.parametrize("agents", [(), (AGENT,), (AGENT, AGENT._replace(commit="c"))])
def test_conditions_read_back(agents: tuple[AgentPlace, ...]) -> None:
    whole = ONE._replace(agents=agents)
    assert Conditions.parse(whole.word()) == whole


@pytest.mark.parametrize("odd", ["/m\n", "/m\t", "/m\0", "/m\udce9"])
def test_no_word_is_made_of_what_would_break_its_line(odd: str) -> None:
    assert ONE._replace(folder=odd).word() == ""
    assert ONE._replace(agents=(AGENT._replace(folder=odd),)).word() == ""


@pytest.mark.parametrize("text", ["", "one", "\0" * 6, ONE.word() + "\0more"])
def test_another_text_is_no_conditions(text: str) -> None:
    assert Conditions.parse(text) is None


def test_an_unknown_form_to_send_in_is_no_conditions() -> None:
    assert Conditions.parse(ONE.word().replace("plain", "other")) is None


def test_an_agents_place_knows_its_file_and_form() -> None:
    assert AGENT.stat_file == "stats/agents/goose.stat"
    assert AGENT.form == (".txt", ("a", "b"))
    assert AGENT._replace(apart="").form == (".txt", ())


def test_only_a_known_kind_is_a_remote() -> None:
    assert ONE.remote == ("host:n", "ssh", "")
    assert ONE._replace(kind=NOWHERE).remote is None
    assert ONE._replace(kind="ftp").remote is None


def test_conditions_hold_until_their_world_changes(config: Path) -> None:
    environ = {"HOME": "/home/ann", "MEMSYNC_X": "1"}
    one = ONE._replace(world=world(environ, str(config)), config_file=str(config))
    assert one.holds(environ)
    assert one.holds({**environ, "PATH": "/bin"})
    assert one._replace(kind=NOWHERE).holds(environ)
    assert not one._replace(kind="ftp").holds(environ)
    assert not one.holds({**environ, "HOME": "/home/bob"})
    assert not one.holds({**environ, "MEMSYNC_Y": ""})
    (config.parent / "confirmed-fingerprints").write_text("x")
    assert one.holds(environ)
    (config.parent / "keys").mkdir()
    assert not one.holds(environ)
    (config.parent / "keys").rmdir()
    config.write_text("sync: {x: 1}\n")
    assert not one.holds(environ)
    config.unlink()
    assert not one.holds(environ)


def test_no_passphrase_is_in_the_world(config: Path) -> None:
    said = world({"MEMSYNC_KEY_PASSPHRASE": "sesame"}, str(config))
    assert said == world({}, str(config))
    assert "sesame" not in said


def test_the_key_of_rules_changes_with_each_of_them() -> None:
    keys = {
        rules_key(b"", None),
        rules_key(b"a", None),
        rules_key(b"", b""),
        rules_key(b"", b"a"),
        rules_key(b"", None, "high"),
    }
    assert len(keys) == 5
    assert rules_key(b"a", b"b") == rules_key(b"a", b"b")


def test_the_rules_are_in_the_memory_and_beside_the_settings(config: Path) -> None:
    folder = config.parent / "memory"
    folder.mkdir()
    assert rules_files(str(folder), str(config)) == (b"", None)
    (folder / ".memsync-allow").write_bytes(b"allow")
    (config.parent / "confirmed-fingerprints").write_bytes(b"confirmed")
    assert rules_files(str(folder), str(config)) == (b"allow", b"confirmed")
