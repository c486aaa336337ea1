"""The graph of all states of a game, compiled: states packed into native memory, numbered breadth first.

    pack          pack a state into a few words, and unpack it
    expand        the forward kernel: find, number and link all reachable states
    enumeration   its Python driver: makes room between two calls of the kernel
    fold          the backward kernels: exact values, intervals, sums
    row           all packed states at once: rehash, repack, sort into buckets
    probe         look up a state in a finished database

Used by sweeps (solve/build.py), value iteration (solve/iterate.py) and counting (measure/census.py), also in games
with cycles. solve/graph.py is the same in plain Python, depth first and for states of any kind.
"""
