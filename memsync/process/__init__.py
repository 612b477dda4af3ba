"""The other programs that memsync runs: git, children, the keychain."""
