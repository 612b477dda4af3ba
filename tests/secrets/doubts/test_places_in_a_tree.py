"""What a file's place in a tree says about what is found in it."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.guard.scan import many

if TYPE_CHECKING:
    from pathlib import Path

DRAWN = tokens.text(32, 11)
HEX = tokens.text(32, 5, "0123456789abcdef")
NAMED = f'db_password = "{DRAWN}"\n'
# In the year 2200
FAR = 7258118400
SESSION = f"Cookie: PHPSESSID={tokens.text(26, 4)}\n"


def signed(claims: dict[str, object]) -> str:
    """A JWT with these claims, with a signature of noise."""
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256"}, claims)]
    texts = [base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts]
    return ".".join([*texts, tokens.text(43, 9)])


def confidence(root: Path, path: str, text: str) -> list[str]:
    """The confidences in a file below the scanned folder."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return [held.confidence for one in many.judge([str(root)]) for held in one.held]


def test_what_is_low_anywhere_stays_so(tmp_path: Path) -> None:
    text = "postgres://app:password@localhost/shop\n"
    assert confidence(tmp_path, "src/a.py", text) == ["low"]
    assert confidence(tmp_path, "tests/b.py", text) == ["low", "low"]


@pytest.mark.parametrize(
    "path",
    [
        "tests/a.py",
        "pkg/__tests__/a.js",
        "Tests/VaporTests/a.swift",
        "src/Server.Tests/a.cs",
        "unit-tests/a.py",
        "lib/testdata/a.json",
        "Test Data/a.json",
        "app/src/androidTest/a.kt",
        "spec/models/a.rb",
        "test_a.py",
        "pkg/a_test.go",
        "web/a.test.ts",
        "web/a.spec.js",
        "java/UserTest.java",
        "tests.py",
        "conftest.py",
        ".env.test",
        "docker-compose.test.yml",
        "tests/README.md",
        "examples/app/settings.py",
        "code-samples/a.sh",
    ],
)
def test_a_named_value_of_a_test_or_an_example_is_low(
    path: str, tmp_path: Path
) -> None:
    assert confidence(tmp_path, path, NAMED) == ["low"]


@pytest.mark.parametrize(
    "path",
    [
        "settings.py",
        "contest/latest/attest.py",
        "src/TestServer.py",
        "protest.yml",
        "exemplary/a.py",
        ".env.example",
        # A note may be about tests; it says what its writer knows.
        "how-to-test.md",
        "specs/login.md",
        "tests/AGENTS.md",
        "tests/.coyote/memory/a.md",
        # Documentation shows values, but only shown ones are in doubt.
        "guide/a.md",
    ],
)
def test_a_named_value_elsewhere_stays_high(path: str, tmp_path: Path) -> None:
    assert confidence(tmp_path, path, NAMED) == ["high"]


@pytest.mark.parametrize(
    ("text", "sure"), [(NAMED, ["medium"]), (f'db_password = "{HEX}"\n', ["low"])]
)
@pytest.mark.parametrize("path", ["docs/a.md", "doc/build/a.rst", "My Docs/api/a.txt"])
def test_in_documentation_it_is_one_step_less_sure(
    path: str, text: str, sure: list[str], tmp_path: Path
) -> None:
    assert confidence(tmp_path, path, text) == sure


def test_code_of_documentation_is_as_sure_as_elsewhere(tmp_path: Path) -> None:
    assert confidence(tmp_path, "docs/conf.py", NAMED) == ["high"]


@pytest.mark.parametrize("path", ["tests/a.py", "docs/a.md", "examples/a.py"])
def test_tokens_and_keys_are_medium_there(path: str, tmp_path: Path) -> None:
    text = f"{tokens.github()}\n{tokens.private_key()}\n"
    assert confidence(tmp_path, path, text) == ["medium", "medium"]
    file = tmp_path / path
    file.rename(tmp_path / file.name)
    assert confidence(tmp_path, file.name, text) == ["high", "high"]


@pytest.mark.parametrize("path", ["tests/a.py", "examples/a.json"])
def test_a_drawn_value_beside_a_service_is_medium_there(
    path: str, tmp_path: Path
) -> None:
    named = f'"livekit_api_secret": "{DRAWN}"'
    assert confidence(tmp_path, path, named) == ["medium"]
    (tmp_path / path).write_text(named.replace(DRAWN, HEX))
    (judged,) = many.judge([str(tmp_path)])
    assert [held.confidence for held in judged.held] == ["low"]


def test_the_numbers_of_a_key_are_low_in_a_test(tmp_path: Path) -> None:
    key = json.dumps({"kty": "OKP", "crv": "Ed25519", "d": tokens.text(43, 5)})
    assert confidence(tmp_path, "tests/key.json", key) == ["low"]
    (tmp_path / "tests/key.json").rename(tmp_path / "key.json")
    (judged,) = many.judge([str(tmp_path)])
    assert [held.confidence for held in judged.held] == ["high"]


def test_what_is_medium_by_itself_stays_medium_there(tmp_path: Path) -> None:
    key = "AI" + "za" + tokens.text(35, 3)
    assert confidence(tmp_path, "tests/a.js", f'key: "{key}"\n') == ["medium"]


@pytest.mark.parametrize(
    "path", ["tests/a.py", "web/a.spec.ts", "examples/a.sh", "docs/api.md", "doc/a.rst"]
)
def test_what_ends_by_itself_is_low_there(path: str, tmp_path: Path) -> None:
    token = signed({"sub": "1042", "iat": 1790000000, "exp": FAR})
    assert confidence(tmp_path, path, f"token = '{token}'\n") == ["low"]
    file = tmp_path / path
    file.rename(tmp_path / file.name.replace(".spec", ""))
    (judged,) = many.judge([str(tmp_path)])
    assert [held.confidence for held in judged.held] == ["medium"]


@pytest.mark.parametrize("path", ["README.md", "notes/setup.txt", "guide/a.adoc"])
def test_a_session_in_a_document_is_low(path: str, tmp_path: Path) -> None:
    assert confidence(tmp_path, path, SESSION) == ["low"]


@pytest.mark.parametrize(
    "shape",
    [
        "< set-cookie: token={}; Path=/",
        "Cookie: theme=dark; auth.token={}",
        "$ curl --cookie 'lion-token={}' https://a.corp.net",
        'curl -b "token={}" https://a.corp.net',
    ],
)
def test_a_signed_token_that_is_a_session_is_low_in_a_document(
    shape: str, tmp_path: Path
) -> None:
    token = signed({"user": "ann", "mail": "ann@corp.net"})
    assert confidence(tmp_path, "README.md", shape.format(token)) == ["low"]
    (tmp_path / "README.md").write_text(f"The API's token={token}\n")
    (judged,) = many.judge([str(tmp_path)])
    assert [held.confidence for held in judged.held] == ["medium"]


@pytest.mark.parametrize("path", ["AGENTS.md", ".coyote/memory/a.md", "fetch.py"])
def test_a_session_in_a_note_or_in_code_is_as_sure(path: str, tmp_path: Path) -> None:
    assert confidence(tmp_path, path, SESSION) == ["medium"]


def test_a_session_in_a_named_document_is_as_sure(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(SESSION)
    (judged,) = many.judge([str(file)])
    assert [held.confidence for held in judged.held] == ["medium"]


def test_only_the_path_below_the_named_folder_counts(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "a.py"
    file.parent.mkdir()
    file.write_text(NAMED)
    for named in (file.parent, file):
        (judged,) = many.judge([str(named)])
        assert [held.confidence for held in judged.held] == ["high"]


@pytest.mark.parametrize("memory", [".coyote/memory", "coyote/memory", "a/memory"])
def test_a_note_of_a_memory_that_is_named_is_as_sure(
    memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert confidence(tmp_path / memory, "examples/a.md", NAMED) == ["high"]
    monkeypatch.chdir(tmp_path / memory)
    (judged,) = many.judge(["."])
    assert [held.confidence for held in judged.held] == ["high"]


def test_code_in_a_folder_named_memory_is_no_note(tmp_path: Path) -> None:
    assert confidence(tmp_path, "tests/memory/a.py", NAMED) == ["low"]


def test_a_large_file_of_a_test_is_in_doubt_as_well(tmp_path: Path) -> None:
    text = NAMED + "Nothing to see on this line, nor on the next ones.\n" * 180_000
    assert confidence(tmp_path, "tests/a.py", text) == ["low"]
