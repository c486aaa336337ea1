"""The strong search: principal-variation search with a table, its scores, and its root."""
