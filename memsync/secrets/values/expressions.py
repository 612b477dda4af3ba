"""Pieces of source code that stand where a value could: no secret, by their form alone.

Casts, indices and arguments behind a bracket, members, types, alternatives of a regular
expression, directives of a format, and settings that measure something.
"""

from __future__ import annotations

from memsync.lazy import lazy

# The forms of whole values, each with examples.
_FORMS = (
    # A member of an object that is called: `@registry.get_values(path`.
    rb"@[a-z_]\w*(?:\.[a-z_]\w*)+\(.*",
    # A member of an object or a namespace: `self._proxy_creds`, `http::Session::get(`,
    # `+i.WorkingDir`.
    rb"(?:self|this|cls)\??\.[A-Za-z_].*",
    rb"[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)+(?:[({<=].*)?",
    rb"[+&][a-z]\w*(?:\.\w+)+\(?.*",
    rb"[A-Za-z_$][\w$.]*\?\.[A-Za-z_$].*",
    # A call with a constant, and a type of a package: `config.get(Options.S3_KEY)`,
    # `acme.runtime.v1.SQLRole`.
    rb"[a-z]\w*(?:\.[a-z]\w*)+\((?:[A-Z]\w*\.)?[A-Z][A-Z\d_]*\)",
    rb"[a-z]\w*(?:\.[a-z]\w*)+(?:\.[A-Z]\w*)+",
    # A cast and a call behind another: `Name)values.remove(`, `CAST(type)(value`.
    rb"[A-Z]?[a-z_]{3,}\w*[*&]?\)[a-z_]{3,}\w*(?:\.|->|\(|\[).*",
    rb"[A-Za-z_]\w*\([\w, ]*\)(?:[(\[.]|->).*",
    # The end of a call, and another behind it: `)TR[CONTEXT`.
    rb"[)\]]\w+[(\[].*",
    # A property of a member, and a constant as Javadoc names it:
    # `context.Options.SigningKeys`, `SignatureAlgorithm#RS256`.
    rb"[a-z]\w*(?:\.[A-Z]\w*)*\.(?:[A-Z][a-z]+){2,}",
    rb"(?:[A-Z][a-z]+){2,8}\#[A-Z]{2,}[A-Z\d_]{2,}",
    # A module: `package.v2.core._account_update`.
    (
        rb"(?=[a-z\d.]*_)_?[a-z]+\d?(?:_[a-z]+\d?)*"
        rb"(?:\._?[a-z]+\d?(?:_[a-z]+\d?)*){2,9}"
    ),
    # A class, what it is escaped as, and a place in a standard: `Maps\\Name::MAP`,
    # `&lt;Name&gt;`, `RFC4254#section-5.1`.
    rb"\\?(?:[A-Z]\w+\\)+[A-Z]\w+(?:::\w+)?",
    rb"&lt;[!/A-Za-z].*",
    rb"RFC\d{3,5}\#[\w.-]+",
    # Types: `cv.uint32_t`, `X509Certificate2`, `E2ECertificate?`, `~E131Component`.
    rb"(?:[A-Za-z]\w*(?:\.|::))*u?int\d{1,2}_t",
    rb"~?[A-Z]\d{1,4}[A-Z]?(?:[A-Z][a-z]{2,}){1,6}\d?\??",
    # An array and a variable of PowerShell, a block of Objective-C: `@($Values`,
    # `$env:Name`, `^(NSString`.
    rb"\^\([A-Z]{2}.*",
    rb"@\(\$.*",
    rb"\$(?:env|script|global|local|private|using):[A-Za-z]\w*",
    # Options, parameters of SQL and labels of Bazel: `--buf-size=1048576`,
    # `$1,realm=$2`, `@grpc_java//auth`.
    rb"--[a-z][\w-]*(?:=.*)?",
    rb"\$\d{1,2}[,)].*",
    rb"@\w*//[\w/:.-]*",
    # What closes a structure and a call, and another call: `2})(tc`.
    rb"\w*\}\)+\(.*",
    # What describes an option, and the name of another password: `p|u|Include`,
    # `com.acme.tls.storepass`.
    rb"[a-z]\|[a-z]\|.*",
    rb"(?:[a-z]+\d{0,2}[-_.]){2,}[a-z]*(?:pwd?|pass)",
    # Templates, bytes, letters beyond ASCII, and a word of a mail's head (RFC 2047):
    # `%BASE_DIR%/.pass`, `\x1a\xc7`, `\uBE44\uBC00`, `=?UTF-8?B?…?=`.
    rb"[%@][A-Z_]{3,}[%@].*",
    rb".*?(?:\\x[0189a-f][0-9a-f].*?){2}",
    rb".*?(?:\\u(?!00[0-7])[0-9A-Fa-f]{4}){2}.*",
    rb"=\?[\w-]+\?[BbQq]\?.*",
    # Rules of a field: `nullable|string|max:191`.
    rb"[a-z_]{3,}(?::[\w,]+)?(?:\|[a-z_]{3,}(?::[\w,]+)?){2,}",
    # Alternatives of a regular expression: `one|two|three$/`, `one\|two\|three`,
    # `|token=|secret=`, `.p12|*.pfx|*.crt`.
    rb"[A-Za-z_]{3,}(?:\|[A-Za-z_]{3,}){2,}(?:[$)/,;\\|].*)?",
    rb".*?\w\\\|\w.*?\\\|.*",
    rb"\|[A-Za-z_]+=\|.*|[\\.*]{1,3}[a-z]\w*(?:\|[\\.*]{0,3}[a-z]\w*){2,}",
    # Directives of a format: `%.30s@%.128s`, `{%s}Name`, `Name%2$s`.
    rb".*?(?:%-?\d{0,3}\.\d{1,3}[sdfx]|%\d\$[sd]|\{%[sd]\}).*",
    # What a template, a shell and a structure of Go have in braces: `{r.text[:200`,
    # `-}@redis`, `required}@redis`, `http.Error{http.StatusOK`.
    rb"\{[a-z_]\w*(?:\.\w+|\[).*",
    rb"(?:-|[a-z]{4,})\}@.*",
    rb"[a-z]\w*\.[A-Z]\w*\{.*",
    # Style sheets, and members as minifiers write them: `input{width:9px}.name`,
    # `center;margin-top:1em`, `1,hidden:1,radio:1`, `52,mw=53,gw=54`.
    rb".*?\w\{[a-z-]+:[^{}]*\}.*",
    rb"[a-z-]+(?:;[a-z-]+:[\w.% ]+)+;?",
    rb"[\w.]{1,12}(?:,[\w$]+[:=][\w.]+){2,}.*",
    # A member with a text behind it, or chosen by a condition, and an index in quotes:
    # `s.C0.ESC+"[Z"`, `t?s.C0.ESC`, `"X-Name"]="text"`.
    rb"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\+[\"'(].*",
    rb"[A-Za-z_$][\w$]{0,2}\?[A-Za-z_$][\w$]*(?:\.[\w$]+)+.*",
    rb"[\"'][\w-]+[\"']\][ \t]*=.*",
    # A setting with a measure or a name: `TIME=90s`, `R2=5*390kOhm`, `BOARD=ESP_ALL`.
    (
        rb"[A-Za-z]\w*=(?:\d{1,5}[*/])?\d{1,3}(?:\.\d{1,3})?"
        rb"(?:[mnu]?s|min|[kMG](?:i?[bB])?|[kMG]?Hz|k?Ohm|m?[VAW]|px|%)"
    ),
    rb"[A-Z][A-Z\d_]+=[A-Z][A-Z\d]*(?:_[A-Z\d]+)+",
    # Rates, sums, ciphers, and true as minifiers write it: `5/m/user`, `colon2+1`,
    # `!PSK:!aECDH:!MD5`, `!0,range:!0`.
    rb"![01][,)].*",
    rb"\d{1,5}/[smhd](?:/[a-z]+)?(?:,\d{1,5}/[smhd](?:/[a-z]+)?)*",
    rb"[a-z_]+\d?[-+*]\d",
    rb"[!+-]?[A-Za-z][\w-]*(?::[!+-][\w-]+)+[\"']?",
    # A member of what a filter gets, and a property with its value: `(.id[0:7`,
    # `-Dproxy.hosts=`, `uint8,offset=3`.
    rb"\(\.[a-z]\w*[\[.].*",
    rb"-D[a-z]+(?:\.\w+)+=.*",
    rb"[a-z]\w*(?:,[a-z]\w*=\w+)+",
    # Members with long names, and a kernel's settings: `report.gate_7_passed`,
    # `net.ipv4.tcp_rfc1337`.
    rb"[a-z]\w*\.[a-z]+(?:_[a-z\d]+){2,}",
    rb"[a-z]+\d?(?:\.[a-z]+\d{0,4}(?:_[a-z]+\d{0,4})*){2,9}",
    # A box of Mermaid, rows that SQL inserts, a filter of LDAP: `K{Legal`,
    # `x'),(3,'NAME`, `(memberOf=cn=staff`.
    rb"[A-Z]\d{0,2}[{(\[]{1,2}[A-Z][a-z]{2,}.*",
    rb".*?'\),\(\d.*",
    rb"\(?\w+=(?:cn|ou|dc|uid)=.*",
    # Options of a program, of a mount and of a module: `2:preset=slow`,
    # `,uid=1000,gid=1000`, `[success=1`.
    rb"\d:(?:[a-z_]\w*[:=].*|\$[a-z]\w*)",
    rb",?[a-z_]+=[\w.*-]+(?:,[a-z_]+=[\w.*-]+)+",
    rb"\[[a-z_]+=\d",
    rb"[a-z]+=[a-z\d]+(?:,[a-z\d]+)+",
    # Directives alone (`%r:%y`, `%01032i`), lines of a file in a string, octal bytes,
    # documentation of Perl.
    rb"(?:%[A-Za-z][^\w%]?){2,}|%0?\d{1,5}[a-z]|.{0,8}?(?:%[A-Za-z][^\w%]?){3}.*",
    rb".*?\\n[a-z]\w*=.*",
    rb".*?(?:\\[0-3][0-7]{2}.*?){3}",
    rb"=(?:head[1-6]|over|item|back|cut|pod)",
    # Numbers and colours: `=0xE000ED08`, `0b0LLBBBBB` with letters for bits, `#1251BA`.
    rb"=0x[0-9A-Fa-f]{2,16}|0b[01A-Z]{6,}|\#[0-9A-Fa-f]{6}",
    # A variable in an address: `%24(value`.
    rb"%24[({].*",
)
_FORM = lazy(b"|".join(_FORMS))

# What goes on behind the bracket that closes the one in front of it: a cast
# (`uint8_t)x[0]`) and an index (`SIZE+1][4`, `0]=Table[1]`); or a member (`event->id`).
_CLOSED = lazy(
    rb"[A-Za-z_]{3,}[\w.:]*[*&]{0,2}\)[\w(&*~].*"
    rb"|[a-z]\w*-|(?:[A-Za-z_]\w*|\d{1,3})(?:(?:->|[-+*/.])\w+)*\][\[=^+*/&|.-].*"
)
# A constant as an argument or an index: `key(EVP_NAME, …`.
_CONSTANT = lazy(rb"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def is_expression(value: bytes) -> bool:
    """Whether a value is a piece of code in any place."""
    return _FORM.fullmatch(value) is not None


def is_in_brackets(value: bytes, opened: bytes) -> bool:
    """Whether it is an argument, an index or a cast behind brackets.

    `opened` is what opens the value: with a quote it is a string.
    """
    return (
        opened != b""
        and not opened.strip(b"([")
        and (
            _CONSTANT.fullmatch(value) is not None
            or _CLOSED.fullmatch(value) is not None
        )
    )
