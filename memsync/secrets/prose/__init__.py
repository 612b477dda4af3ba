"""The tier that finds secrets in sentences and lists."""
