"""Settings: the keys, where their values come from, and `config set`."""
