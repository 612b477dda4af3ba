"""Which memories and agents' folders of this machine a round covers."""
