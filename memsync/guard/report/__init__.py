"""Prints findings: as text, JSON or SARIF, with fingerprints."""
