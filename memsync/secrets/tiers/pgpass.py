"""Lines of PostgreSQL's file of passwords: `host:port:database:user:password`.

Source: postgresql.org/docs/current/libpq-pgpass.html. A star stands for any host, port,
database or user. The finding is the whole line, as it always was: allow lists name it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.tiers.addresses import is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

RULE = "postgres-pgpass"

_PASSWORD = rb"(?P<%b>[\w.!#$%%^&*+=@~?-]{6,128})"
# Stars without a port that is a number are common, so these are only a line of its own.
_LINE = lazy(
    rb"(?m)(?<![\w.*:/@-])[\w.*-]{1,64}:(?:543[0-9]|6432)"
    rb":[\w.@*-]{1,64}:[\w.@*-]{1,64}:"
    + _PASSWORD % b"password"
    + rb"|^\*:\*:[\w*-]{1,64}:[A-Za-z_][\w.@-]{0,63}:"
    + _PASSWORD % b"anywhere"
    + rb"(?=\s|\Z)"
)
_PORTS = (b":543", b":6432:", b"*:*:")


def find(text: Text) -> Iterator[Found]:
    """Every such line, wherever it stands."""
    data = text.data
    # Few texts have such a port, and to look for plain bytes takes little time.
    if any(data.find(port) >= 0 for port in _PORTS):
        for match in _LINE.finditer(data):
            if not is_blank(match["password"] or match["anywhere"]):
                yield match.start(), *match.span(), RULE
