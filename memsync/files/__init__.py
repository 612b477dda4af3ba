"""Files that stay whole: atomic writes, locks, folders opened through no link."""
