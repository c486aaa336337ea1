"""The studio: a local web app to play, to analyse, and to watch search think.

The page holds the game that is played; the server is asked about positions and remembers nothing but what makes it
faster. Every request has a shape that is checked before anything else (`shape.py`, `call.py`), long work takes fair
turns in a pool of threads (`pool.py`), and only the command line says which files are games (`shelf.py`).
"""
