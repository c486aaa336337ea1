"""A static evaluation of chess: material, and where the pieces stand, in the middlegame and in the endgame."""
