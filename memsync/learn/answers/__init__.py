"""What a model answers is data: its form, its words and its quotes are checked here."""
