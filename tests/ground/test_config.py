from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.config.keys import KEYS, PROFILE_KEYS, parse_value
from memsync.config.settings import Settings, load
from memsync.errors import Broken
from memsync.paths import Places

if TYPE_CHECKING:
    from pathlib import Path


def settings(
    tmp_path: Path, *, user: str = "", repository: str = "", **environ: str
) -> Settings:
    config = tmp_path / "config"
    root = tmp_path / "root"
    (root / ".coyote").mkdir(parents=True)
    config.mkdir()
    if user:
        (config / "config.yaml").write_text(user)
    if repository:
        (root / ".coyote/memsync.yaml").write_text(repository)
    return load(Places({"MEMSYNC_CONFIG_DIR": str(config), **environ}), root)


def test_the_most_specific_source_wins(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        user="caps:\n  note: 1\n  context_tools: 11\narchive:\n  keep: all\n",
        repository="caps.note: 2\ncaps.memory_index: 22\n",
        MEMSYNC_CAPS_NOTE="3",
    )
    assert found.number("caps.note") == 3
    assert found.number("caps.memory_index") == 22
    assert found.number("caps.context_tools") == 11
    assert found.text("archive.keep") == "all"
    assert found.origins["caps.note"] == "MEMSYNC_CAPS_NOTE"
    assert found.origins["caps.memory_index"].endswith(".coyote/memsync.yaml")
    assert found.origins["caps.context_tools"].endswith("config.yaml")
    assert found.origins["sync.wait"] == "default"


def test_an_unknown_key_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"config\.yaml.*caps\.notes") as caught:
        settings(tmp_path, user="caps:\n  notes: 3\n")
    assert caught.value.hint == "did you mean caps.note?"


@pytest.mark.parametrize(
    "text",
    [
        "caps:\n  note: many\n",
        "caps: 3\n",
        "- a list\n",
        "memory.enabled: perhaps\n",
        "archive.keep: some\n",
        "sync.exclude: {a: b}\n",
        "caps.note: -1\n",
        "caps: [unclosed\n",
        "\tcaps: 1\n",
    ],
)
def test_a_malformed_value_names_the_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(Broken, match=r"config\.yaml"):
        settings(tmp_path, user=text)


@pytest.mark.parametrize(
    "text",
    ["sync.remote: https://evil.invalid/x", "sync.exclude: []", "caps.write: 99999999"],
)
def test_a_repository_cannot_loosen_what_is_its_users(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(Broken, match="a repository cannot set"):
        settings(tmp_path, repository=text)


OTHER = {bool: "true", int: "7", float: "0.5", str: "other", list: "[other]"}


@pytest.mark.parametrize(
    "name", [n for n, k in KEYS.items() if k.repository == "never"]
)
def test_a_repository_sets_nothing_that_is_its_users_alone(
    tmp_path: Path, name: str
) -> None:
    key = KEYS[name]
    value = key.choices[-1] if key.choices else OTHER[type(key.default)]
    with pytest.raises(Broken, match=f"a repository cannot set {name}"):
        settings(tmp_path, repository=f"{name}: {value}\n")


@pytest.mark.parametrize("word", PROFILE_KEYS)
def test_a_repository_has_no_profiles(tmp_path: Path, word: str) -> None:
    name = f"sync.profiles.work.{word}"
    value = OTHER[type(PROFILE_KEYS[word].default)]
    with pytest.raises(Broken, match=f"a repository cannot set {name}"):
        settings(tmp_path, repository=f"{name}: {value}\n")


def test_what_leads_elsewhere_is_a_persons_alone() -> None:
    theirs = (
        "sync.",
        "keys.",
        "archive.",
        "recall.",
        "search.model",
        "search.endpoint",
        "search.key_command",
        "memory.offer",
        "memory.instructions",
    )
    trusts = {n: k.repository for n, k in KEYS.items() if n.startswith(theirs)}
    assert set(trusts.values()) == {"never"}, trusts
    # Nothing is left to a repository but what changes no more than its own answers.
    free = {name for name, key in KEYS.items() if key.repository == "any"}
    assert free == {"memory.enabled", "search.min_score"}


@pytest.mark.parametrize(
    "name", [n for n, k in KEYS.items() if k.repository in ("lower", "tighten")]
)
def test_what_a_repository_may_tighten_it_may_only_tighten(
    tmp_path: Path, name: str
) -> None:
    key = KEYS[name]
    strict, theirs, loose = "4", "5", "6"
    if key.choices:
        strict, theirs, loose = key.choices[:3]
    elif isinstance(key.default, bool):
        strict, theirs, loose = "false", "false", "true"
    (tmp_path / "strict").mkdir()
    (tmp_path / "loose").mkdir()
    user = f"{name}: {theirs}\n"
    found = settings(tmp_path / "strict", user=user, repository=f"{name}: {strict}\n")
    assert found.values[name] == parse_value(key, strict, "here")
    loosened = f"{name}: {loose}\n"
    if key.repository == "lower":
        found = settings(tmp_path / "loose", user=user, repository=loosened)
        assert found.values[name] == parse_value(key, theirs, "here")
    else:
        with pytest.raises(Broken, match="a repository cannot set"):
            settings(tmp_path / "loose", user=user, repository=loosened)


def test_a_repository_can_tighten(tmp_path: Path) -> None:
    assert settings(tmp_path, repository="caps.write: 9").number("caps.write") == 9


def test_the_users_no_is_remembered_when_a_repository_says_yes(tmp_path: Path) -> None:
    found = settings(
        tmp_path, user="memory.enabled: false", repository="memory.enabled: true"
    )
    assert found.flag("memory.enabled")
    assert found.user_denies_memory


def test_the_shell_lifts_what_the_users_file_denies(tmp_path: Path) -> None:
    found = settings(tmp_path, user="memory.enabled: false", MEMSYNC_MEMORY="1")
    assert found.flag("memory.enabled")
    assert not found.user_denies_memory


@pytest.mark.parametrize("word", ["0", "false", "off", "No"])
def test_memory_is_turned_off_by_one_variable(tmp_path: Path, word: str) -> None:
    assert not settings(tmp_path, MEMSYNC_MEMORY=word).flag("memory.enabled")


def test_without_a_home_the_defaults_hold() -> None:
    assert load(Places({}), None).number("caps.note") == 2000


@given(st.integers(0, 999_999_999))
def test_numbers_survive_as_text(number: int) -> None:
    assert parse_value(KEYS["caps.note"], str(number), "here") == number


def test_what_a_model_may_get_is_said_by_no_variable(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        user="learn.command: [mine]\n",
        MEMSYNC_LEARN_ENABLED="true",
        MEMSYNC_LEARN_UNATTENDED="true",
        MEMSYNC_LEARN_COMMAND="evil",
        MEMSYNC_LEARN_ENDPOINT="https://evil.invalid",
        MEMSYNC_LEARN_KEY_COMMAND="evil",
        MEMSYNC_LEARN_REVIEW="false",
    )
    assert not found.flag("learn.enabled")
    assert not found.flag("learn.unattended")
    assert found.items("learn.command") == ["mine"]
    assert found.text("learn.endpoint") == ""
    assert found.items("learn.key_command") == []
    assert found.flag("learn.review")


def test_a_variable_or_a_repository_switches_learning_off(tmp_path: Path) -> None:
    user = "learn.enabled: true\n"
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    assert settings(tmp_path, user=user).flag("learn.enabled")
    off = settings(here, user=user, MEMSYNC_LEARN_ENABLED="false")
    assert not off.flag("learn.enabled")
    off = settings(there, user=user, repository=user.replace("true", "false"))
    assert not off.flag("learn.enabled")


@pytest.mark.parametrize(
    "text",
    [
        "learn.enabled: true",
        "learn.unattended: true",
        "learn.command: [evil]",
        "learn.endpoint: https://evil.invalid",
        "learn.key_command: [evil]",
        "learn.review: false",
        "learn.prompts: .",
    ],
)
def test_a_repository_cannot_let_sessions_leave(tmp_path: Path, text: str) -> None:
    with pytest.raises(Broken, match="a repository cannot set learn"):
        settings(tmp_path, repository=text)
