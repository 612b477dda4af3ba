"""What the readers of sessions share: files of any size, and what is told of them."""
