"""What git, ssh, curl and the usual hosts print about a remote, by its meaning."""

from __future__ import annotations

import re

# What ssh prints for an unknown or changed host key.
HOST_KEY = re.compile(
    r"host key verification failed|remote host identification has changed|"
    r"host key is known",
    re.IGNORECASE,
)
# What git, ssh and the usual hosts print when they deny access.
AUTH = re.compile(
    r"permission denied \(|could not read (?:username|password)|"
    r"authentication failed|terminal prompts disabled|access denied|"
    r"no supported authentication|too many authentication failures|error: 40[13]",
    re.IGNORECASE,
)
# What curl says of a certificate that it does not trust: OpenSSL, GnuTLS, the others.
CERTIFICATE = re.compile(
    r"certificate (?:problem|verification failed|verify failed|has expired)|"
    r"unable to get local issuer|self.signed certificate|no alternative certificate",
    re.IGNORECASE,
)
# What of these ssh prints, also where git made the address into one of ssh.
OF_SSH = re.compile(
    r"permission denied \(|no supported authentication|too many authentication",
    re.IGNORECASE,
)
# git since 2.35.2 (CVE-2022-24765).
OWNER = re.compile(r"dubious ownership", re.IGNORECASE)
# A remote with SHA-256 objects.
ALGORITHM = re.compile(
    r"hash algorithm|mismatched algorithms|unknown object format", re.IGNORECASE
)
# A redirect, which git only follows at the beginning of a URL, and we never. Hosts
# answer 301 or 308 where a repository moved.
REDIRECT = re.compile(
    r"unable to update url base from redirection|error: 30[18]", re.IGNORECASE
)
# The login of a hotspot answers with one of these.
FOR_NOW = re.compile(r"error: (?:30[237]|511)", re.IGNORECASE)
# `protocol.allow` at work.
FORBIDDEN = re.compile(r"transport '.*' not allowed", re.IGNORECASE)
# `fetch.fsckObjects` at work: the remote sent something malformed.
HOSTILE = re.compile(
    r"fsck error|error in object|in tree [0-9a-f]{40}|invalid index-pack output",
    re.IGNORECASE,
)
# Our own disk; the remote's messages about its disk begin with "remote:".
DISK = re.compile(
    r"^(?!remote:|error: remote ).*(?:no space left on device|disk quota exceeded|"
    r"read-only file system|input/output error|write error|unable to write|"
    r"unable to create temporary)",
    re.IGNORECASE | re.MULTILINE,
)
# Our own store: messages of `sha1-file.c`, `packfile.c`, `object.c`, `pack-objects.c`
# and `rev-list` in git 2.31 to 2.47. The remote's messages begin with "remote:".
OWN_STORE = re.compile(
    r"^(?:fatal|error): (?:object file .* is empty|inflate: |"
    r"unable to unpack [0-9a-f]{40} header|corrupt loose object|"
    r"garbage at end of loose object|(?:loose|packed) object [0-9a-f]{40} .*corrupt|"
    r"packfile .* (?:does not match index|cannot be|index)|index file .* |"
    r"bad object |bad tree object |missing (?:blob|tree|commit) |"
    r"unable to (?:read|parse|find) (?:tree |commit |object )?'?\(?[0-9a-f]{40}|"
    r"could not (?:read|parse) [0-9a-f]{40}|failed to traverse parents of commit|"
    r"\S+ does not point to a valid object|refs/\S+: invalid sha1 pointer)",
    re.IGNORECASE | re.MULTILINE,
)
# The same of the remote's store, which no later round can read either.
THEIR_STORE = re.compile(
    r"^remote: (?:fatal|error): (?:object file .* is empty|inflate: |"
    r"header for [0-9a-f]{40} too long|corrupt loose object|"
    r"(?:loose|packed) object [0-9a-f]{40} .*corrupt|packfile .* |"
    r"bad (?:tree )?object |missing (?:blob|tree|commit) |"
    r"unable to (?:read|parse|find|unpack) (?:tree |commit |object )?"
    r"'?\(?[0-9a-f]{40})",
    re.IGNORECASE | re.MULTILINE,
)
# What git prints where it may not, or cannot, write to the remote's folder.
UNWRITABLE = re.compile(
    r"insufficient permission|read-only file system|"
    r"unable to create temporary object directory|no space left|disk quota exceeded",
    re.IGNORECASE,
)
# `receive.denyCurrentBranch` at work, as it is by default.
CHECKED_OUT = re.compile(r"branch is currently checked out", re.IGNORECASE)
# What git and the usual hosts print where there is no repository.
ABSENT = re.compile(
    r"does not appear to be a git repository|repository .*not found|"
    r"not a git repository|does not exist|no such (?:file|path)|error: 404",
    re.IGNORECASE,
)
# The object that an error names.
OBJECT = re.compile(r"\b[0-9a-f]{40}\b")
# Limits of the host, of git and of a proxy.
TOO_BIG = re.compile(
    r"maximum allowed size|file size limit|too large|error: 413", re.IGNORECASE
)
