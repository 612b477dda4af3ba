"""The tier that finds passwords and tokens in the cells of tables.

`search` says which kinds of tables a text may have: `bars` between cells, `drawn` lines
or none, `html`, `wiki`, and other `documents`; `rows` are those of a file of its own,
`inserts` those of SQL.
`columns` says which headings name secrets, and which cells are one, `pairs` which cells
have a user with a password; `lines` reads no line more than twice.
"""
