"""What is printed of a finding: text, JSON, SARIF, and its fingerprint."""
