"""Reading one file of a memory, and judging whether its text may leave."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.errors import Refused
from memsync.sync.folder.reading import is_begun, scanner, stable

if TYPE_CHECKING:
    from pathlib import Path

NOW = 2_000_000_000_000_000_000


def test_a_file_has_its_bytes_and_a_signature_that_changes(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"one")
    os.utime(file, (1, 1))
    first = stable(str(file), NOW, 100)
    assert first is not None
    assert first[0] == b"one"
    assert stable(str(file), NOW, 100) == first
    file.write_bytes(b"two")
    os.utime(file, (2, 2))
    second = stable(str(file), NOW, 100)
    assert second is not None
    assert second[1] != first[1]


def test_of_a_long_file_one_byte_more_than_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"0123456789")
    # Its size is not that of what was read, as of one that is written meanwhile.
    found = stable(str(tmp_path / "a.md"), NOW, 9)
    assert found is not None
    assert len(found[0]) == 10
    assert stable(str(tmp_path / "a.md"), NOW, 4) is None


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("elsewhere")
    (tmp_path / "a.md").symlink_to(tmp_path / "real")
    assert stable(str(tmp_path / "a.md"), NOW, 100) is None
    with pytest.raises(FileNotFoundError):
        stable(str(tmp_path / "none.md"), NOW, 100)


def test_a_pipe_does_not_hold_a_round_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    found = stable(str(tmp_path / "a.md"), NOW, 100)
    assert found is not None
    assert found[0] == b""


def test_a_folder_behind_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").write_text("x")
    (tmp_path / "w/.coyote").mkdir(parents=True)
    (tmp_path / "w/.coyote/memory").symlink_to(tmp_path / "outside")
    with pytest.raises(Refused):
        stable(f"{tmp_path}/w/.coyote/memory/a.md", NOW, 100)


@pytest.mark.parametrize(
    ("data", "begun"),
    [
        (b"---\nname: n\n", True),
        (b"\xef\xbb\xbf---\r\nname: n\r\n", True),
        (b"---", True),
        (b"---\nname: n\n---\n", False),
        (b"---\nname: n\n...\n", False),
        (b"---\nname: n\n---  \r\nx", False),
        (b"# Title\n---\n", False),
        (b"----\nx\n", False),
        (b"", False),
    ],
)
def test_a_text_whose_frontmatter_has_no_end_is_being_written(
    data: bytes, *, begun: bool
) -> None:
    assert is_begun(data) is begun


@given(st.binary(max_size=40))
def test_with_its_end_no_text_is_begun(data: bytes) -> None:
    assert not is_begun(b"---\n" + data + b"\n---\n")


def test_the_first_secret_is_named_and_never_shown() -> None:
    token = tokens.github()
    said = scanner(b"", None, "medium")(f"one\ntwo {token}\n{token}\n".encode())
    assert said is not None
    assert said.startswith("line 2 looks like a secret (")
    assert token not in said
    assert scanner(b"", None, "medium")(b"nothing\n") is None


def test_below_the_level_a_secret_is_none() -> None:
    unsure = f"password: {tokens.text(9, 3)}!{tokens.text(4, 5)}\n".encode()
    assert scanner(b"", None, "medium")(unsure) is not None
    assert scanner(b"", None, "high")(unsure) is None
