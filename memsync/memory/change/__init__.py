"""What every change of a memory goes through: its lock, and the secrets check."""
