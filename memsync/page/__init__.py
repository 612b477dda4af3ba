"""The local page, on which a person views and changes memory in a browser."""
