"""Monte Carlo tree search, compiled: one tree, grown by playouts."""
