"""One run: chooses sessions, asks models, proposes drafts, and records it all."""
