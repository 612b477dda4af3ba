"""What a text means where its bytes say something else.

`wide` decodes UTF-16 and UTF-32, `escapes` the lines with escapes, whose `meanings` it
knows.
"""
