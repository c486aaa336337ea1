"""Games played inside a kernel: at random, greedily, and to learn."""
