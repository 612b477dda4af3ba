"""What `init`, `deinit`, `adopt` and `merge-back` do."""
