"""Stories of an encrypted memory."""
