"""The studio: a local web app to play, analyse, and watch search think.

The page holds the game being played; the server answers questions about positions and keeps only caches. Every request
is checked against a shape first (`web/`), long work takes fair turns in a thread pool (`pool.py`), and only the command
line decides which files are games (`games/shelf.py`).
"""
