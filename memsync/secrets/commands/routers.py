"""Where the configuration of routers and switches has a password or a key.

    radius server NPS          username ann secret …       wpa-psk ascii 0 …
     key …                     snmp-server host ann …      ip ospf authentication-key …

In most of these places nothing else can be, so a word with a number counts, too. A
figure in front says how it is kept: 0 plainly, 7 so that anyone can decode it, and
others as a hash. The forms are as `parts` says.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.parts import (
    PLAINLY,
    VALUE,
    made_up,
    made_up_or_issued,
    typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.commands.parts import Form

_OF_KIND = lazy(rb"(?:[067][ \t]{1,4})?" + VALUE)
_LINE_END = rb"[\"']?[ \t]*(?=\r|\n|\Z)"
_TO_END = lazy(rb"(?:[07][ \t]{1,4})?" + VALUE + _LINE_END)
_OF_PEER = lazy(rb"[ \t]{1,4}(?:local|remote|ascii-text|0)[ \t]{1,4}" + VALUE)
_OF_CHAIN = lazy(rb"(?:[ \t]{1,4}0)?[ \t]{1,4}" + VALUE + _LINE_END)
_OF_MD5 = lazy(rb"\d{1,5}[ \t]{1,4}md5[ \t]{1,4}(?:0[ \t]{1,4})?" + VALUE)
_OF_COMMUNITY = lazy(rb"(?:[ \t]{1,4}string)?(?:[ \t]{0,4}[:=])?[ \t]{1,4}" + VALUE)
_OF_HOST = lazy(
    rb"[\w.:]{2,60}[ \t]{1,4}(?:(?:traps|informs)[ \t]{1,4})?"
    rb"(?:version[ \t]{1,4}(?:1|2c)[ \t]{1,4})?" + VALUE
)
_ENCRYPTS = lazy(
    rb"\S{1,128}[ \t]{1,4}priv[ \t]{1,4}(?:3?des|aes)(?:[ \t-]{0,4}\d{3})?[ \t]{1,4}"
    + VALUE
)

# What is on the line above, and what is before a value on its line.
_SERVER = lazy(
    rb"(?<![^\n])[ \t]?(?:(?:radius|tacacs) server|aaa-server|address ipv[46])[ \t]"
)
_LINE = lazy(rb"(?<![^\n])line (?:vty|con|aux)[a-z]*[ \t]")
_CLIENT = lazy(rb"(?<![^\n])[ \t]{1,8}(?:client[ \t]+\S{2,60}[ \t]+)?s\Z")
_USER = lazy(
    rb"(?<![^\n])[ \t]{0,4}(?:username[ \t]+\S{1,64}(?:[ \t]+privilege[ \t]+\d{1,2})?"
    rb"|enable) \Z"
)
_SAYS_USER = lazy(rb"\b(?:username|user|enable|ipsec)\b")
_SNMP = lazy(rb"\bsnmp-server user\b")
_COMMUNITY = lazy(rb"\b(?:snmp[ \t.-][^\n]{0,80}?|r[ow])c\Z|(?<![^\n])[ \t]{1,16}c\Z")
_ROUTING = lazy(rb"\b(?:ospf|virtual-link|rip|eigrp|ntp)\b")
_SETS = lazy(
    rb"(?<![^\n])[ \t]{1,16}(?:ppp[ \t]+chap|ip[ \t]+(?:ftp|http[ \t]+client)|set)"
    rb"[ \t]+p\Z"
)

FORMS: tuple[Form, ...] = (
    (b"\n key ", _OF_KIND, _SERVER, True),
    (b"\n password ", _OF_KIND, _LINE, True),
    (b"server-key ", _OF_KIND, _CLIENT, made_up),
    (b" secret ", _TO_END, _USER, typed),
    (b" secret ", _TO_END, _SAYS_USER, made_up),
    (b"pre-shared-key", _OF_PEER, None, True),
    (b"pre-shared-secret", PLAINLY, None, True),
    (b"psksecret", PLAINLY, None, True),
    (b"key-string", _OF_CHAIN, None, made_up),
    (b"-key ", _OF_MD5, None, made_up),
    (b"community", _OF_COMMUNITY, _COMMUNITY, made_up_or_issued),
    (b"password ", _TO_END, _SETS, typed),
    (b"login-password ", _TO_END, None, typed),
    (b"authentication-key ", _TO_END, _ROUTING, typed),
    (b"psk ascii ", _OF_KIND, None, typed),
    (b"set-key ascii ", _OF_KIND, None, typed),
    (b"snmp-server host ", _OF_HOST, None, typed),
    (b"auth sha ", _OF_KIND, _SNMP, typed),
    (b"auth md5 ", _OF_KIND, _SNMP, typed),
    (b"auth sha ", _ENCRYPTS, _SNMP, typed),
    (b"auth md5 ", _ENCRYPTS, _SNMP, typed),
)
