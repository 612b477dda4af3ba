"""What the name of a value says: that it is a secret, or that it is something else.

`api_key` names a secret; `key_id`, `token_count` and `public_key` name what belongs to
one. Names come again and again, so what was found of one is kept.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# The most names of which it is kept.
_MOST = 4096

_KEYS = rb"(?:keys?|tokens?|secrets?|pass[a-z]*|pwd|auth|credentials?)"

# Things that a key names, or that are derived from one, right beside the word.
_THINGS = (
    rb"(?:sort|cache|group|event|issue|partition|resource|lookup|index|object|translation|i18n"
    rb"|field|column|label|header|version|format|policy|commit|module?|path|limit|credit"
    rb"|prefix|suffix|primary|foreign|size|prompt|next|page)"
)

# What ends right before `pass` where that is a verb: `all tests pass`.
TESTED = tuple(
    word + b" "
    for word in b"tests checks specs suites cases assertions gates jobs builds"
    b" conventions all still must should also always to will not".split()
)

# What a test must come to, where it is told: `Pass: exits 0 and prints the name`,
# `Pass: 403/denied is the answer`.
MUST = lazy(
    rb"pass: (?:(?:no|all|each|every|exits|prints|returns|shows|reports) "
    rb"|\d+[a-z]?[-/][a-z]+(?:-[a-z]+)*(?: (?!for |on |of |at |in )[a-z]\S*){2})"
)

# Names whose value is public: it identifies, measures or verifies something.
_NOT_THE_VALUE = lazy(
    rb"pub(?:lic)?[_-]?key|(?:^|[_.-])public|fingerprint|hash(?!icorp|node)|checksum|digest"
    rb"|sha\d|integrity|name$|path$|file$|dir$|url|uri$|endpoint|type$|len(?:gth)?$"
    rb"|(?<!ac)(?<!dis)count(?!ry)|max(?!mind)|(?<!ad)min_|expir|ttl|algorithm|header$"
    rb"|keyboard|keyword|keymap|keycode|key_?(?:press|down|up|event)|monkey|turkey|tokeniz|author(?!iz)"
    rb"|pass[_-]?(?:condition|criteri|status|rate|fail|count|threshold|result|through)"
    rb"|(?:pre|post)[_-]?pass(?![a-z])|passing|passed|passes|passenger|compass|buypass|bypass|surpass|passive|passage|passion"
    rb"|hotkey|shortcut|rev(?:ision)?$|etag|nonce|csrf|gpg|pgp(?!ass)|dedup|idempot|continuation|cursor"
    rb"|(?<!access)(?<!client)(?<!api)(?<!key)[_-]id$|secretar|credentials?_?id$|secretsid$"
    rb"|(?<!access)(?<!access_)(?<!access-)(?<!api)(?<!api_)(?<!api-)key[_-]?id$"
    rb"|pass(?:word|wd)_(?:reset|changed?|failed|expired|updated|required)$"
    rb"|(?:project|spreadsheet)[_.-]?key$|sig(?:nature)?$|image$|outlet|web_?socket[_-]?key"
    rb"|stored_?key$|recv[_-]?keys$|non_?match|dummy|fake|mock|invalid|bogus|tokendata$"
    rb"|" + _THINGS + rb"s?[_.-]?" + _KEYS + rb"(?![a-z])"
    rb"|" + _KEYS + rb"[_.-]?" + _THINGS
)

# How a name ends whose value is the secret itself, whatever the name begins with.
_SURE = lazy(
    rb"(?:api|access|secret|auth|private|master|admin|signing|encryption|account|license"
    rb"|webhook)[_.-]?(?:key|token)$|secret$|passw(?:or)?d$"
)

# Names that say that their value is no secret.
_SURELY_NOT = lazy(
    rb"encoded_?pass|hashed|public|hash(?!icorp|node)|sha\d|digest|csrf|nonce|dummy|fake|mock|invalid|bogus"
    rb"|author(?!iz)|bypass|non_?match|max_|compass"
)

# Names that say secret without any doubt.
_SECRET = lazy(
    rb"secret|api[_.-]?(?:key|token)|apikey|app[_.-]?key|access[_.-]?(?:key|token)|auth[_.-]?(?:key|token)"
    rb"|(?:private|encryption|decryption|validation|machine|signing|service|account|master|license|storage|shared|subscription|consumer|client|admin|session|refresh|oauth|bot|id|bearer|deploy|personal|user|jwt|security|write|read|sas|server|hub|host|function)[_.-]?(?:access[_.-]?)?(?:key|token|secret)"
    rb"|credential|psk|authorization|(?:aes(?:-?\d{3})?|hmac|crypto)[_-]?key"
    rb"|(?:application|functions|insert|ingest)[_-]key\Z|(?<![a-z])pat\Z"
    rb"|\b(?:app|nwk)_?s_?key\Z",
)


def _kept(judge: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    """A function that calls `judge` once for each of the last few thousand names."""
    # Importing `functools` would cost a hook more than this saves.
    known: dict[bytes, bool] = {}

    def asked(name: bytes) -> bool:
        answer = known.get(name)
        if answer is None:
            if len(known) >= _MOST:
                known.clear()
            answer = known[name] = judge(name)
        return answer

    return asked


@_kept
def is_of_another(name: bytes) -> bool:
    """Whether a name means something that belongs to a key, or another kind of key."""
    if _SURE.search(name):
        return _SURELY_NOT.search(name) is not None
    return _NOT_THE_VALUE.search(name) is not None


def says_secret(name: bytes) -> bool:
    """Whether a name says without any doubt that its value is a secret."""
    return _SECRET.search(name) is not None
