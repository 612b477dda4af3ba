"""Names of notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import BadUsage
from memsync.memory.note import names
from memsync.memory.note.names import NAME, Scope


@pytest.mark.parametrize("name", ["a", "auth", "2fa", "deploy_steps", "a" * 64])
def test_ordinary_names_are_taken(name: str) -> None:
    assert names.check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "..", "../x", "a/b", "a\\b", "~", "~root", ".hidden", "-rf", "a\0b"),
        *("a" * 65, "a" * 300, "memory", "MEMORY", "index", "con", "lpt1", "Auth"),
        *("a b", "a.b", "auth.md", "auth\n", "é"),
    ],
)
def test_other_names_are_refused_for_writing(name: str) -> None:
    with pytest.raises(BadUsage):
        names.check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Auth", "two words", "v1.2", "é", "a" * 65, "-x", "~", "a..b", "c\x1bx"),
        *("memory", "Memory", "nul"),
    ],
)
def test_files_that_others_named_can_be_read(name: str) -> None:
    assert names.check_readable(name) == name


@pytest.mark.parametrize(
    "name", ["../x", "a/b", ".x", "..", "a\0b", "a" * 300, "MEMORY", ""]
)
def test_what_leads_elsewhere_is_not_even_looked_for(name: str) -> None:
    with pytest.raises(BadUsage):
        names.check_readable(name)


def test_a_file_name_in_place_of_a_name_is_told_so() -> None:
    with pytest.raises(BadUsage) as error:
        names.check_name("auth.md")
    assert error.value.hint == "did you mean 'auth'?"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("How we deploy", "how-we-deploy"),
        ("Größe & Maß", "grosse-mass"),
        ("日本語", "ri-ben-yu"),
        ("!!!", "note"),
        ("Index", "index-note"),
        ("CON", "con-note"),
    ],
)
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert names.slug(title) == name


def test_a_taken_name_gets_a_number() -> None:
    assert names.numbered("deploy", 1) == "deploy"
    assert names.numbered("deploy", 3) == "deploy-3"


@given(st.text(), st.integers(1, 10_000))
def test_every_title_makes_a_writable_name(title: str, number: int) -> None:
    name = names.numbered(names.slug(title), number)
    assert NAME.fullmatch(name)
    assert names.check_name(name) == name


def test_names_that_a_file_system_confuses_are_twins() -> None:
    assert names.twin_key("Auth") == names.twin_key("auth")
    assert names.twin_key("caf\u00e9") == names.twin_key("cafe\u0301")
    assert names.twin_key("auth") != names.twin_key("oauth")


def test_scopes_have_coyotes_spellings_too() -> None:
    assert Scope.parse("project") is Scope.WORKSPACE
    assert Scope.parse("Global") is Scope.USER
    assert Scope.USER.other is Scope.WORKSPACE
    with pytest.raises(BadUsage):
        Scope.parse("team")
