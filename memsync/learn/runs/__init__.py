"""One run: sessions chosen, models asked, drafts proposed, all of it accounted for."""
