"""Words of notes, kept between commands: safe to lose, and never synced."""
