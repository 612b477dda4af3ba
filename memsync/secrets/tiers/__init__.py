"""The tiers that look for tokens, carriers of passwords, and keywords with values."""
