"""Stories of the page."""
