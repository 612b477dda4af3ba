"""Silencing false alarms: markers in the text, and fingerprints in a file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# In the git root, or in the memory folder of the user scope.
ALLOW_FILE = ".memsync-allow"

# A private key is allowed by its rule's name alone, never by a foreign marker.
_NAMED_ONLY = "private-key"

# A marker, with or without rules; `-begin` and `-end` mark several lines.
_MARKER = (
    rb"(?P<close>/memsync:allow)"
    rb"|memsync:allow(?P<part>-begin|-end)?(?P<rules>(?:[ \t,]+[a-z0-9][a-z0-9-]*)*)"
)
_ENDS = (b"memsync:allow-end", b"/memsync:allow")
# The markers of gitleaks and detect-secrets, so that nobody has to write two.
_FOREIGN = (b"gitleaks:allow", b"pragma: allowlist secret", b"pragma: whitelist secret")
_FOREIGN_NEXT = (b"pragma: allowlist nextline secret",)

# How the lines of git begin that mark a conflict.
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")

# Rules, with the former rules whose values they find now.
_FORMER = {"stripe-key": ("paymongo-key",)}
# Rules that may have found a token before its format had a row. A new row must not
# bring back a false alarm that somebody has allowed.
_VAGUE = ("generic-secret", "generic-password", "service-token", "prose-token")


class Markers:
    """Which rules are allowed on which lines of one text."""

    def __init__(self) -> None:
        self._spans: dict[str | None, tuple[list[int], list[int]]] = {}
        """For each rule the first lines of its spans, and the last line of all so far.

        So neither many markers nor many findings make each other slow.
        """

    def add(self, first: int, last: int, rules: frozenset[str] | None) -> None:
        """Allow `rules` (None: all but private keys) on lines `first` to `last`.

        For each rule, spans are added in the order of their first lines.
        """
        for rule in (None,) if rules is None else rules:
            firsts, lasts = self._spans.setdefault(rule, ([], []))
            firsts.append(first)
            lasts.append(max(last, lasts[-1]) if lasts else last)

    def allow(self, rule: str, first: int, last: int) -> bool:
        """Whether markers allow a finding of `rule` on lines `first` to `last`."""
        unnamed = () if rule == _NAMED_ONLY else (None,)
        names = (rule, *_FORMER.get(rule, ()), *unnamed)
        return any(self._covers(name, first, last) for name in names)

    def _covers(self, rule: str | None, first: int, last: int) -> bool:
        from bisect import bisect_right

        firsts, lasts = self._spans.get(rule, ((), ()))
        begun = bisect_right(firsts, last)
        return begun > 0 and lasts[begun - 1] >= first


def markers(data: bytes) -> Markers:
    """Read the markers of a text.

    `memsync:allow RULE…` covers its own line and the next one that is not blank; if
    that line opens a fenced code block, it covers the whole block.
    `memsync:allow-begin RULE…` covers everything up to `memsync:allow-end`. A marker
    of memsync's that names no rule allows nothing.
    """
    result = Markers()
    if b":allow" not in data and b"pragma:" not in data:
        return result
    lines = data.split(b"\n")
    ends = [n for n, line in enumerate(lines, 1) if any(e in line for e in _ENDS)]
    for number, line in enumerate(lines, 1):
        if b"pragma:" in line or b"gitleaks:" in line:
            low = line.lower()
            if any(word in low for word in _FOREIGN):
                result.add(number, number, None)
            if any(word in low for word in _FOREIGN_NEXT):
                result.add(number + 1, number + 1, None)
        if b"memsync:allow" in line:
            _own(result, lines, number, ends)
    return result


def _own(result: Markers, lines: list[bytes], number: int, ends: list[int]) -> None:
    """Add what memsync's own markers on a line allow."""
    import re
    from bisect import bisect_right

    below = _next_text(lines, number)
    following = bisect_right(ends, number)
    # A block without an end allows only the line after its marker: a forgotten end
    # must not hide findings in the rest of the note.
    end_of_block = ends[following] if following < len(ends) else below
    for match in re.finditer(_MARKER, lines[number - 1]):
        if match["close"] or match["part"] == b"-end":
            continue
        rules = frozenset(
            word.decode()
            for word in match["rules"].replace(b",", b" ").split()
            if word.strip(b"-")
        )
        if rules:
            begins = match["part"] == b"-begin"
            result.add(number, end_of_block if begins else below, rules)


def _next_text(lines: list[bytes], number: int) -> int:
    """The next line with text after a line; of a fenced code block, its last one."""
    i = number
    while i < len(lines) - 1 and not lines[i].strip():
        i += 1
    if i < len(lines) and lines[i].lstrip().startswith((b"```", b"~~~")):
        fence = lines[i].lstrip()[:3]
        for j in range(i + 1, len(lines)):
            if lines[j].lstrip().startswith(fence):
                return j + 1
    return i + 1


def fingerprint(salt: bytes, rule: str, value: bytes) -> str:
    """HMAC-SHA256 of rule and value under the salt, its first 16 hex digits."""
    import hmac

    return hmac.digest(salt, rule.encode() + b"\0" + value, "sha256").hex()[:16]


def names(rule: str) -> tuple[str, ...]:
    """The rule, and those under which an earlier version may have found its value."""
    return (rule, *_FORMER.get(rule, ()), *(vague for vague in _VAGUE if vague != rule))


def fingerprints(salt: bytes, rule: str, value: bytes) -> list[str]:
    """The fingerprint of a value, and those it had in earlier versions."""
    return [fingerprint(salt, name, value) for name in names(rule)]


class AllowList:
    """The fingerprints that a `.memsync-allow` lets pass.

    First line: the salt in hexadecimal; then one fingerprint a line, sorted. Text
    after a fingerprint, blank lines and `#` lines are ignored. If the lists of two
    machines were merged, another salt follows, with the fingerprints made with it.
    """

    def __init__(
        self,
        salt: bytes,
        fingerprints: Iterable[str] = (),
        others: Iterable[AllowList] = (),
    ) -> None:
        self.salt = salt
        self.fingerprints = frozenset(fingerprints)
        self.others = tuple(others)

    @classmethod
    def load(cls, data: bytes, name: str = ALLOW_FILE) -> AllowList:
        """Read the file's bytes; raises `Broken`, which names it, if malformed."""
        lines = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
        words = [
            line[0].lower() for line in lines if line and not line[0].startswith("#")
        ]
        if not words:
            return cls(b"")
        heads = [0] + [n for n, word in enumerate(words) if n and _is_salt(word)]
        salts = [words[n] for n in heads]
        rest = [word for word in words[1:] if not _is_salt(word)]
        if (
            not _is_salt(words[0])
            or not all(map(is_fingerprint, rest))
            or len(set(salts)) != len(salts)
        ):
            from memsync.errors import Broken

            wrong = "is not a list of fingerprints under a salt"
            hint = "remove it, and use `memsync scan --allow FINGERPRINT` again"
            if any(word.startswith(_CONFLICT) for word in words):
                wrong = "has conflict markers of git"
                hint = (
                    "remove the lines with `<<<<<<<`, `=======` and `>>>>>>>` and keep"
                    " all others: each salt counts for the fingerprints below it"
                )
            if is_fingerprint(words[0]):
                wrong = "has a fingerprint in its first line, where the salt belongs"
            raise Broken(
                f"'{name}' {wrong}",
                hint=hint,
                word="allow-file",
            )
        parts = [
            cls(bytes.fromhex(words[start]), words[start + 1 : end])
            for start, end in zip(heads, [*heads[1:], len(words)], strict=True)
        ]
        return cls(parts[0].salt, parts[0].fingerprints, parts[1:])

    def fingerprint(self, rule: str, value: bytes) -> str:
        """The fingerprint of a value under this list's salt."""
        return fingerprint(self.salt, rule, value)

    def allows(self, rule: str, value: bytes) -> bool:
        """Whether this value, found by this rule, is on the list."""
        return (bool(self.fingerprints) and bool(self.used(rule, value))) or any(
            other.allows(rule, value) for other in self.others
        )

    def used(self, rule: str, value: bytes) -> frozenset[str]:
        """The fingerprints on the list that belong to this value and rule."""
        return self.fingerprints.intersection(fingerprints(self.salt, rule, value))

    def named(self, rule: str, value: bytes) -> str | None:
        """The fingerprint that allows this value; None if it is not on the list."""
        for part in (self, *self.others):
            own = part.used(rule, value)
            if own:
                return min(own)
        return None

    def within(self, confirmed: AllowList) -> AllowList:
        """The list, reduced to the fingerprints that `confirmed` has, too."""
        known = confirmed.pairs()
        parts = [
            AllowList(
                part.salt, {f for f in part.fingerprints if (part.salt, f) in known}
            )
            for part in (self, *self.others)
        ]
        return AllowList(
            self.salt, parts[0].fingerprints, (p for p in parts[1:] if p.fingerprints)
        )

    def with_one(self, fingerprint: str, salt: bytes) -> AllowList:
        """The list with one more fingerprint; `salt` is used if it has none yet."""
        longer = self.fingerprints | {fingerprint}
        return AllowList(self.salt or salt, longer, self.others)

    def render(self) -> bytes:
        """The file's bytes, which depend only on the salts and fingerprints."""
        words = [self.salt.hex(), *sorted(self.fingerprints)]
        own = "".join(f"{word}\n" for word in words).encode()
        return own + b"".join(other.render() for other in self.others)

    def pairs(self) -> set[tuple[bytes, str]]:
        """Every salt with each of its fingerprints, and once with an empty string."""
        found = {(self.salt, one) for one in ("", *self.fingerprints)}
        return found.union(*(other.pairs() for other in self.others))


def merged(base: bytes | None, one: bytes, other: bytes) -> bytes:
    """Merge two lists that have a common base; what either removed stays removed.

    The order of `one` and `other` does not matter. Raises `Broken` if one is malformed.
    """
    old = AllowList.load(base or b"").pairs() - {(b"", "")}
    sides = [AllowList.load(data).pairs() - {(b"", "")} for data in (one, other)]
    kept = (sides[0] & sides[1]) | ((sides[0] | sides[1]) - old)
    return of_pairs(kept).render() if kept else b""


def of_pairs(pairs: Iterable[tuple[bytes, str]]) -> AllowList:
    """The list that has these pairs of salt and fingerprint: see `AllowList.pairs`."""
    by_salt: dict[bytes, set[str]] = {}
    for salt, word in pairs:
        by_salt.setdefault(salt, set()).update({word} - {""})
    parts = [AllowList(salt, words) for salt, words in sorted(by_salt.items())]
    if not parts:
        return AllowList(b"")
    return AllowList(parts[0].salt, parts[0].fingerprints, parts[1:])


def _is_salt(text: str) -> bool:
    """Whether a word is hexadecimal and longer than a fingerprint."""
    return len(text) > 16 and len(text) % 2 == 0 and not text.strip("0123456789abcdef")


def is_fingerprint(text: str) -> bool:
    """Whether a text is 16 lower-case hexadecimal digits."""
    return len(text) == 16 and not text.strip("0123456789abcdef")
