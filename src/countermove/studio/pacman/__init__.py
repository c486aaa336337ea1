"""Pacman: agents, demonstrations, positions for the page."""
