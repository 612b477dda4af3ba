"""Keys that everyone may see: in a page, in a signed link, in a client's settings.

A site's search and an anonymous role work with a key that each visitor gets. A link
that S3 signed names the key that signed it, not its secret, and opens one object.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.doubts.levels import LOW, MEDIUM

# Bytes around a value in which the other settings of a site's search are.
_NEAR = 200

# Who signed: `X-Amz-Credential=AKIA…/20260101/…` (SigV4), `AWSAccessKeyId=…` (SigV2).
_SIGNER = lazy(
    rb"(?i)(?:x-amz-credential(?:=|%3D|[\"']?\s{0,3}[:=,]\s{0,3}[\"'])"
    rb"|[?&;]AWSAccessKeyId=|AWS4-HMAC-SHA256\s{1,3}Credential=)\Z"
)
_SIGNED = lazy(
    rb"(?:/|%2F|%252F)\d{8}(?:/|%2F|%252F)|[^\s\"']{0,400}&(?:amp;)?Signature="
)
_POLICY = lazy(rb"(?s)\A\{\s{0,3}\"expiration\".{0,400}\"conditions\"")
# The session of the key that signed a link. In code it may be a parameter of its own.
_SESSION = lazy(
    rb"(?i)[?&;]x-amz-security-token=\Z|[\"']x-amz-security-token[\"']\s{0,3}[:=,]\s{0,3}[\"']\Z"
)

# A name that says so: Supabase's and Stripe's keys for pages, and any public key.
_PUBLISHED = lazy(
    rb"(?i)(?:(?:publishable|\banon|(?:web)?site)[_-]?"
    rb"|(?<![a-z-])public[ _-](?:api[ _-])?)key"
    rb"[\"'\])*]{0,2}\s{0,3}(?:=>|[:=,]{1,2})\s{0,3}[\"'`*]{0,3}\Z"
)
_OF_NAMES = ("jwt", "gcp-api-key", "generic-", "service-")

_API_KEY = lazy(rb"(?i)\b(?:search)?_?api_?key[\"']?\s{0,3}[:=]\s{0,3}[\"'`]\Z")
_SEARCH = (b"algolia", b"docsearch", b"indexname")
_SEARCH_KEY = lazy(rb"[0-9a-f]{32}")

# A name of a key that is not for pages.
_PRIVILEGED = lazy(
    rb"(?i)(?:service|secret|admin|private)\w{0,30}[\"']?\s{0,3}[:=]\s{0,3}[\"'`]?\Z"
)
_IN_PAGES = ("gcp-api-key",)
# A token in a page may be of the one visitor that the page was made for.
_TOKENS_IN_PAGES = ("generic-secret", "service-token")
_TOKEN = lazy(rb"(?i)token[\"']?\s{0,3}[:=,]\s{0,3}[\"']?\Z")

# How a web page begins, and what tells a key that opens a model, which costs its owner.
_PAGE = lazy(
    rb"(?i)(?:\xef\xbb\xbf|\s|<!--[^>]{0,200}-->){0,9}<(?:!doctype html|html)\b"
)
_MODEL = (b"generativelanguage", b"generativeai", b"gemini", b"genai")
_ANONYMOUS = lazy(rb'"role"\s{0,2}:\s{0,2}"anon(?:ymous)?"')


def of(rule: str, value: bytes, above: bytes, right: bytes) -> str | None:
    """Why everyone may see a value, or None.

    `above` is the text before it, its own line included, `right` the text after it.
    """
    left = above[-_NEAR:].rpartition(b"\n")[2]
    if rule.startswith("aws-"):
        return _of_link(left, right) or _of_policy(value)
    if rule == "jwt" and not _PRIVILEGED.search(left) and _is_anonymous(value):
        return "its role is that of anyone"
    if rule.startswith(_OF_NAMES) and _PUBLISHED.search(left):
        return "its name says that pages show it"
    if rule == "generic-secret" and _is_of_search(value, left, above, right):
        return "a site's search shows such a key to everyone"
    return None


def of_page(rule: str, above: bytes) -> tuple[str, str] | None:
    """The highest confidence with the reason, if a web page has it; None for any."""
    if rule in _IN_PAGES:
        return LOW, "a web page shows it to everyone"
    if rule in _TOKENS_IN_PAGES and _TOKEN.search(above[-_NEAR:]):
        return MEDIUM, "a web page gives each visitor a token"
    return None


def is_page(text: bytes) -> bool:
    """Whether it is a web page, so that everyone sees its keys, and names no model."""
    if not _PAGE.match(text):
        return False
    low = text.lower()
    return not any(map(low.count, _MODEL))


def _of_link(left: bytes, right: bytes) -> str | None:
    if _SIGNER.search(left) and _SIGNED.match(right):
        return "it names the key that signed a link"
    return "it ends with the link that it signed" if _SESSION.search(left) else None


def _of_policy(value: bytes) -> str | None:
    """Why a key's id in the policy of an upload by a form (S3) opens nothing."""
    from memsync.secrets.texts.decode import plain

    policy = plain(value) or b""
    return "it names the key that signed a policy" if _POLICY.search(policy) else None


def _is_anonymous(value: bytes) -> bool:
    from memsync.secrets.texts.decode import decoded

    parts = value.split(b".")
    held = decoded(parts[1]) if len(parts) == 3 else None
    return held is not None and _ANONYMOUS.search(held) is not None


def _is_of_search(value: bytes, left: bytes, above: bytes, right: bytes) -> bool:
    if not (_SEARCH_KEY.fullmatch(value) and _API_KEY.search(left)):
        return False
    near = (above[-_NEAR:] + right[:_NEAR]).lower()
    return any(map(near.count, _SEARCH))
