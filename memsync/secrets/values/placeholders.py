"""What stands where a secret is to be put: `YOUR_KEY`, `${TOKEN}`, `xxxx`."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values.fillers import is_filler
from memsync.secrets.values.noise import is_noise
from memsync.secrets.values.shapes import has_many_signs

# Words that people put in the place of a secret.
_PLACEHOLDER = lazy(
    rb"(?i)example|sample|placeholder|dummy|"
    rb"change[-_ ]?(?:me|it|this)|your[-_]?|redacted"
    rb"|x{4,}|[-_]x{3}$|\*{3}|\.{3}|\xe2\x80\xa6|insert[-_]|replace[-_]|fixme|foo[-_]?bar|lorem"
    rb"|(?:(?<![a-z])|(?=(?-i:[MT])))(?:mock|todo)|fake|not[-_]?(?:a|set|real|valid)"
    rb"|(?:\A|[\W_])n/?a$|none$|null$|undefined|hunter2$"
    rb"|my[-_]?(?:secret|token|pass|key|api|super)|some[-_]?(?:secret|token|pass|key|random)"
    rb"|secret[-_]?(?:key|token|here|value|pass)|pass(?:word|wd)|(?:key|token)[-_]?here"
    rb"|qwerty|asdfgh|deadbeef|cafebabe|test[-_]?(?:token|key|secret|pass|value|only)"
    rb"|super[-_]?secret|super[-_]?\$ecret|invalid|dev[-_]?only|getenv|environ|process\.",
)
# Whatever the pattern finds has one of these, and checking for them takes a fiftieth
# of its time: in a hostile line each byte calls for a check.
_PLACEHOLDER_HINTS = (
    *(b"example", b"sample", b"placeholder", b"dummy", b"change", b"your", b"here"),
    *(b"redacted", b"xxx", b"***", b"...", b"insert", b"replace", b"todo", b"fixme"),
    *(b"foo", b"lorem", b"fake", b"mock", b"not", b"n/a", b"na", b"none", b"null"),
    *(b"undefined", b"hunter2", b"my", b"some", b"secret", b"pass", b"qwerty"),
    *(b"asdfgh", b"deadbeef", b"cafebabe", b"test", b"super", b"invalid", b"dev"),
    *(b"getenv", b"environ", b"process.", b"\xe2\x80\xa6"),
)
_TEMPLATE_SIGNS = b"$%{}<@&!#^\\["
# What a reference to a secret begins with.
_TEMPLATE_STARTS = (
    *(b"env", b"vault:", b"op://", b"var.", b"data.", b"local.", b"secret"),
)
# Template syntax of shells, Jinja, Go, Terraform, CI systems and others.
_TEMPLATE = lazy(
    rb"\$\{|\^[A-Z]{4,8}\^|\{\{|\}\}|\$\(|%\(|<[A-Za-z_/]|\{[A-Za-z_][\w.:]{0,40}\}|\{\d?\}|^\$[A-Za-z_]\w*$"
    rb"|^%[A-Za-z_]+%?$|^@\w+$|^[&!](?:[A-Za-z_][\w.:/>-]*)?(?:$|[(\[!&;])|\$\w*\["
    rb"|^env[:.(]|^vault:|^op://|^ENC\[|^\$\w+(?:::|->)"
    rb"|#\{|^\$\$|^var\.|^data\.|^local\.|^secrets?\.|^@@|__[A-Z_]{3,}__|\\\("
)


def is_placeholder(value: bytes) -> bool:
    """A stand-in for a value: a template, a documented example, a sequence, `xxxx`."""
    low = value.lower()
    if any(map(low.count, _PLACEHOLDER_HINTS)) and _PLACEHOLDER.search(value):
        return True
    if has_many_signs(value) or is_noise(value):
        return False
    may_be_template = (
        len(value.translate(None, _TEMPLATE_SIGNS)) < len(value)
        or b"__" in value
        or value.startswith(_TEMPLATE_STARTS)
    )
    if may_be_template and _TEMPLATE.search(value):
        return True
    return is_filler(value)
