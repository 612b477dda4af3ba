"""`memory__search`: ranked search in the text of notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage
from memsync.mcp.calls.tool import SCOPES, Arguments, Parameter, Tool, scope_name
from memsync.memory.note.names import Scope
from memsync.retrieval.cache.database import folder_of
from memsync.retrieval.search.meaning import Means
from memsync.retrieval.search.notes import with_notes
from memsync.retrieval.search.ranked import Limits, search

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call

# More notes would not fit into a model's context.
_MOST = 100


def run(call: Call, given: Arguments) -> object:
    """The notes that match, the best first; a workspace note hides the user's."""
    opened = call.opened()
    settings = opened.settings
    scope = given.text_if_any("scope")
    wanted = None if scope in (None, "", "all") else Scope.parse(scope)
    limit = given.number_if_any("limit")
    if limit is not None and not 1 <= limit <= _MOST:
        raise BadUsage(f"limit must be from 1 to {_MOST}")
    limits = Limits(
        settings.number("search.top_k") if limit is None else limit,
        settings.share("search.min_score"),
    )
    strategy = settings.text("search.strategy")
    stores = [s for s in opened.stores if wanted in (None, s.scope)]
    query = given.text("query")
    cache = folder_of(call.places)
    means = Means(settings, call.places.environ, cache, lambda *said: call.warn([said]))
    found = with_notes(
        stores,
        cache,
        call.now,
        lambda notes: search(notes, query, strategy, limits, means),
    )
    return [
        {
            "name": hit.name,
            "scope": scope_name(Scope(hit.scope)),
            "score": hit.score,
            "description": hit.description,
            "path": hit.path,
            "snippet": hit.snippet,
        }
        for hit in found
    ]


TOOL = Tool(
    "memory__search",
    "Find notes by what they say; word stems and synonyms count. Search before you"
    " save a fact, to update the note that is there.",
    {
        "query": Parameter("A few words", required=True),
        "scope": Parameter(
            "Only 'workspace' or 'global'; left out, both",
            schema={
                "type": "string",
                "enum": ["all", *SCOPES],
            },
        ),
        "limit": Parameter(
            f"Notes at most, from 1 to {_MOST}", schema={"type": "integer"}
        ),
    },
    run,
    only_reads=True,
)
