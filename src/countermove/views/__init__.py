"""Trees and boards as text and pictures. A view makes a value (a string, a document); it never prints."""
