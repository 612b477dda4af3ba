"""The tier that finds passwords and tokens in the cells of tables."""
