"""The games on offer: built-in, plug-ins, the author's files; positions and saved games."""
