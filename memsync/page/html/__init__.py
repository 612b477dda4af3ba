"""From texts and values to HTML that can do nothing."""
