"""Names a decision by the words of its proposal, in whatever form. Pure.

Only their digests are stored, so that no file contains rejected words.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from memsync.learn.likeness import SAYS_ITSELF

if TYPE_CHECKING:
    from memsync.learn.proposal import Draft, Kind

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text, without case, punctuation and white space."""
    return _WORD.findall(text.casefold())


def of_quote(quote: str, session: str, kind: Kind = "note") -> str:
    """The digest of a quote, as the source of a draft of this kind."""
    said = " ".join(words(quote))
    if len(said) < SAYS_ITSELF:
        said = f"{session} {said}"
    return _digest(f"{kind} from", said)


def of_quotes(draft: Draft) -> list[str]:
    """The digests of all quotes of a draft."""
    found = ((q, each.key) for each in draft.sources for q in each.quotes)
    return sorted({of_quote(quote, session, draft.kind) for quote, session in found})


def of_text(draft: Draft, live: bytes | None) -> str:
    """The digest of what a draft says, or of what it would remove."""
    if draft.body.strip():
        said = " ".join(words(draft.body))
    else:
        said = hashlib.sha256(live or b"").hexdigest()
    name = draft.name if draft.kind == "retire" else ""
    return _digest(draft.kind, f"{draft.scope} {name} {said}")


def of_bytes(data: bytes) -> str:
    """The digest of a file that learning wrote, on every machine that has it."""
    from memsync.memory.files.origins import note_digest

    return note_digest(data)


def _digest(kind: str, said: str) -> str:
    # The text may hold lone surrogates, which UTF-8 cannot encode.
    text = f"{kind}\0{said}".encode("utf-8", "surrogateescape")
    return hashlib.sha256(text).hexdigest()
