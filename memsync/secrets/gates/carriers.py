"""Formats that carry any credential, for the native search: see `tiers.carriers`."""

from __future__ import annotations

from memsync.secrets.gates.values import BASE64_OF_TEXT

# Arguments of curl. They stand behind its name, and without that the search would look
# at each of many blanks and quotes.
_CURL = rb"(?i:curl)[\s\S]*(?:%b)"
_ARGUMENTS = (
    rb"\s(?:-[A-Za-z]*u|-U|--user|--proxy-user)[ \t=]*%b[\"']?[^\s\"'`:]*[\"']?:"
    % rb"(?:\\\r?\n[ \t]*)?\\?",
    rb"[\"'](?:-[A-Za-z]*u|-U|--user|--proxy-user)[\"'][ \t]*,\s*[\"'][\w.@%+\\-]+:",
    rb"USERPWD[\"']?[ \t]*(?:,|=>)\s*[\"'][\w.@%+\\-]+:",
    rb"\s(?:-x|--(?:pre)?proxy|--socks[\w-]*)[ \t=]+[\"']?[\w.%+-]+:[^\s\"'`@/]{3,}@",
    rb"\s(?:-E|--(?:proxy-)?cert)[ \t=]+[^\s:]+\.[A-Za-z0-9]{2,4}:[^\s\"'`]{4}",
    rb"\s--(?:(?:proxy-)?tlspassword|proxy-pass)[ \t=]",
    # The cookie of a session may be any of those in the argument.
    rb"\s(?:-b|--cookie)[ \t=]*[\"']?[^\s\"'`@][^\"'`\n]*=[\w.%+/=~!:-]{16}",
)

# By kind of carrier.
GATES: dict[str | bytes, tuple[bytes, ...]] = {
    "logins in URLs": (rb"://[^\s:/?#@\"'`<>|]*:[^\s\"'`<>]+@[\w.\[{$%-]",),
    "private keys": (
        (
            rb"-----BEGIN[ +A-Z0-9_\xc2\xa0-]*"
            rb"(?:PRIVATE(?:[ +]|\xc2\xa0)KEY|Static key V1"
            rb"|tls-crypt-v2 (?:client|server) key)"
        ),
    ),
    "authorization": (
        (
            rb"(?i)authorization[\s\S]{0,48}(?:basic|bearer|token|apikey|sso-key|geniekey"
            rb"|ssws|splunk)[ \t:=]+[\"'`]?[\w.~+/=:%-]{8}"
        ),
        rb"(?i)bearer[ \t:=]+[\"'`]?[\w.~+/=:%-]{16}",
        rb"(?i)--oauth2-bearer[ \t:=]+[\"'`]?[\w.~+/=:%-]{8}",
        rb"(?i:basic)[ \t:=]+[\"'`]?(?:" + b"".join(BASE64_OF_TEXT) + rb"){2}",
    ),
    "netrc": (rb"login[ \t]+\S+\s+password[ \t]+[\"']?[^\s\"'`]{3}",),
    "sshpass": (rb"sshpass[ \t]+(?:-v[ \t]+)?-p[ \t]*[\"']?[^\s\"'`]{3}",),
    "docker": (rb'"auth"\s*:\s*"[A-Za-z0-9+/]{8}',),
    "pgpass": (
        rb":(?:543[0-9]|6432):[\w.@*-]+:[\w.@*-]+:[\w.!#$%^&*+=@~?-]{6}",
        rb"(?:^|\n)\*:\*:[\w*-]+:[A-Za-z_][\w.@-]*:[\w.!#$%^&*+=@~?-]{6}",
    ),
    "curl": tuple(_CURL % one for one in _ARGUMENTS),
}
