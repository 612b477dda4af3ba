"""Is this text a secret? Bytes in, findings out; no effects."""
