"""The files of a memory: lists and replaces notes, and reads the files beside them."""
