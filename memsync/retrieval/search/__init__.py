"""What a person or an agent sees for a query."""
