"""The encrypted form of a memory: keys, ciphertexts, names and stamps.

Pure: bytes in, bytes out. Files and git are the business of `memsync.sync`.
docs/format.md has the byte layouts, docs/threat-model.md what they are for.
"""
