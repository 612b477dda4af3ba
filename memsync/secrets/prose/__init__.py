"""The tier that finds secrets in sentences, lists and tables."""
