"""Search trees, what a convention changes, and exports."""
