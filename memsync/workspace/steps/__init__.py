"""The single changes a memory in a repository takes, and the plan made of them."""
