"""Analysis, computer players and game review."""
