"""Addresses of pages: on the server, and of files that lie side by side."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.page.html.links import PAGES, Filed, Served

SERVED = Served("folder")
FILED = Filed()

names = st.text(min_size=1)


def test_only_the_server_answers_forms() -> None:
    assert SERVED.live is True
    assert FILED.live is False


def test_the_page_now_is_the_root_of_the_servers_folder() -> None:
    assert SERVED.page("now") == "/folder/"
    assert SERVED.page("notes") == "/folder/notes"


def test_an_empty_query_leaves_no_question_mark() -> None:
    assert SERVED.page("sync", {}) == "/folder/sync"
    assert SERVED.page("sync", None) == "/folder/sync"


@given(st.dictionaries(names, names, max_size=4))
def test_a_server_reads_back_what_an_address_asks(query: dict[str, str]) -> None:
    parts = urlsplit(SERVED.page("notes", query))
    assert parts.path == "/folder/notes"
    assert not parts.fragment
    assert parse_qs(parts.query) == {key: [value] for key, value in query.items()}


@given(names)
def test_a_notes_name_is_one_part_of_the_path(name: str) -> None:
    address = SERVED.note("user", name)
    head, _, last = address.rpartition("/")
    assert head == "/folder/notes/user"
    assert unquote(last) == name
    assert urlsplit(address).path == address


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("plain", "/folder/notes/user/plain"),
        ("../../etc/passwd", "/folder/notes/user/..%2F..%2Fetc%2Fpasswd"),
        ('"><script>', "/folder/notes/user/%22%3E%3Cscript%3E"),
        ("a?b#c", "/folder/notes/user/a%3Fb%23c"),
        ("café", "/folder/notes/user/caf%C3%A9"),
    ],
)
def test_a_hostile_name_stays_one_part(name: str, address: str) -> None:
    assert SERVED.note("user", name) == address


def test_a_part_of_a_note_follows_its_name() -> None:
    assert SERVED.note("workspace", "n", "edit") == "/folder/notes/workspace/n/edit"
    assert FILED.note("workspace", "n", "edit") == "workspace.n.html"


def test_assets_are_outside_the_folder_that_the_cookie_is_for() -> None:
    assert SERVED.asset("page.css") == "/page.css"
    assert FILED.asset("page.css") == "page.css"


@pytest.mark.parametrize("name", [name for name, _ in PAGES])
def test_each_page_has_an_address_and_a_file(name: str) -> None:
    end = "" if name == "now" else name
    assert SERVED.page(name) == f"/folder/{end}"
    assert FILED.page(name) == f"{'index' if name == 'now' else name}.html"


def test_files_of_pages_are_told_apart() -> None:
    assert len({FILED.page(name) for name, _ in PAGES}) == len(PAGES)


def test_of_a_query_only_an_agent_has_its_own_file() -> None:
    assert FILED.page("prompt", {"agent": "codex"}) == "prompt-codex.html"
    assert FILED.page("prompt", {"scope": "user"}) == "prompt.html"
    assert FILED.page("notes", {"agent": "codex"}) == "notes.html"
    assert FILED.page("notes", {"q": "words"}) == "notes.html"


@given(st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True))
def test_an_ordinary_name_is_in_the_files_name(name: str) -> None:
    assert FILED.note("user", name) == f"user.{name}.html"


@given(st.text(min_size=1).filter(lambda t: not re.fullmatch(r"[a-z0-9_-]{1,64}", t)))
def test_any_other_name_becomes_a_digest(name: str) -> None:
    found = FILED.note("user", name)
    assert re.fullmatch(r"user\.note-[0-9a-f]{16}\.html", found)


def test_two_names_that_no_file_can_have_get_two_files() -> None:
    found = {FILED.note("user", each) for each in ("A", "a/b", "a.b", "a\n", "x" * 65)}
    assert len(found) == 5


def test_a_name_of_undecodable_bytes_has_a_file() -> None:
    name = b"caf\xe9".decode("utf-8", "surrogateescape")
    assert FILED.note("user", name).startswith("user.note-")


def test_the_same_name_has_the_same_file_in_each_run() -> None:
    assert FILED.note("user", "MEMORY.md") == Filed().note("user", "MEMORY.md")
    assert FILED.note("user", "n") != FILED.note("workspace", "n")
