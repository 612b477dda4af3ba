"""Which memories and which agents' folders on this machine a round syncs."""
