"""The single changes that create or remove a memory, and plans made of them."""
