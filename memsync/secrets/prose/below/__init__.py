"""A secret on the lines below the one that names it.

`search` finds that line and asks the others what is below: `value` a single password,
token or answer, `labels` what was drawn, `listed` a list with a label in front of each.
"""
