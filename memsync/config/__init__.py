"""Settings: what can be set, where a value comes from, and `config set`."""
