"""Endgame databases by slices: solved backwards, packed, probed."""
