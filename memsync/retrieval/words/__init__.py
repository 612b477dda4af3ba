"""The words of a text and a query: words, stems and synonyms."""
