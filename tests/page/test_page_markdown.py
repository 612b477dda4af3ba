"""A note's body as HTML: nothing in it does anything."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from memsync.page.html.markdown import rendered

_MARKUP = st.text(
    alphabet="<>&\"'`[]()!|*_:/. \n\\#-javascript=x\u202e\x00", max_size=80
)
_ALLOWED = {
    *("a", "p", "em", "strong", "code", "pre", "ul", "ol", "li", "hr", "br", "s"),
    *("h3", "h4", "h5", "h6", "blockquote", "span"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}


def address(name: str) -> str | None:
    return "/notes/known" if name == "known" else None


@given(_MARKUP)
def test_only_harmless_elements_come_out(body: str) -> None:
    html = str(rendered(body, address))
    assert set(re.findall(r"</?([a-zA-Z0-9]+)", html)) <= _ALLOWED
    for link in re.findall(r'href="([^"]*)"', html):
        assert link.lower().startswith(("https://", "http://", "mailto:", "/notes/"))
    assert "\u202e" not in html
    assert not re.search(r"<[^>]*\son\w+=", html)


def test_links_lead_to_notes_that_exist() -> None:
    html = str(rendered("[[known]] [[known|as said]] [x](known.md) [[gone]]", address))
    assert html.count('href="/notes/known"') == 3
    assert ">as said</a>" in html
    assert '<a class="nowhere" title="no such note">gone</a>' in html


def test_a_link_elsewhere_says_nothing_of_where_it_came_from() -> None:
    html = str(rendered("[x](https://example.invalid/a?b=1&c)", address))
    assert 'rel="noreferrer noopener"' in html
    assert "a?b=1&amp;c" in html
