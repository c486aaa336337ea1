"""Engines that other programs talk to: the protocols of chess and Go, and JSON lines for every game."""
