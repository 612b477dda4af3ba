"""What a file's place in a tree says about a secret in it.

Tests and examples make up the values that they need, and documentation shows values.
So a value that only its name or its place on a line makes likely is hardly a secret
there, and neither is a signed token or a session, which ends by itself. A vendor's
token or a private key works wherever it stands, but may have been made for the test
alone. A document of any folder is read long after the session that it shows.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.doubts.levels import HIGH, LOW, MEDIUM
from memsync.secrets.doubts.signed import SESSION

_SESSION, _OF_SERVICE = "session-cookie", "service-token"
# Sessions that a document shows with the keys that opened them.
_KEPT = ("aws-session-token",)

# How the names of rules begin that find a value by what is around it, or one that ends
# by itself. Tests also record requests, with the credentials that these had
# (`basic-auth`). A key's numbers are mostly those of a standard's test vectors there.
_RULES = (
    *("generic-", "prose-", "service-", "command-", "ethereum-key", "netrc"),
    *("postgres-pgpass", "credential-uri", "curl-user", "bearer-auth", "sshpass"),
    *("authorization-header", _SESSION, "aws-session-token", "jwt"),
    "private-key-numbers",
)

_TESTS = frozenset(
    b"test tests testing testdata testcase testcases testsuite testutil testutils"
    b" unittest unittests conftest fixture fixtures mock mocks".split()
)
_SPECS = frozenset((b"spec", b"specs"))
_EXAMPLES = frozenset(b"example examples sample samples demo demos".split())
_DOCUMENTATION = frozenset(b"doc docs documentation".split())
_DOCUMENTS = (b"md", b"mdx", b"rst", b"adoc", b"txt")

_IN_DOCUMENTATION = "documentation shows such values"

# The words of a name: `VaporTests`, `unit-tests`, `Test Data`.
_WORD = lazy(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def of(rule: str, confidence: str, why: str, path: bytes) -> tuple[str, str] | None:
    """The confidence of a finding in a file below a scanned folder, with the reason.

    `why` is what decided its confidence so far, `path` the path from that folder. None
    if the path says nothing.
    """
    if confidence == LOW:
        return None
    shown = _shown_by(path)
    if shown is None:
        # A cookie may hold a signed token, too.
        session = rule == _SESSION or (why == SESSION and rule not in _KEPT)
        ended = session and _is_document(path)
        return (LOW, "a session ends, and a document is kept") if ended else None
    known = not rule.startswith(_RULES)
    if known and confidence == MEDIUM:
        return None
    # Documentation is also written for one's own machines, and a drawn value beside a
    # service's name was issued, as a vendor's token was.
    likely = shown == _IN_DOCUMENTATION or rule == _OF_SERVICE
    step = known or (confidence == HIGH and likely)
    return MEDIUM if step else LOW, shown


def _is_document(path: bytes) -> bool:
    return path.rpartition(b".")[2].lower() in _DOCUMENTS


def _shown_by(path: bytes) -> str | None:
    """Why what stands in a file is hardly a secret, or None."""
    *folders, name = path.replace(b"\\", b"/").split(b"/")
    stem, _, suffix = name.rpartition(b".")
    document = _is_document(name)
    # A specification has folders of that name, too, but no code.
    tests = _TESTS if document else _TESTS | _SPECS
    named = [_ends(folder) for folder in folders]
    if any(ends & tests for ends in named) or (
        not document and _is_test(stem or name, suffix)
    ):
        return "a test makes up the values that it needs"
    if any(ends & _EXAMPLES for ends in named):
        return "it stands among examples"
    if document and any(ends & _DOCUMENTATION for ends in named):
        return _IN_DOCUMENTATION
    return None


def _ends(name: bytes) -> frozenset[bytes]:
    """The first and the last word of a name."""
    words = _WORD.findall(name)
    return frozenset(word.lower() for word in (words[:1] + words[-1:]))


def _is_test(stem: bytes, suffix: bytes) -> bool:
    """Whether a file has a test's name: `test_a.py`, `a_test.go`, `ATest.java`."""
    # `.env.test`: what a suffix would be is the name of the environment.
    words = _WORD.findall(stem + b"." + suffix if suffix in _TESTS else stem)
    # `TestServer` may be a server, `test_server.py` tests one.
    return bool(words) and (words[0] in _TESTS or words[-1].lower() in _TESTS | _SPECS)
