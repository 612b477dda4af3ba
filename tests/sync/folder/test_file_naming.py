"""Which names stay on a machine, and which of two that collide goes on."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.folder.listing import agent_file, agent_name
from memsync.sync.folder.naming import is_stray, problem, rivals

USER = "user"
PROJECT = "projects/github.com-ann-app"
AGENT = "agents/goose"
OF_PROJECT = f"{PROJECT}/agents/claude-code"


def none() -> frozenset[str]:
    """The names that are sent already: none."""
    return frozenset()


def never() -> frozenset[str]:
    msg = "the names that are sent need not be known"
    raise AssertionError(msg)


@pytest.mark.parametrize("home", [USER, PROJECT])
@pytest.mark.parametrize(
    "name",
    [
        "auth",
        "MEMORY",
        ".memsync-origins",
        "learned/decided",
        "daily/2026-01-02",
        "Große Pläne",
    ],
)
def test_names_that_every_machine_can_store(home: str, name: str) -> None:
    assert problem(home, name) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "a:b",
            """it contains one of < > : " / \\ | ? *; as 'a-b.md' it would be sent""",
        ),
        ("con", "it is a device name on Windows; as "),
        (".hidden", "it begins with '.'; as 'hidden.md' it would be sent"),
        ("memory", "it is the memory index's name; as "),
        ("daily/MEMORY", "it is the memory index's name; as "),
        ("dot.", "it ends in a dot or a space; as 'dot.md' it would be sent"),
        ("a\u202eb", "it contains control characters; as "),
    ],
)
def test_another_name_is_said_that_would_be_sent(name: str, said: str) -> None:
    found = problem(USER, name)
    assert found is not None
    assert found.startswith(said)


def test_in_an_agents_folder_no_other_name_is_offered() -> None:
    assert problem(AGENT, "notes/auth") is None
    assert problem(AGENT, "notes.txt") is None
    assert problem(OF_PROJECT, "a/b:c") == 'it contains one of < > : " / \\ | ? *'
    assert problem(OF_PROJECT, "x.md/a") == "it is in a folder whose name ends in '.md'"


@pytest.mark.parametrize(
    ("home", "name", "stray"),
    [
        (USER, "auth", False),
        (USER, "sub/auth", True),
        (USER, "daily/2026-01-02", False),
        (USER, "scratchpad/x", False),
        (USER, "daily/deeper/x", True),
        (USER, "learned/summary", False),
        (USER, "learned/decided", False),
        (USER, "learned/other", True),
        (PROJECT, "sub/auth", True),
        (AGENT, "sub/auth", False),
        (OF_PROJECT, "sub/deep/auth", False),
    ],
)
def test_a_note_in_a_folder_of_its_own_is_a_stray(
    home: str, name: str, *, stray: bool
) -> None:
    assert is_stray(home, name) is stray


@pytest.mark.parametrize("home", [USER, AGENT])
def test_plain_names_are_not_compared(home: str) -> None:
    assert rivals(home, ["MEMORY", "auth", "build", "a/b"], never) == {}


@pytest.mark.parametrize("names", list(permutations(("Auth", "auth", "AUTH"))))
def test_of_names_that_differ_by_case_the_plain_one_goes_on(
    names: tuple[str, ...],
) -> None:
    assert rivals(USER, names, none) == {"Auth": "auth", "AUTH": "auth"}
    assert rivals(AGENT, names, none) == {"Auth": "auth", "AUTH": "auth"}


@pytest.mark.parametrize("home", [USER, AGENT])
def test_the_one_that_is_sent_already_goes_on(home: str) -> None:
    assert rivals(home, ["Auth", "auth"], lambda: {"Auth"}) == {"auth": "Auth"}


def test_two_forms_of_a_letter_are_one_name() -> None:
    assert rivals(USER, ["caf\u00e9", "cafe\u0301"], none) == {
        "cafe\u0301": "caf\u00e9"
    }


def test_strays_collide_with_nothing() -> None:
    assert rivals(USER, ["Sub/a", "sub/a"], never) == {}


def test_of_two_folders_all_files_of_one_stay() -> None:
    names = ["Notes/a", "Notes/b", "notes/c"]
    assert rivals(AGENT, names, none) == {"Notes/a": "notes/c", "Notes/b": "notes/c"}
    sent = rivals(AGENT, names, lambda: {"Notes/b"})
    assert sent == {"notes/c": "Notes/a"}


def test_a_file_named_as_the_index_in_small_letters_collides_with_it() -> None:
    assert rivals(AGENT, ["MEMORY", "memory"], lambda: {"MEMORY"}) == {
        "memory": "MEMORY"
    }


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("auth.md", "auth"),
        ("sub/auth.md", "sub/auth"),
        ("note.txt", "note.txt"),
        ("auth.md.md", "auth.md.md"),
        ("note.txt.md", "note.txt.md"),
        (".md", ""),
    ],
)
def test_an_agents_file_has_a_name_of_its_own(file: str, name: str) -> None:
    assert agent_name(file) == name
    assert agent_file(name) == file


@given(st.text("ab./", max_size=6), st.sampled_from([".md", ".txt"]))
def test_every_name_leads_back_to_its_file(stem: str, ending: str) -> None:
    assert agent_file(agent_name(stem + ending)) == stem + ending
