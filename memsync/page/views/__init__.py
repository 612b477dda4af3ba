"""What each page shows: computes the values of its template from the memories."""
