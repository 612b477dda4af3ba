"""`memsync ui`, and the functions that it gives to the page."""
