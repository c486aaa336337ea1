"""Searches for many players."""
