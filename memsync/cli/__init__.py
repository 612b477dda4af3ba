"""The command line: one verb a file; parse, call one function, render."""
