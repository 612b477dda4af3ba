"""Notes and other sites that want to run a script in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.browser import person
from support.page import served

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browser import Person
    from support.machine import Machine


def text_of(machine: Machine, top: Path, name: str) -> str:
    return str(machine.memsync("read", name, cwd=top).out)


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt&colon;alert(1))",
    "[click](data:text/html,<script>alert(1)</script>)",
    "[click](vbscript:alert(1))",
    '[click](https://evil.example/"onmouseover="alert(1))',
    "![picture](https://evil.example/pixel.png)",
    "![x](x \"' onerror=alert(1) '\")",
    '<https://evil.example/"onclick=alert(1)>',
    "[[harbour|<img src=x onerror=alert(1)>]]",
    '[["><script>alert(1)</script>]]',
    "`<script>alert(1)</script>`",
    '```html"onload=alert(1)\n<script>alert(1)</script>\n```',
    "<iframe src=https://evil.example></iframe>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<base href=https://evil.example>",
    "<form action=https://evil.example><input autofocus onfocus=alert(1)></form>",
    "</textarea><script>alert(1)</script>",
    "</pre></details><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}",
    "\u202eevil\u2066 reversed \x1b[31m \x00 end",
    "| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | `x` |",
    "a" * (1 << 15),
)


def test_what_a_note_says_does_nothing(
    machine: Machine, top: Path, browser: Browser
) -> None:
    folder = top / ".coyote/memory"
    for at, text in enumerate(HOSTILE):
        told = text.split("\n")[0].replace("'", "''")[:200]
        told = "".join(c for c in told if c.isprintable())
        head = f"---\nname: h{at}\ndescription: '{told}'\ntype: '{told[:30]}'\n---\n\n"
        (folder / f"h{at}.md").write_text(head + text + "\n")
    (folder / "<img src=x onerror=alert(1)>.md").write_text("A name with markup.\n")
    (folder / "long.md").write_text("x" * (1 << 20) + "\n")
    with served(machine, top) as page, person(browser, page) as someone:
        for path in ("", "notes", "notes?q=alert", "graph", "prompt"):
            shown = someone.go(path)
            assert (
                shown.locator("main script, iframe, main img, main form form").count()
                == 0
            )
        for at in range(len(HOSTILE)):
            shown = someone.note(f"h{at}")
            article = shown.get_by_role("article")
            assert (
                article.locator("script, img, svg, iframe, form, style, meta").count()
                == 0
            )
            for link in article.get_by_role("link").all():
                assert (link.get_attribute("href") or "").startswith(("https://", "/"))
                link.hover()
            assert "\u202e" not in shown.locator("main").inner_text()
        shown = someone.note("%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
        expect(shown.get_by_role("heading", level=1)).to_contain_text("<img")
        expect(someone.note("long").get_by_role("article")).to_be_visible()


def test_another_site_cannot_read_frame_or_post(
    someone: Person, machine: Machine, top: Path, browser: Browser
) -> None:
    """From another origin, in the same browser, which has the cookie."""
    base = someone.base
    other = someone.other_tab()
    other.route(
        "http://evil.example/",
        lambda route: route.fulfill(
            content_type="text/html",
            body=(
                f"<iframe src='{base}notes'></iframe>"
                f"<form method=post action='{base}undo'>"
                "<button>Go</button></form>"
            ),
        ),
    )
    other.goto("http://evil.example/")
    other.wait_for_load_state("networkidle")
    framed = [f.url for f in other.frames[1:]]
    assert not any(
        "notes" in url and "harbour" in f.content()
        for url, f in zip(framed, other.frames[1:], strict=True)
    )
    other.get_by_role("button", name="Go").click()
    expect(other.locator("body")).to_contain_text("another site")
    someone.wrong[:] = [each for each in someone.wrong if "evil.example" not in each]
    assert "seven" in text_of(machine, top, "harbour")
