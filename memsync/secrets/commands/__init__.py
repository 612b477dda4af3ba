"""Passwords that commands, calls and the files of programs take by their place."""
