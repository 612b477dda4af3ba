"""What the server of the page refuses, byte by byte, and how it starts and ends."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.page import served

from memsync.page.entry.session import IDLE, TOKEN_LIFE, PageSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.machine import Machine
    from support.page import Page

FACT = "The harbour opens at seven."


@pytest.fixture
def top(machine: Machine) -> Path:
    top = machine.repository()
    machine.memsync("write", "harbour", "-d", "when it opens", "-m", FACT, cwd=top)
    return top


@pytest.fixture
def page(machine: Machine, top: Path) -> Iterator[Page]:
    with served(machine, top) as page:
        yield page


def test_a_name_with_a_dash_reads_as_no_option_in_the_commands(
    page: Page, top: Path
) -> None:
    note = "---\nname: -x\ndescription: d\n---\n\nx\n"
    (top / ".coyote/memory/-x.md").write_text(note)
    inside = page.enter()
    shown = inside.get("notes/workspace/-x").body
    for verb in ("show", "edit", "forget"):
        assert f"memsync {verb} --scope workspace -- -x" in shown
    done = inside.post("notes/workspace/-x/forget", {})
    told = inside.get(done.header("location").removeprefix(inside.folder)).body
    assert "memsync forget --scope workspace -- -x" in told


def test_ctrl_c_ends_it_with_0_and_the_port_is_free(
    machine: Machine, top: Path
) -> None:
    with served(machine, top, alone=True) as page:
        assert page.end() == 0
    with socket.create_server(("127.0.0.1", page.port)):
        pass


def test_ctrl_c_right_after_the_address_ends_it_without_a_word(
    machine: Machine, top: Path
) -> None:
    # Some of these come while the server starts.
    for milliseconds in range(12):
        with served(machine, top) as page:
            time.sleep(milliseconds / 1000)
            assert page.end() == 0


def test_a_browser_is_led_there_by_a_private_file(machine: Machine, top: Path) -> None:
    """The command line of a process is for everybody to read; this file is not."""
    seen = machine.folder / "seen"
    script = machine.folder / "browser"
    script.write_text(
        "#!/bin/sh\nfile=${1#file://}\n"
        f'{{ echo "$1"; ls -ld "$file" "${{file%/*}}"; cat "$file"; }} > {seen}.part\n'
        f"mv {seen}.part {seen}\n"
    )
    script.chmod(0o700)
    with served(machine, top, browser=f"{script} %s", alone=True) as page:
        end = time.monotonic() + 30
        while not seen.exists() and time.monotonic() < end:
            time.sleep(0.05)
        given, folder, file, *text = seen.read_text().splitlines()
        assert page.token not in given
        assert file.startswith("-rw-------")
        assert folder.startswith("drwx------")
        assert page.address in "".join(text)
        assert page.end() == 0
    assert not Path(given.removeprefix("file://")).exists()


def test_it_is_not_there_from_other_addresses(page: Page) -> None:
    with pytest.raises(OSError, match="refused"):
        page.raw(b"GET / HTTP/1.1\r\n\r\n", host="127.0.0.2")


def test_the_token_works_once_for_a_cookie_that_is_not_it(page: Page) -> None:
    answer = page.ask("/", {"token": page.token})
    cookie = answer.header("set-cookie")
    folder = answer.header("location")
    assert answer.status == 303
    assert cookie.startswith(f"memsync-{page.port}=")
    assert f"Path={folder}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert page.token not in cookie + folder
    assert page.ask("/", {"token": page.token}).status == 403
    assert page.ask(folder, Cookie=cookie.partition(";")[0]).status == 200


def test_a_wrong_token_lets_nobody_in(page: Page) -> None:
    for token in ("", "wrong", "ü", "a" * 300):
        answer = page.ask("/", {"token": token})
        assert answer.status == 403, token
        assert "set-cookie" not in answer.head.lower(), token
        assert FACT not in answer.body, token
    assert page.ask("/", {"token": page.token}).status == 303


def test_another_host_name_is_refused(page: Page) -> None:
    """As a name of an attacker's that resolves to this machine (DNS rebinding)."""
    entered = page.enter()
    longer, other = f"127.0.0.1.evil.example:{page.port}", f"[::2]:{page.port}"
    for host in ("evil.example", "127.0.0.1", longer, other):
        assert entered.get("notes", Host=host).status == 421, host


def test_two_host_headers_or_none_are_refused(page: Page) -> None:
    good = f"Host: 127.0.0.1:{page.port}\r\n".encode()
    rest = b"Connection: close\r\n\r\n"
    for hosts in (b"", good + b"Host: evil.example\r\n"):
        assert page.raw(b"GET / HTTP/1.1\r\n" + hosts + rest).status in (400, 421)


def test_a_form_of_another_site_changes_nothing(
    page: Page, machine: Machine, top: Path
) -> None:
    entered = page.enter()
    own = f"https://127.0.0.1:{page.port}"
    fields = {"name": "planted", "scope": "workspace", "text": "x"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", own, ""):
        assert entered.post("new", fields, Origin=origin).status == 403, origin
    names = [row["name"] for row in machine.memsync("list", "--json", cwd=top).json]
    assert names == ["harbour"]


def test_a_form_without_the_page_s_own_word_changes_nothing(page: Page) -> None:
    entered = page.enter()
    fields = {"name": "planted", "scope": "workspace", "text": "x"}
    for form in ("", "wrong", page.token):
        assert entered.post("new", {**fields, "form": form}).status == 403
    assert entered.post("new", fields).status == 303


def test_without_the_cookie_no_page_is_shown(page: Page) -> None:
    entered = page.enter()
    other = entered.cookie[:-3] + "abc"
    for cookie in ("", other, entered.cookie.replace(str(page.port), "1")):
        answer = entered.get("notes/workspace/harbour", Cookie=cookie)
        assert answer.status == 403
        assert FACT not in answer.body
    assert FACT in entered.get("notes/workspace/harbour").body
    assert page.ask("/notes/workspace/harbour", Cookie=entered.cookie).status == 403


def test_another_port_of_this_host_cannot_load_a_page(page: Page) -> None:
    entered = page.enter()
    for site in ("same-site", "cross-site"):
        assert entered.get("notes", Sec_Fetch_Site=site).status == 403
    assert entered.get("notes", Sec_Fetch_Site="same-origin").status == 200


def test_every_answer_says_what_a_browser_must_not_do(page: Page) -> None:
    entered = page.enter()
    missing = entered.get("nothing-here")
    assert missing.status == 404
    for answer in (page.ask(), page.ask("/page.css"), entered.get(), missing):
        policy = answer.header("content-security-policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for each in ("frame-ancestors", "base-uri"):
            assert f"{each} 'none'" in policy
        assert "form-action 'self'" in policy
        assert answer.header("referrer-policy") == "same-origin"
        assert answer.header("cache-control") == "no-store"
        assert answer.header("x-content-type-options") == "nosniff"
        assert "access-control" not in answer.head.lower()


def test_other_methods_are_refused(page: Page) -> None:
    host = f"Host: 127.0.0.1:{page.port}\r\nConnection: close\r\n\r\n"
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        answer = page.raw(f"{method} / HTTP/1.1\r\n{host}".encode())
        assert answer.status == 405, method


def test_what_is_too_large_or_no_form_is_refused(page: Page) -> None:
    entered = page.enter()
    large = {"name": "large", "scope": "workspace", "text": "x" * (1 << 19)}
    assert entered.post("new", large).status == 413
    many = {f"field{n}": "" for n in range(200)}
    assert entered.post("new", many).status == 413
    assert entered.post("new", {}, Content_Type="text/plain").status == 413
    assert entered.get().status == 200


def test_no_path_leads_out_of_the_memories(page: Page) -> None:
    entered = page.enter()
    for path in (
        "notes/workspace/..%2f..%2fcode",
        "notes/workspace/%00",
        "notes/elsewhere/harbour",
        "notes/user/harbour",
        "../page.css",
        "%2e%2e/%2e%2e/etc/passwd",
    ):
        answer = entered.get(path)
        assert answer.status in (400, 403, 404), path
        assert "hello" not in answer.body, path


def test_read_only_takes_no_form(machine: Machine, top: Path) -> None:
    with served(machine, top, "--read-only") as page:
        entered = page.enter()
        note = entered.get("notes/workspace/harbour")
        assert FACT in note.body
        assert 'method="post"' not in note.body
        for path in ("new", "undo", "sync/run", "notes/workspace/harbour/forget"):
            assert entered.post(path, {}).status in (403, 404, 405)
    assert machine.memsync("read", "harbour", cwd=top).code == 0


def test_a_port_that_is_taken_is_16(machine: Machine, top: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ran = machine.memsync("ui", "--no-browser", "--port", port, cwd=top, want=16)
    assert f"port {port} is taken" in ran.err
    assert ran.out == ""


def test_without_its_packages_it_names_the_extra(machine: Machine, top: Path) -> None:
    hidden = (
        "import sys; sys.modules['starlette'] = None\n"
        "from memsync.cli.main import run; sys.exit(run(['ui']))"
    )
    ran = machine.run(sys.executable, "-c", hidden, cwd=top, want=16)
    assert "pipx install --force '.[ui]'" in ran.err


def test_a_token_for_a_browser_is_void_after_a_minute() -> None:
    time = [100.0]
    session = PageSession(1, lambda: time[0])
    session.handed_over()
    time[0] += TOKEN_LIFE + 1
    assert not session.exchange(session.token)


def test_half_an_hour_without_a_request_ends_it() -> None:
    time = [100.0]
    session = PageSession(1, lambda: time[0])
    time[0] += IDLE - 1
    assert not session.is_over
    session.touch()
    time[0] += IDLE + 1
    assert session.is_over
