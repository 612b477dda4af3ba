"""Turns the values of a page into HTML. Escapes all text."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from memsync import __version__
from memsync.page.html.links import PAGES
from memsync.page.html.shell import called
from memsync.page.html.times import moment
from memsync.terminal import printable_block

if TYPE_CHECKING:
    from datetime import datetime

    from memsync.page.html.links import Links
    from memsync.page.html.notices import Notice
    from memsync.page.html.page import Page


_CODE = re.compile(r"`([^`\n]+)`")


class Renderer:
    """Renders pages. `form` is the word that forms carry; a read-only page has none."""

    def __init__(
        self,
        links: Links,
        form: str,
        *,
        read_only: bool,
        demo: bool = False,
        home: str = "",
    ) -> None:
        """`home` is the person's folder, which is shown as `~`."""
        self.links = links
        self._shared: dict[str, object] = {
            "links": links,
            "form": form,
            "read_only": read_only,
            "demo": demo,
            "pages": PAGES,
            "version": __version__,
        }
        self._environment = Environment(
            loader=PackageLoader("memsync.page"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=_harmless,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters["exact"] = _exact
        self._environment.filters["mark"] = _mark
        self._environment.filters["told"] = _told
        self._environment.globals["called"] = called
        self._environment.filters["place"] = partial(_place, home=home.rstrip("/"))

    def load(self) -> None:
        """Compile every template, which takes 10 to 30 ms for each, once."""
        for name in self._environment.list_templates():
            self._environment.get_template(name)

    def html(
        self, page: Page, tab: str, now: datetime, notice: Notice | None = None
    ) -> str:
        """Render the whole page; `tab` is its name in the navigation."""

        def time(then: str | float | None) -> Markup:
            found = moment(then, now)
            if found is None:
                return Markup("")
            return Markup('<time datetime="{}" title="{}">{}</time>').format(
                found.iso, found.exact, found.said
            )

        return self._environment.get_template(page.template).render(
            **self._shared,
            **page.values,
            title=page.title,
            command=page.command,
            tab=tab,
            time=time,
            notice=notice,
        )


def _harmless(value: object) -> object:
    """The text without characters that change its direction or control a terminal."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return printable_block(value)


def _exact(text: str) -> Markup:
    """The text unchanged, for a form that sends it back."""
    return Markup(escape(text))  # noqa: S704 -- escaped


def _told(text: str) -> Markup:
    """A message as on the command line; text between backticks becomes code."""
    clean = str(escape(printable_block(text)))
    return Markup(_CODE.sub(r"<code>\1</code>", clean))  # noqa: S704 -- escaped


def _place(text: str, home: str) -> Markup:
    """A path or an address, shortened, with line breaks allowed between its parts."""
    shown = printable_block(text)
    if home and (text == home or text.startswith(f"{home}/")):
        shown = "~" + printable_block(text[len(home) :])
    parts = Markup("/<wbr>").join(map(escape, shown.split("/")))
    return Markup('<span title="{}">{}</span>').format(printable_block(text), parts)


def _mark(text: str, words: list[str]) -> Markup:
    """The text with all of these words marked."""
    found = sorted({w for w in words if len(w) > 1}, key=len, reverse=True)
    clean = printable_block(text)
    if not found:
        return Markup(escape(clean))  # noqa: S704 -- escaped
    pattern = re.compile("|".join(map(re.escape, found[:20])), re.IGNORECASE)
    pieces, at = [], 0
    for match in pattern.finditer(clean):
        pieces += [escape(clean[at : match.start()]), Markup("<mark>")]
        pieces += [escape(match[0]), Markup("</mark>")]
        at = match.end()
    return Markup("").join([*pieces, escape(clean[at:])])
