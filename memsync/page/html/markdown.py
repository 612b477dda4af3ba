"""Renders a note's body as HTML: without its raw HTML, and loading nothing."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from memsync.memory.note.links import find
from memsync.terminal import printable_block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

# The most characters to render; a longer text is shown as it is.
_LONGEST = 64 * 1024

# The most characters of a line: the parser's time grows faster than its length.
_LONGEST_LINE = 20_000
_WIKI = re.compile(r"\[\[([^\[\]|#\n]+)(#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
# Other schemes, such as javascript:, are shown as text.
_WEB = ("https://", "http://", "mailto:")


def rendered(body: str, address: Callable[[str], str | None]) -> Markup:
    """Render a body; `address` maps a note's name to its address, or to None."""
    text = printable_block(body.replace("\r\n", "\n"))
    lines = text.split("\n")
    if len(text) > _LONGEST or any(len(line) > _LONGEST_LINE for line in lines):
        return Markup('<pre class="raw">{}</pre>').format(text)
    env: dict[str, object] = {"notes": {link.name for link in find(text)}}
    env["address"] = address
    return Markup(_parser().render(text, env))  # noqa: S704 -- its renderer escapes all text


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable("table")
    parser.enable("strikethrough")
    # `_link` decides about every address; nothing is dropped silently.
    setattr(parser, "validateLink", _any_address)  # noqa: B010 -- the library's own way
    parser.core.ruler.push("nested", _nested)
    for rule in (_link_open, _image, _text):
        parser.add_render_rule(rule.__name__.removeprefix("_"), rule)
    return parser


def _any_address(url: str) -> bool:
    del url
    return True


def _nested(state: StateCore) -> None:
    """Move headings below the page's own, and skip no level between them."""
    above: list[str] = []
    for token in state.tokens:
        if token.type not in ("heading_open", "heading_close"):
            continue
        if token.nesting > 0:
            while above and above[-1] >= token.tag:
                above.pop()
            above.append(token.tag)
        # The page has an h1, and a note's text has an h2.
        token.tag = f"h{min(2 + len(above), 6)}"


def _link_open(
    _: RendererHTML, tokens: Sequence[Token], idx: int, __: OptionsDict, env: EnvType
) -> str:
    target = str(tokens[idx].attrs.get("href", ""))
    if target.lower().startswith(_WEB):
        shown = escape(target)
        return (
            f'<a href="{shown}" title="{shown}" rel="noreferrer noopener"'
            ' target="_blank">'
        )
    name = target.removeprefix("./").partition("#")[0]
    found = env["address"](name.removesuffix(".md")) if name.endswith(".md") else None
    if found:
        return f'<a href="{escape(found)}">'
    return f'<a class="nowhere" title="{escape(target)}">'


def _image(
    _: RendererHTML, tokens: Sequence[Token], idx: int, __: OptionsDict, ___: EnvType
) -> str:
    token = tokens[idx]
    words = escape(token.content or "picture")
    source = escape(str(token.attrs.get("src", "")))
    return f'<span class="picture" title="{source}">[picture: {words}]</span>'


def _text(
    _: RendererHTML, tokens: Sequence[Token], idx: int, __: OptionsDict, env: EnvType
) -> str:
    return str(_with_notes(tokens[idx].content, env))


def _with_notes(content: str, env: EnvType) -> str:
    pieces: list[str] = []
    at = 0
    for match in _WIKI.finditer(content):
        name = match[1].removesuffix(".md")
        if name not in env["notes"]:
            continue
        pieces.append(str(escape(content[at : match.start()])))
        words = escape(match[3] or match[1])
        found = env["address"](name)
        if found:
            pieces.append(f'<a href="{escape(found)}">{words}</a>')
        else:
            pieces.append(f'<a class="nowhere" title="no such note">{words}</a>')
        at = match.end()
    return "".join([*pieces, str(escape(content[at:]))])
