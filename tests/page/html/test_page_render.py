"""From a page's values to HTML: all text is escaped, and shown harmless."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError

from memsync import __version__
from memsync.errors import NotFound
from memsync.page.html.links import PAGES, Filed, Links, Served
from memsync.page.html.notices import Item, Notice
from memsync.page.html.page import Page
from memsync.page.html.render import Renderer
from memsync.terminal import printable_block

NOW = datetime(2026, 5, 10, 12, 0, tzinfo=UTC)
SERVED = Renderer(Served("folder"), "the-form", read_only=False)


def error_page(message: str, hint: str | None = None, status: int = 404) -> Page:
    values = {"error": NotFound(message, hint=hint)}
    return Page("error.html", "Not found", values, "list", status)


def shown(page: Page, notice: Notice | None = None, *, read_only: bool = False) -> str:
    renderer = (
        Renderer(Served("folder"), "the-form", read_only=True) if read_only else SERVED
    )
    return renderer.html(page, "notes", NOW, notice)


def confirm(**changed: object) -> Page:
    values: dict[str, object] = {
        "question": "Undo?",
        "says": [],
        "remote": "",
        "action": "/folder/undo",
        "button": "Undo",
        "fields": {},
        "back": "/folder/",
    }
    return Page("confirm.html", "Undo", values | changed)


def test_a_page_has_title_command_and_version() -> None:
    found = shown(error_page("there is no note 'x'"))
    assert "<title>Not found · memsync</title>" in found
    assert "<code>memsync list</code>" in found
    assert f"memsync {__version__}, on this machine only" in found


def test_the_navigation_marks_the_tab() -> None:
    found = shown(error_page("gone"))
    for name, words in PAGES:
        current = ' aria-current="page"' if name == "notes" else ""
        address = Served("folder").page(name)
        assert f'<a href="{address}" data-words="{words}"{current}>' in found


def test_without_a_command_the_foot_names_none() -> None:
    assert "In a terminal" not in shown(confirm())


@pytest.mark.parametrize(("links", "there"), [(Served("f"), True), (Filed(), False)])
def test_only_a_served_page_has_the_script(links: Links, *, there: bool) -> None:
    renderer = Renderer(links, "", read_only=True)
    assert ("<script" in renderer.html(confirm(), "now", NOW)) is there


def test_what_backticks_enclose_is_code() -> None:
    found = shown(error_page("run `memsync init` first", hint="see `a<b`"))
    assert "<p>run <code>memsync init</code> first</p>" in found
    assert '<p class="hint">see <code>a&lt;b</code></p>' in found


def test_a_lone_backtick_and_a_line_break_make_no_code() -> None:
    found = shown(error_page("a ` b"))
    assert "<p>a ` b</p>" in found
    assert "<p>a `b\nc` d</p>" in shown(error_page("a `b\nc` d"))


@settings(max_examples=40)
@given(st.text(st.characters(exclude_characters="`"), min_size=1))
def test_any_message_is_text_and_nothing_else(text: str) -> None:
    found = shown(error_page(text))
    frame = shown(error_page("MARK"))
    before, after = frame.split("MARK")
    assert found.startswith(before)
    assert found.endswith(after)
    inner = found[len(before) : len(found) - len(after)]
    assert "<" not in inner
    assert html.unescape(inner) == html.unescape(html.escape(printable_block(text)))


HOSTILE = "\x1b[31m\u202e<img src=x onerror=alert(1)>"
HARMLESS = "?[31m?&lt;img src=x onerror=alert(1)&gt;"


def test_a_plain_value_is_shown_harmless() -> None:
    found = shown(confirm(question=HOSTILE, says=[HOSTILE], remote=HOSTILE))
    assert f"<h1>{HARMLESS}</h1>" in found
    assert f"<p>{HARMLESS}</p>" in found
    assert f"<p>Remote: <code>{HARMLESS}</code></p>" in found
    assert "\x1b" not in found
    assert "\u202e" not in found


def test_what_a_form_sends_back_is_exact_but_escaped() -> None:
    found = shown(confirm(fields={"id": 'a"\u202e<b'}))
    assert 'name="id" value="a&#34;\u202e&lt;b"' in found


def test_a_form_carries_the_word_of_forms() -> None:
    assert '<input type="hidden" name="form" value="the-form">' in shown(confirm())


def test_a_value_that_a_template_lacks_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        shown(Page("error.html", "x", {}))


def test_a_message_shows_its_notes_and_details() -> None:
    notice = Notice(
        "undone: `memsync write`",
        ("it <changed>",),
        "undo",
        items=(Item("restored", "n", "/folder/notes/user/n"), Item("removed", "m", "")),
    )
    found = shown(confirm(), notice)
    assert "<p>undone: <code>memsync write</code></p>" in found
    assert '<li>restored: <a href="/folder/notes/user/n">n</a></li>' in found
    assert "<li>removed: m</li>" in found
    assert "<li>it &lt;changed&gt;</li>" in found
    assert '<code class="command">memsync undo</code>' in found
    assert 'class="notice"' in found


def test_a_bad_message_is_marked() -> None:
    assert 'class="notice bad" role="status"' in shown(confirm(), Notice("x", bad=True))
    assert 'role="status"' not in shown(confirm())


def test_a_read_only_page_offers_no_undo() -> None:
    notice = Notice("saved", undo="undo?of=1")
    offered = 'action="/folder/undo?of=1"'
    assert offered in shown(confirm(), notice)
    assert offered not in shown(confirm(), notice, read_only=True)


def test_the_modes_are_named() -> None:
    plain = shown(confirm())
    assert 'class="tag"' not in plain
    renderer = Renderer(Served("f"), "", read_only=True, demo=True)
    found = renderer.html(confirm(), "now", NOW)
    assert re.findall(r'<span class="tag">([^<]+)</span>', found) == [
        "demo",
        "read-only",
    ]


def test_every_template_compiles() -> None:
    Renderer(Served("f"), "", read_only=False).load()
