"""The encrypted form of a memory: keys, ciphertexts, names and stamps.

Pure: bytes in, bytes out; `memsync.sync` does files and git. docs/format.md has the
byte layouts, docs/threat-model.md the reasons for them.
"""
