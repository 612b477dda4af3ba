"""What stands near a passphrase with blanks in it, which `passphrases` looks for.

Most texts say none of it, and then nothing else of a passphrase is loaded.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.texts.text import Text

# What a passphrase is called, what it opens, and what asks for it, in small letters.
# The native search reports where each ends.
WORDS = b"""
    phrase pw psk crypted decrypt luks unlock wifi wi-fi wlan seed sudo sentence vault
    gpg borg opens bitlocker typed boot disk has\xc5\x82o heslo kennwort clave
    satz admin login
""".split()
# `pass` counts only if one of these follows: `passed` does not.
PASS, BEHIND_PASS = b"pass", b"wpc:"
# So does `words` unless it is the end of another word.
OWN = b" words"


def ends(text: Text) -> list[int]:
    """Where such words end in a text, in order; only likely ones, if that is known."""
    known = text.ends("likely phrases")
    if known is not None:
        return sorted(known)
    found = {at + len(OWN) for at in text.places(OWN)}
    found |= {at + len(word) for word in WORDS for at in text.places(word)}
    for at in text.places(PASS):
        end = at + len(PASS)
        if text.low[end : end + 1] and text.low[end] in BEHIND_PASS:
            found.add(end + 1)
    return sorted(found)
