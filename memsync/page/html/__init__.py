"""Turns texts and values into HTML without active content."""
