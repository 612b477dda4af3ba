"""`config set` changes one value of a person's file, and nothing else in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memsync.config.file import _nested, _with_value, set_value
from memsync.config.settings import REPOSITORY_FILE, load
from memsync.errors import Broken
from memsync.paths import Places

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.key import Value


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path / "home")})


def test_a_new_file_has_the_key_and_is_the_owners_folder(places: Places) -> None:
    file = set_value(places, None, "sync.remote", "ssh://host/notes.git")
    assert file == places.config_file
    assert yaml.safe_load(file.read_text()) == {
        "sync": {"remote": "ssh://host/notes.git"}
    }
    assert file.parent.stat().st_mode & 0o077 == 0
    assert load(places, None).values["sync.remote"] == "ssh://host/notes.git"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("ollama run qwen3", ["ollama", "run", "qwen3"]),
        ("'/opt/my models/ask' -x", ["/opt/my models/ask", "-x"]),
        ("ollama,run,qwen3", ["ollama", "run", "qwen3"]),
        ("sh, -c, cat; true", ["sh", "-c", "cat; true"]),
        ("[/a/b]", ["/a/b"]),
        ('["ask", "--tools", "a,b"]', ["ask", "--tools", "a,b"]),
        ("", []),
        # Where a word ends is not clear.
        ("ask --tools a,b", None),
        ("ask 'one", None),
        ("[a, [b]]", None),
        ("[a", None),
    ],
)
def test_a_command_is_given_as_a_person_types_it(
    places: Places, given: str, words: list[str] | None
) -> None:
    if words is None:
        with pytest.raises(Broken, match="must be a command, such as"):
            set_value(places, None, "learn.command", given)
        return
    set_value(places, None, "learn.command", given)
    assert load(places, None).values["learn.command"] == words


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Comments, order, quotes and blank lines stay.
        (
            "# mine\nlog: 'x'\n\nguard:\n  note_lines: 5 # few\n",
            "# mine\nlog: 'x'\n\nguard:\n  note_lines: 7 # few\n",
        ),
        # Comments alone are no document, and stay above what is added.
        ("# nothing yet\n", "# nothing yet\nguard:\n  note_lines: 7\n"),
        ("# no line end", "# no line end\nguard:\n  note_lines: 7\n"),
        ("", "guard:\n  note_lines: 7\n"),
        ("guard:\n  note_bytes: 9\n", "guard:\n  note_bytes: 9\n  note_lines: 7\n"),
        # A key that is written with its dots is changed where it stands.
        ("guard.note_lines: 5\n", "guard.note_lines: 7\n"),
    ],
)
def test_the_rest_of_a_file_stays_as_it_is(
    tmp_path: Path, before: str, after: str
) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    assert _with_value(file, "guard.note_lines", 7).decode() == after


PART = st.text("abcdefgh_", min_size=1, max_size=6)
VALUE: st.SearchStrategy[Value] = st.one_of(
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"))),
    st.lists(st.text("abc: #'\"-", max_size=8), max_size=4),
)


@given(parts=st.lists(PART, min_size=1, max_size=3), value=VALUE)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], value: Value
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_text("zz:\n  yy: 1\n")
    read = yaml.safe_load(_with_value(file, ".".join(parts), value))
    assert read.pop("zz") == {"yy": 1}
    assert read == _nested(".".join(parts), value)


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("guard.note_line", "5", "guard.note_line"),
        ("guard.note_lines", "many", "guard.note_lines"),
        ("", "5", "''"),
    ],
)
def test_a_bad_key_or_value_is_refused_before_a_file_is_made(
    places: Places, name: str, given: str, said: str
) -> None:
    with pytest.raises(Broken) as raised:
        set_value(places, None, name, given)
    assert said in raised.value.message
    assert not places.config_file.exists()


def test_a_broken_file_is_not_written_over(places: Places) -> None:
    places.config_file.parent.mkdir(parents=True)
    places.config_file.write_text("sync: [unclosed\n")
    with pytest.raises(Broken):
        set_value(places, None, "sync.remote", "x")
    assert places.config_file.read_text() == "sync: [unclosed\n"


def test_a_repository_cannot_set_what_is_the_persons(
    places: Places, tmp_path: Path
) -> None:
    with pytest.raises(Broken) as raised:
        set_value(places, tmp_path, "learn.endpoint", "https://evil.example")
    assert "learn.endpoint" in raised.value.message
    assert not (tmp_path / REPOSITORY_FILE).exists()


def test_a_repositorys_file_gets_what_it_may_set(
    places: Places, tmp_path: Path
) -> None:
    file = set_value(places, tmp_path, "learn.enabled", "false")
    assert file == tmp_path / REPOSITORY_FILE
    with pytest.raises(Broken):
        set_value(places, tmp_path, "learn.enabled", "true")
    assert yaml.safe_load(file.read_text()) == {"learn": {"enabled": False}}
