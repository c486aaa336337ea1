"""Searches for the shortest solution of a puzzle."""
