"""Other programs' agents: their settings files, read and changed with care."""
