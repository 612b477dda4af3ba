"""How sure it is that a finding is a secret."""
