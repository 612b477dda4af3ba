"""Passwords that commands, calls and the files of programs take by their place.

`arguments` looks for the `forms`, which are made of `parts`: options of commands, and
in `positions`, `programs`, `settings` and `routers` what programs and their files take
by its place. `blocks` are lists of users in such files. `calls` has the arguments of
calls, `lists` commands that are a list of strings, `consoles` what is typed at one.
"""
